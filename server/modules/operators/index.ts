/** Operators: what the command line asks of a running exchange. Roles and approvals join it later. */
import { implement, type Route } from '@agio/contracts/endpoint';
import {
  operatorContractStatus,
  operatorMarketStatus,
  operatorShock,
  operatorState,
} from '@agio/contracts/http/operators';
import type { EngineHandle } from '../../engine/index.ts';
import type { DemoPrices } from '../../external/index.ts';
import type { Module } from '../module.ts';
import type { Store } from '../../store/index.ts';
import type { Users } from '../users/index.ts';
import { answeredOf } from '../../commands/answered.ts';
import type { WalletModule } from '../wallet/index.ts';
import type { AuditFiles } from './audit-after-restore.ts';
import { createAudit, type OperatorAudit } from './audit.ts';
import { correctionRoutes } from './corrections.ts';
import { parameterRoutes } from './parameters.ts';
import { poolRoutes } from './pools.ts';
import { said } from './refusal-sentences.ts';
import { rewardRoutes } from './rewards.ts';
import { send, type Sender } from './sending.ts';
import { userRoutes } from './users.ts';

export { auditFiles, noteRestore } from './audit-after-restore.ts';

export interface OperatorsOptions {
  readonly store: Store;
  readonly users: Users;
  readonly wallet: WalletModule;
  readonly engine: EngineHandle;
  /** Funds from nowhere exist only on a demo exchange. */
  readonly isDemo: boolean;
  /** Null where there is no demo to shock. */
  readonly demoPrices: DemoPrices | null;
  /** Signs the records of what operators called. */
  readonly auditKey: Buffer;
  readonly auditFiles: AuditFiles;
}

export interface Operators extends Module {
  readonly audit: OperatorAudit;
}

export function createOperators(options: OperatorsOptions): Operators {
  const { store, users, engine } = options;
  const sender: Sender = { engine, users, answered: answeredOf(store) };
  const audit = createAudit({ db: store.db, key: options.auditKey, files: options.auditFiles });
  return {
    audit,
    routes: [
      ...audit.routes,
      ...userRoutes(sender, options),
      ...rewardRoutes(sender),
      ...correctionRoutes(sender),
      ...poolRoutes(sender),
      ...parameterRoutes(sender),
      ...marketRoutes(sender, options.demoPrices),
      implement(operatorState, () => engine.query('stateHash', {})),
    ],
  };
}

function marketRoutes(sender: Sender, demoPrices: DemoPrices | null): Route[] {
  return [
    implement(operatorMarketStatus, async ({ body }) => {
      await send(sender, { kind: 'SetMarketStatus', ...body }, 'Done');
      return {};
    }),
    implement(operatorContractStatus, async ({ body }) => {
      await send(sender, { kind: 'SetContractStatus', ...body }, 'Done');
      return {};
    }),
    implement(operatorShock, async ({ body }) => {
      if (demoPrices === null) throw said('NOT_DEMO', 'Only the prices of a demo exchange can be shocked.');
      if (demoPrices.price(body.symbol, Date.now()) === null)
        throw said('UNKNOWN_MARKET', `The demo has no price of ${body.symbol}.`);
      demoPrices.shock(body.symbol, { share: body.percent / 100, forMs: body.forSeconds * 1_000 });
      return {};
    }),
  ];
}
