/** Text to tokens, in one pass. */
import { fail } from './errors.ts';

export type Token =
  | { readonly kind: 'number' | 'text' | 'placeholder' | 'name'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: Sign };

const SIGNS = ['<=', '>=', '<>', '<', '>', '=', '+', '-', '*', '/', '^', '%', '&', '(', ')', ','] as const;
export type Sign = (typeof SIGNS)[number];

/** Sticky: each matches at one place only, so that no text is read twice. */
const BLANK = /\s+/y;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const TEXT = /"(?:[^"]|"")*"|'(?:[^']|'')*'/y;
const PLACEHOLDER = /\{\s*([\p{L}\p{N}_.-]{1,64})\s*\}/uy;
const NAME = /[A-Za-z][A-Za-z0-9_]*/y;

export function readTokens(formula: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(formula);
    if (match) at += match[0].length;
    return match;
  };
  while (at < formula.length) {
    if (take(BLANK)) continue;
    tokens.push(readToken(formula, at, take, (length) => (at += length)));
  }
  return tokens;
}

function readToken(
  formula: string,
  at: number,
  take: (pattern: RegExp) => RegExpExecArray | null,
  skip: (length: number) => void,
): Token {
  const number = take(NUMBER);
  if (number) return { kind: 'number', text: number[0] };
  const text = take(TEXT);
  if (text) {
    const quote = text[0].charAt(0);
    return { kind: 'text', text: text[0].slice(1, -1).replaceAll(quote + quote, quote) };
  }
  const placeholder = take(PLACEHOLDER);
  if (placeholder) return { kind: 'placeholder', text: placeholder[1] ?? '' };
  const name = take(NAME);
  if (name) return { kind: 'name', text: name[0].toUpperCase() };
  const sign = SIGNS.find((candidate) => formula.startsWith(candidate, at));
  if (sign === undefined) return fail('unknown');
  skip(sign.length);
  return { kind: 'sign', text: sign };
}
