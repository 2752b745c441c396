import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jumpSoon, jumpTo, takeOverJumps } from './jump.ts';
import { endSession, expectSessionEnd } from './session-end.ts';

let jumps: string[];
let calls: string[];
let giveBack: () => void;
let isLogoutSlow = false;
const here = { pathname: '/fa-ir/assets', search: '?tab=spot', hostname: 'agio.example' };

beforeEach(() => {
  vi.useFakeTimers();
  [jumps, calls, isLogoutSlow] = [[], [], false];
  const store = new Map<string, string>();
  vi.stubGlobal('window', {
    location: here,
    localStorage: {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => void store.set(key, value),
    },
  });
  vi.stubGlobal('fetch', async (path: string) => {
    if (isLogoutSlow) await new Promise((resolve) => setTimeout(resolve, 1_000));
    calls.push(path);
  });
  giveBack = takeOverJumps((address) => void jumps.push(address));
});
afterEach(() => {
  giveBack();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('X7 redirect debounce 300: calls that fail together make one jump, to the last target', () => {
  jumpSoon('/market');
  vi.advanceTimersByTime(299);
  jumpSoon('/login');
  vi.advanceTimersByTime(299);
  expect(jumps).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(jumps).toEqual(['/fa-ir/login']);
});

test('X4 a jump keeps the language of the page and never leaves the site', () => {
  for (const target of [
    '/market?from=assets',
    '/fa-ir/market',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
  ])
    jumpTo(target);
  expect(jumps).toEqual(['/fa-ir/market?from=assets', '/fa-ir/market', '/fa-ir', '/fa-ir', '/fa-ir']);
});

test('X2 the session ends on the server before the page goes to /login, with the way back', async () => {
  isLogoutSlow = true;
  const ending = endSession('/login');
  await vi.advanceTimersByTimeAsync(999);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(301);
  await ending;
  expect(calls).toEqual(['/auth-v2/api/v2/auth/logout']);
  await vi.advanceTimersByTimeAsync(300);
  expect(jumps).toEqual([`/fa-ir/login?redirect=${encodeURIComponent('/fa-ir/assets?tab=spot')}`]);
});

test('V4 who logs out goes home, whatever other calls hear of the session meanwhile; a log-out that failed changes nothing', async () => {
  expectSessionEnd(true);
  await endSession('/login');
  await vi.advanceTimersByTimeAsync(300);
  expect([calls, jumps]).toEqual([[], []]);
  expectSessionEnd(false);
  await endSession('/login');
  await vi.advanceTimersByTimeAsync(300);
  expect(jumps).toHaveLength(1);
});

test('X3 a session that ends for home goes home', async () => {
  await endSession('/');
  await vi.advanceTimersByTimeAsync(300);
  expect([calls.length, jumps]).toEqual([1, ['/fa-ir']]);
});

test('V4 while the marker is under 5 s old no other answer logs out or jumps', async () => {
  await endSession('/login');
  await vi.advanceTimersByTimeAsync(4_999);
  await endSession('/login');
  await vi.advanceTimersByTimeAsync(300);
  expect([calls.length, jumps.length]).toEqual([1, 1]);
  await endSession('/login');
  await vi.advanceTimersByTimeAsync(300);
  expect([calls.length, jumps.length]).toEqual([2, 2]);
});

test('V4 a web view is logged out and stays where it is', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone) AgioApp/1.4.0' });
  await endSession('/login');
  await vi.advanceTimersByTimeAsync(5_000);
  expect([calls.length, jumps]).toEqual([1, []]);
});
