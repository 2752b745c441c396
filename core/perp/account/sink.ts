/** Where the perpetuals' events go, and how they are numbered. */
import type { Ledger } from '../../ledger/ledger.ts';
import type { User } from '../../users/user.ts';
import type { Contract } from '../contract/contract.ts';
import type { OrderChangedCause, Unnumbered } from '../../protocol/words.ts';
import type { FundingTerms } from '../../protocol/event-packs.ts';
import type { PerpEvent } from '../../protocol/perp-events.ts';

export interface PerpSink {
  /**
   * Asked once before an event is made that costs something. Where nobody hears it, it counts the event in the user's stream and answers
   * true: the event need not be made. Otherwise it does nothing and answers false. `user` as in `perp`.
   */
  countUnheard(user: User | null): boolean;
  /** `user` is whose stream numbers the event. The event is handed over: it gets its numbers in place, so it is a new object each time. */
  perp(user: User | null, event: Unnumbered<PerpEvent>): void;
  /** An order of a contract, as it stands. */
  perpOrderChanged(order: number, cause: OrderChangedCause): void;
  /** The level has new lots (in the book); the contract's updateId counts this change already. */
  perpDepthChanged(contract: Contract, side: number, ticks: number): void;
  /** User balances that the command touched (SharedState.touchedAt), told once each with their final values. */
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
