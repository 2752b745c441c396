/** The account box counts a wallet that was told earlier at the marks of now, to the unit as the core counts it (trading B6). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TestPerps } from '../../../core/testing/perps.ts';
import { accountAtMarks } from '../../../web/app/features/futures/account-at-marks.ts';
import { crossResult, unitsOf } from '../../../web/app/features/futures/margin.ts';
import { accountStateOf, atNewMarks } from './margin-state.ts';

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
const reached = { moved: 0, withOrders: 0, asTold: 0 };

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
      const before = accountStateOf(x, USER);
      x.moveMark(marks[0], SYMBOL);
      x.moveMark(marks[1], OTHER);
      const account = atNewMarks(before, accountStateOf(x, USER));
      if (account === null) return;
      const { orders } = account;
      const told = accountAtMarks(arePreferencesKnown ? account : { ...account, preferences: new Map() });
      // Without a preference an order's margin cannot be counted anew: it stays as it was told.
      if (!arePreferencesKnown && orders.length > 0) {
        const moved = unitsOf(before.capital.balance) + crossResult(account.positions, account.marks);
        expect(told.free).toBe(moved - unitsOf(before.capital.crossMarginSum) - unitsOf(before.capital.frozen));
        reached.asTold++;
        return;
      }
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

test('B6 while the preference or the mark of a contract that has only an order is not known, what is available is as it was told', () => {
  const x = new TestPerps({});
  x.addContract(OTHER, {});
  x.moveMark(3_000, OTHER);
  x.fund(USER, 2_000);
  x.leverage(USER, 100, OTHER);
  x.tryPlace(USER, 'BUY', { price: 3_000, quantity: 10, symbol: OTHER });
  const account = accountStateOf(x, USER);
  const { available } = x.core.capital(USER, 'FUTURES')!;
  expect(account.orders).toHaveLength(1);
  const onlyOf = <T>(all: ReadonlyMap<string, T>) => new Map([...all].filter(([symbol]) => symbol === SYMBOL));
  expect(accountAtMarks(account).available).toBe(available);
  for (const part of [{ preferences: onlyOf(account.preferences) }, { marks: onlyOf(account.marks) }])
    expect(accountAtMarks({ ...account, ...part })).toMatchObject({ available, inUse: unitsOf('2000') - available });
});
