/**
 * The face of the formula engine: one text and the values of its placeholders give one answer, always and soon. Nothing
 * is compiled or run as code, and hostile text gets an error like any other. The language: docs/formulas/formula-engine.md.
 */
import { FORMULA_ERRORS, fail, FormulaFailure, type FormulaError } from './errors.ts';
import { FUNCTIONS, MOST_TEXT } from './functions.ts';
import { type Node, type Operator, parseFormula } from './parse.ts';
import { add, compare, divide, multiply, negate, parseRational, power } from './rational.ts';
import { asNumber, asText, asTruth, counted, type Value } from './values.ts';

export type FormulaResult =
  | { readonly kind: 'number' | 'text' | 'boolean'; readonly text: string }
  /** A placeholder has no number and no text: the caller's default stands in. */
  | { readonly kind: 'default'; readonly text: string }
  | { readonly kind: 'error'; readonly text: FormulaError };

/** A placeholder without a usable value ends the evaluation. */
class NoValue extends Error {
  override readonly name = 'NoValue';
}

export function evaluateFormula(
  formula: string,
  values: Readonly<Record<string, unknown>> = {},
  defaultResult = '',
): FormulaResult {
  try {
    const node = parseFormula(formula);
    const result = new Evaluation(readPlaceholders(node, values)).run(node);
    return { kind: kindOf(result), text: asText(result) };
  } catch (error) {
    if (error instanceof FormulaFailure) return { kind: 'error', text: error.error };
    if (error instanceof NoValue) return { kind: 'default', text: defaultResult };
    throw error;
  }
}

function kindOf(value: Value): 'number' | 'text' | 'boolean' {
  return typeof value === 'string' ? 'text' : typeof value === 'boolean' ? 'boolean' : 'number';
}

/** All of them are looked up before anything is computed, also those in a branch that IF leaves out. */
function readPlaceholders(node: Node, values: Readonly<Record<string, unknown>>): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  const waiting: Node[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind === 'placeholder') found.set(next.text, placeholderValue(values, next.text));
    else if (next.kind === 'operation') waiting.push(next.left, next.right);
    else if (next.kind === 'call') waiting.push(...next.args);
    else if (next.kind === 'negative' || next.kind === 'percent') waiting.push(next.operand);
  }
  return found;
}

function placeholderValue(values: Readonly<Record<string, unknown>>, name: string): Value {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (typeof value === 'string') return value;
  const number = typeof value === 'number' && Number.isFinite(value) ? parseRational(String(value)) : null;
  if (number === null) throw new NoValue();
  return number;
}

class Evaluation {
  readonly #placeholders: ReadonlyMap<string, Value>;

  constructor(placeholders: ReadonlyMap<string, Value>) {
    this.#placeholders = placeholders;
  }

  run(node: Node): Value {
    switch (node.kind) {
      case 'number':
        return counted(parseRational(node.text));
      case 'text':
        return node.text;
      case 'boolean':
        return node.value;
      case 'placeholder':
        return this.#placeholders.get(node.text) ?? fail('unknown');
      case 'negative':
        return negate(asNumber(this.run(node.operand)));
      case 'percent':
        return fail('percent');
      case 'operation':
        return this.#operation(node.sign, node.left, node.right);
      case 'call':
        return this.#call(node.name, node.args);
    }
  }

  #call(name: string, args: readonly Node[]): Value {
    if (name === 'IF') return this.#choose(args);
    const known = FUNCTIONS.get(name) ?? fail('reference');
    if (args.length < known.least || args.length > known.most) return fail('notAvailable');
    return known.run(args.map((arg) => this.run(arg)));
  }

  /** The branch that is not taken is not computed: IF(x = 0, 0, 1 / x) divides by no 0. */
  #choose([condition, then, otherwise, ...more]: readonly Node[]): Value {
    if (condition === undefined || then === undefined || more.length > 0) return fail('notAvailable');
    if (asTruth(this.run(condition))) return this.run(then);
    return otherwise === undefined ? false : this.run(otherwise);
  }

  #operation(sign: Operator, leftNode: Node, rightNode: Node): Value {
    const left = this.run(leftNode);
    const right = this.run(rightNode);
    if (sign === '&') return joined(asText(left), asText(right));
    if (COMPARISONS.has(sign)) return COMPARISONS.get(sign)!(order(left, right));
    return arithmetic(sign, left, right);
  }
}

const COMPARISONS: ReadonlyMap<Operator, (order: number) => boolean> = new Map([
  ['=', (order) => order === 0],
  ['<>', (order) => order !== 0],
  ['<', (order) => order < 0],
  ['>', (order) => order > 0],
  ['<=', (order) => order <= 0],
  ['>=', (order) => order >= 0],
]);

/** Numbers by size, where both sides can be read as numbers; else by their letters, small and capital alike. */
function order(left: Value, right: Value): number {
  const [a, b] = [numberOrNull(left), numberOrNull(right)];
  if (a && b) return compare(a, b);
  const [first, second] = [asText(left).toLowerCase(), asText(right).toLowerCase()];
  return first < second ? -1 : first > second ? 1 : 0;
}

function numberOrNull(value: Value): ReturnType<typeof parseRational> {
  return typeof value === 'string' ? parseRational(value) : asNumber(value);
}

function joined(left: string, right: string): string {
  return left.length + right.length > MOST_TEXT ? fail('notAvailable') : left + right;
}

function arithmetic(sign: Operator, leftValue: Value, rightValue: Value): Value {
  const [left, right] = [asNumber(leftValue), asNumber(rightValue)];
  switch (sign) {
    case '+':
      return counted(add(left, right));
    case '-':
      return counted(add(left, negate(right)));
    case '*':
      return counted(multiply(left, right));
    case '/':
      return right.numerator === 0n ? fail('divisionByZero') : counted(divide(left, right));
    case '^':
      if (left.numerator === 0n && right.numerator < 0n) return fail('divisionByZero');
      return counted(power(left, right));
    default:
      return fail('unknown');
  }
}

export { FORMULA_ERRORS };
