import { expect, test } from 'vitest';
import { serverTranslator } from './server-translator.ts';

const english = { 'frame.markets': 'Markets', greeting: 'Hello {{name}}' };
const persian = { 'frame.markets': 'بازارها' };

test('two languages never meet, and a text with a value is made anew for each', () => {
  const { t, inline } = serverTranslator('en-us', english);
  for (const name of ['Ann', 'Bob']) expect(t('greeting', { name })).toBe(`Hello ${name}`);
  for (let n = 0; n < 2; n += 1) {
    expect(t('frame.markets')).toBe('Markets');
    expect(serverTranslator('fa-ir', persian).t('frame.markets')).toBe('بازارها');
  }
  expect(JSON.parse(inline)).toEqual(english);
});

test('a dictionary that was read anew, with an operator’s change, has a translator of its own', () => {
  const before = serverTranslator('en-us', english);
  expect(serverTranslator('en-us', english)).toBe(before);
  const changed = { ...english, 'frame.markets': 'All markets' };
  expect(before.t('frame.markets')).toBe('Markets');
  expect(serverTranslator('en-us', changed).t('frame.markets')).toBe('All markets');
});
