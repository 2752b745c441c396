import { expect, test } from 'vitest';
import type { DialectError } from '@agio/contracts/errors';
import { clientId, decimalText, integer, limitOf, oneOf, notValid, required } from './parameters.ts';

const codeOf = (run: () => unknown): number | null => {
  try {
    run();
  } catch (error) {
    return (error as DialectError).code;
  }
  return null;
};

test('an empty text counts as not sent', () => {
  expect(codeOf(() => required({ symbol: '' }, 'symbol'))).toBe(-1102);
  expect(integer({ limit: '' }, 'limit')).toBe(null);
  expect(decimalText({ price: '' }, 'price')).toBe(undefined);
});

test.each(['1e3', '1.5', ' 1', '0x1', '１', '9'.repeat(17)])('%s is no integer', (text) => {
  expect(codeOf(() => integer({ orderId: text }, 'orderId'))).toBe(-1100);
});

test.each(['-1', '.5', '1.', '01', '1,5', '1e5', 'NaN', '+1', '1 '])('%s is no decimal', (text) => {
  expect(codeOf(() => decimalText({ price: text }, 'price'))).toBe(-1100);
});

test('a limit above the most is the most, zero is a mistake', () => {
  expect(limitOf({}, 500, 1000)).toBe(500);
  expect(limitOf({ limit: '5000' }, 500, 1000)).toBe(1000);
  expect(codeOf(() => limitOf({ limit: '0' }, 500, 1000))).toBe(-1130);
  expect(codeOf(() => limitOf({ limit: '-1' }, 500, 1000))).toBe(-1130);
});

test('client ids and choices', () => {
  expect(clientId({ id: 'x-TKT5PX2F.a:/_-1' }, 'id')).toBe('x-TKT5PX2F.a:/_-1');
  expect(codeOf(() => clientId({ id: 'x'.repeat(37) }, 'id'))).toBe(-1100);
  expect(oneOf({ side: 'BUY' }, 'side', ['BUY', 'SELL'] as const, () => notValid('side'))).toBe('BUY');
  expect(codeOf(() => oneOf({ side: 'buy' }, 'side', ['BUY', 'SELL'] as const, () => notValid('side')))).toBe(-1130);
});

test('a choice that is allowed makes no refusal', () => {
  let made = 0;
  const refusal = () => {
    made += 1;
    return notValid('side');
  };
  oneOf({ side: 'BUY' }, 'side', ['BUY', 'SELL'] as const, refusal);
  oneOf({}, 'side', ['BUY', 'SELL'] as const, refusal);
  expect(made).toBe(0);
  expect(() => oneOf({ side: 'HOLD' }, 'side', ['BUY', 'SELL'] as const, refusal)).toThrow();
  expect(made).toBe(1);
});
