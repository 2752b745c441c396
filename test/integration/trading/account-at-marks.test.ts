/** The account box counts a wallet that was told earlier at the marks of now, to the unit as the core counts it (trading B6). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TestPerps } from '../../../core/testing/perps.ts';
import { orderOf, preferenceOf } from '../../../server/modules/futures/views.ts';
import { accountAtMarks } from '../../../web/app/features/futures/account-at-marks.ts';
import { unitsOf } from '../../../web/app/features/futures/margin.ts';
import { marginStateOf } from './margin-state.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 100);
const [USER, MAKER, SYMBOL, OTHER] = [1, 2, 'BTCUSDT', 'ETHUSDT'];

const cases = fc.record({
  isOtherIsolated: fc.boolean(),
  arePreferencesKnown: fc.boolean(),
  hasOrders: fc.boolean(),
  /** Thousandths of a coin, below zero short. */
  sizes: fc.tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 })),
  marks: fc.tuple(fc.integer({ min: 46_500, max: 53_500 }), fc.integer({ min: 46_500, max: 53_500 })),
});
const reached = { moved: 0, withOrders: 0 };

test('B6 margin in use and what is available follow the marks without a new frame of the wallet', () => {
  fc.assert(
    fc.property(cases, ({ isOtherIsolated, arePreferencesKnown, hasOrders, sizes, marks }) => {
      const x = new TestPerps({});
      x.addContract(OTHER, {});
      x.moveMark(50_000, OTHER);
      x.fund(USER, 20_000);
      x.fund(MAKER, 50_000_000);
      if (isOtherIsolated) x.isolate(USER, OTHER);
      for (const [at, symbol] of [SYMBOL, OTHER].entries()) {
        const size = sizes[at]!;
        if (size === 0) continue;
        const common = { price: 50_000, quantity: (Math.abs(size) / 1_000).toFixed(3), symbol };
        x.tryPlace(MAKER, size > 0 ? 'SELL' : 'BUY', common);
        x.tryPlace(USER, size > 0 ? 'BUY' : 'SELL', { ...common, tif: 'FOK' });
        x.run({ kind: 'CancelAllPerpOrders', uid: MAKER, wallet: 'FUTURES', symbol });
        if (hasOrders) x.tryPlace(USER, 'BUY', { price: 46_000, quantity: '0.020', symbol });
      }
      const before = marginStateOf(x, USER, SYMBOL);
      x.moveMark(marks[0], SYMBOL);
      x.moveMark(marks[1], OTHER);
      const after = marginStateOf(x, USER, SYMBOL);
      const orders = x.core.openPerpOrders({ uid: USER, wallet: 'FUTURES', symbol: '' }).map(orderOf);
      // A liquidation changes the wallet, and that is told.
      if (after.capital.balance !== before.capital.balance || after.positions.length !== before.positions.length)
        return;
      const known = [SYMBOL, OTHER].map((symbol) => [symbol, x.core.preference(USER, 'FUTURES', symbol)] as const);
      const preferences = new Map(
        known.flatMap(([symbol, one]) => (one ? [[symbol, preferenceOf(symbol, one)] as const] : [])),
      );
      const told = accountAtMarks({
        capital: before.capital as never,
        positions: before.positions,
        orders,
        preferences: arePreferencesKnown || hasOrders ? preferences : new Map(),
        contracts: before.contracts,
        marks: after.marks,
      });
      const capital = x.core.capital(USER, 'FUTURES')!;
      expect(told.available).toBe(capital.available);
      expect(told.inUse).toBe(capital.crossMargin + capital.isolatedMargin + capital.frozen);
      expect(told.maintenance).toBe(capital.maintenanceMargin);
      if (unitsOf(before.capital.crossMarginSum) !== capital.crossMargin) reached.moved++;
      if (orders.length > 0) reached.withOrders++;
    }),
    { numRuns: RUNS },
  );
  for (const [kind, count] of Object.entries(reached)) expect(count, kind).toBeGreaterThan(RUNS / 20);
});
