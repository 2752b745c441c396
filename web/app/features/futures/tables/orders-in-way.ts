/**
 * Own orders of the book that a closing order would meet. It may not trade with them: it ends there, and what is left of the position
 * stays open (trading A3). Pure.
 */
import type { Contract, FuturesOrder, Position } from '../../../api/calls/futures.ts';
import type { Book, BookLevel } from '../../../live/book.ts';
import { unitsOf } from '../margin.ts';
import { boundOf } from '../ticket/ticket-preview.ts';
import { closingSide, type Prices } from './closing.ts';

/** By the id of the order: what was ticked and unticked by hand. All others are ticked. */
export type WayTicks = ReadonlyMap<number, boolean>;
export const isTickedInWay = ({ orderId }: FuturesOrder, ticks: WayTicks): boolean => ticks.get(orderId) ?? true;

type Closed = Pick<Position, 'symbol' | 'direction'>;

/** What a closing order, or several one after the other, take from the book at most; units of 10^-8. */
export interface Taken {
  readonly quantity: bigint;
  /** Of a limit order; a market order goes as far as the mark's band lets it. */
  readonly price?: bigint;
}

/** The best price first. */
export function ordersInWay(
  position: Closed,
  orders: readonly FuturesOrder[],
  contract: Contract,
  { quantity, price: limit, ...prices }: Prices & Taken,
): readonly FuturesOrder[] {
  const side = closingSide(position);
  /** Whether the closing order meets the one price before the other, or with it. */
  const isReached = (price: bigint, limit: bigint): boolean => (side === 'SELL' ? price >= limit : price <= limit);
  const bound = limit ?? (prices.mark === 0n ? null : boundOf(side, { state: { contract, mark: prices.mark } }));
  const own = orders
    .filter((order) => order.symbol === position.symbol && order.side !== side && order.type !== 'MARKET')
    .map((order) => ({ order, price: unitsOf(order.price), left: leftOf(order) }))
    .filter(({ price }) => price > 0n && (bound === null || isReached(price, bound)))
    .toSorted((a, b) => (a.price === b.price ? 0 : isReached(a.price, b.price) ? -1 : 1));
  const best = unitsOf((side === 'SELL' ? prices.ticker?.bidPrice : prices.ticker?.askPrice) ?? '0');
  return own
    .filter(({ price }) => {
      // Of a book that is not on the screen only the best price is known.
      if (prices.book === null) return best === 0n || isReached(price, best);
      const isBetter = (other: bigint): boolean => other !== price && isReached(other, price);
      const all = levelsOf(prices.book, side, contract).filter((level) => isBetter(level.price));
      const mine = own.filter((one) => isBetter(one.price));
      return sum(all.map((level) => level.quantity)) - sum(mine.map(({ left }) => left)) < quantity;
    })
    .map(({ order }) => order);
}

const leftOf = ({ quantity, filledQuantity }: FuturesOrder): bigint => unitsOf(quantity) - unitsOf(filledQuantity);
const sum = (parts: readonly bigint[]): bigint => parts.reduce((total, part) => total + part, 0n);

/** What the closing order takes from, in units of 10^-8. */
function levelsOf(book: Book, side: 'BUY' | 'SELL', contract: Contract): readonly BookLevel[] {
  const price = 10n ** BigInt(8 - contract.pricePrecision);
  const amount = 10n ** BigInt(8 - contract.amountPrecision);
  const levels = side === 'SELL' ? book.bids : book.asks;
  return levels.map((level) => ({ price: level.price * price, quantity: level.quantity * amount }));
}
