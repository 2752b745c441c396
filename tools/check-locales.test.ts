import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkLocales } from './check-locales.ts';

const ENGLISH = {
  'shop.title': 'Shop',
  'shop.code': 'OCO',
  'shop.price': '{{price}} {{pair}}',
  'shop.side_BUY': 'Buy',
  'shop.side_SELL': 'Sell',
  'shop.count_one': '{{count}} thing',
  'shop.count_other': '{{count}} things',
};
const PERSIAN = {
  'shop.title': 'فروشگاه',
  'shop.code': 'OCO',
  'shop.price': '{{price}} {{pair}}',
  'shop.side_BUY': 'خرید',
  'shop.side_SELL': 'فروش',
  'shop.count_one': '{{count}} چیز',
  'shop.count_other': '{{count}} چیز',
};
const SOURCE = "t('shop.title'); t('shop.code'); t('shop.price'); t(`shop.side_${side}`); t('shop.count', { count });";

interface Case {
  readonly english?: Record<string, string>;
  readonly other?: Record<string, string>;
  readonly locale?: string;
  readonly source?: string;
  readonly same?: Record<string, string[]>;
}

function check({ english = ENGLISH, other = PERSIAN, locale = 'fa-ir', source = SOURCE, same }: Case): string[] {
  const root = mkdtempSync(join(tmpdir(), 'agio-locales-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, content: unknown): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  };
  write('web/locales/en-us/shop.json', english);
  write(`web/locales/${locale}/shop.json`, other);
  write('web/locales/same-as-english.json', same ?? { '*': ['shop.code'] });
  write('web/app/shop.tsx', source);
  return checkLocales(root);
}

test('L1 a language that has everything passes', () => {
  expect(check({})).toEqual([]);
});

test('L1 a missing key, a missing file and a key too many are found', () => {
  const { 'shop.title': _, ...without } = PERSIAN;
  expect(check({ other: without })).toEqual(['web/locales/fa-ir/shop.json: misses shop.title']);
  expect(check({ other: { ...PERSIAN, 'shop.more': 'بیشتر' } })[0]).toContain('has shop.more');
});

test('L1 a text left in English is found unless the list names it', () => {
  expect(check({ other: { ...PERSIAN, 'shop.title': 'Shop' } })).toEqual([
    'web/locales/fa-ir/shop.json: shop.title is still the English text',
  ]);
  expect(check({ same: { '*': [] } })[0]).toContain('shop.code is still the English text');
  expect(check({ same: { 'fa-ir': ['shop.code'] } })).toEqual([]);
});

test('L1 the list names only keys and languages that exist', () => {
  expect(check({ same: { '*': ['shop.code', 'shop.gone'], 'xx-xx': [] } })).toEqual([
    'web/locales/same-as-english.json: there is no key shop.gone',
    'web/locales/same-as-english.json: there is no language xx-xx',
  ]);
});

test('L1 every plural form of the language is there, and no other', () => {
  const russian = { ...PERSIAN, 'shop.count_few': '{{count}} вещи', 'shop.count_many': '{{count}} вещей' };
  expect(check({ locale: 'ru-ru', other: russian })).toEqual([]);
  expect(check({ locale: 'ru-ru' })).toEqual([
    'web/locales/ru-ru/shop.json: misses shop.count_few, a plural form of this language',
    'web/locales/ru-ru/shop.json: misses shop.count_many, a plural form of this language',
  ]);
  expect(check({ other: russian }).join()).toContain('shop.count_few is never said');
  const { 'shop.count_one': _, ...japanese } = PERSIAN;
  expect(check({ locale: 'ja-jp', other: japanese })).toEqual([]);
});

test('L1 a lost placeholder is found', () => {
  expect(check({ other: { ...PERSIAN, 'shop.price': '{{price}}' } })[0]).toContain(
    'shop.price has the placeholders {price}',
  );
});

test('L1 Uzbek letters that only look like oʻ and gʻ are found', () => {
  const uzbek = { ...PERSIAN, 'shop.title': 'Doʻkon' };
  expect(check({ locale: 'uz-uz', other: uzbek })).toEqual([]);
  // The apostrophe before the ending of a name is none of these letters.
  expect(check({ locale: 'uz-uz', other: { ...uzbek, 'shop.title': 'Agio’da' } })).toEqual([]);
  for (const sign of ['‘', "'", '`'])
    expect(check({ locale: 'uz-uz', other: { ...uzbek, 'shop.title': `Do${sign}kon` } })).toEqual([
      'web/locales/uz-uz/shop.json: shop.title has other letters than oʻ and gʻ with U+02BB',
    ]);
});

test('L1 an amount between words that are read from the right stands in an isolate', () => {
  const english = { ...ENGLISH, 'shop.paid': 'Paid {{amount}}', 'shop.most': 'At most {{most}} {{asset}}' };
  const source = `${SOURCE} t('shop.paid'); t('shop.most');`;
  const good = { 'shop.paid': 'پرداخت \u2066{{amount}}\u2069', 'shop.most': 'حداکثر \u2066{{most}} {{asset}}\u2069' };
  expect(check({ english, source, other: { ...PERSIAN, ...good } })).toEqual([]);
  const loose = { 'shop.paid': 'پرداخت {{amount}}', 'shop.most': 'حداکثر {{most}} {{asset}}' };
  expect(check({ english, source, other: { ...PERSIAN, ...loose } })).toEqual(
    ['paid', 'most'].map(
      (key) => `web/locales/fa-ir/shop.json: shop.${key} has an amount that stands in no isolate (U+2066 to U+2069)`,
    ),
  );
});

test('L1 missing keys that the source names, and keys that it never names, are found', () => {
  expect(check({ source: `${SOURCE} t('shop.gone');` })).toEqual(['web/app: shop.gone is no key of web/locales/en-us']);
  expect(check({ source: SOURCE.replace("t('shop.title');", '') })).toEqual([
    'web/locales/en-us: nothing names shop.title',
  ]);
  expect(check({ source: SOURCE.replace('shop.side_${side}', 'shop.kind_${side}') })).toEqual([
    'web/app: no key of web/locales/en-us has the form shop.kind_${side}',
    'web/locales/en-us: nothing names shop.side_BUY',
    'web/locales/en-us: nothing names shop.side_SELL',
  ]);
});
