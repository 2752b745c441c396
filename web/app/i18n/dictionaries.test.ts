/** Every text of the app has a key in every language, and no language has one that the others lack. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFUSALS } from '@agio/contracts/errors';
import { expect, test } from 'vitest';
import { createTranslator } from './instance.ts';
import { LOCALES } from './locales.ts';
import { loadDictionary, type Dictionary } from './resources.ts';

const dictionaries = new Map<string, Dictionary>();
for (const { key } of LOCALES) dictionaries.set(key, await loadDictionary(key));
const english = dictionaries.get('en-us') ?? {};

const root = new URL('..', import.meta.url).pathname;
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');

test.each(LOCALES.map((locale) => locale.key))('%s has exactly the English keys', (key) => {
  expect(Object.keys(dictionaries.get(key) ?? {}).toSorted()).toEqual(Object.keys(english).toSorted());
});

test.each(LOCALES.map((locale) => locale.key))('%s keeps the placeholders of the English text', (key) => {
  const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).toSorted();
  const dictionary = dictionaries.get(key) ?? {};
  for (const [name, text] of Object.entries(english)) {
    expect([name, ...placeholders(dictionary[name] ?? '')]).toEqual([name, ...placeholders(text)]);
  }
});

test('every key that the code names exists', () => {
  const named = new Set(
    [
      ...sources.matchAll(
        /['`]((?:account|assets|auth|chat|common|display|errors|frame|home|market|spot)\.[a-zA-Z0-9_.]+)['`]/g,
      ),
    ].map((match) => match[1] ?? ''),
  );
  const missing = [...named].filter((key) => !(key in english) && !(`${key}_other` in english));
  expect(missing).toEqual([]);
  expect(named.size).toBeGreaterThan(150);
});

test('every refusal of the server has words of its own', () => {
  const missing = Object.values(REFUSALS).filter(({ code }) => !(`errors.code_${code}` in english));
  expect(missing).toEqual([]);
});

test('a translator speaks its language and knows its plurals', () => {
  const { t } = createTranslator('en-us', english);
  expect(t('market.summary', { count: 1 })).toContain('1 spot pair.');
  expect(t('market.summary', { count: 3 })).toContain('3 spot pairs');
  expect(createTranslator('fa-ir', dictionaries.get('fa-ir') ?? {}).t('frame.markets')).toBe('بازارها');
});
