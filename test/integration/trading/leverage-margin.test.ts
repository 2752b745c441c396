/** What the leverage dialog says before it is saved is what the engine does (trading B2, B3, B16). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TestPerps } from '../../../core/testing/perps.ts';
import { leverageChange, type Leverages } from '../../../web/app/features/futures/settings/leverage-change.ts';
import type { AccountState } from '../../../web/app/features/futures/account-at-marks.ts';
import { fundsOf } from '../../../web/app/features/futures/own-funds.ts';
import { unitsOf } from '../../../web/app/features/futures/margin.ts';
import { accountStateOf, atNewMarks, marginStateOf } from './margin-state.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 200);
const [USER, MAKER, SYMBOL] = [1, 2, 'BTCUSDT'];

/** What the dialog says, after the same calls were sent to the engine as it would send them. */
function compared(x: TestPerps, chosen: Leverages, account: AccountState = accountStateOf(x, USER)) {
  const change = leverageChange(marginStateOf(x, USER, SYMBOL), fundsOf(account), chosen);
  const answers = change.calls.map(({ positionSide, leverage }) => x.leverage(USER, leverage, SYMBOL, positionSide));
  const refused = answers.find((answer) => answer !== 'OK');
  const isAllowed = change.ceiling === null && change.availableAfter >= 0n;
  const told = { chosen, change, answers };
  expect({ ...told, isAllowed }).toEqual({ ...told, isAllowed: refused === undefined });
  if (isAllowed) expect(x.core.capital(USER, 'FUTURES')!.available).toBe(change.availableAfter);
  return { change, isAllowed };
}

const both = (leverage: number): Leverages => ({ long: leverage, short: leverage });

function begun(funds: number): TestPerps {
  const x = new TestPerps();
  x.fund(USER, funds);
  x.fund(MAKER, 50_000_000);
  return x;
}

test('B3 with less than nothing free a leverage is refused until its margin is covered, and all that is missing is told', () => {
  const losing = (): TestPerps => {
    const x = begun(2_000);
    x.leverage(USER, 20);
    x.trade(USER, MAKER, 50_000, 0.4);
    x.moveMark(46_250);
    return x;
  };
  // 2000 - 1500 - 925: nothing is free, and 425 less than nothing.
  expect(compared(losing(), both(30)).isAllowed).toBe(false);
  expect(compared(losing(), both(50)).isAllowed).toBe(true);
  expect(compared(losing(), both(10)).change.availableAfter).toBe(-unitsOf('1350'));
});

test('B2 B3 hedged and isolated, two sides that grew too large keep each other: the dialog says so, and one that is reduced frees the other', () => {
  const x = begun(20_000);
  for (const uid of [USER, MAKER]) x.hedge(uid);
  x.isolate(USER);
  for (const side of ['LONG', 'SHORT'] as const) {
    x.leverage(USER, 100, SYMBOL, side);
    const [other, own, opposite] =
      side === 'LONG' ? (['SHORT', 'BUY', 'SELL'] as const) : (['LONG', 'SELL', 'BUY'] as const);
    x.tryPlace(MAKER, opposite, { price: 50_000, quantity: 4.99, side: other });
    x.tryPlace(USER, own, { price: 50_000, quantity: 4.99, side, tif: 'FOK' });
  }
  x.moveMark(50_150);
  expect(compared(x, both(20))).toMatchObject({ isAllowed: false, change: { isStuck: true } });
  expect(compared(x, { long: 100, short: 20 })).toMatchObject({ isAllowed: false, change: { isStuck: false } });
  x.tryPlace(MAKER, 'BUY', { price: 50_150, quantity: 1, side: 'LONG' });
  x.tryPlace(USER, 'SELL', { price: 50_150, quantity: 1, side: 'LONG', tif: 'FOK' });
  expect(compared(x, { long: 100, short: 20 })).toMatchObject({ isAllowed: true, change: { isStuck: false } });
});

test('B6 what a leverage leaves is counted at the marks of now, with margin and result of the same moment', () => {
  const x = begun(20_000);
  x.leverage(USER, 10);
  x.trade(MAKER, USER, 50_000, 1);
  const told = accountStateOf(x, USER);
  x.moveMark(40_000);
  const account = atNewMarks(told, accountStateOf(x, USER))!;
  expect(fundsOf(account).free).toBe(x.core.capital(USER, 'FUTURES')!.available);
  // 20,000 and a gain of 10,000, less 40,000 / 20.
  expect(compared(x, both(20), account).change.availableAfter).toBe(unitsOf('28000'));
});

const cases = fc.record({
  isHedged: fc.boolean(),
  isIsolated: fc.boolean(),
  funds: fc.integer({ min: 1_500, max: 12_000 }),
  long: fc.integer({ min: 0, max: 400 }),
  short: fc.integer({ min: 0, max: 400 }),
  order: fc.integer({ min: 0, max: 100 }),
  other: fc.integer({ min: 0, max: 300 }),
  before: fc.integer({ min: 5, max: 50 }),
  mark: fc.integer({ min: 46_500, max: 53_500 }),
  otherMark: fc.integer({ min: 46_500, max: 53_500 }),
  chosen: fc.record({ long: fc.integer({ min: 2, max: 100 }), short: fc.integer({ min: 2, max: 100 }) }),
});
const reached = { allowed: 0, refused: 0 };

test('B3 B16 cross, isolated and hedged, beside an order and a cross position of another contract: refused where it was said', () => {
  fc.assert(
    fc.property(cases, (one) => {
      const x = begun(one.funds);
      x.addContract('ETHUSDT');
      x.moveMark(50_000, 'ETHUSDT');
      if (one.isHedged) for (const uid of [USER, MAKER]) x.hedge(uid);
      if (one.isIsolated) x.isolate(USER);
      x.leverage(USER, one.before);
      const open = (thousandths: number, isLong: boolean, symbol: string): void => {
        if (thousandths === 0) return;
        const quantity = thousandths / 1_000;
        const [its, opposite] = isLong ? (['LONG', 'SHORT'] as const) : (['SHORT', 'LONG'] as const);
        const sides = (side: 'LONG' | 'SHORT') => (one.isHedged ? { side } : {});
        const common = { price: 50_000, quantity, symbol };
        x.tryPlace(MAKER, isLong ? 'SELL' : 'BUY', { ...common, ...sides(opposite) });
        x.tryPlace(USER, isLong ? 'BUY' : 'SELL', { ...common, ...sides(its), tif: 'FOK' });
        x.run({ kind: 'CancelAllPerpOrders', uid: MAKER, wallet: 'FUTURES', symbol });
      };
      open(one.other, true, 'ETHUSDT');
      open(one.long, true, SYMBOL);
      open(one.short, false, SYMBOL);
      if (one.order > 0)
        x.tryPlace(USER, 'BUY', {
          price: 45_000, quantity: one.order / 1_000, ...(one.isHedged ? { side: 'LONG' as const } : {}),
        }); // prettier-ignore
      const told = accountStateOf(x, USER);
      x.moveMark(one.mark);
      x.moveMark(one.otherMark, 'ETHUSDT');
      if (x.core.capital(USER, 'FUTURES') === null) return;
      const account = atNewMarks(told, accountStateOf(x, USER));
      if (account === null) return;
      const chosen = one.isHedged && one.isIsolated ? one.chosen : both(one.chosen.long);
      reached[compared(x, chosen, account).isAllowed ? 'allowed' : 'refused']++;
    }),
    { numRuns: RUNS },
  );
  expect(Math.min(reached.allowed, reached.refused)).toBeGreaterThan(RUNS / 40);
});
