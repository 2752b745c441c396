/**
 * What orders that closed brought, as it was booked: the results of their fills less the fees that were charged. What a fee voucher paid
 * of a fee was not charged (trading A5.8).
 */
import { getFuturesFills, type FuturesFill, type FuturesOrder } from '../../../api/calls/futures.ts';
import { quietCall } from '../../../api/client.ts';
import type { Call } from '../../../api/request.ts';
import { signedUnits, unitsOf } from '../margin.ts';

type Closed = Pick<FuturesOrder, 'orderId' | 'symbol' | 'side' | 'filledQuantity' | 'createdAt'>;
type Booked = Pick<FuturesFill, 'orderId' | 'quantity' | 'realised' | 'fee' | 'voucher'>;

/** As many as one answer holds. */
const MOST_ROWS = 100;
/** The message that it closed waits for the reading, but no longer. */
const TIMEOUT_MS = 1_500;

/** Units of 10^-8. Null where not all of it could be read in time: a sum without some of it would look like that of all. */
export async function bookedResult(orders: readonly Closed[], call: Call = quietCall): Promise<bigint | null> {
  const fills = await readFills(orders, call);
  return fills === null ? null : resultOfFills(orders, fills);
}

interface AfterClosing {
  readonly orders: readonly Closed[];
  readonly tell: (result: bigint | null) => void;
  readonly cancel: () => Promise<void>;
}

/**
 * Tells what closing brought, and cancels what was to end with it. The canceling begins at once: an order that waited for the history
 * to be read could fire meanwhile and open a position.
 */
export async function afterClosing({ orders, tell, cancel }: AfterClosing, call: Call = quietCall): Promise<void> {
  const canceling = cancel();
  tell(await bookedResult(orders, call));
  await canceling;
}

/** All fills of one order; null where they could not be read in time, or not all of them. */
export async function fillsOfOrder(order: Closed, call: Call = quietCall): Promise<readonly FuturesFill[] | null> {
  const pages = await readFills([order], call);
  const fills = pages?.[0]?.filter(({ orderId }) => orderId === order.orderId) ?? [];
  const filled = fills.reduce((sum, { quantity }) => sum + unitsOf(quantity), 0n);
  return filled > 0n && filled === unitsOf(order.filledQuantity) ? fills : null;
}

/** Of each order the fills of its contract and side since it was placed; null where they could not be read in time. */
async function readFills(orders: readonly Closed[], call: Call): Promise<readonly (readonly FuturesFill[])[] | null> {
  const soon: Call = (path, init) => call(path, { ...init, timeoutMs: TIMEOUT_MS });
  try {
    const pages = await Promise.all(
      orders.map(({ symbol, side, createdAt: from }) =>
        getFuturesFills(soon, { symbol, side, from, page: 1, pageSize: MOST_ROWS }),
      ),
    );
    return pages.map(({ items }) => items);
  } catch {
    // It was closed all the same, and the history tells what it brought.
    return null;
  }
}

/** `fills`: of each order, and maybe of others of its contract. Null where not all of them are there. */
export function resultOfFills(
  orders: readonly Pick<Closed, 'orderId' | 'filledQuantity'>[],
  fills: readonly (readonly Booked[])[],
): bigint | null {
  let result = 0n;
  for (const [index, order] of orders.entries()) {
    let filled = 0n;
    for (const fill of (fills[index] ?? []).filter(({ orderId }) => orderId === order.orderId)) {
      filled += unitsOf(fill.quantity);
      result += signedUnits(fill.realised) - signedUnits(fill.fee) + unitsOf(fill.voucher);
    }
    if (filled !== unitsOf(order.filledQuantity)) return null;
  }
  return result;
}
