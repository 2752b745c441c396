import type { Receipt } from '@agio/contracts/http/futures-shapes';
import { expect, test } from 'vitest';
import { avertedLiquidations, forcedClosings, wholeCommands } from './forced-closings.ts';

const step = (part: Partial<Receipt>): Receipt => ({
  receiptId: '7-1',
  kind: 'LIQUIDATION',
  symbol: 'BTCUSDT',
  positionSide: 'BOTH',
  direction: null,
  step: 'STARTED',
  markPrice: '96777',
  quantity: '0',
  bankruptcyValue: '0',
  tradedValue: '0',
  fee: '0',
  equity: '0',
  maintenanceMargin: '0',
  fundBefore: '0',
  fundAfter: '0',
  rank: 0,
  score: '0',
  realised: '0',
  price: '0',
  time: 1000,
  ...part,
});
const closed = { step: 'CLOSED', direction: 'LONG' } as const;

test('trading B13 a liquidation is one closing, however many steps it had, and its loss has the fee in it', () => {
  const steps = [
    step({}),
    step({ ...closed, receiptId: '7-9', quantity: '0.06', price: '96500', realised: '-24.39', fee: '23.32' }),
    step({ ...closed, receiptId: '7-12', quantity: '0.02', price: '96540', realised: '-10', fee: '10' }),
  ];
  const [only, ...others] = forcedClosings(steps);
  expect(only).toMatchObject({ direction: 'LONG', quantity: '0.08', price: '96510', result: '-67.71', fee: '33.32' });
  expect([only?.receiptId, others]).toEqual(['7-12', []]);
  expect(avertedLiquidations(steps)).toEqual([]);
});

test('trading B14 a deleveraging in the same command, and other positions, are closings of their own', () => {
  const adl = step({ kind: 'ADL', step: '', direction: 'SHORT', quantity: '1', price: '5', realised: '3', time: 2000 });
  const other = step({ ...closed, symbol: 'ETHUSDT', quantity: '1', price: '4000', realised: '-1' });
  expect(forcedClosings([other, adl]).map(({ kind, symbol }) => `${kind} ${symbol}`)).toEqual([
    'ADL BTCUSDT',
    'LIQUIDATION ETHUSDT',
  ]);
});

test('trading B13 a liquidation that added margin and closed nothing is averted', () => {
  const steps = [step({}), step({ receiptId: '7-2', step: 'AUTO_ADD' })];
  expect(forcedClosings(steps)).toEqual([]);
  expect(avertedLiquidations(steps)).toEqual([steps[0]]);
});

test('trading B13 a liquidation that only closes long against short is told as that, apart from what else it closes', () => {
  const hedge = { positionSide: 'LONG', step: 'HEDGE_CLOSED', quantity: '2', price: '96777' } as const;
  const steps = [
    step({}),
    step({ ...hedge, receiptId: '7-4' }),
    step({ receiptId: '7-5', step: 'RECOVERED', positionSide: 'LONG' }),
  ];
  expect(forcedClosings(steps)).toMatchObject([
    { direction: 'HEDGE', receiptId: '7-4', quantity: '2', price: '96777', fee: '0' },
  ]);
  expect(avertedLiquidations(steps)).toEqual([]);
  const rest = step({ ...closed, positionSide: 'LONG', receiptId: '7-8', quantity: '1', price: '96500' });
  expect(forcedClosings([...steps, rest]).map(({ direction, quantity }) => [direction, quantity])).toEqual([
    ['HEDGE', '2'],
    ['LONG', '1'],
  ]);
});

test('the command that a page cuts is left out, where the page holds another one', () => {
  const steps = ['9-3', '7-12', '7-9'].map((receiptId) => step({ ...closed, receiptId, quantity: '1' }));
  const ids = (items: readonly Receipt[], total: number) =>
    wholeCommands({ items, total }).map(({ receiptId }) => receiptId);
  expect(ids(steps, 3)).toEqual(['9-3', '7-12', '7-9']);
  expect(ids(steps, 4)).toEqual(['9-3']);
  expect(ids(steps.slice(1), 3)).toEqual(['7-12', '7-9']);
  expect(ids([], 0)).toEqual([]);
});
