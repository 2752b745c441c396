/** What a demo market maker wants to have in the book: pure arithmetic on ticks and lots. */
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
  readonly side: 'BUY' | 'SELL';
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
      const size = (market.orderValue * (0.45 + level * 0.22) * (0.5 + unit(`${market.symbol}:${side}`, priceTicks))) / reference;
      quotes.push({ side, priceTicks, quantitySteps: Math.max(1, Math.round(size / market.stepSize)) });
    }
  }
  return quotes;
}

export interface LiveQuote extends Quote {
  readonly orderId: number;
}

/**
 * What to cancel and what to place so that the book comes to look as wanted. An order stays as long as it is on the right
 * side of the touch and inside the ladder.
 */
export function planQuotes(market: QuoteMarket, reference: number, live: readonly LiveQuote[]): { cancel: LiveQuote[]; place: Quote[] } {
  const wanted = wantedQuotes(market, reference);
  const touch = (reference * market.halfSpread * 0.4) / market.tickSize;
  const middle = reference / market.tickSize;
  const outer = (side: 'BUY' | 'SELL'): number => {
    const prices = wanted.filter((quote) => quote.side === side).map((quote) => quote.priceTicks);
    return side === 'BUY' ? Math.min(...prices) : Math.max(...prices);
  };
  const lowest = outer('BUY') - touch;
  const highest = outer('SELL') + touch;
  const isStale = (quote: LiveQuote): boolean =>
    quote.side === 'BUY' ? quote.priceTicks > middle - touch || quote.priceTicks < lowest : quote.priceTicks < middle + touch || quote.priceTicks > highest;
  const cancel = live.filter(isStale);
  const kept = live.filter((quote) => !isStale(quote));
  const place: Quote[] = [];
  for (const side of ['BUY', 'SELL'] as const) {
    const keptHere = kept.filter((quote) => quote.side === side);
    const missing = market.levels - keptHere.length;
    const free = wanted.filter((quote) => quote.side === side && !keptHere.some((other) => other.priceTicks === quote.priceTicks));
    place.push(...free.slice(0, Math.max(0, missing)));
  }
  return { cancel, place };
}
