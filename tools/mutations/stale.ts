/** Planted bugs that no longer fit the code: `npm run check` refuses them, since nothing else reads them every day. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutation, occurrences } from './mutation.ts';

/** A snippet must occur exactly once in its file; the test file that shall turn red must be there, and have a test of that title. */
export function staleAmong(mutations: readonly Mutation[], root: string): { at: number; why: string }[] {
  const stale: { at: number; why: string }[] = [];
  for (const [at, { file, snippet, killer, test = '' }] of mutations.entries()) {
    const path = join(root, file);
    const found = existsSync(path) ? occurrences(readFileSync(path, 'utf8'), snippet) : 0;
    if (found !== 1) stale.push({ at, why: `its snippet occurs ${found} times in ${file}` });
    else if (!existsSync(join(root, killer))) stale.push({ at, why: `there is no ${killer}` });
    else if (!isTitleIn(readFileSync(join(root, killer), 'utf8'), test))
      stale.push({ at, why: `no test of ${killer} is called “${test}”` });
  }
  return stale;
}

/** What vitest fills in from a table, and JavaScript into a template. */
const FILLED_IN = /%[sdifjoO#]|\$\{[^}]*\}|\$[A-Za-z]\w*/;
/** One on one line; an apostrophe in a comment hides no more than the rest of its line. */
const STRING = /(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g;

/**
 * Whether a test file can have a test whose title, behind that of its `describe`, holds these words. They stand in the file as they are,
 * but where a title is filled in, by a number or by what stands elsewhere in the file, and where the group's title ends.
 */
export function isTitleIn(source: string, words: string): boolean {
  if (source.includes(words)) return true;
  const templates = [...source.matchAll(STRING)].map(([, , text = '']) => text).filter((text) => FILLED_IN.test(text));
  if (templates.some((template) => isPartOf(template, words, source))) return true;
  const isJoined = (at: number): boolean => {
    const [group, own] = [words.slice(0, at), words.slice(at + 1)];
    return ["'", '"', '`'].some((quote) => source.includes(group + quote) && source.includes(quote + own));
  };
  return [...words.matchAll(/ /g)].some(({ index }) => isJoined(index));
}

function isPartOf(template: string, words: string, source: string): boolean {
  const literals = template.split(new RegExp(FILLED_IN, 'g'));
  const canFill = (text: string): boolean => /^\d+$/.test(text) || source.includes(text);
  /** Whether the rest of the words goes on with this literal, and what is filled in behind it. */
  const goesOn = (rest: string, at: number): boolean => {
    const literal = literals[at];
    if (literal === undefined) return false;
    if (literal.startsWith(rest)) return true;
    return rest.startsWith(literal) && isFilled(rest.slice(literal.length), at + 1);
  };
  const isFilled = (rest: string, next: number): boolean =>
    next < literals.length &&
    Array.from(rest, (_, at) => at + 1).some(
      (length) => canFill(rest.slice(0, length)) && (length === rest.length || goesOn(rest.slice(length), next)),
    );
  /** The words begin anywhere in a literal, or with what is filled in before one. */
  return literals.some(
    (literal, at) =>
      Array.from(literal, (_, from) => literal.slice(from)).some(
        (end) => words.startsWith(end) && isFilled(words.slice(end.length), at + 1),
      ) || isFilled(words, at + 1),
  );
}
