/** Exact arithmetic against BigInt, on random numbers of all sizes. */
import { expect, test } from 'vitest';
import {
  formatUnits,
  MAX_UNITS,
  mulDivCeil,
  mulDivFloor,
  parseUnits,
  rateCeil,
  rateFloor,
  rateRest,
} from '../fixed.ts';
import { cumulativeFee, feeOfFill, feeReserve, nextFeeRest } from '../formulas/fee.ts';

/** A small generator, so that a failure can be repeated: the seed is printed with it. */
function generator(seed: number): () => number {
  let state = seed;
  const next32 = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  return () => {
    const bits = next32() % 54;
    return Math.floor((next32() * 2 ** 21 + (next32() >>> 11)) / 2 ** (53 - bits));
  };
}

const TRIPLES = 200_000;
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const big = (value: number): bigint => BigInt(value);
const limited = (value: bigint): number => (value > big(MAX_UNITS) ? Infinity : Number(value));

test(`mulDiv equals BigInt on ${TRIPLES} triples (SEED=${seed})`, () => {
  const next = generator(seed);
  for (let i = 0; i < TRIPLES; i += 1) {
    const [a, b, c] = [next(), next(), next() || 1];
    const product = big(a) * big(b);
    if (mulDivFloor(a, b, c) !== limited(product / big(c))) expect([a, b, c]).toBe('floor exact');
    if (mulDivCeil(a, b, c) !== limited((product + big(c) - 1n) / big(c))) expect([a, b, c]).toBe('ceil exact');
  }
});

test(`mulDiv equals BigInt next to multiples (SEED=${seed})`, () => {
  const next = generator(seed + 1);
  for (let i = 0; i < TRIPLES; i += 1) {
    const c = next() || 1;
    const q = next();
    const a = Math.min(MAX_UNITS, c);
    const b = Math.max(0, q + (i % 3) - 1);
    if (mulDivFloor(a, b, c) !== limited((big(a) * big(b)) / big(c))) expect([a, b, c]).toBe('floor exact');
  }
});

test(`fees equal BigInt on ${TRIPLES} pairs (SEED=${seed})`, () => {
  const next = generator(seed + 2);
  const one = 100_000_000n;
  for (let i = 0; i < TRIPLES; i += 1) {
    const units = next();
    const rate = next() % 50_000_001;
    const rest = next() % 100_000_000;
    const exact = big(units) * big(rate);
    const isRight =
      rateFloor(units, rate) === Number(exact / one) &&
      rateRest(units, rate) === Number(exact % one) &&
      rateCeil(units, rate) === Number((exact + one - 1n) / one) &&
      feeOfFill(units, -rate) === Number(exact / one) * -1 + 0;
    const before = big(rest) === 0n ? 0n : 1n;
    const after = (value: bigint): bigint => (value > 0n ? (value + one - 1n) / one : -(-value / one));
    const isCumulative = [exact, -exact].every((fee, j) => {
      const signed = j === 0 ? rate : -rate;
      const sum = big(rest) + fee;
      const nextRest = ((sum % one) + one) % one;
      return (
        cumulativeFee(units, signed, rest) === Number(after(sum) - before) &&
        nextFeeRest(units, signed, rest) === Number(nextRest)
      );
    });
    const reserve = after(big(rest) + exact) - before;
    if (!isRight || !isCumulative || feeReserve(units, rate, rest) !== Number(reserve))
      expect([units, rate, rest]).toBe('exact');
  }
});

test.each([
  ['12.5', 8, 1_250_000_000],
  ['0.00000001', 8, 1],
  ['.5', 1, 5],
  ['5.', 0, 5],
  ['1.10', 1, 11],
  ['1.11', 1, null],
  ['', 8, null],
  ['.', 8, null],
  ['01', 8, null],
  ['-1', 8, null],
  ['1e3', 8, null],
  ['90071992.54740991', 8, MAX_UNITS],
  ['90071992.54740992', 8, null],
] as const)('parseUnits reads %j at scale %d as %j', (text, scale, expected) => {
  expect(parseUnits(text, scale)).toBe(expected);
});

test('formatUnits writes plain decimals', () => {
  expect([formatUnits(150_000_000, 8), formatUnits(-5n, 2), formatUnits(0, 8), formatUnits(12, 0)]).toEqual([
    '1.5',
    '-0.05',
    '0',
    '12',
  ]);
});
