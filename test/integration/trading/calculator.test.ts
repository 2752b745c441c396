/** The calculator of perpetuals answers what the engine does: results, liquidation, and the largest order it takes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reachableLiquidation } from '../../../core/formulas/index.ts';
import { codeOf, units } from '../../../core/testing/exchange.ts';
import { TestPerps } from '../../../core/testing/perps.ts';
import { contractOf } from '../../../server/modules/futures/views.ts';
import {
  largestQuantity,
  liquidationOf,
  type Opened,
  resultOf,
  targetPrice,
} from '../../../web/app/features/futures/calculator/calculations.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 200);
const [USER, MAKER] = [1, 2];
const MARK = 50_000;
const ONE = 100_000_000n;

const cases = fc.record({
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  isIsolated: fc.boolean(),
  leverage: fc.integer({ min: 1, max: 100 }),
  funds: fc.integer({ min: 100, max: 500_000 }),
  takerFeeRate: fc.integer({ min: 0, max: 100_000 }),
  lots: fc.integer({ min: 1, max: 2_000 }),
  entry: fc.integer({ min: 45_000, max: 55_000 }),
  exit: fc.integer({ min: 40_000, max: 60_000 }),
  returned: fc.integer({ min: -90, max: 500 }),
});
type Case = typeof cases extends fc.Arbitrary<infer C> ? C : never;

function stage({ leverage, isIsolated, funds, takerFeeRate }: Case): TestPerps {
  const x = new TestPerps({ takerFeeRate }, MARK);
  x.fund(USER, funds);
  x.fund(MAKER, 80_000_000);
  x.leverage(USER, leverage);
  if (isIsolated) x.isolate(USER);
  return x;
}

/** A maker of the other side stands ready, and the user trades with it; null where that is refused. */
function traded(x: TestPerps, side: Opened['side'], price: number, quantity: string): boolean {
  const isBuy = side === 'BUY';
  if (!x.tryPlace(MAKER, isBuy ? 'SELL' : 'BUY', { price, quantity }).ok) return false;
  return x.tryPlace(USER, side, { price, quantity, tif: 'FOK' }).ok;
}

const openedOf = ({ side, leverage, lots, entry }: Case): Opened => ({
  side,
  leverage,
  quantity: BigInt(units((lots / 1_000).toFixed(3))),
  entry: BigInt(units(entry)),
});

test('R24 B4 B11 margin, result, fees and liquidation price of the calculator are those of the engine', () => {
  const reached = { opened: 0, closed: 0 };
  fc.assert(
    fc.property(cases, (one) => {
      const x = stage(one);
      const opened = openedOf(one);
      const quantity = (one.lots / 1_000).toFixed(3);
      // Far from the mark it may be liquidated as soon as it is open.
      if (!traded(x, one.side, one.entry, quantity) || x.core.positions({ uid: USER, wallet: 'FUTURES', symbol: '' }).length === 0) return;
      reached.opened += 1;
      const rate = BigInt(one.takerFeeRate);
      const contract = contractOf(x.core.contracts()[0]!);
      const marginMode = one.isIsolated ? 'ISOLATED' : 'CROSS';
      const balance = BigInt(units(one.funds));
      const position = x.position(USER);
      const told = reachableLiquidation(BigInt(position.liquidationPrice));
      expect(liquidationOf(opened, { marginMode, balance }, contract, rate) ?? 0n).toBe(told ?? 0n);
      // Beyond the price of its liquidation it is closed by the engine, at other prices than its owner's.
      const exit = BigInt(units(one.exit));
      const liquidation = BigInt(position.liquidationPrice);
      if (liquidation !== 0n && (one.side === 'BUY' ? exit <= liquidation : exit >= liquidation)) return;
      const result = resultOf(opened, exit, rate);
      if (one.isIsolated) expect(result.margin).toBe(BigInt(x.core.positions({ uid: USER, wallet: 'FUTURES', symbol: '' })[0]!.margin));
      const walletBefore = BigInt(units(x.wallet(USER)));
      const openFee = balance - walletBefore - (one.isIsolated ? result.margin : 0n);
      if (!traded(x, one.side === 'BUY' ? 'SELL' : 'BUY', one.exit, quantity)) return;
      if (x.told('Liquidated').length > 0) return;
      reached.closed += 1;
      const walletAfter = BigInt(units(x.wallet(USER)));
      expect(walletAfter).toBe(balance + result.pnl - result.fees);
      expect(openFee).toBeLessThanOrEqual(result.fees);
    }),
    { numRuns: RUNS },
  );
  expect(Math.min(reached.opened, reached.closed)).toBeGreaterThan(RUNS / 50);
}); // prettier-ignore

test('R24 at the target price the position has won that share of its margin, one tick before it has not', () => {
  fc.assert(
    fc.property(cases, (one) => {
      const opened = openedOf(one);
      const returned = (BigInt(one.returned) * ONE) / 100n;
      const target = targetPrice(opened, returned, { tickSize: '0.1' });
      if (target === null) return;
      expect(resultOf(opened, target, 0n).returned).toBeGreaterThanOrEqual(returned);
      const before = target - (one.side === 'BUY' ? 1n : -1n) * (ONE / 10n);
      expect(resultOf(opened, before, 0n).returned).toBeLessThan(returned);
    }),
    { numRuns: RUNS },
  );
  expect(targetPrice({ side: 'SELL', entry: 10n * ONE, leverage: 1 }, ONE, { tickSize: '0.1' })).toBeNull();
});

test('R24 B2 B5 the engine takes an order of the largest size, and refuses one of a step more', () => {
  const refusals = new Map<string, number>();
  fc.assert(
    fc.property(cases, (one) => {
      const x = stage({ ...one, isIsolated: false });
      const view = x.core.contracts()[0]!;
      const contract = contractOf(view);
      const balance = BigInt(units(one.funds));
      const most = largestQuantity(openedOf(one), balance, BigInt(view.markPrice), contract);
      const step = BigInt(units('0.001'));
      const place = (quantity: bigint) =>
        codeOf(x.tryPlace(USER, one.side, { price: one.entry, quantity: (Number(quantity / step) / 1_000).toFixed(3) }));
      const more = place(most + step);
      expect(['INSUFFICIENT_BALANCE', 'LEVERAGE_TIER', 'POSITION_LIMIT']).toContain(more);
      refusals.set(more, (refusals.get(more) ?? 0) + 1);
      if (most > 0n) expect(place(most)).toBe('OK');
    }),
    { numRuns: RUNS },
  ); // prettier-ignore
  expect([...refusals.keys()]).toEqual(expect.arrayContaining(['INSUFFICIENT_BALANCE', 'LEVERAGE_TIER']));
});
