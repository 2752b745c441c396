import { expect, test } from 'vitest';
import type { Contract, Position } from '../../../api/calls/futures.ts';
import { amountProblem, liquidationAfter } from './moved-margin.ts';

test.each([
  ['', 'missing'],
  ['0', 'missing'],
  ['0.00', 'missing'],
  ['1,5', 'comma'],
  ['ten', 'characters'],
  ['100.00000001', 'most'],
  ['100', null],
  ['0.5', null],
])('R24 %j of at most 100 has the problem %j', (amount, problem) => {
  expect(amountProblem(amount, 100_00000000n)).toBe(problem);
});

const contract = {
  tiers: [{ cap: '1000000', maxLeverage: 100, maintenanceMarginRate: '0.01' }],
} as unknown as Contract;
const long = {
  direction: 'LONG',
  quantity: '1',
  notional: '3000',
  unrealised: '0',
  margin: '300',
} as Position;

test('R24 more margin takes the liquidation price of a long down, less brings it nearer', () => {
  // (3000 - margin) / 0.99
  expect(liquidationAfter(long, contract, 'ADD', 0n)).toBe(2727_27272727n);
  expect(liquidationAfter(long, contract, 'ADD', 30_00000000n)).toBe(2696_96969696n);
  expect(liquidationAfter(long, contract, 'REMOVE', 30_00000000n)).toBe(2757_57575757n);
});

test('R24 a short is liquidated higher with more margin, and a long that is all paid nowhere', () => {
  // (3000 + margin) / 1.01
  expect(liquidationAfter({ ...long, direction: 'SHORT' }, contract, 'ADD', 30_00000000n)).toBe(3297_02970297n);
  expect(liquidationAfter(long, contract, 'ADD', 2700_00000000n)).toBeNull();
});
