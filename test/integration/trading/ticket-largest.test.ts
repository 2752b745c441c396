/**
 * The largest order of a perpetual is one that the engine takes, and one lot more is refused (trading B2, B5, B18). All of the slider is that
 * order, but a market order that ends at the money is a little smaller, so that the engine takes it after the price moved as well.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeOf, units } from '../../../core/testing/exchange.ts';
import { TestPerps } from '../../../core/testing/perps.ts';
import { largestSize, offeredSize, type SizeLimit } from '../../../web/app/features/futures/ticket/ticket-size.ts';
import type { TicketContext } from '../../../web/app/features/futures/ticket/ticket-preview.ts';
import { EMPTY_TICKET, positionSideOf, type FuturesTicket } from '../../../web/app/features/futures/ticket/ticket.ts';
import { createBookMerger } from '../../../web/app/live/book.ts';
import { text } from '../../../web/app/terminal/ticket/typed-units.ts';
import { marginStateOf } from './margin-state.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 400);
const [USER, MAKER, SYMBOL] = [1, 2, 'BTCUSDT'];
const STEP = 100_000n;
const REFUSALS: Record<SizeLimit, readonly string[]> = {
  margin: ['INSUFFICIENT_BALANCE'],
  leverage: ['LEVERAGE_TIER', 'POSITION_LIMIT'],
  order: ['QUANTITY_RANGE'],
  position: ['REDUCE_ONLY_REJECT'],
};

const cases = fc.record({
  isHedged: fc.boolean(),
  isIsolated: fc.boolean(),
  isMarket: fc.boolean(),
  isBuy: fc.boolean(),
  onlyCloses: fc.boolean(),
  /** What 5 to 5,000,000 are worth as often as each other. */
  funds: fc.double({ min: 1.7, max: 6.7, noNaN: true }).map((power) => Math.round(10 ** power)),
  leverage: fc.constantFrom(1, 3, 5, 10, 20, 50, 75, 100, 125),
  takerFeeRate: fc.integer({ min: 0, max: 100_000 }),
  most: fc.constantFrom(0, 1, 40),
  /** Thousandths of a coin; below zero short, and a resting sell. */
  held: fc.integer({ min: -2_000, max: 2_000 }),
  order: fc.integer({ min: -2_000, max: 2_000 }),
  away: fc.integer({ min: -300_000, max: 300_000 }),
  mark: fc.integer({ min: 49_000, max: 51_000 }),
});
type Case = typeof cases extends fc.Arbitrary<infer C> ? C : never;

const sideOf = (isBuy: boolean) => (isBuy ? 'BUY' : 'SELL');
const opened = (isBuy: boolean, isHedged: boolean) =>
  isHedged ? { side: isBuy ? ('LONG' as const) : ('SHORT' as const) } : {};

/** An exchange in which the user has what the case says, as far as the engine takes it, beside a book on both sides. */
function begun({ isHedged, isIsolated, funds, leverage, takerFeeRate, most, held, order, mark }: Case): TestPerps {
  const x = new TestPerps({ takerFeeRate, maxLimitQuantity: units(most * 10), maxMarketQuantity: units(most) });
  x.fund(USER, funds);
  x.fund(MAKER, 4_000_000);
  if (isHedged) for (const uid of [USER, MAKER]) x.hedge(uid);
  if (isIsolated) x.isolate(USER);
  x.leverage(USER, leverage);
  const lots = (thousandths: number) => (Math.abs(thousandths) / 1_000).toFixed(3);
  if (held !== 0) {
    const common = { price: 50_000, quantity: lots(held) };
    x.tryPlace(MAKER, sideOf(held < 0), { ...common, ...opened(held < 0, isHedged) });
    x.tryPlace(USER, sideOf(held > 0), { ...common, ...opened(held > 0, isHedged), tif: 'FOK' });
    x.run({ kind: 'CancelAllPerpOrders', uid: MAKER, wallet: 'FUTURES', symbol: SYMBOL });
  }
  const resting = { price: order > 0 ? 47_000 : 53_000, quantity: lots(order), ...opened(order > 0, isHedged) };
  if (order !== 0) x.tryPlace(USER, sideOf(order > 0), resting);
  x.moveMark(mark);
  for (const isBuy of [true, false])
    x.tryPlace(MAKER, sideOf(isBuy), { price: isBuy ? 48_500 : 51_500, quantity: 1, ...opened(isBuy, isHedged) });
  return x;
}

function contextOf(x: TestPerps): TicketContext {
  const state = marginStateOf(x, USER, SYMBOL);
  const merger = createBookMerger({ price: 2, quantity: 3 });
  const depth = x.core.contractDepth(SYMBOL, 100)!;
  const rows = (levels: typeof depth.asks) =>
    levels.map(([price, quantity]): [string, string] => [text(BigInt(price)), text(BigInt(quantity))]);
  const shared = { snapshot: true, symbol: SYMBOL, U: 1, u: 1, pu: 1, time: 0 } as const;
  merger.apply({ ...shared, asks: rows(depth.asks), bids: rows(depth.bids) });
  const view = x.core.contracts()[0]!;
  return {
    state,
    isAccountKnown: true,
    book: merger.book(),
    lastPrice: text(BigInt(view.lastPrice) || BigInt(view.markPrice)),
    index: state.mark,
    available: x.core.capital(USER, 'FUTURES')?.available ?? 0n,
    feeRates: { maker: 0n, taker: BigInt(view.parameters.takerFeeRate) },
  };
}

const reached: Record<SizeLimit, number> = { margin: 0, leverage: 0, order: 0, position: 0 };

test('B2 B5 the largest order is taken by the engine, and one lot more is refused for the reason that the ticket tells', () => {
  fc.assert(
    fc.property(cases, (one) => {
      const x = begun(one);
      const context = contextOf(x);
      const price = (50_000 + one.away / 100).toFixed(2);
      const ticket: FuturesTicket = {
        ...EMPTY_TICKET, side: sideOf(one.isBuy), type: one.isMarket ? 'MARKET' : 'LIMIT', price: one.isMarket ? '' : price,
        isReduceOnly: one.onlyCloses && !one.isHedged, isClosing: one.onlyCloses && one.isHedged,
      }; // prettier-ignore
      const { quantity, limit } = largestSize(ticket, context);
      const positionSide = positionSideOf(ticket, context.state.preference);
      const send = (amount: bigint): string =>
        codeOf(
          x.tryPlace(USER, ticket.side, {
            ...(one.isMarket ? {} : { price }),
            quantity: text(amount),
            ...(ticket.isReduceOnly ? { reduceOnly: true } : {}),
            ...(positionSide === 'BOTH' ? {} : { side: positionSide }),
          }),
        );
      // Of an open position a larger order closes what there is, and the rest ends (trading B17).
      if (limit !== 'position' || quantity === 0n) expect(REFUSALS[limit]).toContain(send(quantity + STEP));
      if (quantity > 0n) expect(send(quantity)).toBe('OK');
      reached[limit]++;
    }),
    { numRuns: RUNS },
  );
  for (const limit of ['margin', 'leverage', 'order', 'position'] as const)
    expect(reached[limit], limit).toBeGreaterThan(RUNS / 50);
});

test('B5 all of the slider of a market order is taken though the price moved while its question was read', () => {
  const moves = fc.record({
    isBuy: fc.boolean(),
    isHedged: fc.boolean(),
    isIsolated: fc.boolean(),
    funds: cases.map(({ funds }) => Math.min(funds, 20_000)),
    leverage: fc.constantFrom(1, 5, 20, 50, 100, 125),
    /** Ticks of 0.01: as much as 0.2 %. */
    moved: fc.integer({ min: -10_000, max: 10_000 }),
  });
  const still = { isMarket: true, onlyCloses: false, takerFeeRate: 60_000, most: 0 as const, held: 0, order: 0, away: 0, mark: 50_000 };
  let limitedByMoney = 0;
  fc.assert(
    fc.property(moves, ({ moved, ...one }) => {
      const x = begun({ ...still, ...one });
      const context = contextOf(x);
      const ticket: FuturesTicket = { ...EMPTY_TICKET, side: sideOf(one.isBuy), type: 'MARKET' };
      const { quantity, limit } = offeredSize(ticket, context);
      if (limit !== 'margin' || quantity === 0n) return;
      limitedByMoney++;
      x.moveMark((50_000 + moved / 100).toFixed(2));
      const sent = x.tryPlace(USER, ticket.side, { quantity: text(quantity), ...opened(one.isBuy, one.isHedged) });
      // A tier or the largest position of one is a rule of its own, and grows no cushion.
      expect(['OK', 'LEVERAGE_TIER', 'POSITION_LIMIT']).toContain(codeOf(sent));
    }),
    { numRuns: RUNS },
  );
  expect(limitedByMoney).toBeGreaterThan(RUNS / 4);
}); // prettier-ignore
