import { expect, test } from 'vitest';
import { languagesOf, normalizeLocale } from './dictionaries.ts';

test('L4 language keys of any spelling become one', () => {
  for (const key of ['en-US', 'en_us', ' EN-us ', 'en-us']) expect(normalizeLocale(key)).toBe('en-us');
});

test('L2 C28 the source language comes first, names are in their own language, Persian runs right to left', () => {
  expect(languagesOf(['fa-ir', 'en-us', 'zh-cn', 'zh-tw'])).toEqual([
    { languageKey: 'en-us', name: 'English', isRightToLeft: false },
    { languageKey: 'fa-ir', name: 'فارسی', isRightToLeft: true },
    { languageKey: 'zh-cn', name: '中文（中国）', isRightToLeft: false },
    { languageKey: 'zh-tw', name: '中文（台灣）', isRightToLeft: false },
  ]);
});
