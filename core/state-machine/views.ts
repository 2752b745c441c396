/** Orders, markets and balances as the outside sees them. */
import {
  AMENDS,
  BUY,
  CREATED,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  ID,
  INT_STRIDE,
  isDormant,
  KEY,
  LIMIT_TYPE,
  MARKET,
  NUM_STRIDE,
  type OrderPool,
  PREVENTED_LOTS,
  QUOTE_AMOUNT,
  reasonOf,
  SELL,
  sideOf,
  statusOf,
  stpModeOf,
  timeInForceOf,
  TOTAL_LOTS,
  typeOf,
  hasTerms,
  orderTypeOf,
  UPDATED,
  USER,
} from '../book/order-pool.ts';
import type { Book } from '../book/book.ts';
import { OrderTerms } from '../book/order-terms.ts';
import type { BalanceView, EndReason, MarketView, OrderView } from '../protocol/events.ts';
import type { Amount, Price } from '../fixed.ts';
import { trailingFiresAtTicks } from '../formulas/trailing.ts';
import type { DepthView, OpenOrderView } from '../protocol/core.ts';
import { AVAILABLE, FUTURES, type Ledger, LOCKED } from '../ledger/ledger.ts';
import type { Market } from '../spot/market.ts';
import type { Users } from '../users/users.ts';
import { END_REASONS, ORDER_STATUSES, ORDER_TYPES, SIDES, STP_MODES, TIMES_IN_FORCE } from '../protocol/words.ts';

const NO_TERMS: Readonly<OrderTerms> = new OrderTerms();

/** An order's terms; of an order without any, terms in which everything is 0. */
export function termsOf(orders: OrderPool, order: number): Readonly<OrderTerms> {
  return hasTerms(orders.int[order * INT_STRIDE + FLAGS]) ? orders.terms(order) : NO_TERMS;
}

export function orderView(orders: OrderPool, users: Users, markets: readonly Market[], order: number): OrderView {
  const { int, num } = orders;
  const at = order * INT_STRIDE;
  const numAt = order * NUM_STRIDE;
  const flags = int[at + FLAGS];
  const market = markets[int[at + MARKET]];
  const step = market.stepSize;
  const terms = termsOf(orders, order);
  return {
    orderId: num[numAt + ID],
    uid: users.at(int[at + USER]).uid,
    symbol: market.symbol,
    side: SIDES[sideOf(flags)],
    type: ORDER_TYPES[orderTypeOf(flags)],
    timeInForce: TIMES_IN_FORCE[timeInForceOf(flags)],
    price: (typeOf(flags) === LIMIT_TYPE ? Math.abs(int[at + KEY]) * market.tickSize : 0) as Price,
    quantity: (num[numAt + TOTAL_LOTS] * step) as Amount,
    quoteAmount: num[numAt + QUOTE_AMOUNT] as Amount,
    filledQuantity: (num[numAt + FILLED_LOTS] * step) as Amount,
    filledAmount: num[numAt + FILLED_AMOUNT] as Amount,
    preventedQuantity: (num[numAt + PREVENTED_LOTS] * step) as Amount,
    stpMode: STP_MODES[stpModeOf(flags)],
    clientOrderId: users.clientIdOf(orders, order),
    status: ORDER_STATUSES[statusOf(flags)],
    reason: END_REASONS[reasonOf(flags)] as EndReason,
    createdAtMs: num[numAt + CREATED],
    updatedAtMs: num[numAt + UPDATED],
    amendCount: int[at + AMENDS],
    stopPrice: (terms.stopTicks * market.tickSize) as Price,
    deltaBips: terms.deltaBips,
    activationPrice: (terms.activationTicks * market.tickSize) as Price,
    displayQuantity: (terms.displayLots * step) as Amount,
    ocoId: terms.ocoId,
  };
}

/** A live order; of a trailing stop with its extreme price and where it would fire. */
export function openOrderView(
  orders: OrderPool,
  users: Users,
  markets: readonly Market[],
  order: number,
): OpenOrderView {
  const flags = orders.int[order * INT_STRIDE + FLAGS];
  const { deltaBips } = termsOf(orders, order);
  const { tickSize, triggers } = markets[orders.int[order * INT_STRIDE + MARKET]];
  const extremeTicks = isDormant(flags) ? triggers.extremeOf(order) : 0;
  const isFollowing = extremeTicks !== 0;
  return {
    ...orderView(orders, users, markets, order),
    extremePrice: (isFollowing ? extremeTicks * tickSize : 0) as Price,
    firesAtPrice: (isFollowing
      ? trailingFiresAtTicks(sideOf(flags) === BUY, extremeTicks, deltaBips) * tickSize
      : 0) as Price,
  };
}

export function marketView(market: Market): MarketView {
  return {
    symbol: market.symbol,
    base: market.base.name,
    quote: market.quote.name,
    status: market.status,
    version: market.version,
    parameters: market.parameters,
    lastPrice: (market.lastTicks * market.tickSize) as Price,
    updateId: market.updateId,
    lastTradeId: market.lastTradeId,
  };
}

export function spotBalance(ledger: Ledger, uid: number, asset: string, row: number): BalanceView {
  return {
    uid,
    wallet: 'SPOT',
    asset,
    available: ledger.balance(row, AVAILABLE),
    locked: ledger.balance(row, LOCKED),
  };
}

export function futuresBalance(ledger: Ledger, uid: number, asset: string, row: number): BalanceView {
  return { uid, wallet: 'FUTURES', asset, available: ledger.balance(row, FUTURES), locked: 0n };
}

/** The best levels of a book, at most `limit` of each side. */
export function depthOf(
  market: { symbol: string; updateId: number; tickSize: number; stepSize: number; book: Book },
  limit: number,
): DepthView {
  const levels = (side: number): [Price, Amount][] => {
    const found: [Price, Amount][] = [];
    market.book.forEachLevel(side, limit, (ticks, lots) => {
      found.push([(ticks * market.tickSize) as Price, (lots * market.stepSize) as Amount]);
    });
    return found;
  };
  return { symbol: market.symbol, updateId: market.updateId, bids: levels(BUY), asks: levels(SELL) };
}
