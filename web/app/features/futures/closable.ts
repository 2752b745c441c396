/** How much an order that only reduces can still close. Pure. */
import type { FuturesOrder, Position, StopOrder } from '../../api/calls/futures.ts';
import { formatUnits } from '../../../ui/decimal.ts';
import { isExit } from '../../live/futures/is-exit.ts';
import { leftOf } from '../../terminal/chart/left-of.ts';
import { isSet } from '../../terminal/ticket/typed-units.ts';
import { closesOnly, unitsOf } from './margin.ts';
import { closingSide } from './tables/closing.ts';

export interface Closable {
  /** What is shown: no more than is open in the direction that it closes. */
  readonly quantity: string;
  /** Its own quantity where it has one and that is more; null: there is nothing more to say. */
  readonly own: string | null;
  /** It has no quantity of its own: it closes whatever is open then. */
  readonly isWhole: boolean;
}

type Sent = Pick<FuturesOrder, 'symbol' | 'side' | 'positionSide' | 'quantity' | 'reduceOnly'> &
  (Pick<FuturesOrder, 'filledQuantity'> | Pick<StopOrder, 'group' | 'closePosition'>);

/** An order that may open shows its own quantity, and so does every order while the positions are not known (null). */
export function closableOf(order: Sent, positions: readonly Position[] | null): Closable {
  const { symbol, side, positionSide, quantity, reduceOnly } = order;
  const isStop = 'group' in order;
  const reduces = reduceOnly || (isStop && (isExit(order) || order.closePosition));
  const isWhole = isStop && !isSet(quantity);
  if (positions === null || !closesOnly({ side, positionSide, isReduceOnly: reduces }))
    return { quantity, own: null, isWhole };
  const position = positions.find(
    (one) => one.symbol === symbol && one.positionSide === positionSide && closingSide(one) === side,
  );
  const open = unitsOf(position?.quantity ?? '0');
  if (isWhole) return { quantity: formatUnits(open, 8), own: null, isWhole };
  const rest = unitsOf(quantity) - (isStop ? 0n : unitsOf(order.filledQuantity));
  return open < rest
    ? { quantity: formatUnits(open, 8), own: formatUnits(rest, 8), isWhole }
    : { quantity, own: null, isWhole };
}

type Stop = Pick<
  StopOrder,
  'type' | 'symbol' | 'side' | 'positionSide' | 'quantity' | 'reduceOnly' | 'group' | 'closePosition'
>;

/** Whether it ends the loss of a position that is open. While the positions are not known (null), every one that only reduces may. */
export function protectsOpen(stop: Stop, positions: readonly Position[] | null): boolean {
  const { symbol, side, positionSide, reduceOnly, closePosition } = stop;
  const isReduceOnly = reduceOnly || closePosition || isExit(stop);
  if (stop.type === 'TAKE_PROFIT' || !closesOnly({ side, positionSide, isReduceOnly })) return false;
  return (
    positions === null ||
    positions.some((one) => one.symbol === symbol && one.positionSide === positionSide && closingSide(one) === side)
  );
}

/** What of an order still waits on the chart: no more than is open of one that only reduces, and without what has filled. */
export function waitingOf(order: FuturesOrder | StopOrder, positions: readonly Position[] | null): string {
  const { quantity, own } = closableOf(order, positions);
  return own === null && 'filledQuantity' in order ? leftOf(order) : quantity;
}
