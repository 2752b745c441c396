/** What the trading machine tells while it works. The engine turns it into events; a measurement may only count. */
import type { OrderChangedCause, FundsMovedKind } from './events.ts';
import type { HouseSink } from './house/books.ts';
import type { Misfit } from './parameter-changes.ts';
import type { PerpSink } from './perp/sink.ts';
import type { Market } from './spot/market.ts';
import type { User } from './spot/users.ts';

/** One print. Both orders are slots and carry their state after the fill. */
export interface Fill {
  maker: number;
  taker: number;
  ticks: number;
  lots: number;
  amount: number;
  makerRate: number;
  takerRate: number;
  makerFee: number;
  takerFee: number;
  /** What fee vouchers paid of them, in quote. */
  makerVoucher: number;
  takerVoucher: number;
}

export interface FundsMove {
  readonly transferId: number;
  readonly transferKind: FundsMovedKind;
  readonly asset: string;
  readonly amount: number;
  readonly from: string;
  readonly to: string;
}

export interface Reporter extends PerpSink, HouseSink {
  assetCreated(asset: string, scale: number): void;
  marketChanged(market: Market): void;
  parametersChanged(market: Market, misfits: readonly Misfit[]): void;
  orderChanged(order: number, cause: OrderChangedCause): void;
  /** Self-trade prevention, or the end of its pair, changed an order that did not come in; told after the incoming order's own fills (trading B20). */
  orderPrevented(order: number, cause: OrderChangedCause): void;
  /** The incoming order has told its fills. */
  tellPrevented(): void;
  traded(market: Market, fill: Readonly<Fill>): void;
  feeTierChanged(user: User): void;
  fundsMoved(user: User, move: FundsMove): void;
  /** The level has new lots (in the book); the market's updateId counts this change already. */
  depthChanged(market: Market, side: number, ticks: number): void;
}
