import type { PlaceFuturesOrder, Position } from '../../../api/calls/futures.ts';
import { closingSide } from './closing.ts';

export interface Reversal {
  readonly closing: PlaceFuturesOrder;
  /** Of as much as the closing order has closed. */
  readonly opening: (quantity: string) => PlaceFuturesOrder;
}

/**
 * The two market orders that turn a position round. Both trade on the same side of the book; in hedge mode the second one names the
 * other side of the contract (trading B17), in one-way mode nothing is left that it could reduce.
 */
export function reversalOf(position: Pick<Position, 'symbol' | 'positionSide' | 'direction'>): Reversal {
  const { symbol, positionSide } = position;
  const side = closingSide(position);
  const other =
    positionSide === 'BOTH' ? positionSide : positionSide === 'LONG' ? ('SHORT' as const) : ('LONG' as const);
  return {
    closing: { symbol, positionSide, side, type: 'MARKET', closePosition: true },
    opening: (quantity) => ({ symbol, positionSide: other, side, type: 'MARKET', quantity }),
  };
}
