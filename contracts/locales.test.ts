import { expect, test } from 'vitest';
import {
  ALL_LOCALES,
  chooseLocale,
  knownLocale,
  normalizeLocale,
  parseAcceptLanguage,
  supportedLocales,
} from './locales.ts';

const KEYS = ALL_LOCALES.map(({ key }) => key);
const choose = (header: string, supported: readonly string[] = KEYS) =>
  chooseLocale({ cookie: '', browser: parseAcceptLanguage(header) }, supported);

test('L1 the languages of both lists are there', () => {
  const first = 'de-de en-us es-es fa-ir fr-fr hi-in id-id it-it ja-jp ko-kr pl-pl pt-br pt-pt ru-ru th-th tr-tr uk-ua';
  expect(KEYS).toEqual(`${first} uz-uz vi-vn zh-tw zh-cn`.split(' '));
  for (const { key, tag, script } of ALL_LOCALES) {
    expect(normalizeLocale(tag)).toBe(key);
    expect([key, new Intl.Locale(tag).maximize().script]).toEqual([key, script]);
  }
});

test('L1 a text that names no known language means English, however long it is', () => {
  expect(KEYS.map((key) => knownLocale(key.toUpperCase().replace('-', '_')))).toEqual(KEYS);
  for (const wrong of ['', 'fa', 'xx-yy', 'fa-ir\u001b[2J', 'fa_IR'.repeat(1_000)])
    expect(knownLocale(wrong)).toBe('en-us');
});

test('L2 fa-ir alone is right-to-left', () => {
  expect(ALL_LOCALES.filter(({ direction }) => direction === 'rtl').map(({ key }) => key)).toEqual(['fa-ir']);
});

test('L3 exact match first, then the base language', () => {
  expect(choose('pt-PT,pt-BR;q=0.9')).toBe('pt-pt');
  expect(choose('de-AT')).toBe('de-de');
  expect(choose('en-GB,en;q=0.9,fa;q=0.8')).toBe('en-us');
  expect(choose('fr-CA,en-US;q=0.5')).toBe('fr-fr');
  expect(choose('sw,fa;q=0.3,de;q=0.9')).toBe('de-de');
  expect(choose('sw,*;q=0.5')).toBe('en-us');
  expect(choose('')).toBe('en-us');
  expect(choose('fa;q=0,de')).toBe('de-de');
});

test('L3 of several with one base the one in the same script, else the first', () => {
  expect(choose('zh-HK')).toBe('zh-tw');
  expect(choose('zh-Hant-MO')).toBe('zh-tw');
  expect(choose('zh')).toBe('zh-cn');
  expect(choose('zh-SG')).toBe('zh-cn');
  expect(choose('pt')).toBe('pt-br');
  expect(choose('pt-AO')).toBe('pt-br');
  expect(choose('zh-HK', ['en-us', 'zh-cn'])).toBe('zh-cn');
});

test('L3 only a supported language is chosen, the cookie before the browser', () => {
  expect(choose('fa-IR', ['en-us', 'de-de'])).toBe('en-us');
  expect(chooseLocale({ cookie: 'fa_IR', browser: ['de'] }, KEYS)).toBe('fa-ir');
  expect(chooseLocale({ cookie: 'xx-xx', browser: ['de'] }, KEYS)).toBe('de-de');
});

test('L4 V5 keys are normalized, an empty list means en-us', () => {
  expect(supportedLocales(['en-US', 'fa_IR', 'fa-ir', ''])).toEqual(['en-us', 'fa-ir']);
  expect(supportedLocales([])).toEqual(['en-us']);
});

test('L4 language keys of any spelling become one', () => {
  for (const key of ['en-US', 'en_us', ' EN-us ', 'en-us']) expect(normalizeLocale(key)).toBe('en-us');
  expect(normalizeLocale('zh_Hant_TW')).toBe('zh-hant-tw');
});
