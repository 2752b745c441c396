/** What kind of order a ticket or an order is, the same in every market. */
import type { Side } from '../../api/types.ts';

/** Does it wait for a price before it becomes an order of the book? */
export function isConditional({ type }: { readonly type: string }): boolean {
  return type !== 'LIMIT' && type !== 'MARKET';
}

/** Does it fire when the price rises? For a trailing stop: after it turned back. */
export function firesUpward({ type, side }: { readonly type: string; readonly side: Side }): boolean {
  return (type === 'TAKE_PROFIT') !== (side === 'BUY');
}
