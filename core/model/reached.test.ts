/** What the random tests have to reach, all together: every kind of command and every refusal. */
import { expect, test } from 'vitest';
import { SPOT_LAYOUTS } from '../codec/spot-commands.ts';
import { PRODUCT_LAYOUTS } from '../codec/product-commands.ts';
import { PERP_LAYOUTS } from '../codec/perp-commands.ts';
import { PRODUCTS_EXPECTED } from './products/reach.ts';
import { OTHERS_EXPECTED, PERPS_EXPECTED } from './reached-everything.ts';
import { Reached } from './reached.ts';
import { REJECT_CODES } from '../protocol/rejects.ts';
import { SPOT_EXPECTED } from './spot/reach.ts';

/** Reached in core/state-machine: a defect of the ledger stops trading (state.test.ts); keys are full after 5,000 (idempotency.test.ts). */
const ELSEWHERE = ['TRADING_STOPPED', 'IDEMPOTENCY_FULL'];

test('the generators together have to reach every kind of command and every reject code', () => {
  const expected = new Set([...SPOT_EXPECTED, ...PRODUCTS_EXPECTED, ...PERPS_EXPECTED, ...OTHERS_EXPECTED]);
  const kinds = Object.keys({ ...SPOT_LAYOUTS, ...PERP_LAYOUTS, ...PRODUCT_LAYOUTS }).map((kind) => `${kind} ok`);
  const codes = REJECT_CODES.filter((code) => !ELSEWHERE.includes(code));
  expect([...kinds, ...codes].filter((name) => !expected.has(name))).toEqual([]);
});

test('reports names that were never reached, and how often the others were', () => {
  const reached = new Reached();
  for (const name of ['b', 'a', 'b']) reached.count(name);
  expect(reached.missing(['a', 'c', 'b', 'd'])).toEqual(['c', 'd']);
  expect(reached.table()).toBe('         1  a\n         2  b');
});
