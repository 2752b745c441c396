/** Where the perpetuals' events go, and how they are numbered. */
import type { Ledger } from '../../ledger/ledger.ts';
import type { User } from '../../users/users.ts';
import type { Unnumbered } from '../../protocol/words.ts';
import type { PerpEvent } from '../../protocol/perp-events.ts';

export interface PerpSink {
  /** `user` is whose stream numbers the event. */
  perp(user: User | null, event: Unnumbered<PerpEvent>): void;
  /** User balances that the command touched (Ledger.touched), told once each with their final values. */
  balancesChanged(ledger: Ledger): void;
}
