/**
 * What the ticket of a perpetual shows before sending is what the engine does: it refuses exactly the orders whose cost is more than
 * what is available, and liquidates at the first mark that reaches the shown price (trading B5, B7, B11).
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeOf, units } from '../../../core/testing/exchange.ts';
import { TestPerps } from '../../../core/testing/perps.ts';
import { costOf, outcomeOf, type Planned } from '../../../web/app/features/futures/margin.ts';
import { marginStateOf } from './margin-state.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 250);
const [USER, MAKER] = [1, 2];
const SYMBOL = 'BTCUSDT';
const MARK = 50_000;
const TICK = 0.01;

interface Case {
  readonly isIsolated: boolean;
  readonly leverage: number;
  readonly funds: number;
  readonly takerFeeRate: number;
  /** Thousandths of a coin, below zero short. */
  readonly held: number;
  readonly lots: number;
  readonly isBuy: boolean;
  /** Ticks from the mark. */
  readonly away: number;
}

const cases = fc.record({
  isIsolated: fc.boolean(),
  leverage: fc.integer({ min: 1, max: 100 }),
  funds: fc.integer({ min: 50, max: 20_000 }),
  takerFeeRate: fc.integer({ min: 0, max: 100_000 }),
  held: fc.integer({ min: -900, max: 900 }),
  lots: fc.integer({ min: 1, max: 1_500 }),
  isBuy: fc.boolean(),
  away: fc.integer({ min: -40_000, max: 40_000 }),
});

/** An exchange in which the user holds what the case says; null where that is not to be had. */
function begun({ isIsolated, leverage, funds, takerFeeRate, held }: Case): TestPerps | null {
  const x = new TestPerps({ takerFeeRate }, MARK);
  x.fund(USER, funds);
  x.fund(MAKER, 50_000_000);
  x.leverage(USER, leverage);
  if (isIsolated) x.isolate(USER);
  if (held === 0) return x;
  const quantity = (Math.abs(held) / 1_000).toFixed(3);
  if (held > 0) x.sell(MAKER, { price: MARK, quantity });
  else x.buy(MAKER, { price: MARK, quantity });
  const opened = x.tryPlace(USER, held > 0 ? 'BUY' : 'SELL', { price: MARK, quantity, tif: 'FOK' });
  return opened.ok ? x : null;
}

const reached = { accepted: 0, refused: 0, liquidated: 0, flips: 0, reduced: 0 };

function check(one: Case): void {
  const x = begun(one);
  if (x === null) return;
  const price = (MARK + one.away * TICK).toFixed(2);
  const quantity = (one.lots / 1_000).toFixed(3);
  const side = one.isBuy ? 'BUY' : 'SELL';
  const planned: Planned = {
    side,
    positionSide: 'BOTH',
    quantity: BigInt(units(quantity)),
    price: BigInt(units(price)),
    isReduceOnly: false,
  };
  const state = marginStateOf(x, USER, SYMBOL);
  const cost = costOf(state, planned);
  const expected = outcomeOf(state, planned, BigInt(one.takerFeeRate));
  if (one.isBuy) x.sell(MAKER, { price, quantity });
  else x.buy(MAKER, { price, quantity });
  const available = x.core.capital(USER, 'FUTURES')!.available;
  const outcome = x.tryPlace(USER, side, { price, quantity });
  // Isolated margin is also bounded by own money, which is less only while cross positions gain.
  if (!outcome.ok) {
    expect(['INSUFFICIENT_BALANCE', 'LEVERAGE_TIER']).toContain(codeOf(outcome));
    if (codeOf(outcome) === 'INSUFFICIENT_BALANCE') expect(cost).toBeGreaterThan(available);
    reached.refused++;
    return;
  }
  expect(cost).toBeLessThanOrEqual(available);
  reached.accepted++;
  if (outcome.result.kind !== 'PerpOrder' || outcome.result.order.status !== 'FILLED') return;
  const [after] = x.core.positions({ uid: USER, wallet: 'FUTURES', symbol: SYMBOL });
  expect(after === undefined).toBe(expected.position === null);
  if (after === undefined) return;
  if (one.held !== 0 && one.held > 0 !== one.isBuy) {
    if (one.lots > Math.abs(one.held)) reached.flips++;
    else reached.reduced++;
  }
  expect(BigInt(after.liquidationPrice)).toBe(expected.liquidation ?? 0n);
  if (expected.liquidation === null) return;
  const ticks = Number(expected.liquidation) / 1e6;
  const isLong = after.direction === 'LONG';
  // The price is shown rounded down: a short reaches it at the tick above at the latest.
  const [safe, last] = isLong
    ? [Math.floor(ticks) + 1, Math.floor(ticks)]
    : [Math.ceil(ticks) - 1, Math.floor(ticks) + 1];
  if (last < 1) return;
  const isStanding = () => x.told('Liquidated').length === 0;
  if (isLong ? safe * TICK < MARK : safe * TICK > MARK) {
    x.moveMark((safe * TICK).toFixed(2));
    expect(isStanding(), `at ${safe}`).toBe(true);
  }
  x.moveMark((last * TICK).toFixed(2));
  expect(isStanding(), `at ${last}`).toBe(false);
  reached.liquidated++;
}

test('trading B5 B11 cost and liquidation price of the ticket are those of the engine, to the tick', () => {
  fc.assert(fc.property(cases, check), { numRuns: RUNS });
  // Each kind came about in every hundredth run at least.
  for (const [kind, count] of Object.entries(reached)) expect(count, kind).toBeGreaterThan(RUNS / 100);
});
