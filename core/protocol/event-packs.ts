/**
 * A settlement of funding tells three events for each holder. They come in one piece (decision 080): what differs from one to the next
 * stands in rows of numbers, and whoever reads them makes the events (core/state-machine/unpack-events.ts), which are the same as if they
 * had been told one by one.
 */
import type { Price } from '../fixed.ts';
import type { ContractParameters } from './perp-commands.ts';
import type { CoreEvent } from './events.ts';

/** Places in a row. The user's index until the row is told, then the uid. */
export const UID = 0;
/** `userSeq` of the FundingPaid; the PositionChanged has the next one. */
export const USER_SEQ = 1;
/** Row of the wallet in the ledger until the balances are told, then `userSeq` of the BalanceChanged. */
export const BALANCE_SEQ = 2;
export const POSITION_ID = 3;
/** Place of the position's side in POSITION_SIDES. */
export const SIDE = 4;
export const LEVERAGE = 5;
/** Below 0: short. */
export const QUANTITY = 6;
export const COST = 7;
export const REALISED = 8;
export const FEES = 9;
/** Of the position, this payment included. */
export const FUNDING = 10;
export const OPENED_AT = 11;
/** What was paid (below 0) or got: all that was due, and not 0. */
export const AMOUNT = 12;
/** Of the wallet, afterwards. */
export const BALANCE = 13;
/** The results of the wallet's other cross positions less their maintenance margins. */
export const OTHERS = 14;
export const ROW = 15;

/** Where the sequence of the settlement stands, before the first row. */
export const SEQ = 0;
/** Where the first row begins: behind a heading as long as a row. */
export const FIRST_ROW = 1 * ROW;

/** What all payments of one settlement have in common. */
export interface FundingTerms {
  readonly symbol: string;
  /** The asset in which it is settled. */
  readonly asset: string;
  readonly rate: number;
  readonly markPrice: Price;
  readonly tiers: ContractParameters['tiers'];
}

/**
 * Of each row a FundingPaid and a PositionChanged, in the order of rows; then a BalanceChanged of each, those who paid before those who
 * got. Rows are cross positions of FUTURES wallets without bonus.
 */
export interface FundingPack extends FundingTerms {
  readonly kind: 'FundingPack';
  readonly seq: number;
  readonly timeMs: number;
  /** `index` of its first event. */
  readonly index: number;
  /** How many events it stands for: three of each row, and `told`. */
  readonly count: number;
  readonly rowCount: number;
  /**
   * Safe integers. Only lent, and shared between threads: a settlement of the contract ten minutes later or more writes over it. A copy for
   * each reader would cost as much as all payments.
   */
  readonly rows: Float64Array;
  /** Events among them that are of no row, in order; their own `index` says where. */
  readonly told: readonly CoreEvent[];
}

export type Told = CoreEvent | FundingPack;
