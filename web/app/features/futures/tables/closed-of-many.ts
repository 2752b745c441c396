/** What became of positions that were to be closed together. Pure. */
import type { FuturesOrder, Position } from '../../../api/calls/futures.ts';

/** The order that closed it; gone: something else closed it meanwhile; otherwise why it is still open, in words. */
export type Closing = FuturesOrder | 'gone' | { readonly why: string };

export interface ClosedOfMany {
  /** Those that are not open any more: what was to end with them ends. */
  readonly closed: readonly Position[];
  /** Those of ours that closed some of them. */
  readonly orders: readonly FuturesOrder[];
  readonly stillOpen: readonly Position[];
  /** Of each that is still open its contract and why. */
  readonly reasons: readonly string[];
}

export function closedOfMany(came: readonly (readonly [Position, Closing])[]): ClosedOfMany {
  const open = came.flatMap(([position, one]) => (isOpen(one) ? [{ position, why: one.why }] : []));
  return {
    closed: came.flatMap(([position, one]) => (isOpen(one) ? [] : [position])),
    orders: came.flatMap(([, one]) => (isOpen(one) || one === 'gone' ? [] : [one])),
    stillOpen: open.map(({ position }) => position),
    reasons: open.map(({ position, why }) => `${position.symbol}: ${why}`),
  };
}

const isOpen = (one: Closing): one is { readonly why: string } => one !== 'gone' && 'why' in one;
