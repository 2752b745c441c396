/** What spot asks of whoever pays fees for a user (trading A5.8). */
import type { User } from '../users/user.ts';
import type { Market } from './market.ts';

export interface SpotFeeCover {
  /**
   * Pays what it may of one side's fee of a fill, and answers how much, in ledger units of the quote asset. `fee` is in units of
   * the base asset (`isInBase`) or of the quote asset; `ticks` is the fill's price.
   */
  payInSpot(
    user: User,
    market: Market,
    fill: { fee: number; isInBase: boolean; ticks: number },
    timeMs: number,
  ): number;
}
