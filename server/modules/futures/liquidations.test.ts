import type { CoreEvent } from '@agio/core';
import { expect, test } from 'vitest';
import { liquidationsOf } from './liquidations.ts';

const at = (seq: number, index: number) => ({ seq, index, timeMs: seq * 1_000 });
/** Only the fields that the public list is made of. */
const event = (fields: object) => fields as CoreEvent;
const trade = (seq: number, index: number, part: object) =>
  event({
    ...at(seq, index),
    kind: 'PerpTraded',
    symbol: 'BTCUSDT',
    takerSide: 'SELL',
    isLiquidation: true,
    takerOrderId: 7,
    quantity: 10,
    amount: 900n,
    ...part,
  });
const holder = { uid: 5, wallet: 'FUTURES', symbol: 'ETHUSDT', positionSide: 'BOTH' };
const takenOver = (seq: number, index: number) =>
  event({ ...at(seq, index), ...holder, kind: 'Liquidated', step: 'TAKEN_OVER', quantity: 3n, bankruptcyValue: 80n });
const closed = (seq: number, index: number, direction: 'LONG' | 'SHORT', part: object = {}) =>
  event({ ...at(seq, index), ...holder, kind: 'PositionChanged', quantity: 0, direction, ...part });

test('a liquidation order is one row, whatever number of orders it met', () => {
  const events = [trade(1, 0, {}), trade(1, 3, { quantity: 5, amount: 400n }), trade(1, 6, { takerOrderId: 8 })];
  expect(liquidationsOf(events)).toEqual([
    { seq: 1, index: 0, symbol: 'BTCUSDT', side: 'SELL', kind: 'MARKET', quantity: 15n, amount: 1_300n, timeMs: 1_000 },
    { seq: 1, index: 6, symbol: 'BTCUSDT', side: 'SELL', kind: 'MARKET', quantity: 10n, amount: 900n, timeMs: 1_000 },
  ]);
});

test('other trades, and what the engine sells of what it took over, are no liquidations', () => {
  expect(liquidationsOf([trade(1, 0, { isLiquidation: false }), trade(1, 1, { takerOrderId: 0 })])).toEqual([]);
});

test.each([
  ['LONG', 'SELL'],
  ['SHORT', 'BUY'],
] as const)('a %s that is taken over is a closing by %s at the bankruptcy value', (direction, side) => {
  const others = [closed(2, 1, direction === 'LONG' ? 'SHORT' : 'LONG', { uid: 6 })];
  const rows = liquidationsOf([closed(2, 0, direction), ...others, takenOver(2, 2)]);
  expect(rows).toEqual([
    { seq: 2, index: 2, symbol: 'ETHUSDT', side, kind: 'TAKEN_OVER', quantity: 3n, amount: 80n, timeMs: 2_000 },
  ]);
});

test('nobody is named', () => {
  const rows = liquidationsOf([trade(1, 0, { takerUid: 5, makerUid: 6 }), closed(2, 0, 'LONG'), takenOver(2, 1)]);
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(Object.keys(row).join()).not.toMatch(/uid|wallet|order/i);
});
