/** The orders that a demo market maker wants in the book: pure arithmetic on ticks and lots. */
import type { Side } from '@agio/core';
import { unit } from '../reference-price.ts';

export interface QuoteMarket {
  readonly symbol: string;
  /** Decimals of price and quantity, and what one order should be worth in quote. */
  readonly tickSize: number;
  readonly stepSize: number;
  readonly orderValue: number;
  /** Half the spread, as a share of the price. */
  readonly halfSpread: number;
  readonly levels: number;
}

export interface Quote {
  readonly side: Side;
  readonly priceTicks: number;
  readonly quantitySteps: number;
}

/**
 * A ladder around the reference price: close together near the touch, wider apart further out. Prices stand on a grid of
 * their own, so that a small move of the reference leaves most orders where they are.
 */
export function wantedQuotes(market: QuoteMarket, reference: number): Quote[] {
  const quotes: Quote[] = [];
  const taken = new Set<number>();
  for (const side of ['BUY', 'SELL'] as const) {
    const direction = side === 'BUY' ? -1 : 1;
    for (let level = 0; level < market.levels; level++) {
      const distance = market.halfSpread * (1 + level * 1.4 + level * level * 0.16);
      const grid = Math.max(1, Math.round((reference * market.halfSpread * (0.5 + level * 0.12)) / market.tickSize));
      const exact = (reference * (1 + direction * distance)) / market.tickSize;
      const priceTicks = (side === 'BUY' ? Math.floor(exact / grid) : Math.ceil(exact / grid)) * grid;
      if (priceTicks <= 0 || taken.has(priceTicks)) continue;
      taken.add(priceTicks);
      const size =
        (market.orderValue * (0.45 + level * 0.22) * (0.5 + unit(`${market.symbol}:${side}`, priceTicks))) / reference;
      quotes.push({ side, priceTicks, quantitySteps: Math.max(1, Math.round(size / market.stepSize)) });
    }
  }
  return quotes;
}

export interface LiveQuote extends Quote {
  readonly orderId: number;
}

/**
 * Plans which orders to cancel and to place to reach the wanted book. An order stays while it is on the right side of the touch and
 * inside the ladder; a wanted level is placed unless an order already stands near it; when there are more than enough, those that no
 * level needs go, the outermost first.
 */
export function planQuotes(
  market: QuoteMarket,
  reference: number,
  live: readonly LiveQuote[],
): { cancel: LiveQuote[]; place: Quote[] } {
  const wanted = wantedQuotes(market, reference);
  const middle = reference / market.tickSize;
  const touch = middle * market.halfSpread * 0.4;
  const cancel: LiveQuote[] = [];
  const place: Quote[] = [];
  for (const side of ['BUY', 'SELL'] as const) {
    const distance = (quote: Quote): number => (side === 'BUY' ? middle - quote.priceTicks : quote.priceTicks - middle);
    const wantedHere = wanted.filter((quote) => quote.side === side);
    const outermost = Math.max(...wantedHere.map(distance));
    const kept: LiveQuote[] = [];
    for (const quote of live) {
      if (quote.side !== side) continue;
      if (distance(quote) < touch || distance(quote) > outermost + touch) cancel.push(quote);
      else kept.push(quote);
    }
    const needed = new Set<LiveQuote>();
    const missing = wantedHere.filter((quote) => {
      const near = kept.filter(
        (other) => Math.abs(other.priceTicks - quote.priceTicks) <= Math.max(1, distance(quote) * 0.12),
      );
      near.sort(
        (left, right) => Math.abs(left.priceTicks - quote.priceTicks) - Math.abs(right.priceTicks - quote.priceTicks),
      );
      if (near[0]) needed.add(near[0]);
      return near.length === 0;
    });
    place.push(...missing);
    const spare = kept.filter((quote) => !needed.has(quote)).sort((left, right) => distance(right) - distance(left));
    cancel.push(...spare.slice(0, Math.max(0, kept.length + missing.length - market.levels - 4)));
  }
  return { cancel, place };
}
