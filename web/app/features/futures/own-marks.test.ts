import type { FuturesFill, Receipt } from '@agio/contracts/http/futures-shapes';
import { expect, test } from 'vitest';
import { ownMarks } from './own-marks.ts';

const fill = (tradeId: number, isLiquidation: boolean) =>
  ({ tradeId, orderId: 1, time: tradeId, price: '200', side: 'BUY', isLiquidation }) as FuturesFill;
const receipt = (part: Partial<Receipt>) =>
  ({
    kind: 'LIQUIDATION',
    symbol: 'SOLUSDT',
    positionSide: 'BOTH',
    realised: '0',
    fee: '0',
    step: 'CLOSED',
    ...part,
  }) as Receipt;

test('R24 the chart marks what a liquidation or deleveraging closed, at its side and average price, and its fills not twice', () => {
  const receipts = [
    receipt({ receiptId: '9-2', direction: 'LONG', quantity: '1', price: '198', time: 9 }),
    receipt({ receiptId: '9-1', direction: 'LONG', quantity: '1', price: '200', time: 9 }),
    receipt({ receiptId: '9-0', direction: null, quantity: '0', price: '0', time: 9, step: 'STARTED' }),
    receipt({ receiptId: '7-1', direction: 'SHORT', quantity: '1', price: '190', time: 7, kind: 'ADL', step: '' }),
    receipt({ receiptId: '5-1', direction: null, quantity: '2', price: '195', time: 5, step: 'HEDGE_CLOSED' }),
  ];
  expect(ownMarks([fill(1, false), fill(2, true)], receipts)).toEqual([
    { id: '1 1', time: 1, price: '200', side: 'BUY' },
    { id: '9-2 SELL', time: 9, price: '199', side: 'SELL', forced: 'LIQUIDATION' },
    { id: '7-1 BUY', time: 7, price: '190', side: 'BUY', forced: 'ADL' },
    { id: '5-1 SELL', time: 5, price: '195', side: 'SELL', forced: 'LIQUIDATION' },
    { id: '5-1 BUY', time: 5, price: '195', side: 'BUY', forced: 'LIQUIDATION' },
  ]);
});
