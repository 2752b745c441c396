/**
 * Tokens to a tree, by the precedence of spreadsheets: comparison, &, + and -, * and /, ^, a leading sign. Equal
 * operators go from left to right (2^3^2 is 64), and a leading sign binds first (-2^2 is 4).
 */
import { fail } from './errors.ts';
import { readTokens, type Sign, type Token } from './tokens.ts';

export type Node =
  | { readonly kind: 'number' | 'text' | 'placeholder'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'negative' | 'percent'; readonly operand: Node }
  | { readonly kind: 'operation'; readonly sign: Operator; readonly left: Node; readonly right: Node }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Node[] };

const LEVELS = [['=', '<>', '<', '>', '<=', '>='], ['&'], ['+', '-'], ['*', '/'], ['^']] as const;
export type Operator = (typeof LEVELS)[number][number];

export const MOST_CHARACTERS = 2_000;
export const MOST_DEPTH = 64;

export function parseFormula(formula: string): Node {
  if (formula.length > MOST_CHARACTERS) return fail('unknown');
  const text = formula.trimStart();
  const parser = new Parser(readTokens(text.startsWith('=') ? text.slice(1) : text));
  return parser.parse();
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Node {
    const node = this.#level(0);
    return this.#at === this.#tokens.length ? node : fail('unknown');
  }

  /** Everything that nests passes here, so this is where depth is counted. */
  #level(level: number): Node {
    this.#depth += 1;
    if (this.#depth > MOST_DEPTH * (LEVELS.length + 1)) fail('unknown');
    const node = this.#chain(level);
    this.#depth -= 1;
    return node;
  }

  #chain(level: number): Node {
    const signs: readonly Sign[] | undefined = LEVELS[level];
    if (signs === undefined) return this.#signed();
    let left = this.#level(level + 1);
    for (;;) {
      const sign = this.#takeSign(signs);
      if (sign === null) return left;
      left = { kind: 'operation', sign: sign as Operator, left, right: this.#level(level + 1) };
    }
  }

  /** Many leading signs are one or none: they are counted, not nested. */
  #signed(): Node {
    let isNegative = false;
    for (let sign = this.#takeSign(['-', '+']); sign !== null; sign = this.#takeSign(['-', '+']))
      if (sign === '-') isNegative = !isNegative;
    let operand = this.#operand();
    if (this.#takeSign(['%']) !== null) {
      // What follows decides between "percent of" and "rest of": neither is offered, and the answer says so.
      operand = { kind: 'percent', operand };
      if (this.#startsOperand()) this.#signed();
    }
    return isNegative ? { kind: 'negative', operand } : operand;
  }

  #operand(): Node {
    const token = this.#tokens[this.#at];
    if (token === undefined) return fail('unknown');
    this.#at += 1;
    if (token.kind === 'name') return this.#named(token.text);
    if (token.kind !== 'sign') return { kind: token.kind, text: token.text };
    if (token.text !== '(') return fail('unknown');
    const inner = this.#level(0);
    return this.#takeSign([')']) === null ? fail('unknown') : inner;
  }

  #named(name: string): Node {
    if (this.#takeSign(['(']) === null) {
      if (name === 'TRUE' || name === 'FALSE') return { kind: 'boolean', value: name === 'TRUE' };
      return fail('reference');
    }
    const args: Node[] = [];
    if (this.#takeSign([')']) !== null) return { kind: 'call', name, args };
    do args.push(this.#level(0));
    while (this.#takeSign([',']) !== null);
    return this.#takeSign([')']) === null ? fail('unknown') : { kind: 'call', name, args };
  }

  #startsOperand(): boolean {
    const token = this.#tokens[this.#at];
    return token !== undefined && (token.kind !== 'sign' || token.text === '(');
  }

  #takeSign(wanted: readonly Sign[]): Sign | null {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'sign' || !wanted.includes(token.text)) return null;
    this.#at += 1;
    return token.text;
  }
}
