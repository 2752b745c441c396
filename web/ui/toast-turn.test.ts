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
  isNews: false,
  wordsNow: undefined,
  ...part,
});

test('E2 of several toasts the one that came first has its turn', () => {
  expect(toastInTurn([toast(1), toast(2)])?.id).toBe(1);
  expect(toastInTurn([])).toBeNull();
});

test('E2 what failed is told before what waited already, the last failure first', () => {
  expect(toastInTurn([toast(1), toast(2, { kind: 'error' }), toast(3, { kind: 'error' }), toast(4)])?.id).toBe(3);
});

test('E2 what stays until it is closed keeps nothing else away', () => {
  const staying = toast(1, { durationMs: Number.POSITIVE_INFINITY });
  expect(toastInTurn([staying, toast(2)])?.id).toBe(2);
  expect(toastInTurn([staying])?.id).toBe(1);
});
