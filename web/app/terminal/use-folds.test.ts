import { expect, test } from 'vitest';
import { foldsFor } from './use-folds.ts';

test('a row unfolds as far as the width is known to be enough', () => {
  const needed = [860, 764, 600];
  expect(foldsFor(700, 2, needed)).toBe(2);
  expect(foldsFor(764, 2, needed)).toBe(1);
  expect(foldsFor(900, 3, needed)).toBe(0);
  expect(foldsFor(900, 0, [])).toBe(0);
});
