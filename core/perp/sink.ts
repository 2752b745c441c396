/** Where the perpetuals' events go, and how they are numbered. */
import type { Ledger } from '../ledger/ledger.ts';
import type { User } from '../spot/users.ts';
import type { PerpEvent } from './events.ts';

/** An event before it has its places; those in a user's stream get `userSeq` too. */
export type Unnumbered<E> = E extends unknown ? Omit<E, 'userSeq'> : never;

export interface PerpSink {
  /** `user` is whose stream numbers the event. */
  perp(user: User | null, event: Unnumbered<PerpEvent>): void;
  /** User balances that the command touched (Ledger.touched), told once each with their final values. */
  balancesChanged(ledger: Ledger): void;
}
