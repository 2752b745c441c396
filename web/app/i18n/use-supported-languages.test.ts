import { expect, test } from 'vitest';
import { isEnglishLogin } from './use-supported-languages.ts';

test('L1 a language that ended goes on at the English log-in, and that page is not loaded again', () => {
  expect(['/login', '/login/'].map(isEnglishLogin)).toEqual([true, true]);
  expect(['/', '/fa-ir/login', '/market', '/login/x'].map(isEnglishLogin)).toEqual([false, false, false, false]);
});
