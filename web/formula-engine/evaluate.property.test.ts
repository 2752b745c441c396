/** Random formulas against a second evaluation written apart, and random garbage. fast-check prints the seed of a failure. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluateFormula, FORMULA_ERRORS } from './evaluate.ts';

/** Unreduced, unlimited: nothing of the engine's arithmetic is used here. Null: a division by 0 on the way. */
type Fraction = readonly [top: bigint, bottom: bigint] | null;

interface Case {
  readonly formula: string;
  readonly value: Fraction;
}

const whole = (decimal: string): readonly [bigint, bigint] => {
  const [integer = '', decimals = ''] = decimal.split('.');
  return [BigInt(integer + decimals), 10n ** BigInt(decimals.length)];
};

const leaf: fc.Arbitrary<Case> = fc
  .tuple(fc.nat(9_999), fc.nat(999), fc.boolean())
  .map(([integer, decimals, isWhole]) => {
    const formula = isWhole ? String(integer) : `${integer}.${String(decimals).padStart(3, '0')}`;
    return { formula, value: whole(formula) };
  });

function apply(sign: string, a: Fraction, b: Fraction): Fraction {
  if (!a || !b) return null;
  if (sign === '+') return [a[0] * b[1] + b[0] * a[1], a[1] * b[1]];
  if (sign === '-') return [a[0] * b[1] - b[0] * a[1], a[1] * b[1]];
  if (sign === '*') return [a[0] * b[0], a[1] * b[1]];
  return b[0] === 0n ? null : [a[0] * b[1], a[1] * b[0]];
}

const isLess = (a: NonNullable<Fraction>, b: NonNullable<Fraction>): boolean =>
  a[1] > 0n === b[1] > 0n ? a[0] * b[1] < b[0] * a[1] : a[0] * b[1] > b[0] * a[1];

const { tree } = fc.letrec<{ tree: Case }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.tuple(fc.constantFrom('+', '-', '*', '/'), tie('tree'), tie('tree')).map(([sign, a, b]) => ({
      formula: `(${a.formula} ${sign} ${b.formula})`,
      value: apply(sign, a.value, b.value),
    })),
    fc.tuple(fc.constantFrom('MAX', 'MIN', 'SUM'), tie('tree'), tie('tree')).map(([name, a, b]) => {
      const formula = `${name}(${a.formula}, ${b.formula})`;
      if (!a.value || !b.value) return { formula, value: null };
      if (name === 'SUM') return { formula, value: apply('+', a.value, b.value) };
      return { formula, value: isLess(a.value, b.value) === (name === 'MIN') ? a.value : b.value };
    }),
    fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(([test, a, b]) => ({
      formula: `IF(${test.formula}, ${a.formula}, ${b.formula})`,
      value: test.value ? (test.value[0] !== 0n ? a.value : b.value) : null,
    })),
    tie('tree').map((a) => ({
      formula: `-${a.formula}`,
      value: a.value ? ([-a.value[0], a.value[1]] as const) : null,
    })),
  ),
}));

/** Twenty decimals by long division, the last one rounded by the digit after it. */
function write([top, bottom]: NonNullable<Fraction>): string {
  const isNegative = top < 0n !== bottom < 0n && top !== 0n;
  const divisor = bottom < 0n ? -bottom : bottom;
  let rest = top < 0n ? -top : top;
  let digits = String(rest / divisor);
  const places = digits.length;
  rest %= divisor;
  for (let place = 0; place <= 20; place += 1) {
    rest *= 10n;
    digits += String(rest / divisor);
    rest %= divisor;
  }
  const rounded = String((BigInt(digits) + 5n) / 10n).padStart(places + 20, '0');
  const text = `${rounded.slice(0, -20)}.${rounded.slice(-20)}`.replace(/\.?0+$/, '');
  return isNegative && /[1-9]/.test(text) ? `-${text}` : text;
}

test('V6 random formulas have the value of an independent evaluation', () => {
  let values = 0;
  fc.assert(
    fc.property(tree, ({ formula, value }) => {
      fc.pre(formula.length < 2_000);
      const result = evaluateFormula(formula);
      // Past the engine's greatest size there is nothing to compare.
      if (result.text === FORMULA_ERRORS.notAvailable) return;
      values += 1;
      expect(result.text).toBe(value ? write(value) : FORMULA_ERRORS.divisionByZero);
    }),
    { numRuns: 3_000 },
  );
  expect(values).toBeGreaterThan(1_500);
});

const PIECES = [
  'SUM(',
  'IF(',
  'ROUND(',
  'TEXT(',
  'REPT(',
  'VALUE(',
  'SQRT(',
  '(',
  ')',
  ',',
  '%',
  '^',
  '&',
  '<>',
  '"',
  "'",
];
const MORE = ['{a}', '{b', '}', '1', '9e9', '1e-9', '0', '.', '-', '+', '*', '/', '=', ' ', 'x', '\\', '\n', '٫', '😀'];

test('V6 garbage never throws, always ends, and answers one of the known ways', () => {
  const garbage = fc.oneof(
    fc.string({ maxLength: 3_000, unit: 'binary' }),
    fc.array(fc.constantFrom(...PIECES, ...MORE), { maxLength: 600 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(garbage, fc.anything(), (formula, a) => {
      const started = performance.now();
      const result = evaluateFormula(formula, { a }, 'default');
      expect(performance.now() - started).toBeLessThan(1_000);
      expect(typeof result.text).toBe('string');
      if (result.kind === 'error') expect(Object.values(FORMULA_ERRORS)).toContain(result.text);
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['powers of powers', `2${'^9'.repeat(900)}`],
  ['large products', `9e99${'*9e99'.repeat(300)}`],
  ['ever finer fractions', `1${'/7'.repeat(990)}`],
  ['roots in roots', `${'SQRT('.repeat(60)}2${')'.repeat(60)}`],
  ['open brackets', '('.repeat(2_000)],
  ['signs', '-'.repeat(2_000)],
  ['percents', '1%'.repeat(1_000)],
  ['repeats of repeats', `${'REPT('.repeat(60)}"x"${',9999)'.repeat(60)}`],
])('V6 hostile text ends soon: %s', (_name, formula) => {
  const started = performance.now();
  evaluateFormula(formula);
  expect(performance.now() - started).toBeLessThan(500);
});
