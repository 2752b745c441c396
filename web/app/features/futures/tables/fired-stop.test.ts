import { expect, test } from 'vitest';
import { firedAt, refusedFor } from './fired-stop.ts';

test.each([
  { what: 'fired', status: 'TRIGGERED', fired: 7 },
  { what: 'fired, and its order was refused', status: 'EXPIRED', fired: 7 },
  { what: 'canceled before its price came', status: 'CANCELED', fired: null },
] as const)('B15 when a conditional order fired: one that $what', ({ status, fired }) => {
  expect(firedAt({ status, updatedAt: 7 })).toBe(fired);
});

test('B15 why a conditional order that fired came to nothing is told, and a cancellation before is no such reason', () => {
  expect(refusedFor({ status: 'EXPIRED', reason: 'AMOUNT_TOO_LARGE', order: null })).toBe('AMOUNT_TOO_LARGE');
  expect(refusedFor({ status: 'TRIGGERED', reason: '', order: { reason: 'NO_LIQUIDITY' } })).toBe('NO_LIQUIDITY');
  expect(refusedFor({ status: 'TRIGGERED', reason: '', order: { reason: '' } })).toBeNull();
  expect(refusedFor({ status: 'CANCELED', reason: 'USER', order: null })).toBeNull();
});
