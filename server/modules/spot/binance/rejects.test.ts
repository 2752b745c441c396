import { expect, test } from 'vitest';
import { DialectError, REFUSALS } from '@agio/contracts/errors';
import { REJECT_CODES } from '@agio/core';
import { NumberProblem } from '../order-request.ts';
import { Rejected } from '../trading.ts';
import { rejectAnswer, toDialect } from './rejects.ts';

test.each(REJECT_CODES)('the core’s %s has an answer in both dialects', (code) => {
  const answer = toDialect(new Rejected(code)) as DialectError;
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

test('a number that the core cannot hold, and what is no refusal', () => {
  expect(toDialect(new NumberProblem('price', 'TOO_FINE'))).toMatchObject({ code: -1111 });
  expect(toDialect(new NumberProblem('quantity', 'TOO_LARGE'))).toMatchObject({
    code: -1013,
    message: 'Filter failure: LOT_SIZE',
  });
  const bug = new Error('our own');
  expect(toDialect(bug)).toBe(bug);
});
