/**
 * `npm run check`, citations: every rule that code, tests and docs cite exists, every relative link of the docs leads
 * somewhere, and so does every `docs/….md` that comments and texts of code name; the names of code in docs/ADDING_A_DOMAIN.md
 * exist. A citation is a document's name with ids after it: “trading A5.3”, “trading B6, E5 and C4.2”, “growth 8.8”, “growth E17”, “reliability 1.3.6”, “decision 031”; examples of docs/rules/trading.md (`X-A1`) and promises of
 * docs/reliability.md (`FLT-5`, `ATK-13`) name themselves.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const BOOKS: Readonly<Record<string, string>> = {
  trading: 'docs/rules/trading.md',
  growth: 'docs/rules/growth.md',
  reliability: 'docs/reliability.md',
};
const REFERENCE = String.raw`(?:X-[A-Z]\d+|[A-Z]?\d+[a-z]?(?:\.\d+)*)`;
/** A reference and those that follow it: “A4.9-10” and “B8–B10” are a range, of which the ends are looked up. */
const CITATION = new RegExp(
  String.raw`\b(trading|growth|reliability|decision) (${REFERENCE}(?:(?:, | and | to |–|, and )${REFERENCE})*)(?![\w-])`,
  'gi',
);
const SELF_NAMED = /\b(X-[A-Z]\d+|FLT-\d+|ATK-\d+)\b/g;
/**
 * In comments rules of trading are also cited bare, after the first: “(B17)”. The checklist has ids with C and E as well, but the core
 * names none of them.
 */
const COMMENT = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm;
const BARE = /(?<![\w.'"`-])([ABD]\d{1,2}(?:\.\d+)?)\b/g;
const BARE_IN_CORE = /(?<![\w.'"`-])([A-E]\d{1,2}(?:\.\d+)?)\b/g;
/** A page of the docs by its path from the root; a rest that is not written out (`docs/decisions/NNN-….md`) is none. */
const PAGE = /(?<![\w/.-])docs\/[\w./-]+\.md\b/g;
/** A page that newcomers follow to the letter: each name in its sentences is one of the product's code. */
const FOLLOWED_PAGE = 'docs/ADDING_A_DOMAIN.md';
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;

/** The ids of a document that can be cited: sections, numbered and marked rules, examples. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  let section = '';
  for (const line of text.split('\n')) {
    const heading = /^#{2,4} ([A-Z]?\d+[a-z]?(?:\.\d+)*|[A-Z])\b/.exec(line);
    if (heading?.[1]) {
      section = heading[1];
      anchors.add(section);
      continue;
    }
    // “1. Size of the index …” is 8.1 of its section; some paragraphs hold several: “1. … 2. …”.
    if (/^\d+\. /.test(line))
      for (const match of line.matchAll(/(?:^|[.;:)\]] )(\d+)\. /g)) anchors.add(`${section}.${match[1]}`);
    const item = /^- ([A-Z]\d+\.\d+|\d+\.\d+)\b/.exec(line);
    if (item?.[1]) anchors.add(item[1]);
    if (/^- (?:X-[A-Z]|E)\d+ /.test(line))
      for (const match of line.matchAll(/(?:^- |[.;] )(X-[A-Z]\d+|E\d+) /g)) if (match[1]) anchors.add(match[1]);
    for (const match of line.matchAll(/^\| ((?:FLT|ATK)-\d+) \|/g)) if (match[1]) anchors.add(match[1]);
    for (const match of line.matchAll(/(?:^|[.;] |\s)- ?([CG]\d{2}) |(?:→[^→]*\. )([G]\d{2}) /g)) {
      const id = match[1] ?? match[2];
      if (id) anchors.add(id);
    }
  }
  return anchors;
}

export interface Citation {
  readonly book: string;
  readonly id: string;
}

/** The citations of a text, one for each id; comments that break a line read as one. */
export function citationsOf(text: string): Citation[] {
  const joined = text.replaceAll(/\n\s*(?:\*|\/\/)\s?/g, ' ');
  const found: Citation[] = [];
  for (const { 1: name = '', 2: list = '' } of joined.matchAll(CITATION)) {
    const book = name.toLowerCase();
    for (const id of list.split(/, and |, | and | to |–/)) if (isReference(book, id)) found.push({ book, id });
  }
  for (const { 1: id = '' } of joined.matchAll(SELF_NAMED))
    found.push({ book: id.startsWith('X-') ? 'trading' : 'reliability', id });
  return found;
}

/** Rules of trading that comments cite by their id alone. */
export function bareIdsOf(source: string, isOfCore = false): string[] {
  const pattern = isOfCore ? BARE_IN_CORE : BARE;
  return [...source.matchAll(COMMENT)].flatMap(([comment]) =>
    [...comment.matchAll(pattern)].map(({ 1: id = '' }) => id),
  );
}

/** Pages of the docs that a source names in comments and texts, each once. */
export function pagesOf(source: string): string[] {
  return [...new Set([...source.matchAll(PAGE)].map(([page]) => page))];
}

/** Names of code in the sentences of a page: what stands between backticks, outside the blocks of code, and is one word. */
export function namesIn(page: string): string[] {
  const sentences = page.replaceAll(/^```[^]*?^```/gm, '');
  return [...sentences.matchAll(/`([A-Za-z_]\w*)`/g)].map(({ 1: name = '' }) => name);
}

/** “trading 24 hours” is not a citation: a rule of trading has its section's letter, except in section 0. */
function isReference(book: string, id: string): boolean {
  if (book === 'decision') return /^\d{3}$/.test(id);
  if (book === 'trading') return /^(?:X-|[A-Z]|0\.)/.test(id);
  return true;
}

/** Answers every breach, one line each. */
export function checkCitations(root: string): { ok: boolean; output: string } {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
  const anchors = new Map(Object.entries(BOOKS).map(([book, path]) => [book, anchorsOf(read(path))]));
  const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 3));
  anchors.set('decision', new Set(decisions));
  const breaches: string[] = [];
  for (const path of files.filter(
    (file) => /\.(?:ts|tsx|cjs|mjs|md|sql)$/.test(file) && !file.startsWith('tools/citations'),
  )) {
    const text = read(path);
    for (const { book, id } of citationsOf(text))
      if (!anchors.get(book)?.has(id))
        breaches.push(`${path}: ${book} ${id} is nowhere in ${BOOKS[book] ?? 'docs/decisions'}`);
    if (/\.tsx?$/.test(path))
      for (const id of bareIdsOf(text, path.startsWith('core/')))
        if (!anchors.get('trading')?.has(id)) breaches.push(`${path}: ${id} is nowhere in ${BOOKS.trading}`);
    if (path.endsWith('.md')) breaches.push(...brokenLinks(root, path, text));
    else breaches.push(...missingPages(root, path, text));
  }
  if (files.includes(FOLLOWED_PAGE)) breaches.push(...unknownNames(read(FOLLOWED_PAGE), files, read));
  return { ok: breaches.length === 0, output: [...new Set(breaches)].join('\n') };
}

function unknownNames(page: string, files: readonly string[], read: (path: string) => string): string[] {
  const sources = files.filter((path) => /^(?:core|contracts|server|web)\/.*\.tsx?$/.test(path));
  const words = new Set(sources.flatMap((path) => read(path).match(/\w+/g) ?? []));
  return namesIn(page)
    .filter((name) => !words.has(name))
    .map((name) => `${FOLLOWED_PAGE}: nothing in the code is called ${name}`);
}

function missingPages(root: string, path: string, text: string): string[] {
  return pagesOf(text)
    .filter((page) => !existsSync(join(root, page)))
    .map((page) => `${path}: there is no ${page}`);
}

function brokenLinks(root: string, path: string, text: string): string[] {
  const breaches: string[] = [];
  for (const { 1: target = '' } of text.matchAll(LINK)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [file = '', anchor = ''] = target.split('#');
    const full = file === '' ? join(root, path) : join(root, dirname(path), file);
    if (!existsSync(full)) breaches.push(`${path}: the link to ${target} leads nowhere`);
    else if (anchor !== '' && full.endsWith('.md') && !headingsOf(readFileSync(full, 'utf8')).has(anchor))
      breaches.push(`${path}: ${file || path} has no heading #${anchor}`);
  }
  return breaches;
}

/** Names of the headings as links spell them: lower case, spaces as dashes, other signs left out. */
function headingsOf(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/^#{1,6} (.+)$/gm)].map(({ 1: heading = '' }) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}
