import { ALL_LOCALES } from '@agio/contracts/locales';
import { expect, test } from 'vitest';
import { intlTag } from './intl-tag.ts';
import { loadBuilt } from './texts.ts';

/** A digit of any script but the Latin 0 to 9. */
const OTHER_DIGIT = /[^\P{Nd}0-9]/u;

test('V1 every language writes its texts with the digits of prices and amounts', async () => {
  for (const { key } of ALL_LOCALES)
    for (const [name, text] of Object.entries(await loadBuilt(key)))
      expect(OTHER_DIGIT.test(text), `${key} ${name}: ${text}`).toBe(false);
});

test('V1 dates have the digits of prices and amounts, in the calendar of the language', () => {
  for (const { tag } of ALL_LOCALES) {
    const date = new Intl.DateTimeFormat(intlTag(tag), { dateStyle: 'medium', timeZone: 'UTC' }).format(0);
    expect(OTHER_DIGIT.test(date), `${tag}: ${date}`).toBe(false);
  }
  expect(new Intl.DateTimeFormat(intlTag('fa-IR'), { year: 'numeric', timeZone: 'UTC' }).format(0)).toContain('1348');
});
