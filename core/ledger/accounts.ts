/** What the ledger's accounts are called, and what is posted to them (trading C1, C2). */
/** Owner of the house's rows; users are owners from 1 on. Its row without a name is HOUSE_FEE (trading C1). */
export const HOUSE = 0;
/** Owner of the rows of the world outside: minus everything that was brought in (trading C1). */
export const EXTERNAL = -1;
/** Buckets of a row, as offsets of their low limb. SPOT's AVAIL, and the balance of every account with a name (trading C1). */
export const AVAILABLE = 0;
/** SPOT's LOCKED: what open orders reserve (trading A5.1); of a COPY wallet its HOLD (trading D5). */
export const LOCKED = 2;
/** MAIN of the wallet FUTURES: its balance W without isolated margin (trading B6). */
export const FUTURES = 4;

/** One side of a posting (trading C2): what the bucket gets, negative for what it gives, in ledger units of the row's asset. */
export interface Posting {
  readonly row: number;
  readonly bucket: number;
  readonly amount: bigint;
}

/**
 * An account with a name of trading C1, such as ISO:BTCUSDT:LONG, BONUS:7 or INSURANCE. The name is the account's for one owner and one
 * asset; the same name of another owner is another account.
 */
export interface NamedAccount {
  /** HOUSE, or a user's index from 1. */
  readonly owner: number;
  /** Index of the asset. */
  readonly asset: number;
  readonly name: string;
  readonly row: number;
}

/** Accounts whose balance may be negative: margin wallets, while unrealised gains of their positions cover it (trading B7, C4.2). */
export function mayOwe(name: string, bucket: number): boolean {
  if (name === '') return bucket === FUTURES;
  return bucket === AVAILABLE && (name === 'ELITE' || (/^(COPY|VOUCHER):/.test(name) && !name.includes('/')));
}
