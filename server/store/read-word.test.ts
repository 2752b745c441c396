import { expect, test } from 'vitest';
import { readWord } from './read-word.ts';

test('a word of a column is read as it is; one that is not of its list is an error that names the column and the word', () => {
  expect(readWord('side', 'SELL', ['BUY', 'SELL'])).toBe('SELL');
  expect(() => readWord('side', 'sell', ['BUY', 'SELL'])).toThrow('The column side holds “sell”');
});
