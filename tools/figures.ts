/**
 * The figures of docs/STYLE.md, counted from the code. `node tools/figures.ts` writes the column of now; `npm run check` fails when one of
 * them has moved by more than a tenth, so that a usual change need not touch the page.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { longFunctions } from './long-functions.ts';

const root = join(import.meta.dirname, '..');
const PAGE = 'docs/STYLE.md';
/** How far a figure may move before it has to be written anew, as a part of it. */
const TOLERANCE = 0.1;

const PRODUCT = /^(?:core|server|contracts|web|tools)\//;
/** Fewer equal lines are mostly what a library wants written. */
const COPIED_LINES = 6;
const TEST = /\.test\.tsx?$/;
/** What proves the product: tests, models and what they stand on, planted bugs. */
const PROOF = /\.test\.tsx?$|^core\/(?:model|testing)\/|^test\/|^tools\/mutations\//;

interface Source {
  readonly path: string;
  readonly text: string;
}

/** A row of the page's table: what its first cell begins with, and the figures of its last cell, in their order. */
export interface Figures {
  readonly row: string;
  readonly now: readonly number[];
}

/** Casts (`as const` is none) and non-null assertions of a source. */
export function countTrust({ path, text }: Source): { casts: number; nonNull: number } {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  const counted = { casts: 0, nonNull: 0 };
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) counted.casts++;
    if (ts.isNonNullExpression(node)) counted.nonNull++;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return counted;
}

/** The lines of a source that can be copied: no imports, no comments, nothing that is punctuation alone. */
function linesWithWords(text: string): string[] {
  return text
    .replaceAll(/^(?:import|export) [^;]*? from '[^']+';$|\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line));
}

/** Runs of `length` equal lines that stand in more than one file; of a longer run each window counts. */
export function countCopies(sources: readonly Source[], length = COPIED_LINES): number {
  const files = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    const lines = linesWithWords(text);
    for (let at = 0; at + length <= lines.length; at += 1) {
      const window = lines.slice(at, at + length).join('\n');
      files.set(window, (files.get(window) ?? new Set()).add(path));
    }
  }
  return [...files.values()].filter((paths) => paths.size > 1).length;
}

export function countFigures(sources: readonly Source[]): Figures[] {
  const product = sources.filter(({ path }) => PRODUCT.test(path) && !PROOF.test(path));
  const lengths = product.map(linesOf).toSorted((a, b) => a - b);
  const trust = product.map(countTrust);
  const long = sources.filter(({ path }) => !TEST.test(path)).flatMap(({ path, text }) => longFunctions(path, text));
  return [
    { row: 'lines a file', now: [share(lengths, 0.5), share(lengths, 0.9), lengths.at(-1) ?? 0] },
    { row: 'functions over 70 lines', now: [long.length] },
    { row: 'casts in all', now: [sum(trust.map(({ casts }) => casts)), sum(trust.map(({ nonNull }) => nonNull))] },
    { row: 'copied lines', now: [countCopies(product)] },
    {
      row: 'lines of proof',
      now: [proofALine(sources), proofALine(sources.filter(({ path }) => path.startsWith('core/')))],
    },
  ];
}

/** Answers what the page says otherwise than the figures, one line each. */
export function judgeFigures(page: string, figures: readonly Figures[]): string[] {
  return figures.flatMap(({ row, now }) => {
    const said = numbersOf(lastCellOf(page, row)?.text ?? '');
    const isNear = now.every((figure, at) => Math.abs(figure - (said[at] ?? Infinity)) <= TOLERANCE * figure);
    return isNear ? [] : [`${PAGE}: “${row}” is ${now.join(', ')} now: node tools/figures.ts writes it`];
  });
}

/** The page with the figures in the last cells of their rows; the words around them stay. */
export function writeFigures(page: string, figures: readonly Figures[]): string {
  let written = page;
  for (const { row, now } of figures) {
    const cell = lastCellOf(written, row);
    if (cell === null) throw new Error(`${PAGE} has no row “${row}”`);
    const left = [...now];
    const text = cell.text.replaceAll(NUMBER, (said) => (left.shift() ?? said).toString());
    written = written.slice(0, cell.at) + text + written.slice(cell.at + cell.text.length);
  }
  return written;
}

export function checkFigures(): { ok: boolean; output: string } {
  const breaches = judgeFigures(readFileSync(join(root, PAGE), 'utf8'), countFigures(readSources()));
  return { ok: breaches.length === 0, output: breaches.join('\n') };
}

const NUMBER = /\d+(?:\.\d+)?/g;
const numbersOf = (text: string): number[] => (text.match(NUMBER) ?? []).map(Number);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const linesOf = ({ text }: Source): number => text.split('\n').length - 1;
const share = (sorted: readonly number[], part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;

/** Lines of proof for a line of product, with two decimals. */
function proofALine(sources: readonly Source[]): number {
  const proof = sum(sources.filter(({ path }) => PROOF.test(path)).map(linesOf));
  const product = sum(sources.filter(({ path }) => PRODUCT.test(path) && !PROOF.test(path)).map(linesOf));
  return product === 0 ? 0 : Math.round((proof / product) * 100) / 100;
}

function lastCellOf(page: string, row: string): { at: number; text: string } | null {
  const start = page.indexOf(`\n| ${row}`) + 1;
  if (start === 0) return null;
  const end = page.indexOf('\n', start);
  const line = page.slice(start, end).trimEnd();
  const from = line.lastIndexOf('|', line.length - 2) + 1;
  return { at: start + from, text: line.slice(from, -1) };
}

function readSources(): Source[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  });
  const paths = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

if (import.meta.main) {
  const path = join(root, PAGE);
  writeFileSync(path, writeFigures(readFileSync(path, 'utf8'), countFigures(readSources())));
}
