/** docs/GLOSSARY.md: each word once, in order, and among them the words that name the folders of the domain. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** Folders whose folders are named by words of the domain. */
const DOMAIN = ['core', 'core/perp', 'server', 'server/external', 'server/modules', 'web/app/features'];
/** Named for what they are in any program. */
const OF_ANY_PROGRAM: ReadonlySet<string> = new Set([
  'build',
  'external',
  'home',
  'http',
  'modules',
  'node_modules',
  'system',
  'testing',
]);

const entries = readFileSync(join(ROOT, 'docs/GLOSSARY.md'), 'utf8')
  .split('\n')
  .flatMap((line) => /^\| ([^|]+?) \| .+ \|$/.exec(line)?.[1] ?? [])
  .slice(1);
/** “mark, index” are two words, “deleveraging (ADL)” as well. */
const words = entries.flatMap((entry) => entry.split(/, | \(|\)/).filter((word) => word !== ''));

test('each word is there once, in the order of the alphabet', () => {
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  const ordered = entries.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b), 'en'));
  expect(entries).toEqual(ordered);
});

test.each(DOMAIN)('the folders of %s are named by words that are explained', (folder) => {
  const names = readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !OF_ANY_PROGRAM.has(entry.name))
    .map(({ name }) => name.replaceAll('-', ' '));
  const known = new Set(words.map((word) => word.toLowerCase()));
  const unknown = names.filter(
    (name) => ![name, name.replace(/s$/, ''), name.replace(/es$/, '')].some((one) => known.has(one)),
  );
  expect(unknown).toEqual([]);
});

const keyOf = (entry: string): string => entry.toLowerCase().replaceAll('-', ' ').split(',')[0]!.split(' (')[0]!;
