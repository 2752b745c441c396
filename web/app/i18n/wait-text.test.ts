import { ALL_LOCALES } from '@agio/contracts/locales';
import { expect, test } from 'vitest';
import { codeText } from './words.ts';
import { translate } from './translator.ts';
import { loadBuilt } from './texts.ts';
import { waitText } from './wait-text.ts';

test('a wait is told in seconds, minutes or hours, rounded up', () => {
  const told = [0.2, 1, 59, 60, 61, 3_540, 3_541, 3_600, 3_601, 86_397].map((seconds) => waitText(seconds, 'en-US'));
  expect(told).toEqual([
    '1 second',
    '1 second',
    '59 seconds',
    '1 minute',
    '2 minutes',
    '59 minutes',
    '1 hour',
    '1 hour',
    '1 hour, 1 minute',
    '24 hours',
  ]);
  expect(waitText(23 * 3_600 + 58 * 60, 'de-DE')).toBe('23 Stunden, 58 Minuten');
});

test('X5 the faucet and the limit of attempts tell the wait in hours and minutes, in every language', async () => {
  for (const { key, tag } of ALL_LOCALES) {
    const t = translate(key, await loadBuilt(key));
    for (const code of [50_010, 40_029]) {
      const text = codeText(t, code, 'Try again in 82797 seconds.');
      expect(text).toContain(waitText(82_797, tag));
      expect(text).not.toMatch(/82,?797|\{/);
      expect(codeText(t, code, '', { seconds: 9 })).toContain(waitText(9, tag));
    }
  }
});
