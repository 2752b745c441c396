import { expect, test } from 'vitest';
import { mayReload, readNote, RELOAD_GUARD_MS } from './chunk-reload.ts';

const note = { path: '/market', expires: 1_000 + RELOAD_GUARD_MS };

test('K1 reload guard 10,000: the same path is loaded anew once within it', () => {
  expect(RELOAD_GUARD_MS).toBe(10_000);
  expect(mayReload(null, '/market', 1_000)).toBe(true);
  expect(mayReload(note, '/market', 10_999)).toBe(false);
  expect(mayReload(note, '/market', 11_000)).toBe(true);
});

test('T10 another path gets its own reload', () => {
  expect(mayReload(note, '/assets', 1_001)).toBe(true);
});

test('T10 an invalid note is ignored', () => {
  for (const text of [null, '', 'x', '{}', '[]', '"a"', '{"path":1,"expires":2}']) expect(readNote(text)).toBeNull();
  expect(readNote(JSON.stringify(note))).toEqual(note);
});
