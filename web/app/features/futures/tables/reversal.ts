import type { PlaceFuturesOrder, Position } from '../../../api/calls/futures.ts';
import { text, units } from '../../../terminal/ticket/typed-units.ts';
import { closingSide } from './closing.ts';

export interface Reversal {
  readonly closing: PlaceFuturesOrder;
  /** Of as much as the closing order has closed, and never of more than the position had when it was last shown. */
  readonly opening: (closed: string) => PlaceFuturesOrder;
}

/**
 * The two market orders that turn a position round. Both trade on the same side of the book; in hedge mode the second one names the
 * other side of the contract (trading B17), in one-way mode nothing is left that it could reduce.
 */
export function reversalOf(position: Pick<Position, 'symbol' | 'positionSide' | 'direction' | 'quantity'>): Reversal {
  const { symbol, positionSide } = position;
  const side = closingSide(position);
  const other =
    positionSide === 'BOTH' ? positionSide : positionSide === 'LONG' ? ('SHORT' as const) : ('LONG' as const);
  return {
    closing: { symbol, positionSide, side, type: 'MARKET', closePosition: true },
    opening: (closed) => {
      const quantity = units(closed) > units(position.quantity) ? position.quantity : closed;
      return { symbol, positionSide: other, side, type: 'MARKET', quantity };
    },
  };
}

interface Grown {
  readonly before: string;
  readonly after: string;
}

/** What is open on the other side in hedge mode, and what it becomes with as much as the position has; null where nothing is open there. */
export function grownBy(
  { symbol, positionSide, quantity }: Pick<Position, 'symbol' | 'positionSide' | 'quantity'>,
  positions: readonly Pick<Position, 'symbol' | 'positionSide' | 'quantity'>[],
): Grown | null {
  if (positionSide === 'BOTH') return null;
  const other = positions.find((one) => one.symbol === symbol && one.positionSide !== positionSide);
  return other ? { before: other.quantity, after: text(units(other.quantity) + units(quantity)) } : null;
}
