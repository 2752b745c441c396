/** What the margin dialog offers to add to an isolated position is what the engine takes, to the last unit (trading B16). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TestPerps } from '../../../core/testing/perps.ts';
import { addableMargin } from '../../../web/app/features/futures/own-funds.ts';
import { text } from '../../../web/app/terminal/ticket/typed-units.ts';
import { accountStateOf, atNewMarks } from './margin-state.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 200);
const [USER, MAKER, SYMBOL, OTHER] = [1, 2, 'BTCUSDT', 'ETHUSDT'];

const cases = fc.record({
  funds: fc.integer({ min: 1_000, max: 12_000 }),
  takerFeeRate: fc.integer({ min: 0, max: 100_000 }),
  isOtherIsolated: fc.boolean(),
  /** Thousandths of a coin, below zero short. */
  other: fc.integer({ min: -300, max: 300 }),
  orders: fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })),
  otherMark: fc.integer({ min: 46_500, max: 53_500 }),
});
/** What chance brings too rarely: nothing left to offer, and a gain that is available but no own money. */
const plain = { takerFeeRate: 0, isOtherIsolated: false, other: 300, orders: [0, 0] as [number, number] };
const losing = { ...plain, funds: 1_900, otherMark: 46_500 };
const gaining = { ...plain, funds: 8_000, orders: [100, 0] as [number, number], otherMark: 53_500 };
const reached = { lessThanAvailable: 0, nothing: 0, all: 0 };

test('B16 with orders and a cross or isolated position elsewhere: all that is offered is taken, one unit more is refused', () => {
  fc.assert(
    fc.property(cases, ({ funds, takerFeeRate, isOtherIsolated, other, orders, otherMark }) => {
      const x = new TestPerps({ takerFeeRate });
      x.addContract(OTHER, { takerFeeRate });
      x.moveMark(50_000, OTHER);
      x.fund(USER, funds);
      x.fund(MAKER, 50_000_000);
      x.isolate(USER);
      if (isOtherIsolated) x.isolate(USER, OTHER);
      x.trade(USER, MAKER, 50_000, 0.1);
      const isLong = other > 0;
      const common = { price: 50_000, quantity: (Math.abs(other) / 1_000).toFixed(3), symbol: OTHER };
      if (other !== 0) {
        x.tryPlace(MAKER, isLong ? 'SELL' : 'BUY', common);
        x.tryPlace(USER, isLong ? 'BUY' : 'SELL', { ...common, tif: 'FOK' });
        x.run({ kind: 'CancelAllPerpOrders', uid: MAKER, wallet: 'FUTURES', symbol: OTHER });
      }
      for (const [at, symbol] of [SYMBOL, OTHER].entries())
        if (orders[at]! > 0)
          x.tryPlace(USER, 'BUY', { price: 47_000, quantity: (orders[at]! / 1_000).toFixed(3), symbol });
      const told = accountStateOf(x, USER);
      x.moveMark(otherMark, OTHER);
      if (x.core.positions(x.owner(USER)).length === 0) return;
      const account = atNewMarks(told, accountStateOf(x, USER));
      if (account === null) return;
      const offered = addableMargin(account);
      const available = x.core.capital(USER, 'FUTURES')!.available;
      reached[offered === 0n ? 'nothing' : offered < available ? 'lessThanAvailable' : 'all']++;
      expect(x.moveMargin(USER, text(offered + 1n))).toBe('INSUFFICIENT_BALANCE');
      if (offered > 0n) expect(x.moveMargin(USER, text(offered))).toBe('OK');
    }),
    { numRuns: RUNS, examples: [[losing], [gaining]] },
  );
  for (const [kind, count] of Object.entries(reached)) expect(count, kind).toBeGreaterThan(0);
});

test('B6 B16 a cross position elsewhere that lost and needs more margin since the wallet was told takes both from what is offered', () => {
  const x = new TestPerps();
  x.addContract(OTHER);
  x.moveMark(50_000, OTHER);
  x.fund(USER, 8_000 + 5_000);
  x.fund(MAKER, 50_000_000);
  x.isolate(USER);
  x.trade(USER, MAKER, 50_000, 0.1);
  x.tryPlace(MAKER, 'BUY', { price: 50_000, quantity: 0.5, symbol: OTHER });
  x.tryPlace(USER, 'SELL', { price: 50_000, quantity: 0.5, symbol: OTHER, tif: 'FOK' });
  const told = accountStateOf(x, USER);
  x.moveMark(52_000, OTHER);
  const offered = addableMargin(atNewMarks(told, accountStateOf(x, USER))!);
  expect(offered).toBe(x.core.capital(USER, 'FUTURES')!.available);
  expect(x.moveMargin(USER, text(offered + 1n))).toBe('INSUFFICIENT_BALANCE');
  expect(x.moveMargin(USER, text(offered))).toBe('OK');
});
