import { expect, test } from 'vitest';
import { resultOfFills } from './booked-result.ts';

const fill = { orderId: 1, quantity: '0.04', realised: '12.5', fee: '0.5' };
const order = { orderId: 1, filledQuantity: '0.1' };

test('R24 closed positions came to the results of all fills of their orders, less the fees; a rebate adds', () => {
  const rest = { ...fill, quantity: '0.06', realised: '-20', fee: '-0.25' };
  expect(resultOfFills([order], [[fill, rest]])).toBe(-7_75000000n);
  const other = { orderId: 2, filledQuantity: '3' };
  const ofOther = { orderId: 2, quantity: '3', realised: '1', fee: '0.1' };
  expect(resultOfFills([order, other], [[rest, fill], [ofOther]])).toBe(-6_85000000n);
});

test('fills of other orders do not count, and where one is missing nothing is told', () => {
  const foreign = { ...fill, orderId: 9, realised: '1000' };
  expect(resultOfFills([{ ...order, filledQuantity: '0.04' }], [[foreign, fill]])).toBe(12_00000000n);
  expect(resultOfFills([order], [[fill]])).toBeNull();
  expect(resultOfFills([order], [])).toBeNull();
});
