import { REFUSALS } from '@agio/contracts/errors';
import { afterEach, expect, test, vi } from 'vitest';
import { transfer } from './calls/account.ts';
import type { FuturesOrder } from './calls/futures.ts';
import { NO_ANSWER, SUCCESS } from './answer.ts';
import { isUnsettled, LostWithoutKey, NeverArrived } from './lost-answer.ts';
import { amendKeyOf, MOST_UNANSWERED, REPEATED_AFTER_TOLD_MS, REPEATED_WITHIN_MS, RepeatKey } from './repeat-key.ts';
import { ApiError, type Call } from './request.ts';
import { toldOrders } from './told-orders.ts';
import type { Order } from './types.ts';

afterEach(() => void vi.useRealTimers());

const REFUSED = 70023;
const KEYS_ARE_FULL = REFUSALS.IDEMPOTENCY_FULL.code;
const BODY = { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '1' } as const;

const always = (repeat: RepeatKey) => () => repeat;
/** What the dialogs of one visit make anew each time they open. */
const byName = (name: string) => () => new RepeatKey({ name });

/** Transfers that are answered with these codes in turn; the keys under which they went. */
async function keysOf(
  codes: readonly number[],
  amounts: readonly string[] = codes.map(() => BODY.amount),
  repeatOf: (at: number) => RepeatKey = always(new RepeatKey()),
) {
  const keys: (string | undefined)[] = [];
  for (const [at, code] of codes.entries()) {
    const call: Call = (_path, init) => {
      keys.push(init?.headers?.['Idempotency-Key']);
      return Promise.resolve({ code, msg: '', data: {} });
    };
    const sent = repeatOf(at).send({ ...BODY, amount: amounts[at] ?? '' }, (body, key) => transfer(call, body, key));
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

/** Transfers of one body, each answered with one code after the other until it is no refusal for the key; the keys of all requests. */
async function requestsOf(codes: readonly number[][]): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  const repeat = new RepeatKey();
  for (const answers of codes) {
    const left = [...answers];
    const call: Call = (_path, init) => {
      keys.push(init?.headers?.['Idempotency-Key']);
      return Promise.resolve({ code: left.shift() ?? REFUSED, msg: '', data: {} });
    };
    await repeat.send(BODY, (body, key) => transfer(call, body, key)).catch(() => {});
    expect(left).toEqual([]);
  }
  return keys;
}

test('FLT-16 where no more keys are remembered the same goes once more without one, and no further', async () => {
  const [first, second, ...more] = await requestsOf([[KEYS_ARE_FULL, SUCCESS]]);
  expect([first?.length, second, more]).toEqual([36, undefined, []]);
  expect(await requestsOf([[KEYS_ARE_FULL, KEYS_ARE_FULL]])).toHaveLength(2);
  // An answer that was lost without a key: what is sent then is another request, with a key of its own.
  const [before, without, next] = await requestsOf([[KEYS_ARE_FULL, NO_ANSWER], [SUCCESS]]);
  expect([without, next?.length]).toEqual([undefined, 36]);
  expect(next).not.toBe(before);
});

test('another amount is another transfer, whatever became of the first', async () => {
  const [first, second] = await keysOf([NO_ANSWER, SUCCESS], ['1', '2']);
  expect(second).not.toBe(first);
});

test('of what adds up each body keeps its key until it is answered, whatever is sent between', async () => {
  const repeatOf = always(new RepeatKey({ name: 'between' }));
  const [seven, eight, again, eightAgain, more] = await keysOf(
    [NO_ANSWER, NO_ANSWER, SUCCESS, REFUSED, SUCCESS],
    ['7', '8', '7', '8', '7'],
    repeatOf,
  );
  expect([again, eightAgain]).toEqual([seven, eight]);
  expect(new Set([seven, eight, more]).size).toBe(3);
});

test('a dialog that was closed and opened again repeats under the same key; under another name nothing is repeated', async () => {
  const [first, second] = await keysOf([NO_ANSWER, SUCCESS], ['1', '1'], byName('user 1 transfer'));
  expect(second).toBe(first);
  const [ofOne] = await keysOf([NO_ANSWER], ['1'], byName('user 1 transfer'));
  const [ofOther] = await keysOf([SUCCESS], ['1'], byName('user 2 transfer'));
  const [again] = await keysOf([SUCCESS], ['1'], byName('user 1 transfer'));
  expect(ofOther).not.toBe(ofOne);
  expect(again).toBe(ofOne);
});

test('past the limit the oldest unanswered body loses its key, one that was repeated last', async () => {
  const amounts = Array.from({ length: MOST_UNANSWERED }, (_, at) => String(at + 1));
  const lost = amounts.map(() => NO_ANSWER);
  const keys = await keysOf(lost, amounts, byName('many'));
  const [repeated] = await keysOf([NO_ANSWER, NO_ANSWER], ['1', 'one more'], byName('many'));
  expect(repeated).toBe(keys[0]);
  const [first, third, second] = await keysOf([SUCCESS, SUCCESS, SUCCESS], ['1', '3', '2'], byName('many'));
  expect([first, third]).toEqual([keys[0], keys[2]]);
  expect(second).not.toBe(keys[1]);
});

test('ten minutes after it was sent last a body is wanted a second time: it has a key of its own', async () => {
  vi.useFakeTimers();
  const later = async (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    return (await keysOf([NO_ANSWER], ['1'], byName('aged')))[0];
  };
  const first = await later(0);
  expect(await later(REPEATED_WITHIN_MS - 1)).toBe(first);
  // Each sending begins the time anew.
  expect(await later(REPEATED_WITHIN_MS - 1)).toBe(first);
  expect(await later(REPEATED_WITHIN_MS)).not.toBe(first);
});

test('B19 soon after a socket told of the order its key ends; a press in the moment between repeats it', async () => {
  vi.useFakeTimers();
  const send = async (amount: string) => (await keysOf([NO_ANSWER], [amount], byName('told')))[0]!;
  const [known, other] = [await send('1'), await send('2')];
  toldOrders.spot.accept([{ clientOrderId: known }, { clientOrderId: 'of another device' }] as Order[]);
  vi.setSystemTime(Date.now() + REPEATED_AFTER_TOLD_MS);
  expect(await send('1')).not.toBe(known);
  expect(await send('2')).toBe(other);
  toldOrders.futures.accept([{ clientOrderId: other } as FuturesOrder]);
  vi.setSystemTime(Date.now() + REPEATED_AFTER_TOLD_MS - 1);
  expect(await send('2')).toBe(other);
});

test('of what sets a value an older body that is sent again has a new key, so that it is set over the one between', async () => {
  const [first, , again] = await keysOf([NO_ANSWER, NO_ANSWER, SUCCESS], ['7', '8', '7']);
  expect(again).not.toBe(first);
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

const BUSY = 503;
const lost = (code = NO_ANSWER) => Promise.reject(new ApiError(code, ''));

/** One order whose answer is lost; the looks answer these in turn. What came of it, and under which keys it went and was looked for. */
async function searchFor(
  looks: readonly (() => Promise<string | null>)[],
  repeat = new RepeatKey({ pausesMs: [0, 0, 0] }),
) {
  const keys: string[] = [];
  let [looked, told] = [0, 0];
  const send = (_body: unknown, key: string) => {
    keys.push(key);
    return lost();
  };
  const look = (key: string) => {
    keys.push(key);
    return looks[looked++]!();
  };
  const result = await repeat
    .send(BODY, send, { look, onLost: () => void told++ })
    .catch((error: unknown) => (error instanceof ApiError ? `ApiError ${error.code}` : (error as Error).name));
  return { result, told, looked, keys, repeat };
}

const none = () => Promise.resolve(null);
const found = () => Promise.resolve('the order');

test('B19 an order whose answer was lost is looked for by its key until it is found, and is the answer then', async () => {
  const { result, told, looked, keys, repeat } = await searchFor([none, () => lost(), found]);
  expect([result, told, looked]).toEqual(['the order', 1, 3]);
  expect(new Set(keys).size).toBe(1);
  // It is known what became of it: the same order again is another one.
  const again = await searchFor([found], repeat);
  expect(again.keys[0]).not.toBe(keys[0]);
});

test('B19 what the exchange knows nothing of never arrived; sent again it goes under the same key, so that it is placed once', async () => {
  const first = await searchFor([none, none, none]);
  expect(first.result).toBe('NeverArrived');
  const second = await searchFor([found], first.repeat);
  expect(second.keys[0]).toBe(first.keys[0]);
  expect(new NeverArrived()).toBeInstanceOf(Error);
});

test('B19 where the exchange cannot be asked at the end nobody knows, nor where the look is refused', async () => {
  expect((await searchFor([none, none, () => lost(BUSY)])).result).toBe(`ApiError ${NO_ANSWER}`);
  // Such as after the end of the session: the order was not refused, and what is sent again goes under the same key.
  const { result, looked, keys, repeat } = await searchFor([() => Promise.reject(new ApiError(10021, 'Log in'))]);
  expect([result, looked]).toEqual([`ApiError ${NO_ANSWER}`, 1]);
  expect((await searchFor([found], repeat)).keys[0]).toBe(keys[0]);
});

test('FLT-16 B19 an order that went without a key and whose answer was lost is not looked for: nobody knows', async () => {
  const answers = [KEYS_ARE_FULL, NO_ANSWER];
  const looks: string[] = [];
  const look = (key: string) => {
    looks.push(key);
    return none();
  };
  const sent = new RepeatKey({ pausesMs: [0] }).send(BODY, () => lost(answers.shift()), { look, onLost: () => {} });
  const error: unknown = await sent.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ApiError', code: NO_ANSWER });
  expect([answers, looks]).toEqual([[], []]);
  // Sent again it is another order, which nobody may call safe.
  expect(error).toBeInstanceOf(LostWithoutKey);
  expect(isUnsettled(error)).toBe(false);
});

test('an answer of the server that does not know the outcome keeps the key as a lost one does', async () => {
  const [first, second] = await keysOf([BUSY, SUCCESS]);
  expect(second).toBe(first);
});

test('A6 the same change of one order has one key, whoever sends it, and a different change or order another', async () => {
  const ofOrder = (id: number) => () => amendKeyOf('spot', { id, updatedAt: 1 });
  const [dialog] = await keysOf([NO_ANSWER], ['1'], ofOrder(1));
  const [chart] = await keysOf([NO_ANSWER], ['1'], ofOrder(1));
  expect(chart).toBe(dialog);
  const [other] = await keysOf([NO_ANSWER], ['1'], ofOrder(2));
  const [ofFutures] = await keysOf([NO_ANSWER], ['1'], () => amendKeyOf('futures', { id: 1, updatedAt: 1 }));
  const [different] = await keysOf([SUCCESS], ['2'], ofOrder(1));
  // The first values again are set again, over those that were set between.
  const [again] = await keysOf([SUCCESS], ['1'], ofOrder(1));
  expect(new Set([dialog, other, ofFutures, different, again]).size).toBe(5);
});

test('A6 the same change of an order that was changed elsewhere since has another key, so that it is made and not only answered', async () => {
  const at = (updatedAt: number) => () => amendKeyOf('stop', { id: 1, updatedAt });
  const [lost] = await keysOf([NO_ANSWER], ['1'], at(1));
  const [later] = await keysOf([NO_ANSWER], ['1'], at(2));
  expect(later).not.toBe(lost);
  // Whoever still shows the order as it was then sets it once more.
  const [behind] = await keysOf([NO_ANSWER], ['1'], at(1));
  expect(behind).not.toBe(lost);
});
