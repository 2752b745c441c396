/** Every change that the tests must notice. The simulator has its own, around the exchange: test/simulator/mutations.ts. */
import { attackMutations } from './attacks.ts';
import { auditMutations } from './audit.ts';
import { backupMutations } from './backup.ts';
import { changeMutations } from './changes.ts';
import { faultMutations } from './faults.ts';
import { floodMutations } from './floods.ts';
import { houseMutations } from './house.ts';
import { identityAttackMutations } from './identity-attacks.ts';
import type { Mutation } from './mutation.ts';
import { restoreMutations } from './restore.ts';
import { perpMoneyMutations } from './perp-money.ts';
import { perpRiskMutations } from './perp-risk.ts';
import { spotMutations } from './spot.ts';
import { stateMutations } from './state.ts';
import { webAttackMutations } from './web-attacks.ts';

export const mutations: readonly Mutation[] = [
  ...spotMutations,
  ...perpMoneyMutations,
  ...perpRiskMutations,
  ...houseMutations,
  ...stateMutations,
  ...restoreMutations,
  ...auditMutations,
  ...changeMutations,
  ...attackMutations,
  ...faultMutations,
  ...floodMutations,
  ...backupMutations,
  ...identityAttackMutations,
  ...webAttackMutations,
];
