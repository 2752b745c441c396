import type { Contract, FuturesOrder } from '../../../api/calls/futures.ts';
import type { Book, BookLevel } from '../../../live/book.ts';
import { unitsOf } from '../margin.ts';

/** The book without one's own orders, with which no own order trades (trading A3). `orders`: the open ones, of any contract. */
export function othersBook(book: Book, orders: readonly FuturesOrder[], contract: Contract): Book {
  const own = orders.filter(({ symbol, type }) => symbol === contract.symbol && type !== 'MARKET');
  if (own.length === 0) return book;
  const price = 10n ** BigInt(8 - contract.pricePrecision);
  const amount = 10n ** BigInt(8 - contract.amountPrecision);
  const without = (levels: readonly BookLevel[], side: 'BUY' | 'SELL'): BookLevel[] =>
    levels
      .map((level) => {
        const mine = own.filter((order) => order.side === side && unitsOf(order.price) === level.price * price);
        const left = mine.reduce((sum, one) => sum + unitsOf(one.quantity) - unitsOf(one.filledQuantity), 0n);
        return { ...level, quantity: level.quantity - left / amount };
      })
      .filter(({ quantity }) => quantity > 0n);
  return { ...book, bids: without(book.bids, 'BUY'), asks: without(book.asks, 'SELL') };
}
