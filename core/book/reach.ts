/** What an incoming limit order would meet in a book, before anything of it happens. */
import type { Book } from './book.ts';
import { BUY, EXPIRE_MAKER, INT_STRIDE, KEY, LOTS, NUM_STRIDE, type OrderPool, STP_NONE, USER } from './order-pool.ts';

interface HasBook {
  readonly book: Book;
}

/** The side, limit, quantity and self-trade mode (codes of the order pool) that an order comes in with. */
interface Incoming {
  readonly side: number;
  readonly ticks: number;
  readonly lots: number;
  readonly stpMode: number;
}

/** Would a limit at these ticks trade at once? */
export function crosses({ book }: HasBook, orders: OrderPool, side: number, ticks: number): boolean {
  const best = book.first(1 - side);
  return best !== 0 && orders.int[best * INT_STRIDE + KEY] <= limitKey(side, ticks);
}

/** The largest key of the other side that a taker with this limit may trade with. */
function limitKey(side: number, ticks: number): number {
  return side === BUY ? ticks : -ticks;
}

/**
 * Is the whole quantity within the limit's reach? Own orders are passed over by EXPIRE_MAKER and end the count in the
 * other modes (trading A2); NONE counts them like any other. What icebergs hide counts too: they show it in the same pass.
 */
export function canFillAll(
  { book }: HasBook,
  orders: OrderPool,
  order: Incoming,
  users: { areOne(index: number, other: number): boolean },
  userIndex: number,
): boolean {
  const limit = limitKey(order.side, order.ticks);
  let missing = order.lots;
  let hidden = 0;
  let level = limit;
  for (let maker = book.first(1 - order.side); maker !== 0; maker = book.next(maker)) {
    const key = orders.int[maker * INT_STRIDE + KEY];
    if (key > limit) break;
    // Slices that are still hidden come after all that shows at the price.
    if (key !== level) {
      missing -= hidden;
      hidden = 0;
      level = key;
    }
    if (missing <= 0) return true;
    const isOwn = order.stpMode !== STP_NONE && users.areOne(userIndex, orders.int[maker * INT_STRIDE + USER]);
    if (isOwn && order.stpMode !== EXPIRE_MAKER) return false;
    if (isOwn) continue;
    const lots = orders.num[maker * NUM_STRIDE + LOTS];
    missing -= lots;
    hidden += orders.restLots(maker) - lots;
    if (missing <= 0) return true;
  }
  return missing - hidden <= 0;
}
