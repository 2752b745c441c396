import type { StopOrder } from '../../../api/calls/futures.ts';

/** Exits of a position of one kind: first the one that closes all of it, which stands before those that its orders brought. */
export function exitsOf(exits: readonly StopOrder[], type: 'TAKE_PROFIT' | 'STOP'): readonly StopOrder[] {
  const ofType = exits.filter((stop) => stop.type === type);
  return [...ofType.filter(({ group }) => group === 'FULL'), ...ofType.filter(({ group }) => group !== 'FULL')];
}
