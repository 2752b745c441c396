import type { Position, StopOrder } from '../../../api/calls/futures.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { unitsOf } from '../margin.ts';

/** Exits of a position of one kind: first the one that closes all of it, which stands before those that its orders brought. */
export function exitsOf(exits: readonly StopOrder[], type: 'TAKE_PROFIT' | 'STOP'): readonly StopOrder[] {
  const ofType = exits.filter((stop) => stop.type === type);
  return [...ofType.filter(({ group }) => group === 'FULL'), ...ofType.filter(({ group }) => group !== 'FULL')];
}

/** What an exit closes where the position has grown beyond it; null: it closes all that is open. */
export function coveredPart(
  { quantity }: Pick<StopOrder, 'quantity'>,
  position: Pick<Position, 'quantity'>,
): string | null {
  return isSet(quantity) && unitsOf(quantity) < unitsOf(position.quantity) ? quantity : null;
}
