import { expect, test } from 'vitest';
import { transfer } from './account.ts';
import { NO_ANSWER, SUCCESS } from './answer.ts';
import { RepeatKey } from './repeat-key.ts';
import type { Call } from './request.ts';

const REFUSED = 70023;
const BODY = { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '1' } as const;

/** Transfers that are answered with these codes in turn; the keys under which they went. */
async function keysOf(codes: readonly number[], amounts: readonly string[] = codes.map(() => BODY.amount)) {
  const keys: (string | undefined)[] = [];
  const repeat = new RepeatKey();
  for (const [at, code] of codes.entries()) {
    const call: Call = (_path, init) => {
      keys.push(init?.headers?.['Idempotency-Key']);
      return Promise.resolve({ code, msg: '', data: {} });
    };
    const sent = repeat.send({ ...BODY, amount: amounts[at] ?? '' }, (body, key) => transfer(call, body, key));
    await expect(sent.then(() => SUCCESS).catch((error: { code: number }) => error.code)).resolves.toBe(code);
  }
  expect(keys.every((key) => key !== undefined && key.length === 36)).toBe(true);
  return keys;
}

test('a transfer sent again after a lost answer goes under the same key, however often', async () => {
  const [first, second, third] = await keysOf([NO_ANSWER, NO_ANSWER, SUCCESS]);
  expect([second, third]).toEqual([first, first]);
});

test('after a definite answer, a refusal too, the same transfer is another one', async () => {
  for (const codes of [
    [SUCCESS, SUCCESS],
    [REFUSED, SUCCESS],
  ]) {
    const [first, second] = await keysOf(codes);
    expect(second).not.toBe(first);
  }
  const [lost, refused, third] = await keysOf([NO_ANSWER, REFUSED, SUCCESS]);
  expect(refused).toBe(lost);
  expect(third).not.toBe(lost);
});

test('another amount is another transfer, whatever became of the first', async () => {
  const [first, second] = await keysOf([NO_ANSWER, SUCCESS], ['1', '2']);
  expect(second).not.toBe(first);
});

test('an error that is no answer of the server ends the key as well', async () => {
  const keys: string[] = [];
  const repeat = new RepeatKey();
  const fail = (_body: unknown, key: string) => {
    keys.push(key);
    return Promise.reject(new TypeError('a bug of the page'));
  };
  for (let at = 0; at < 2; at++) await expect(repeat.send(BODY, fail)).rejects.toThrow(TypeError);
  expect(new Set(keys).size).toBe(2);
});
