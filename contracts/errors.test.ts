/** The sentences of refusals against the code whose limits they tell, and against the dictionaries of the site. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MONEY_KEY_MS, MONEY_KEYS_PER_USER } from '../core/state-machine/idempotency.ts';
import { LEAST_PASSWORD_LENGTH } from './account-limits.ts';
import { DAY_MS } from './durations.ts';
import { BROKEN_LIMITS, REFUSALS, refusalOfLimit, type RefusalName } from './errors.ts';
import { ALL_LOCALES, DEFAULT_LOCALE } from './locales.ts';

const FOLDER = join(import.meta.dirname, '../web/locales');
const textsOf = (locale: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(FOLDER, locale, 'errors.json'), 'utf8')) as Readonly<Record<string, string>>;
const keyOf = (refusal: RefusalName): string => `errors.code_${REFUSALS[refusal].code}`;
const NAMES = Object.keys(REFUSALS) as RefusalName[];

/** Said otherwise to a person than to a program. */
const MEANT_OTHERWISE: Partial<Record<RefusalName, string>> = {
  BAD_REQUEST: 'the detail is English and names fields of the call',
  IDEMPOTENCY_MISMATCH: 'a person has never heard of an Idempotency-Key',
  IDEMPOTENCY_RUNNING: 'a person has never heard of an Idempotency-Key',
};

/** The server counts in seconds; the site says minutes and hours where they are easier to read. */
const asOnSite = (text: string): string => text.replace('{seconds} seconds', '{{seconds, wait}}');

test('L1 the English of the site says what the contract says, but where another word is meant', () => {
  const english = textsOf(DEFAULT_LOCALE);
  const differing = NAMES.filter((name) => english[keyOf(name)] !== asOnSite(REFUSALS[name].text));
  expect(differing).toEqual(Object.keys(MEANT_OTHERWISE));
});

test('L1 the site has words for every refusal and for no other', () => {
  const codes = Object.keys(textsOf(DEFAULT_LOCALE)).filter((key) => key.startsWith('errors.code_'));
  expect(codes.sort()).toEqual(NAMES.map(keyOf).sort());
});

test('L1 the site has words for every limit that an order can break, and its English is the contract’s', () => {
  const texts = Object.entries(textsOf(DEFAULT_LOCALE)).filter(([key]) => key.startsWith('errors.limit_'));
  const said = Object.entries(BROKEN_LIMITS).map(([limit, text]) => [
    `errors.limit_${limit}`,
    text.replaceAll(/\{(\w+)\}/g, '{{$1}}'),
  ]);
  expect(Object.fromEntries(texts)).toEqual(Object.fromEntries(said));
});

test('A4 a refusal that is about a limit names it in its sentence and in its data; without a limit it is the plain one', () => {
  const broken = { limit: 'quantity_most', value: '9000', asset: 'BTC' } as const;
  const refusal = refusalOfLimit('QUANTITY_RANGE', broken);
  expect(refusal.message).toBe('The amount is too large: at most 9000 BTC in one order.');
  expect(refusal.values).toEqual(broken);
  expect(refusalOfLimit('QUANTITY_RANGE', null)).toMatchObject({ message: REFUSALS.QUANTITY_RANGE.text, values: {} });
});

test.each<[RefusalName, readonly number[]]>([
  ['IDEMPOTENCY_FULL', [MONEY_KEYS_PER_USER, MONEY_KEY_MS / DAY_MS]],
  ['WEAK_PASSWORD', [LEAST_PASSWORD_LENGTH]],
])('the limits in the sentence of %s are those of the code, in every language', (refusal, limits) => {
  const locales = readdirSync(FOLDER).filter((name) => ALL_LOCALES.some(({ key }) => key === name));
  expect(locales.length).toBeGreaterThan(1);
  for (const text of [REFUSALS[refusal].text, ...locales.map((locale) => textsOf(locale)[keyOf(refusal)] ?? '')]) {
    const numbers = text
      .match(/\d+(?:[., \u00a0\u202f]\d{3})*/g)
      ?.map((number) => Number(number.replaceAll(/\D/g, '')));
    expect(
      numbers?.sort((a, b) => b - a),
      text,
    ).toEqual(limits);
  }
});
