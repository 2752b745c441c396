import { expect, test } from 'vitest';
import { type LiveQuote, planQuotes, type QuoteMarket, wantedQuotes } from './quotes.ts';

const market: QuoteMarket = {
  symbol: 'BTCUSDT',
  tickSize: 0.01,
  stepSize: 0.00001,
  orderValue: 20_000,
  halfSpread: 0.0001,
  levels: 14,
};

function settle(live: LiveQuote[], reference: number): LiveQuote[] {
  const plan = planQuotes(market, reference, live);
  const left = live.filter((quote) => !plan.cancel.includes(quote));
  return [...left, ...plan.place.map((quote, index) => ({ ...quote, orderId: 1_000_000 + live.length + index }))];
}

test('the ladder stands on both sides of the reference, sizes above zero, no price twice', () => {
  const quotes = wantedQuotes(market, 95_000);
  for (const side of ['BUY', 'SELL'] as const) {
    const here = quotes.filter((quote) => quote.side === side);
    expect(here.length).toBeGreaterThan(10);
    expect(here.every((quote) => (side === 'BUY' ? quote.priceTicks < 9_500_000 : quote.priceTicks > 9_500_000))).toBe(
      true,
    );
    expect(new Set(here.map((quote) => quote.priceTicks)).size).toBe(here.length);
    expect(here.every((quote) => quote.quantitySteps > 0)).toBe(true);
  }
});

test('best bid and ask follow the reference, the book stays uncrossed and bounded, and an unchanged price changes no order', () => {
  let live: LiveQuote[] = [];
  let reference = 95_000;
  let orders = 0;
  for (let step = 0; step < 500; step++) {
    reference *= 1 + Math.sin(step / 7) * 0.0002;
    const plan = planQuotes(market, reference, live);
    orders += plan.place.length;
    live = settle(live, reference);
    const bids = live.filter((quote) => quote.side === 'BUY').map((quote) => quote.priceTicks * 0.01);
    const asks = live.filter((quote) => quote.side === 'SELL').map((quote) => quote.priceTicks * 0.01);
    expect(Math.max(...bids)).toBeLessThan(Math.min(...asks));
    expect(Math.min(...asks) - Math.max(...bids)).toBeLessThan(reference * 0.0006);
    expect(live.length).toBeLessThanOrEqual(2 * (market.levels + 5));
  }
  expect(orders / 500).toBeLessThan(8);
  const still = planQuotes(market, reference, live);
  expect(still.place).toEqual([]);
});
