import { expect, test } from 'vitest';
import { isLoginRedirectFresh, markLoginRedirect } from './login-marker.ts';

/** What a browser's storage does, in memory. */
function memoryStore(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
    getItem: (key) => entries.get(key) ?? null,
    key: (index) => [...entries.keys()][index] ?? null,
    removeItem: (key) => void entries.delete(key),
    setItem: (key, value) => void entries.set(key, value),
  };
}

const NOW = 1_800_000_000_000;

test('V4 the redirect after a log-out is skipped while the marker is under 5 seconds old', () => {
  const store = memoryStore();
  expect(isLoginRedirectFresh(store, NOW)).toBe(false);
  markLoginRedirect(store, NOW);
  expect(isLoginRedirectFresh(store, NOW)).toBe(true);
  expect(isLoginRedirectFresh(store, NOW + 4_999)).toBe(true);
  expect(isLoginRedirectFresh(store, NOW + 5_000)).toBe(false);
});

test('V4 a marker of the future, one without our tag and one that is no marker do not count', () => {
  const store = memoryStore();
  markLoginRedirect(store, NOW);
  expect(isLoginRedirectFresh(store, NOW - 1)).toBe(false);
  const key = store.key(0) ?? '';
  const written = JSON.parse(store.getItem(key) ?? '') as Record<string, unknown>;
  for (const other of [{ ...written, tag: 'another' }, { ...written, time: 'soon' }, { time: NOW }, null, 7, []]) {
    store.setItem(key, JSON.stringify(other));
    expect([other, isLoginRedirectFresh(store, NOW)]).toEqual([other, false]);
  }
  store.setItem(key, 'not json');
  expect(isLoginRedirectFresh(store, NOW)).toBe(false);
});
