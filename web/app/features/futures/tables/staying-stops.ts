/** Orders that stay when positions are closed: which, and which of the conditional ones are canceled along. Pure. */
import type { FuturesOrder, Position, StopOrder } from '../../../api/calls/futures.ts';
import { isExit } from '../../../live/futures/is-exit.ts';

type Closed = Pick<Position, 'symbol' | 'positionSide'>;

const isOf =
  ({ symbol, positionSide }: Closed) =>
  (stop: StopOrder): boolean =>
    stop.symbol === symbol && stop.positionSide === positionSide;

/** The exits of a position end with it (trading B15); those that were placed for themselves do not. */
export function stayingStops(stops: readonly StopOrder[], closed: readonly Closed[]): readonly StopOrder[] {
  return stops.filter((stop) => !isExit(stop) && closed.some((position) => isOf(position)(stop)));
}

/** Whether it can only reduce: once its position is closed it has nothing left to do. */
const onlyReduces = ({ reduceOnly, closePosition }: StopOrder): boolean => reduceOnly || closePosition;

/** What was ticked and unticked by hand; all others are ticked where they only reduce. */
export type Ticks = ReadonlyMap<number, boolean>;

export const isTicked = (stop: StopOrder, ticks: Ticks): boolean => ticks.get(stop.stopOrderId) ?? onlyReduces(stop);

/** Those to cancel now: ticked, and of positions that were really closed. One that still protects a position stays. */
export function stopsToCancel(
  stops: readonly StopOrder[],
  closed: readonly Closed[],
  ticks: Ticks,
): readonly StopOrder[] {
  return stayingStops(stops, closed).filter((stop) => isTicked(stop, ticks));
}

/** What only reduces ends with its position (trading B17), in hedge mode all that closes; other orders of the book stay. */
export function stayingLimits(orders: readonly FuturesOrder[]): readonly FuturesOrder[] {
  const closes = ({ positionSide, side }: FuturesOrder): boolean =>
    positionSide !== 'BOTH' && (positionSide === 'LONG') === (side === 'SELL');
  return orders.filter((order) => !order.reduceOnly && !closes(order));
}
