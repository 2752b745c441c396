import { expect, test } from 'vitest';
import type { Contract, FuturesOrder, Position, Preference } from '../../../api/calls/futures.ts';
import { type MarginState, unitsOf } from '../margin.ts';
import { fundsOf } from '../own-funds.ts';
import { leverageChange, type Leverages, raisedLeverage } from './leverage-change.ts';

const contract = {
  symbol: 'BTCUSDT',
  takerFeeRate: '0.0006',
  tiers: [
    { cap: '50000', maxLeverage: 125, maintenanceMarginRate: '0.004', deduction: '0' },
    { cap: '1000000', maxLeverage: 50, maintenanceMarginRate: '0.01', deduction: '300' },
  ],
} as Partial<Contract> as Contract;

/** One coin for 50,000, at a mark of 50,000. */
const long = {
  symbol: 'BTCUSDT', positionSide: 'BOTH', direction: 'LONG', marginMode: 'CROSS', quantity: '0.4', notional: '20000',
  unrealised: '0', leverage: 20, margin: '0', liquidationPrice: '45000',
} as Position; // prettier-ignore
const isolated: Position = { ...long, marginMode: 'ISOLATED', margin: '1000', liquidationPrice: '47690.7' };

function stateOf(
  position: Position,
  part: Partial<Preference> = {},
  orders: readonly FuturesOrder[] = [],
): MarginState {
  const { marginMode } = position;
  const preference: Preference = {
    symbol: 'BTCUSDT',
    positionMode: 'ONE_WAY',
    marginMode,
    longLeverage: 20,
    shortLeverage: 20,
    ...part,
  };
  const mark = unitsOf('50000');
  const isCross = marginMode === 'CROSS';
  const capital = { balance: isCross ? '5000' : '4000', expMoney: '0', bonuses: [] };
  return {
    contract,
    contracts: [contract],
    preference,
    mark,
    positions: [position],
    orders,
    capital,
    marks: new Map([['BTCUSDT', mark]]),
  };
}
/** Of a wallet that has nothing beside the contract. */
function changeOf(state: MarginState, chosen: Leverages) {
  const told = { crossMarginSum: '0', isolatedMarginSum: '0', frozen: '0' };
  const { positionMode } = state.preference;
  const account = {
    ...state,
    capital: { ...state.capital, ...told, positionMode },
    preferences: new Map([[state.contract.symbol, state.preference]]),
  };
  return leverageChange(state, fundsOf(account), chosen);
}
const both = (leverage: number) => ({ long: leverage, short: leverage });

test('trading B3 of a cross position the margin changes and what is available with it; where it is liquidated stays', () => {
  const { positions, ...rest } = changeOf(stateOf(long), both(10));
  const at = unitsOf('45000');
  const margins = { marginNow: unitsOf('1000'), marginAfter: unitsOf('2000') };
  expect(positions).toEqual([{ direction: 'LONG', ...margins, liquidationNow: at, liquidationAfter: at }]);
  expect(rest).toMatchObject({ availableAfter: unitsOf('3000'), ceiling: null });
});

test('trading B3 a lower leverage adds margin to an isolated position, so its liquidation is further away; a higher one gives back', () => {
  const lower = changeOf(stateOf(isolated), both(10));
  expect(lower).toMatchObject({ availableAfter: unitsOf('3000'), positions: [{ marginAfter: unitsOf('2000') }] });
  // 0.4 × P − 20,000 + 2,000 = 0.4 × P × 0.004
  const far = lower.positions[0]!.liquidationAfter!;
  expect(Number(far) / 1e8).toBeCloseTo(18_000 / (0.4 * 0.996), 0);
  const higher = changeOf(stateOf(isolated), both(40));
  expect(higher).toMatchObject({ availableAfter: unitsOf('4500'), positions: [{ marginAfter: unitsOf('500') }] });
  // At a loss of 300 no more comes back than leaves its initial margin.
  const losing: Position = { ...isolated, notional: '20000', unrealised: '-300' };
  expect(changeOf(stateOf(losing), both(40)).positions[0]!.marginAfter).toBe(unitsOf('800'));
});

test('trading B2 what does not fit: more margin than is available, and more leverage than the size allows', () => {
  expect(changeOf(stateOf(long), both(2)).availableAfter).toBe(unitsOf('-5000'));
  expect(changeOf(stateOf(isolated), both(2)).availableAfter).toBe(unitsOf('-5000'));
  const large: Position = { ...long, quantity: '1.2', notional: '60000' };
  expect(changeOf(stateOf(large), both(60)).ceiling).toBe(50);
  expect(changeOf(stateOf(large), both(50)).ceiling).toBeNull();
});

test('trading B2 hedged, a side is measured by its own position alone', () => {
  const [a, b] = (['LONG', 'SHORT'] as const).map((side): Position => ({
    ...long,
    positionSide: side,
    direction: side,
    quantity: '1.2',
    notional: '60000',
  }));
  const state = { ...stateOf(a!, { positionMode: 'HEDGE' }), positions: [a!, b!] };
  expect(changeOf(state, both(60)).ceiling).toBe(50);
});

test('B3 a leverage that goes up is told as the higher risk, of two sides the higher one; one that goes down is not', () => {
  const now = { longLeverage: 20, shortLeverage: 50 };
  expect(raisedLeverage(now, { long: 25, short: 75 })).toEqual({ before: 50, after: 75 });
  expect(raisedLeverage(now, { long: 40, short: 50 })).toEqual({ before: 20, after: 40 });
  expect(raisedLeverage(now, { long: 20, short: 10 })).toBeNull();
});
