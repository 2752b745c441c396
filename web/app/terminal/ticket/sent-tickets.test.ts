import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NO_ANSWER } from '../../api/answer.ts';
import type { FuturesOrder } from '../../api/calls/futures.ts';
import { REPEATED_AFTER_TOLD_MS, REPEATED_WITHIN_MS, RepeatKey } from '../../api/repeat-key.ts';
import { ApiError } from '../../api/request.ts';
import { toldOrders } from '../../api/told-orders.ts';
import { keepLots, keepLotsWithKey, useSentTickets } from './sent-tickets.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const lots = () => [...useSentTickets.getState().lots];

test('S10 B19 lots stay as they were sent for as long as their key does, and each sending begins that anew', () => {
  keepLots('200 USDT', '0.004');
  vi.advanceTimersByTime(REPEATED_WITHIN_MS - 1);
  keepLots('200 USDT', '0.004');
  keepLots('300 USDT', '0.006');
  keepLots('300 USDT', null);
  vi.advanceTimersByTime(REPEATED_WITHIN_MS - 1);
  expect(lots()).toEqual([['200 USDT', '0.004']]);
  vi.advanceTimersByTime(1);
  expect(lots()).toEqual([]);
});

/** A sum in USDT whose order is sent and whose answer is lost; under which key it went. */
async function sendAndLose(typed: string): Promise<string> {
  const lost = () => Promise.reject(new ApiError(NO_ANSWER, ''));
  let sentKey = '';
  const onLost = (key: string) => {
    sentKey = key;
    keepLotsWithKey(typed, key);
  };
  keepLots(typed, '0.008');
  const repeat = new RepeatKey({ name: 'lots', pausesMs: [] });
  await expect(repeat.send({ typed }, lost, { look: () => Promise.resolve(null), onLost })).rejects.toThrow(ApiError);
  return sentKey;
}

const tell = (key: string) => toldOrders.futures.accept([{ clientOrderId: key } as FuturesOrder]);

test('S10 B19 lots end with their key, soon after a socket told of the order', async () => {
  tell(await sendAndLose('400 USDT'));
  await sendAndLose('500 USDT');
  vi.advanceTimersByTime(REPEATED_AFTER_TOLD_MS - 1);
  expect(lots()).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(lots()).toEqual([['500 USDT', '0.008']]);
  vi.advanceTimersByTime(REPEATED_WITHIN_MS);
  expect(lots()).toEqual([]);
});

test('S10 B19 lots that are sent again after that end no later', async () => {
  const key = await sendAndLose('600 USDT');
  tell(key);
  vi.advanceTimersByTime(REPEATED_AFTER_TOLD_MS - 1);
  expect(await sendAndLose('600 USDT')).toBe(key);
  vi.advanceTimersByTime(1);
  expect(lots()).toEqual([]);
  expect(await sendAndLose('600 USDT')).not.toBe(key);
});
