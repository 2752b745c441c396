import type { FuturesFill, Receipt } from '@agio/contracts/http/futures-shapes';
import { expect, test } from 'vitest';
import type { Call } from '../../api/request.ts';
import { loadOwnMarks, ownMarks } from './own-marks.ts';

const fill = (time: number, isLiquidation: boolean, side: FuturesFill['side'] = 'BUY') =>
  ({ tradeId: time, orderId: 1, time, price: '200', side, isLiquidation }) as FuturesFill;
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
  expect(ownMarks([fill(1, false), fill(9, true, 'SELL')], receipts)).toEqual([
    { id: '1 1', time: 1, price: '200', side: 'BUY' },
    { id: '9-2 SELL', time: 9, price: '199', side: 'SELL', forced: 'LIQUIDATION' },
    { id: '7-1 BUY', time: 7, price: '190', side: 'BUY', forced: 'ADL' },
    { id: '5-1 SELL', time: 5, price: '195', side: 'SELL', forced: 'LIQUIDATION' },
    { id: '5-1 BUY', time: 5, price: '195', side: 'BUY', forced: 'LIQUIDATION' },
  ]);
});

test('R24 a fill of a liquidation whose receipts are not there is marked itself, also where they cannot be read at all', async () => {
  const closing = receipt({ receiptId: '9-2', direction: 'LONG', quantity: '1', price: '198', time: 9 });
  const older = { id: '2 1', time: 2, price: '200', side: 'SELL' };
  expect(ownMarks([fill(9, true, 'SELL'), fill(2, true, 'SELL')], [closing])).toEqual([
    older,
    { id: '9-2 SELL', time: 9, price: '198', side: 'SELL', forced: 'LIQUIDATION' },
  ]);
  const call: Call = (path) => {
    const data = { items: [fill(2, true, 'SELL')], total: 1 };
    return Promise.resolve(path.includes('/fill') ? { code: 0, msg: '', data } : { code: 500, msg: '', data: null });
  };
  expect(await loadOwnMarks(call, 'SOLUSDT')).toEqual([older]);
});
