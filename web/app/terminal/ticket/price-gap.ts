/**
 * The order ticket's warning (checklist K3): how far a price may be beyond the last one, to the trader's loss, before the trader is
 * asked.
 */
import { decimal } from '../../../ui/decimal.ts';
import type { Side } from '../../api/types.ts';
import { usePreferences } from '../../choices/preferences.ts';
import { isSet } from './typed-units.ts';

const SCALE = 18;

/** Last price below the first figure: the share in 1/1000 that raises the question. */
const THRESHOLDS: readonly (readonly [below: string, perMille: bigint])[] = [
  ['0.01', 200n],
  ['0.1', 150n],
  ['1', 100n],
  ['10', 60n],
  ['100', 40n],
  ['1000', 25n],
  ['10000', 15n],
];
const OTHERWISE = 10n;

export interface AskedPrice {
  readonly side: Side;
  readonly price: string;
}

export interface PriceGap {
  /** In percent with one decimal. */
  readonly percent: string;
  readonly isAbove: boolean;
}

/** What is asked before an order is sent. */
export interface OrderQuestion {
  /** A far price; a market order that the book fills far from the last price; or a plain look at what is sent. */
  readonly kind: 'price' | 'average' | 'plain';
  readonly side: Side;
  /** The order's own price; empty of one that has none. What the book gives a market order is a row of its summary, which follows the book. */
  readonly price: string;
  readonly gap: PriceGap | null;
}

interface SentOrder {
  readonly type: string;
  readonly side: Side;
  readonly price: string;
}

/** `average`: what a market order would trade at by the book as it is known here. Null: the person does not want to be asked about this one. */
export function questionOf(order: SentOrder, average: string, lastPrice: string): OrderQuestion | null {
  const { confirms } = usePreferences.getState();
  if (confirms === 'never') return null;
  const gap = gapOf(order, average, lastPrice);
  const asked = { side: order.side, price: order.type === 'LIMIT' ? order.price : '', gap };
  if (gap) return { ...asked, kind: order.type === 'MARKET' ? 'average' : 'price' };
  return confirms === 'always' ? { ...asked, kind: 'plain' } : null;
}

/** How far the order's own price, or the average of a market order, is from the last price; while the question stands, by the prices of now. */
export function gapOf({ type, side, price }: SentOrder, average: string, lastPrice: string): PriceGap | null {
  if (type !== 'MARKET' && type !== 'LIMIT') return null;
  return priceGap({ side, price: type === 'MARKET' ? average : price }, lastPrice);
}

/** For a change of a resting order, whose own dialog shows what is sent: only a far price is asked about. */
export function gapToAsk(order: AskedPrice, lastPrice: string): PriceGap | null {
  return usePreferences.getState().confirms === 'never' ? null : priceGap(order, lastPrice);
}

/**
 * Null if the price is near enough, if the order waits for the market (a buy below it, a sell above it), or without a last price to
 * compare with.
 */
export function priceGap({ side, price }: AskedPrice, lastPrice: string): PriceGap | null {
  if (!isSet(price) || !isSet(lastPrice)) return null;
  const last = decimal(lastPrice, SCALE);
  const asked = decimal(price, SCALE);
  const isAbove = asked > last;
  if (isAbove !== (side === 'BUY')) return null;
  const difference = isAbove ? asked - last : last - asked;
  if (difference * 1000n <= thresholdOf(last) * last) return null;
  const tenths = (difference * 1000n) / last;
  return { percent: `${tenths / 10n}.${tenths % 10n}`, isAbove };
}

function thresholdOf(last: bigint): bigint {
  return THRESHOLDS.find(([below]) => last < decimal(below, SCALE))?.[1] ?? OTHERWISE;
}
