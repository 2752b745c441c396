import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Checked, startSocketCheck } from './session-check.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sockets by what opened them; the ended ones are closed by `end`, as the gateway does. */
function socketsOf(open: string[], live: Checked['live']): Checked & { readonly ended: string[] } {
  const ended: string[] = [];
  return { names: () => open, live, end: (name) => void ended.push(name), ended };
}

test('ATK-8 every 20 s all sessions are looked up in one query, however many sockets they have', async () => {
  const asked: string[][] = [];
  const sockets = socketsOf(['a', 'b', 'a', 'c'], async (names) => {
    asked.push([...names]);
    return new Set(['a', 'c']);
  });
  const check = startSocketCheck([sockets], () => {});
  await vi.advanceTimersByTimeAsync(19_999);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([['a', 'b', 'c']]);
  expect(sockets.ended).toEqual(['b']);
  check.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
});

test('ATK-8 while the database is away no socket is closed; a slow one is not asked twice; later checks go on', async () => {
  const troubles: string[] = [];
  let [looks, answer] = [0, (_alive: ReadonlySet<string>): void => {}];
  const sockets = socketsOf(['a'], () => {
    looks += 1;
    if (looks === 1) return Promise.reject(new Error('away'));
    return new Promise((resolve) => (answer = resolve));
  });
  const check = startSocketCheck([sockets], ({ message }) => void troubles.push(message));
  await vi.advanceTimersByTimeAsync(20_000);
  expect([troubles, sockets.ended]).toEqual([['away'], []]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toBe(2);
  answer(new Set());
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets.ended).toEqual(['a']);
  check.stop();
});
