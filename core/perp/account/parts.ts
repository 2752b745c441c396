/** What the parts of the perpetuals share. */
import type { IdTable } from '../../book/id-table.ts';
import type { OrderPool } from '../../book/order-pool.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Users } from '../../users/users.ts';
import type { MarginAccounts } from './margin-accounts.ts';
import type { BonusSource } from './bonus-source.ts';
import type { Contract } from '../contract/contract.ts';
import type { PerpReport } from './report.ts';
import type { Risk } from './risk.ts';

export interface PerpParts {
  readonly orders: OrderPool;
  readonly ids: IdTable;
  readonly ledger: Ledger;
  readonly users: Users;
  readonly accounts: MarginAccounts;
  readonly contracts: readonly Contract[];
  readonly risk: Risk;
  readonly bonus: BonusSource;
  readonly report: PerpReport;
  /** Index of the asset in which everything settles. */
  readonly settle: () => number;
}
