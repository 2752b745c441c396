import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REPEATED_WITHIN_MS } from '../../api/repeat-key.ts';
import { keepLots, useSentTickets } from './sent-tickets.ts';

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
