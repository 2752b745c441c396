/** What the state machine tells while it works. EventReporter turns it into events; a measurement may only count. */
import type { FundsMovedKind } from '../protocol/events.ts';
import type { ProductSink } from '../products/books.ts';
import type { PerpSink } from '../perp/account/sink.ts';
import type { SpotSink } from '../spot/sink.ts';
import type { UserSink } from '../users/sink.ts';
import type { User } from '../users/user.ts';

export interface FundsMove {
  readonly transferId: number;
  readonly transferKind: FundsMovedKind;
  readonly asset: string;
  readonly amount: number;
  readonly from: string;
  readonly to: string;
}

export interface Reporter extends SpotSink, PerpSink, ProductSink, UserSink {
  assetCreated(asset: string, scale: number): void;
  fundsMoved(user: User, move: FundsMove): void;
}
