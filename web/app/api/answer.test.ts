import { describe, expect, test } from 'vitest';
import { isSuccessCode, judge, NO_ANSWER, readEnvelope, type Verdict } from './answer.ts';

const read = (body: unknown, status = 200, path = '/web/x') => readEnvelope(path, { status, body });
const judged = (body: unknown, status = 200): Verdict => judge(status, read(body, status));

describe('X1 what counts as success', () => {
  test('X1 0 is success; in one reading 200 and 8001 are too', () => {
    expect([0, 200, 8001, 1, -1, 10021].map(isSuccessCode)).toEqual([true, true, true, false, false, false]);
    expect(judged({ code: 0, msg: '', data: 1 })).toEqual({ kind: 'success' });
    expect(judged({ code: 200, msg: '', data: 1 })).toEqual({ kind: 'success' });
  });

  test('X1 200 reaches the caller as 0, with its data', () => {
    expect(read({ code: 200, msg: 'ok', data: { a: 1 } })).toEqual({ code: 0, msg: 'ok', data: { a: 1 } });
  });

  test('X1 8001 opens a verification', () => {
    expect(judged({ code: 8001, msg: '', data: { bizId: 'a', status: 0 } })).toEqual({ kind: 'verify' });
  });
});

test.each([10021, 10002, 100006])(
  'X2 %s logs out and goes to /login, or to the target that the answer names',
  (code) => {
    expect(judged({ code, msg: '', data: null })).toEqual({ kind: 'log-out', target: '/login' });
    expect(judged({ code, msg: '', data: { redirect: '/market' } })).toEqual({ kind: 'log-out', target: '/market' });
    expect(judged({ code, msg: '', data: null }, 401)).toEqual({ kind: 'log-out', target: '/login' });
  },
);

test('X3 50048 logs out and goes home, whatever else it says', () => {
  expect(judged({ code: 50048, msg: '', data: { redirect: '/market' } })).toEqual({ kind: 'log-out', target: '/' });
});

test('X4 503 navigates to its target; without one it is a failure', () => {
  const data = { redirect: '/market' };
  expect(judged({ code: 503, msg: '', data })).toEqual({ kind: 'navigate', target: '/market' });
  expect(judged({ code: 1, msg: '', data }, 503)).toEqual({ kind: 'navigate', target: '/market' });
  expect(judged({ code: 503, msg: '', data: {} })).toEqual({ kind: 'fail', type: 'code' });
  expect(judged({ code: 1, msg: '', data: { redirect: '' } }, 503)).toEqual({ kind: 'fail', type: 'exception' });
});

test('X5 any other code is a failure with that code', () => {
  expect(judged({ code: 50_010, msg: 'wait', data: null })).toEqual({ kind: 'fail', type: 'code' });
});

test('X6 HTTP 429 and 418 are separate events, other HTTP errors share one', () => {
  expect(judged({ code: 0, msg: '', data: null }, 429)).toEqual({ kind: 'fail', type: 'limit' });
  expect(judged({ code: 0, msg: '', data: null }, 418)).toEqual({ kind: 'fail', type: 'teapot' });
  for (const status of [400, 401, 403, 404, 408, 500, 502, 599])
    expect(judged({ code: 0, msg: '', data: null }, status)).toEqual({ kind: 'fail', type: 'exception' });
});

test('X6 an answer that is not an object gets the code -1', () => {
  for (const body of [null, 'text', 3, true, [], [{ code: 0 }], {}, { code: '0' }])
    expect(read(body, 200).code, JSON.stringify(body)).toBe(NO_ANSWER);
  expect(NO_ANSWER).toBe(-1);
});

test('X6 GraphQL errors: the last message', () => {
  const errors = [{ message: 'first' }, { message: 'last' }];
  expect(read({ data: null, errors }, 200, '/graphql')).toEqual({ code: -1, msg: 'last', data: null });
  expect(read({ data: { rates: [] } }, 200, '/graphql?x=1')).toEqual({ code: 0, msg: '', data: { rates: [] } });
  expect(read({ data: {}, errors: [] }, 200, '/graphql').code).toBe(0);
});
