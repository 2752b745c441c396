import { expect, test } from 'vitest';
import type { Toast } from './toast-queue.ts';
import { toastInTurn } from './toast-turn.ts';

const toast = (id: number, part: Partial<Toast> = {}): Toast => ({
  id,
  kind: 'success',
  title: '',
  description: undefined,
  durationMs: 3_000,
  isClosable: true,
  action: undefined,
  newsCount: 0,
  wordsNow: undefined,
  order: undefined,
  ...part,
});

const NEWS = { newsCount: 1 } as const;

test('E2 of several toasts that report the one that came first has its turn', () => {
  expect(toastInTurn([toast(1, NEWS), toast(2, NEWS)])?.id).toBe(1);
  expect(toastInTurn([])).toBeNull();
});

test('E2 the answer to the last press is told before older answers and before what only reports', () => {
  expect(toastInTurn([toast(1, NEWS), toast(2), toast(3), toast(4, NEWS)])?.id).toBe(3);
  const liquidated = toast(5, { ...NEWS, kind: 'error' });
  expect(toastInTurn([toast(3), liquidated])?.id).toBe(5);
  expect(toastInTurn([liquidated, toast(6)])?.id).toBe(6);
});

test('E2 what failed is told before what waited already, the last failure first', () => {
  expect(toastInTurn([toast(1), toast(2, { kind: 'error' }), toast(3, { kind: 'error' }), toast(4)])?.id).toBe(3);
});

test('E2 what stays until it is closed keeps nothing else away', () => {
  const staying = toast(1, { durationMs: Number.POSITIVE_INFINITY });
  expect(toastInTurn([staying, toast(2)])?.id).toBe(2);
  expect(toastInTurn([staying])?.id).toBe(1);
});
