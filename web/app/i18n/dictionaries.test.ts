/** Every text of the app has a key in every language, and no language has one that the others lack. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFUSALS } from '@agio/contracts/errors';
import { expect, test } from 'vitest';
import { createTranslator } from './instance.ts';
import { LOCALES } from './locales.ts';
import { loadDictionary, type Dictionary } from './resources.ts';

test('L1 L4 every language that has a folder is built, and the other way round', () => {
  const folders = readdirSync(new URL('../../locales', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  expect(LOCALES.map(({ key }) => key).toSorted()).toEqual(folders.toSorted());
});

const folder = new URL('../../locales/', import.meta.url).pathname;

/** What a language says itself. */
function read(key: string): Dictionary {
  const files = readdirSync(join(folder, key)).filter((name) => name.endsWith('.json'));
  return Object.assign(
    {},
    ...files.map((name) => JSON.parse(readFileSync(join(folder, key, name), 'utf8')) as Dictionary),
  ) as Dictionary;
}
const dictionaries = new Map<string, Dictionary>(LOCALES.map(({ key }) => [key, read(key)]));
const english = read('en-us');
const counted = Object.keys(english)
  .filter((key) => key.endsWith('_one'))
  .map((key) => key.replace(/_one$/, ''))
  .filter((base) => `${base}_other` in english);
const isCounted = (key: string): boolean => counted.includes(key.replace(/_(zero|one|two|few|many|other)$/, ''));

const root = new URL('..', import.meta.url).pathname;
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');

test.each(LOCALES)('L1 $key has no key that English lacks, and its own forms of what is counted', ({ key, tag }) => {
  const own = dictionaries.get(key) ?? {};
  expect(Object.keys(own).filter((name) => !isCounted(name) && !(name in english))).toEqual([]);
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
  for (const base of counted) {
    const written = Object.keys(own).filter((name) => isCounted(name) && name.startsWith(`${base}_`));
    expect([key, ...written.toSorted()]).toEqual([key, ...forms.map((form) => `${base}_${form}`).toSorted()]);
  }
});

test('L2 Persian says everything', () => {
  expect(Object.keys(english).filter((name) => !(name in (dictionaries.get('fa-ir') ?? {})))).toEqual([]);
});

test('what a language does not say yet, English says', async () => {
  for (const { key } of LOCALES) {
    const loaded = await loadDictionary(key);
    expect([key, Object.keys(english).filter((name) => !(name in loaded))]).toEqual([key, []]);
    expect(loaded).toMatchObject(dictionaries.get(key) ?? {});
  }
});

test.each(LOCALES.map((locale) => locale.key))('%s keeps the placeholders of the English text', (key) => {
  const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).toSorted();
  const dictionary = dictionaries.get(key) ?? {};
  for (const [name, text] of Object.entries(dictionary)) {
    if (!isCounted(name)) expect([name, ...placeholders(text)]).toEqual([name, ...placeholders(english[name] ?? '')]);
  }
});

test('every key that the code names exists', () => {
  const named = new Set(
    [
      ...sources.matchAll(
        /['`]((?:account|assets|auth|common|errors|frame|home|market|navigation|spot)\.[a-zA-Z0-9_.]+)['`]/g,
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
