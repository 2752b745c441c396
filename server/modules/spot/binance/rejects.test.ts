import { expect, test } from 'vitest';
import { DialectError, Refusal, REFUSALS } from '@agio/contracts/errors';
import { REJECT_CODES } from '@agio/core';
import { NumberRefusal } from '../../markets/index.ts';
import { rejectAnswer, toDialect } from './rejects.ts';

test.each(REJECT_CODES)('the core’s %s has an answer in both dialects', (code) => {
  const answer = toDialect(new Refusal(code)) as DialectError;
  expect(answer).toBeInstanceOf(DialectError);
  expect(answer.status).toBe(400);
  expect(answer.code).toBeLessThan(0);
  expect(answer.message).not.toBe('');
  expect(REFUSALS[code].code).toBeGreaterThan(0);
});

test('sentences that clients match are letter for letter', () => {
  expect(rejectAnswer('INSUFFICIENT_BALANCE').message).toBe('Account has insufficient balance for requested action.');
  expect(rejectAnswer('UNKNOWN_ORDER')).toMatchObject({ code: -2011, message: 'Unknown order sent.' });
  expect(rejectAnswer('ORDER_CLOSED')).toMatchObject({ code: -2011, message: 'Unknown order sent.' });
  expect(rejectAnswer('POST_ONLY')).toMatchObject({ code: -2010, message: 'Order would immediately match and take.' });
  expect(rejectAnswer('STP_MODE').message).toBe("Data sent for parameter 'selfTradePreventionMode' is not valid.");
});

test('a number that the core cannot hold has its own codes, and other errors pass unchanged', () => {
  expect(toDialect(new NumberRefusal('price', 'TOO_FINE', 'PRICE_TICK'))).toMatchObject({ code: -1111 });
  expect(toDialect(new NumberRefusal('quantity', 'TOO_LARGE', 'QUANTITY_STEP'))).toMatchObject({
    code: -1013,
    message: 'Filter failure: LOT_SIZE',
  });
  const other = new Refusal('FORBIDDEN');
  expect(toDialect(other)).toBe(other);
  const bug = new Error('our own');
  expect(toDialect(bug)).toBe(bug);
});
