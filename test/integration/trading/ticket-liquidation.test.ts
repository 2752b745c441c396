/**
 * The liquidation price that the ticket shows before sending is the first mark at which the engine liquidates: in hedge mode, beside
 * other open orders, and beside positions in another contract of the same cross account (trading B3, B5, B11). FC_RUNS=10000 for all.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reachableLiquidation } from '../../../core/formulas/index.ts';
import { codeOf, units } from '../../../core/testing/exchange.ts';
import { TestPerps } from '../../../core/testing/perps.ts';
import { costOf, outcomeOf, type Planned } from '../../../web/app/features/futures/margin.ts';
import { marginStateOf } from './margin-state.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 60);
const [USER, MAKER] = [1, 2];
const [SYMBOL, OTHER] = ['BTCUSDT', 'ETHUSDT'];
const [MARK, OTHER_MARK] = [50_000, 3_000];
const TICK = 0.01;

const cases = fc.record({
  isHedge: fc.boolean(),
  isIsolated: fc.boolean(),
  leverage: fc.integer({ min: 1, max: 50 }),
  funds: fc.integer({ min: 2_000, max: 60_000 }),
  takerFeeRate: fc.integer({ min: 0, max: 100_000 }),
  /** Thousandths of a coin. */
  long: fc.integer({ min: 0, max: 600 }),
  short: fc.integer({ min: 0, max: 600 }),
  /** Quantity in the other contract, below zero short; and by how many percent its mark then moves. */
  other: fc.integer({ min: -5_000, max: 5_000 }),
  otherMoves: fc.integer({ min: -5, max: 5 }),
  /** An order that waits far from the mark, below zero a sell. On one side alone: a book with both has a middle, which moves the mark. */
  waiting: fc.integer({ min: -300, max: 300 }),
  lots: fc.integer({ min: 1, max: 900 }),
  isBuy: fc.boolean(),
  closes: fc.boolean(),
  away: fc.integer({ min: -20_000, max: 20_000 }),
});
type Case = typeof cases extends fc.Arbitrary<infer C> ? C : never;

const coins = (thousandths: number): string => (thousandths / 1_000).toFixed(3);
const sideOf = (isBuy: boolean) => (isBuy ? 'BUY' : 'SELL');

/** Trades with the maker at a price; false where that is refused. */
function traded(x: TestPerps, isBuy: boolean, request: { price: number | string; quantity: string; symbol?: string; side?: 'LONG' | 'SHORT' }): boolean {
  const { side, ...plain } = request;
  if (!x.tryPlace(MAKER, sideOf(!isBuy), plain).ok) return false;
  return x.tryPlace(USER, sideOf(isBuy), { ...plain, ...(side ? { side } : {}), tif: 'FOK' }).ok;
} // prettier-ignore

/** The user's account as the case says; null where that is not to be had. */
function begun(one: Case): TestPerps | null {
  const x = new TestPerps({ takerFeeRate: one.takerFeeRate }, MARK);
  x.addContract(OTHER, { takerFeeRate: one.takerFeeRate });
  x.mark(OTHER_MARK, OTHER);
  x.fund(USER, one.funds);
  x.fund(MAKER, 80_000_000);
  if (one.isHedge) x.hedge(USER);
  if (one.isIsolated) x.isolate(USER);
  // Only hedged and isolated each side has a leverage of its own (trading B3).
  const sides = one.isHedge && one.isIsolated ? (['LONG', 'SHORT'] as const) : (['BOTH'] as const);
  for (const side of sides) if (x.leverage(USER, one.leverage, SYMBOL, side) !== 'OK') return null;
  const inHedge = (side: 'LONG' | 'SHORT') => (one.isHedge ? { side } : {});
  const held = [
    ...(one.long > 0 ? [{ isBuy: true, quantity: coins(one.long), ...inHedge('LONG') }] : []),
    // In one-way mode there is one position a contract.
    ...(one.short > 0 && (one.isHedge || one.long === 0)
      ? [{ isBuy: false, quantity: coins(one.short), ...inHedge('SHORT') }]
      : []),
  ];
  for (const { isBuy, ...request } of held) if (!traded(x, isBuy, { price: MARK, ...request })) return null;
  if (one.other !== 0) {
    const request = { price: OTHER_MARK, quantity: coins(Math.abs(one.other)), symbol: OTHER };
    if (!traded(x, one.other > 0, { ...request, ...inHedge(one.other > 0 ? 'LONG' : 'SHORT') })) return null;
  }
  if (one.waiting > 0) x.tryPlace(USER, 'BUY', { price: 40_000, quantity: coins(one.waiting), ...inHedge('LONG') });
  if (one.waiting < 0) x.tryPlace(USER, 'SELL', { price: 60_000, quantity: coins(-one.waiting), ...inHedge('SHORT') });
  if (one.otherMoves !== 0) x.moveMark(OTHER_MARK * (1 + one.otherMoves / 100), OTHER);
  return x.told('Liquidated').length > 0 ? null : x;
}

/** Chance brings an order that is refused in one of twelve only. */
const tooLarge: Case = {
  isHedge: false, isIsolated: false, leverage: 1, funds: 2_000, takerFeeRate: 0, long: 0, short: 0, other: 0, otherMoves: 0,
  waiting: 0, lots: 900, isBuy: true, closes: false, away: 0,
}; // prettier-ignore
/** Nearly as much short as long: only a mark of billions, which no contract has, would liquidate. The ticket tells no price then. */
const balanced: Case = { ...tooLarge, isHedge: true, long: 11, lots: 10, isBuy: false };
const reached = { hedged: 0, beside: 0, waiting: 0, refused: 0, liquidated: 0, bothSides: 0 };

function check(one: Case): void {
  const x = begun(one);
  if (x === null) return;
  const price = (MARK + one.away * TICK).toFixed(2);
  const quantity = coins(one.lots);
  const closes = one.isHedge && one.closes;
  const side = sideOf(one.isBuy);
  const positionSide = one.isHedge ? (one.isBuy === closes ? ('SHORT' as const) : ('LONG' as const)) : ('BOTH' as const);
  const planned: Planned = {
    side,
    positionSide,
    quantity: BigInt(units(quantity)),
    price: BigInt(units(price)),
    isReduceOnly: false,
  };
  const state = marginStateOf(x, USER, SYMBOL);
  const cost = costOf(state, planned);
  const expected = outcomeOf(state, planned, BigInt(one.takerFeeRate));
  if (!x.tryPlace(MAKER, sideOf(!one.isBuy), { price, quantity }).ok) return;
  const { available } = x.core.capital(USER, 'FUTURES')!;
  const request = { price, quantity, ...(positionSide === 'BOTH' ? {} : { side: positionSide }) } as const;
  const outcome = x.tryPlace(USER, side, request);
  if (!outcome.ok) {
    if (codeOf(outcome) === 'INSUFFICIENT_BALANCE' && !one.isIsolated) expect(cost).toBeGreaterThan(available);
    reached.refused++;
    return;
  }
  if (!closes) expect(cost).toBeLessThanOrEqual(available);
  if (outcome.result.kind !== 'PerpOrder' || outcome.result.order.status !== 'FILLED') return;
  const open = x.core.positions({ uid: USER, wallet: 'FUTURES', symbol: SYMBOL });
  const after = open.find((position) => position.positionSide === positionSide);
  expect(after === undefined).toBe(expected.position === null);
  if (after === undefined) return;
  // As the API tells it: no price beyond what a contract can have.
  expect(reachableLiquidation(BigInt(after.liquidationPrice)) ?? 0n).toBe(expected.liquidation ?? 0n);
  if (one.isHedge) reached.hedged++;
  if (open.length > 1) reached.bothSides++;
  if (one.other !== 0 && !one.isIsolated) reached.beside++;
  if (state.orders.length > 0) reached.waiting++;
  if (expected.liquidation === null) return;
  walk(x, expected.liquidation);
} // prettier-ignore

/** Moves the mark to the last price that is safe, then to the first that is not. */
function walk(x: TestPerps, price: bigint): void {
  const ticks = Number(price) / 1e6;
  // Not the larger side: a hedged account that is long by little falls when the mark rises, since maintenance of both sides grows with it.
  const isLong = ticks * TICK < MARK;
  // Shown rounded down: a short reaches it at the tick above at the latest.
  const [safe, last] = isLong ? [Math.floor(ticks) + 1, Math.floor(ticks)] : [Math.ceil(ticks) - 1, Math.floor(ticks) + 1];
  // Beyond ten million no contract has a price.
  if (last < 1 || last > 1e9) return;
  const liquidations = () => x.told('Liquidated').length;
  if (isLong ? safe * TICK < MARK : safe * TICK > MARK) {
    x.moveMark((safe * TICK).toFixed(2));
    expect(liquidations(), `at ${safe}`).toBe(0);
  }
  x.moveMark((last * TICK).toFixed(2));
  expect(liquidations(), `at ${last}`).toBeGreaterThan(0);
  reached.liquidated++;
} // prettier-ignore

test('trading B3 B5 B11 hedged, beside other orders and other contracts: the shown liquidation price is where the engine liquidates', () => {
  fc.assert(fc.property(cases, check), { numRuns: RUNS, examples: [[tooLarge], [balanced]] });
  for (const [kind, count] of Object.entries(reached)) expect(count, kind).toBeGreaterThan(RUNS / 120);
});
