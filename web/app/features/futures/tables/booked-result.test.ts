import { expect, test } from 'vitest';
import type { CallInit } from '../../../api/request.ts';
import { afterClosing, bookedResult, fillsOfOrder, resultOfFills } from './booked-result.ts';

const fill = {
  orderId: 1,
  symbol: 'BTCUSDT',
  time: 2_000,
  quantity: '0.04',
  realised: '12.5',
  fee: '0.5',
  voucher: '0',
};
const order = { orderId: 1, filledQuantity: '0.1' };

test('R24 closed positions came to the results of all fills of their orders, less the fees; a rebate adds', () => {
  const rest = { ...fill, quantity: '0.06', realised: '-20', fee: '-0.25' };
  expect(resultOfFills([order], [[fill, rest]])).toBe(-7_75000000n);
  const other = { orderId: 2, filledQuantity: '3' };
  const ofOther = { ...fill, orderId: 2, quantity: '3', realised: '1', fee: '0.1' };
  expect(resultOfFills([order, other], [[rest, fill], [ofOther]])).toBe(-6_85000000n);
});

test('fills of other orders do not count, and where one is missing nothing is told', () => {
  const foreign = { ...fill, orderId: 9, realised: '1000' };
  expect(resultOfFills([{ ...order, filledQuantity: '0.04' }], [[foreign, fill]])).toBe(12_00000000n);
  expect(resultOfFills([order], [[fill]])).toBeNull();
  expect(resultOfFills([order], [])).toBeNull();
});

const closed = { ...order, symbol: 'BTCUSDT', side: 'SELL', createdAt: 1_000 } as const;

test('a history that does not answer tells no result, and is not waited for longer than a message may', async () => {
  const inits: (CallInit | undefined)[] = [];
  const away = async (_path: string, init?: CallInit) => {
    inits.push(init);
    return { code: -1, msg: '', data: null };
  };
  expect(await bookedResult([closed], away)).toBeNull();
  expect(inits).toEqual([expect.objectContaining({ timeoutMs: 1_500 })]);
});

test('trading B15 what is to end with its position is canceled at once, not after the history was read', async () => {
  const happened: string[] = [];
  const read = async () => {
    await Promise.resolve();
    happened.push('read');
    return { code: 0, msg: '', data: { items: [fill], total: 1 } };
  };
  const cancel = async () => void happened.push('canceled');
  const tell = (result: bigint | null) => void happened.push(`told ${result}`);
  await afterClosing({ orders: [closed], tell, cancel }, read);
  // One of its two fills is not in the history yet.
  expect(happened).toEqual(['canceled', 'read', 'told null']);
});

test('trading A5.8 a fee counts without the part that a voucher paid', async () => {
  const whole = { ...closed, filledQuantity: '0.04' };
  const answer = async () => ({ code: 0, msg: '', data: { items: [{ ...fill, voucher: '0.4' }], total: 1 } });
  expect(await bookedResult([whole], answer)).toBe(12_40000000n);
});

test('the fills of one order are those of it alone, and are not told while one of them is missing', async () => {
  const foreign = { ...fill, orderId: 9 };
  const answer = async () => ({ code: 0, msg: '', data: { items: [foreign, fill], total: 2 } });
  expect(await fillsOfOrder({ ...closed, filledQuantity: '0.04' }, answer)).toEqual([fill]);
  expect(await fillsOfOrder(closed, answer)).toBeNull();
  expect(await fillsOfOrder({ ...closed, filledQuantity: '0' }, answer)).toBeNull();
  expect(await fillsOfOrder(closed, async () => ({ code: -1, msg: '', data: null }))).toBeNull();
});
