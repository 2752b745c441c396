/**
 * What the ticket asks about before it is sent, the engine takes: for any book, last price and mark. And what a market order with
 * everything is said to leave is what it leaves.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, TestExchange, units } from '../../../core/testing/exchange.ts';
import { TestPerps } from '../../../core/testing/perps.ts';
import { contractOf } from '../../../server/modules/futures/views.ts';
import type { Pair } from '../../../web/app/api/types.ts';
import { usePreferences } from '../../../web/app/choices/preferences.ts';
import { bandFault } from '../../../web/app/features/futures/ticket/ticket-problems.ts';
import { leftOverOf } from '../../../web/app/features/spot/ticket/left-over.ts';
import { largestQuantity, withPercent } from '../../../web/app/features/spot/ticket/ticket-edits.ts';
import { endsUnfilled, previewOf } from '../../../web/app/features/spot/ticket/ticket-preview.ts';
import { problemsOf } from '../../../web/app/features/spot/ticket/ticket-problems.ts';
import { EMPTY_TICKET, type Ticket, type TicketContext } from '../../../web/app/features/spot/ticket/ticket.ts';
import { createBookMerger } from '../../../web/app/live/book.ts';
import { questionOf } from '../../../web/app/terminal/ticket/price-gap.ts';
import { text } from '../../../web/app/terminal/ticket/typed-units.ts';
import { spotCommandOf } from './ticket-command.ts';

/** One in seventy cases has a question about the price, which is asked for below. */
const RUNS = Number(process.env['FC_RUNS'] ?? 1_000);
const UID = 7;
const LAST = 30_000;

beforeAll(() => usePreferences.setState({ confirms: 'always' }));
afterAll(() => usePreferences.setState({ confirms: 'danger' }));

const level = fc.record({ away: fc.integer({ min: 1, max: 400_000 }), lots: fc.integer({ min: 1, max: 50_000 }) });
/** Ticks of 0.01 from the last price; lots of 0.00001. */
const books = fc.record({ asks: fc.array(level, { maxLength: 5 }), bids: fc.array(level, { maxLength: 5 }) });
const rules = fc.record({
  feeMode: fc.constantFrom('RECEIVED' as const, 'QUOTE' as const),
  maxSlippage: fc.constantFrom('0', '0.01', '0.03'),
  priceProtectScope: fc.constantFrom('0', '0.02', '0.1'),
  minBuyPriceOffset: fc.constantFrom('0', '-0.1', '-0.8'),
  maxSellPriceOffset: fc.constantFrom('0', '0.1', '5'),
  minAmount: fc.constantFrom('0', '5', '100'),
  maxAmount: fc.constantFrom('0', '50000', '1000000'),
  maxMarketOrderAmount: fc.constantFrom('0', '20000'),
  maxVolume: fc.constantFrom('0', '1'),
  minPrice: fc.constantFrom('0', '25000'),
  maxPrice: fc.constantFrom('0', '33000'),
});
type Rules = typeof rules extends fc.Arbitrary<infer R> ? R : never;
type Book = typeof books extends fc.Arbitrary<infer B> ? B : never;

const PLAIN = {
  symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', basePrecision: 5, quotePrecision: 2, tickSize: '0.01', stepSize: '0.00001',
  minVolume: '0.00001', maxLimitOrderAmount: '0', premiumFactor: '0.05', makerFeeRate: '0.0008', takerFeeRate: '0.001',
}; // prettier-ignore

/** The market, its book, and how the page knows both. */
function scene(
  rule: Rules,
  book: Book,
  funds: { quote: string; base: string },
): { x: TestExchange; context: TicketContext } {
  const pair = { ...PLAIN, ...rule } as Pair;
  const { minBuyPriceOffset, feeMode, ...limits } = rule;
  const x = new TestExchange({
    tickSize: units(pair.tickSize),
    stepSize: units(pair.stepSize),
    premiumFactor: units(pair.premiumFactor),
    makerFeeRate: units(pair.makerFeeRate),
    takerFeeRate: units(pair.takerFeeRate),
    minVolume: units(pair.minVolume),
    minBuyPriceOffset: -units(minBuyPriceOffset.replace('-', '')),
    feeMode,
    ...Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, units(value)])),
  });
  const makers = [1, 2];
  for (const maker of makers) {
    x.deposit(maker, 'BTC', '100000');
    x.deposit(maker, 'USDT', '90000000');
  }
  x.sell(1, { price: LAST, quantity: '0.01' });
  x.buy(2, { price: LAST, quantity: '0.01' });
  const priceOf = (away: number) => (LAST + away / 100).toFixed(2);
  const quantityOf = (lots: number) => (lots / 100_000).toFixed(5);
  for (const { away, lots } of book.asks) x.tryPlace(1, 'SELL', { price: priceOf(away), quantity: quantityOf(lots) });
  for (const { away, lots } of book.bids) x.tryPlace(2, 'BUY', { price: priceOf(-away), quantity: quantityOf(lots) });
  if (funds.quote !== '0') x.deposit(UID, 'USDT', funds.quote);
  if (funds.base !== '0') x.deposit(UID, 'BTC', funds.base);
  const merger = createBookMerger({ price: 2, quantity: 5 });
  const depth = x.core.depth('BTCUSDT', 100)!;
  const rows = (levels: typeof depth.asks) =>
    levels.map(([price, quantity]): [string, string] => [text(BigInt(price)), text(BigInt(quantity))]);
  const shared = { snapshot: true, symbol: 'BTCUSDT', U: 1, u: 1, pu: 1, time: 0 } as const;
  merger.apply({ ...shared, asks: rows(depth.asks), bids: rows(depth.bids) });
  const context = {
    pair,
    book: merger.book(),
    lastPrice: String(LAST),
    availableBase: funds.base,
    availableQuote: funds.quote,
    feeRates: { maker: pair.makerFeeRate, taker: pair.takerFeeRate },
  };
  return { x, context };
}

const tickets = fc.record({
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  type: fc.constantFrom('LIMIT', 'MARKET', 'STOP_LIMIT', 'STOP_MARKET', 'TAKE_PROFIT', 'TRAILING_STOP', 'OCO') as fc.Arbitrary<Ticket['type']>,
  price: fc.integer({ min: -300_000, max: 300_000 }),
  stop: fc.integer({ min: -400_000, max: 400_000 }),
  lots: fc.integer({ min: 1, max: 300_000 }),
  isByAmount: fc.boolean(),
  isMarketThen: fc.boolean(),
  isPostOnly: fc.boolean(),
  timeInForce: fc.constantFrom('GTC' as const, 'IOC' as const, 'FOK' as const),
}); // prettier-ignore

const asked = { price: 0, average: 0, plain: 0, none: 0 };

test('K3 A4 what the spot ticket asks about before it is sent, the engine takes', () => {
  const priceAt = (ticks: number) => (LAST + ticks / 100).toFixed(2);
  fc.assert(
    fc.property(rules, books, tickets, (rule, book, chosen) => {
      const { x, context } = scene(rule, book, { quote: '900000', base: '30' });
      const ticket: Ticket = {
        ...EMPTY_TICKET,
        ...chosen,
        price: priceAt(chosen.price),
        stopPrice: priceAt(chosen.stop),
        stopLimitPrice: chosen.isMarketThen ? '' : priceAt(chosen.stop + 1_000),
        callback: '1.5',
        quantity: (chosen.lots / 100_000).toFixed(5),
        amount: (chosen.lots / 10).toFixed(2),
        marketUnit: chosen.isByAmount ? 'amount' : 'quantity',
      };
      const isRefused = problemsOf(ticket, context).length > 0 || endsUnfilled(ticket, context) === 'post_only';
      const average = previewOf(ticket, context)?.averagePrice ?? '';
      const question = isRefused ? null : questionOf(ticket, average, context.lastPrice);
      asked[question?.kind ?? 'none'] += 1;
      if (question === null) return;
      // The order of a pair that rests is post-only, which only the book tells.
      const crosses = ticket.type === 'OCO' && codeOf(x.run(spotCommandOf(UID, ticket, context.pair) as never));
      if (crosses === 'POST_ONLY') return;
      expect(crosses || codeOf(x.run(spotCommandOf(UID, ticket, context.pair) as never))).toBe('OK');
    }),
    { numRuns: RUNS },
  );
  for (const kind of ['price', 'average', 'plain'] as const) expect(asked[kind], kind).toBeGreaterThan(0);
});

test('A5.1 what a market order with everything is said to leave in the wallet is what it leaves, to the last unit', () => {
  const told = { step: 0, price: 0, fee: 0, cushion: 0 };
  const spend = fc.record({
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    isByAmount: fc.boolean(),
    funds: fc.integer({ min: 10_000, max: 300_000_000 }),
  });
  fc.assert(
    fc.property(rules, books, spend, (rule, book, { side, isByAmount, funds }) => {
      const has = side === 'BUY' ? { quote: (funds / 1e4).toFixed(4), base: '0' } : { quote: '0', base: (funds / 1e8).toFixed(8) };
      const { x, context } = scene(rule, book, has);
      const chosen: Ticket = { ...EMPTY_TICKET, side, type: 'MARKET', marketUnit: isByAmount ? 'amount' : 'quantity' };
      // A share of the quote asset is a total; by amount a buy is as large as its worst price covers.
      const byAmount = { ...chosen, quantity: text(largestQuantity(chosen, context)) };
      const ticket = side === 'BUY' && !isByAmount ? byAmount : withPercent(chosen, 100, context);
      const leftOver = problemsOf(ticket, context).length > 0 ? null : leftOverOf(ticket, context);
      if (leftOver === null) return;
      told[leftOver.reason] += 1;
      expect(codeOf(x.run(spotCommandOf(UID, ticket, context.pair) as never))).toBe('OK');
      expect(text(x.available(UID, leftOver.asset))).toBe(leftOver.left);
    }),
    { numRuns: RUNS },
  ); // prettier-ignore
  // Fees leave something only where the own rate is lower than the market’s, which ticket.test.ts has.
  expect(Math.min(told.step, told.price)).toBeGreaterThan(0);
});

test('K3 B18 where a limit of a perpetual may stand, the ticket and the engine agree to the tick', () => {
  const seen = { taken: 0, refused: 0 };
  const cases = fc.record({
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    away: fc.integer({ min: -900_000, max: 900_000 }),
    last: fc.integer({ min: -200_000, max: 200_000 }),
    hasLast: fc.boolean(),
    scope: fc.constantFrom(1_000_000, 5_000_000, 50_000_000),
    offsets: fc.constantFrom([0, 0] as const, [-5_000_000, 5_000_000] as const),
  });
  fc.assert(
    fc.property(cases, ({ side, away, last, hasLast, scope, offsets }) => {
      const [minBuyPriceOffset, maxSellPriceOffset] = offsets;
      const x = new TestPerps({ priceProtectScope: scope, minBuyPriceOffset, maxSellPriceOffset }, LAST);
      for (const uid of [1, 2, UID]) x.fund(uid, 90_000_000);
      const lastPrice = (LAST + last / 100).toFixed(2);
      const traded = hasLast && x.tryPlace(1, 'SELL', { price: lastPrice, quantity: '0.001' }).ok;
      if (traded && !x.tryPlace(2, 'BUY', { price: lastPrice, quantity: '0.001' }).ok) return;
      const view = x.core.contracts()[0]!;
      const price = (LAST + away / 100).toFixed(2);
      const state = { contract: contractOf(view), mark: BigInt(view.markPrice), last: BigInt(view.lastPrice) };
      const fault = bandFault(side, BigInt(units(price)), state);
      const code = codeOf(x.tryPlace(UID, side, { price, quantity: '0.01' }));
      seen[fault === null ? 'taken' : 'refused'] += 1;
      expect(['PRICE_OFFSET', 'PRICE_BAND'].includes(code), `${code} ${JSON.stringify(fault)}`).toBe(fault !== null);
      if (fault === null) expect(code).toBe('OK');
    }),
    { numRuns: RUNS },
  );
  expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(RUNS / 20);
});
