/** A page carries only the texts it uses: what its files name, followed through their imports, is what it declares. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { PAGE_FILES } from '../navigation/page-files.ts';
import { domainsOf, FRAME_DOMAINS } from './page-domains.ts';

const app = resolve(import.meta.dirname, '..');
const locales = resolve(app, '../locales/en-us');

/** key → domain */
const domainOfKey = new Map<string, string>();
for (const file of readdirSync(locales).filter((name) => name.endsWith('.json')))
  for (const key of Object.keys(JSON.parse(readFileSync(join(locales, file), 'utf8')) as object))
    domainOfKey.set(key, file.replace('.json', ''));

/** By the first part of a key: the domains that have such keys. */
const domainsOfPrefix = new Map<string, Set<string>>();
for (const [key, domain] of domainOfKey) {
  const prefix = key.split('.')[0] ?? '';
  domainsOfPrefix.set(prefix, (domainsOfPrefix.get(prefix) ?? new Set()).add(domain));
}

const pages = [...Object.entries(PAGE_FILES), ['/*', 'pages/error/not-found.tsx']] as const;

interface Source {
  readonly imports: readonly string[];
  readonly uses: ReadonlySet<string>;
}
const sources = new Map<string, Source>();

/** Texts that a file brings by itself, when they are needed, are not the page's. */
function broughtBy(text: string): string[] {
  const lists = [...text.matchAll(/ensureDomains\(\[([^\]]*)\]\)/g)];
  return lists.flatMap(([, list = '']) => [...list.matchAll(/'(\w+)'/g)].map(([, domain = '']) => domain));
}

/** Parts that load later and bring their own texts with `ensureDomains` are not the page's. */
function read(file: string): Source {
  const known = sources.get(file);
  if (known) return known;
  const text = readFileSync(file, 'utf8');
  const resolved = (path: string): string => resolve(dirname(file), path);
  const isApp = (path: string): boolean => path.startsWith(app) && /\.tsx?$/.test(path) && existsSync(path);
  const still = [...text.matchAll(/(?:import|export)\s[^'"]*from\s+'(\.[^']+)'/g)].map(([, path = '']) =>
    resolved(path),
  );
  const later = text.includes('ensureDomains(')
    ? []
    : [...text.matchAll(/import\('(\.[^']+)'\)/g)].map(([, path = '']) => resolved(path));
  const brought = broughtBy(text);
  const uses = new Set([...usesOf(text)].filter((domain) => !brought.includes(domain)));
  const source = { imports: [...still, ...later].filter(isApp), uses };
  sources.set(file, source);
  return source;
}

function usesOf(text: string): Set<string> {
  const uses = new Set<string>();
  for (const [, key = ''] of text.matchAll(/['"`]([a-z][a-z0-9]*\.[A-Za-z0-9_.]+)['"`]/g)) {
    const domain = domainOfKey.get(key) ?? domainOfKey.get(`${key}_other`);
    if (domain) uses.add(domain);
  }
  for (const [, prefix = ''] of text.matchAll(/`([a-z][a-z0-9]*)\.[A-Za-z0-9_.]*\$\{/g))
    for (const domain of domainsOfPrefix.get(prefix) ?? []) uses.add(domain);
  for (const [, page = ''] of text.matchAll(/pageText\(\w+, '(\w+)'/g))
    uses.add(domainOfKey.get(`${page}.meta.title`) ?? `(no ${page}.meta.title)`);
  return uses;
}

function usedBy(file: string): string[] {
  const seen = new Set<string>();
  const uses = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const source = read(path);
    for (const domain of source.uses) uses.add(domain);
    for (const next of source.imports) visit(next);
  };
  visit(file);
  return [...uses].toSorted();
}

const beyondFrame = (domains: readonly string[]): string[] =>
  domains.filter((domain) => !(FRAME_DOMAINS as readonly string[]).includes(domain)).toSorted();

test('L6 the frame uses only the texts that every page carries', () => {
  expect(beyondFrame(usedBy(join(app, 'root.tsx')))).toEqual([]);
});

test.each(pages)('L6 %s carries the texts it uses and no others', (path, file) => {
  const example = path.replaceAll(/:\w+/g, 'X').replace('/*', '/no/such/page');
  expect(beyondFrame(domainsOf(example))).toEqual(beyondFrame(usedBy(join(app, file))));
});
