/** The events that spot reports while it works. */
import type { OrderChangedCause } from '../protocol/words.ts';
import type { Misfit } from '../protocol/parameter-changes.ts';
import type { Market } from './market.ts';

/** One print. Both orders are slots and carry their state after the fill. */
export interface Fill {
  maker: number;
  taker: number;
  ticks: number;
  lots: number;
  amount: number;
  makerRate: number;
  takerRate: number;
  /** What earlier fees of each order left, in 10^-8 of a unit; 0 where fees are not cumulative. */
  makerRest: number;
  takerRest: number;
  makerFee: number;
  takerFee: number;
  /** The parts of these fees that fee vouchers paid, in quote. */
  makerVoucher: number;
  takerVoucher: number;
}

export interface SpotSink {
  /** Does nobody hear of the present command? Then events are only counted in their users' streams. */
  readonly isUnheard: boolean;
  marketChanged(market: Market): void;
  parametersChanged(market: Market, misfits: readonly Misfit[]): void;
  orderChanged(order: number, cause: OrderChangedCause): void;
  /** Self-trade prevention, or the end of its pair, changed an order that did not come in; told after the incoming order's own fills (trading B20). */
  orderPrevented(order: number, cause: OrderChangedCause): void;
  /** The incoming order has told its fills. */
  tellPrevented(): void;
  traded(market: Market, fill: Readonly<Fill>): void;
  /** The level has new lots (in the book); the market's updateId counts this change already. */
  depthChanged(market: Market, side: number, ticks: number): void;
}
