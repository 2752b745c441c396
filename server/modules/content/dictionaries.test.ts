import { expect, test } from 'vitest';
import { languagesOf } from './dictionaries.ts';

test('L2 C28 the source language comes first, names are in their own language, Persian runs right to left', () => {
  expect(languagesOf(['fa-ir', 'en-us', 'zh-cn', 'zh-tw'])).toEqual([
    { languageKey: 'en-us', name: 'English', isRightToLeft: false },
    { languageKey: 'fa-ir', name: 'فارسی', isRightToLeft: true },
    { languageKey: 'zh-cn', name: '简体中文', isRightToLeft: false },
    { languageKey: 'zh-tw', name: '繁體中文', isRightToLeft: false },
  ]);
});
