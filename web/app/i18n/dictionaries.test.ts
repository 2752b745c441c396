/** The texts themselves; that every language has every key and form is `npm run check` (tools/check-locales.ts). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFUSALS } from '@agio/contracts/errors';
import { expect, test } from 'vitest';
import { translate } from './translator.ts';
import type { LocaleKey } from '../addresses/locales.ts';
import { loadTexts, type Dictionary } from './texts.ts';

const folder = new URL('../../locales/', import.meta.url).pathname;

function read(key: LocaleKey): Dictionary {
  const files = readdirSync(join(folder, key)).filter((name) => name.endsWith('.json'));
  return Object.assign(
    {},
    ...files.map((name) => JSON.parse(readFileSync(join(folder, key, name), 'utf8'))),
  ) as Dictionary;
}
const english = read('en-us');

test('every refusal of the server has a text', () => {
  const missing = Object.values(REFUSALS).filter(({ code }) => !(`errors.code_${code}` in english));
  expect(missing).toEqual([]);
});

test('a translator speaks its language and knows its plurals', () => {
  const t = translate('en-us', english);
  expect(t('market.summary', { count: 1 })).toContain('1 spot pair.');
  expect(t('market.summary', { count: 3 })).toContain('3 spot pairs');
  expect(translate('fa-ir', read('fa-ir'))('frame.markets')).toBe('بازارها');
});

test.each([
  ['perpetuals.fund_payments_of', { day: '2026-11-27' }],
  ['perpetuals.fund_payments_show', { day: '2026-11-27' }],
  ['terminal.changed_at', { time: '2026-11-27 20:30:00 UTC' }],
])('in right-to-left text a date keeps its order: %s', (key, values) => {
  expect(translate('fa-ir', read('fa-ir'))(key, values)).toContain(`\u2066${Object.values(values)[0]}\u2069`);
});

test('L6 the dictionary is what the call answers, only the asked parts', async () => {
  const asked: string[] = [];
  const call = async (path: string) => {
    asked.push(path);
    return { code: 0, msg: '', data: { 'fa-ir': { 'frame.markets': 'بازار' } } };
  };
  expect(await loadTexts(call, 'fa-ir', ['common', 'frame'])).toEqual({ 'frame.markets': 'بازار' });
  expect(asked).toEqual(['/api/locales/agio?locale=fa-ir&domains=common%2Cframe']);
});

test.each([
  ['fails', () => Promise.reject(new Error('offline'))],
  ['is refused', async () => ({ code: 40029, msg: 'Too many', data: null })],
  ['is empty', async () => ({ code: 0, msg: '', data: { 'fa-ir': {} } })],
  ['lacks the language', async () => ({ code: 0, msg: '', data: {} })],
])('L6 X9 when the call %s the built dictionary serves', async (_, call) => {
  expect((await loadTexts(call, 'fa-ir', ['frame']))['frame.markets']).toBe('بازارها');
});
