import { expect, test } from 'vitest';
import { isLoginRedirectFresh, markLoginRedirect } from './login-marker.ts';

function memory(first: Record<string, string> = {}): Storage {
  const values = new Map(Object.entries(first));
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  } as Storage;
}
const NOW = 1_800_000_000_000;

test('K1 logout marker 5 s: the redirect is skipped while it is younger', () => {
  const store = memory();
  expect(isLoginRedirectFresh(store, NOW)).toBe(false);
  markLoginRedirect(store, NOW);
  expect(isLoginRedirectFresh(store, NOW + 4_999)).toBe(true);
  expect(isLoginRedirectFresh(store, NOW + 5_000)).toBe(false);
  expect(isLoginRedirectFresh(store, NOW - 1)).toBe(false);
});

test('V4 without a marker, or with one without our tag, nothing is skipped', () => {
  for (const text of ['', 'x', 'null', '3', '{}', `{"time":${NOW}}`, `{"tag":"other","time":${NOW}}`])
    expect(isLoginRedirectFresh(memory({ loginRedirect: text }), NOW), text).toBe(false);
});
