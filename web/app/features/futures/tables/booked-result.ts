/**
 * What orders that closed brought, as it was booked: the results of their fills less the fees that were charged. What a fee voucher paid
 * of a fee was not charged (trading A5.8); fills carry the whole fee, and the statement of the wallet what vouchers paid.
 */
import { getFuturesFills, getStatement, type FuturesFill, type FuturesOrder } from '../../../api/calls/futures.ts';
import { quietCall } from '../../../api/client.ts';
import type { Call } from '../../../api/request.ts';
import { signedUnits, unitsOf } from '../margin.ts';

type Closed = Pick<FuturesOrder, 'orderId' | 'symbol' | 'side' | 'filledQuantity' | 'createdAt'>;
type Booked = Pick<FuturesFill, 'orderId' | 'symbol' | 'quantity' | 'realised' | 'fee' | 'time'>;
type Covered = Pick<Awaited<ReturnType<typeof getStatement>>['items'][number], 'symbol' | 'amount' | 'time'>;

/** As many as one answer holds. */
const MOST_ROWS = 100;
/** Of each of the two readings, one after the other: the message that it closed waits for both, but no longer than 3 s. */
const TIMEOUT_MS = 1_500;

/** Units of 10^-8. Null where not all of it could be read in time: a sum without some of it would look like that of all. */
export async function bookedResult(orders: readonly Closed[], call: Call = quietCall): Promise<bigint | null> {
  const soon: Call = (path, init) => call(path, { ...init, timeoutMs: TIMEOUT_MS });
  try {
    const pages = await Promise.all(
      orders.map(({ symbol, side, createdAt: from }) =>
        getFuturesFills(soon, { symbol, side, from, page: 1, pageSize: MOST_ROWS }),
      ),
    );
    const fills = pages.map(({ items }) => items);
    const times = ownFillsOf(orders, fills).map(({ time }) => time);
    if (times.length === 0 || resultOfFills(orders, fills, []) === null) return null;
    // Read after the fills: both are written together, so that what covered a fill that is known is there too.
    const dates = { from: Math.min(...times), to: Math.max(...times) };
    const covered = await getStatement(soon, { type: 'FEE_VOUCHER', ...dates, page: 1, pageSize: MOST_ROWS });
    return covered.items.length < covered.total ? null : resultOfFills(orders, fills, covered.items);
  } catch {
    // It was closed all the same, and the history tells what it brought.
    return null;
  }
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

const ownFillsOf = <Fill extends Booked>(
  orders: readonly Pick<Closed, 'orderId'>[],
  fills: readonly (readonly Fill[])[],
): readonly Fill[] =>
  orders.flatMap(({ orderId }, index) => (fills[index] ?? []).filter((fill) => fill.orderId === orderId));

/** `fills`: of each order, and maybe of others of its contract; `covered`: what fee vouchers paid in that time. */
export function resultOfFills(
  orders: readonly Pick<Closed, 'orderId' | 'filledQuantity'>[],
  fills: readonly (readonly Booked[])[],
  covered: readonly Covered[],
): bigint | null {
  let result = 0n;
  for (const [index, order] of orders.entries()) {
    let filled = 0n;
    for (const fill of ownFillsOf([order], [fills[index] ?? []])) {
      filled += unitsOf(fill.quantity);
      result += signedUnits(fill.realised) - signedUnits(fill.fee);
    }
    if (filled !== unitsOf(order.filledQuantity)) return null;
  }
  const vouchers = coveredOf(orders, fills, covered);
  return vouchers === null ? null : result + vouchers;
}

/**
 * The statement names no order: a line belongs to the fills of its contract and moment. Null where another order filled in the same
 * millisecond, since its fee may be the one that was covered.
 */
function coveredOf(
  orders: readonly Pick<Closed, 'orderId'>[],
  fills: readonly (readonly Booked[])[],
  covered: readonly Covered[],
): bigint | null {
  const ids = new Set(orders.map(({ orderId }) => orderId));
  let sum = 0n;
  for (const line of covered) {
    const there = fills.flat().filter(({ symbol, time }) => symbol === line.symbol && time === line.time);
    const own = there.filter(({ orderId }) => ids.has(orderId));
    if (own.length === 0) continue;
    if (own.length < there.length) return null;
    sum += signedUnits(line.amount);
  }
  return sum;
}
