import { expect, test } from 'vitest';
import { isIgnoredError } from './client-errors.ts';

test.each([
  'X8 Object Not Found Matching Id',
  'X8 ResizeObserver loop limit exceeded',
  'X8 ResizeObserver loop completed with undelivered notifications.',
  'X8 The transaction was aborted',
])('%s', (title) => {
  expect(isIgnoredError(`Error: ${title.slice('X8 '.length)}, id 3`)).toBe(true);
});

test('X8 any other error is told', () => {
  expect(isIgnoredError("Cannot read properties of undefined (reading 'x')")).toBe(false);
});
