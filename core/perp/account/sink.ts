/** Where the perpetuals' events go, and how they are numbered. */
import type { Ledger } from '../../ledger/ledger.ts';
import type { User } from '../../users/users.ts';
import type { Unnumbered } from '../../protocol/words.ts';
import type { FundingTerms } from '../../protocol/event-packs.ts';
import type { PerpEvent } from '../../protocol/perp-events.ts';

export interface PerpSink {
  /**
   * Asked before an event that costs something is made. True where nobody hears it: it is counted in the user's stream then, and need not
   * be made. `user` as in `perp`.
   */
  passesOver(user: User | null): boolean;
  /** `user` is whose stream numbers the event. */
  perp(user: User | null, event: Unnumbered<PerpEvent>): void;
  /** User balances that the command touched (Ledger.touched), told once each with their final values. */
  balancesChanged(ledger: Ledger): void;
  /**
   * Begins to tell a settlement in one piece (FundingPack). `tellFundingRows` tells the rows that are not told yet, up to that one; what is
   * told otherwise has its place between them.
   */
  beginFunding(rows: Float64Array, terms: FundingTerms): void;
  tellFundingRows(toRow: number): void;
  /** Tells the balances as `balancesChanged` does; those of rows were touched in the order of FundingPack. */
  endFunding(ledger: Ledger): void;
}
