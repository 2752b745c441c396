/** What becomes of an order that enters a market, new or amended: it trades, then rests or ends. */
import {
  EXPIRED,
  EXPIRED_IN_MATCH,
  FILLED,
  FILLED_LOTS,
  FLAGS,
  hasTerms,
  GTC,
  GTX,
  INT_STRIDE,
  LOTS,
  MARKET_TYPE,
  NO_LIQUIDITY,
  NO_REASON,
  NUM_STRIDE,
  type OrderPool,
  PARTIALLY_FILLED,
  PREVENTED_LOTS,
  PRICE_CAP,
  SELF_TRADE,
  TIME_IN_FORCE,
  timeInForceOf,
  typeOf,
  KEY,
} from '../book/order-pool.ts';
import type { SpotSink } from './sink.ts';
import type { OrderCloser } from './close-order.ts';
import type { Market } from './market.ts';
import { BOOK_EMPTY, FILLED_UP } from '../kernel/layout.ts';
import { type OrderMatcher, OWN_ORDER, showSlice } from './match-orders.ts';

export class IncomingMatcher {
  private readonly orders: OrderPool;
  private readonly matcher: OrderMatcher;
  private readonly closing: OrderCloser;
  private readonly reporter: SpotSink;

  constructor(orders: OrderPool, matcher: OrderMatcher, closing: OrderCloser, reporter: SpotSink) {
    this.orders = orders;
    this.matcher = matcher;
    this.closing = closing;
    this.reporter = reporter;
  }

  /** The order is accepted, holds its reservation and is in no book. */
  enter(market: Market, order: number, timeMs: number): void {
    this.goOn(market, order, this.orders.num[order * NUM_STRIDE + FILLED_LOTS], timeMs);
  }

  /** The same of one that may have traded already: `filledBefore` are the lots that it had filled when it entered. */
  goOn(market: Market, order: number, filledBefore: number, timeMs: number): void {
    const { num, int } = this.orders;
    const numAt = order * NUM_STRIDE;
    const stopped = this.matcher.run(market, order, timeMs);
    const hasTraded = num[numAt + FILLED_LOTS] > filledBefore;
    const timeInForce = timeInForceOf(int[order * INT_STRIDE + FLAGS]);
    const mayRest = timeInForce === GTC || timeInForce === GTX;
    if (stopped === FILLED_UP && num[numAt + FILLED_LOTS] > 0) {
      this.closing.finish(market, order, FILLED, NO_REASON, timeMs);
      this.reporter.orderChanged(order, 'FILL');
    } else {
      if (hasTraded) {
        this.orders.setStatus(order, PARTIALLY_FILLED, NO_REASON);
        this.reporter.orderChanged(order, 'FILL');
      }
      if (mayRest && stopped !== OWN_ORDER) this.rest(market, order);
      else this.expire(market, order, stopped, timeMs);
    }
    this.reporter.tellPrevented();
  }

  /** Puts the order into the book. */
  rest(market: Market, order: number): void {
    const at = order * INT_STRIDE;
    const { int, num } = this.orders;
    if (hasTerms(int[at + FLAGS])) {
      showSlice(market, this.orders, order, num[order * NUM_STRIDE + LOTS]);
      return;
    }
    market.book.add(order);
    market.touchLevel(int[at + KEY]);
  }

  private expire(market: Market, order: number, stopped: number, timeMs: number): void {
    const isMarketOrder = typeOf(this.orders.int[order * INT_STRIDE + FLAGS]) === MARKET_TYPE;
    const wasPrevented = this.orders.num[order * NUM_STRIDE + PREVENTED_LOTS] > 0;
    if (stopped === OWN_ORDER || (stopped === FILLED_UP && wasPrevented)) {
      this.closing.finish(market, order, EXPIRED_IN_MATCH, SELF_TRADE, timeMs);
    } else if (!isMarketOrder || stopped === FILLED_UP) {
      this.closing.finish(market, order, EXPIRED, TIME_IN_FORCE, timeMs);
    } else {
      this.closing.finish(market, order, EXPIRED, stopped === BOOK_EMPTY ? NO_LIQUIDITY : PRICE_CAP, timeMs);
    }
    this.reporter.orderChanged(order, 'ENDED');
  }
}
