/** Every change that the tests must notice. The simulator has its own, around the exchange: test/simulator/mutations.ts. */
import { accessMutations } from './access.ts';
import { attackMutations } from './attacks.ts';
import { auditMutations } from './audit.ts';
import { backupMutations } from './backup.ts';
import { changeMutations } from './changes.ts';
import { crashMutations } from './crashes.ts';
import { defenceMutations } from './defences.ts';
import { dustMutations } from './dust.ts';
import { faultMutations } from './faults.ts';
import { floodMutations } from './floods.ts';
import { heavyReadMutations } from './heavy-reads.ts';
import { identityAttackMutations } from './identity-attacks.ts';
import type { Mutation } from './mutation.ts';
import { nameMutations } from './names.ts';
import { pageFloodMutations } from './page-floods.ts';
import { productMutations } from './products.ts';
import { operatorAttackMutations } from './operator-attacks.ts';
import { restoreMutations } from './restore.ts';
import { perpMoneyMutations } from './perp-money.ts';
import { perpRecordMutations } from './perp-records.ts';
import { perpRiskMutations } from './perp-risk.ts';
import { perpStopMutations } from './perp-stops.ts';
import { rowMutations } from './rows.ts';
import { spotMutations } from './spot.ts';
import { stateMutations } from './state.ts';
import { userBoundMutations } from './user-bounds.ts';
import { webAttackMutations } from './web-attacks.ts';

export const mutations: readonly Mutation[] = [
  ...spotMutations,
  ...perpMoneyMutations,
  ...perpRecordMutations,
  ...nameMutations,
  ...perpRiskMutations,
  ...perpStopMutations,
  ...productMutations,
  ...dustMutations,
  ...stateMutations,
  ...restoreMutations,
  ...auditMutations,
  ...changeMutations,
  ...attackMutations,
  ...faultMutations,
  ...floodMutations,
  ...pageFloodMutations,
  ...heavyReadMutations,
  ...backupMutations,
  ...identityAttackMutations,
  ...accessMutations,
  ...operatorAttackMutations,
  ...webAttackMutations,
  ...defenceMutations,
  ...userBoundMutations,
  ...crashMutations,
  ...rowMutations,
];
