import { expect, test } from 'vitest';
import { bring, type Held, NOTHING, take } from './cost.ts';

const held = (quantity: bigint, unknown: bigint, cost: bigint): Held => ({ quantity, unknown, cost });

test('buys add up to a weighted average, sells take their share of the cost', () => {
  const bought = bring(bring(NOTHING, 10n, 1_000n), 30n, 6_000n);
  expect(bought).toEqual(held(40n, 0n, 7_000n));
  expect(take(bought, 10n)).toEqual(held(30n, 0n, 5_250n));
  expect(take(bought, 40n)).toEqual(NOTHING);
});

test('the share that leaves is rounded down, a cost below zero too', () => {
  expect(take(held(3n, 0n, 10n), 1n)).toEqual(held(2n, 0n, 7n));
  expect(take(held(3n, 0n, -10n), 1n)).toEqual(held(2n, 0n, -6n));
});

test('coins of unknown cost leave in proportion, and no cost is left without coins', () => {
  const mixed = bring(bring(NOTHING, 10n, 500n), 30n, null);
  expect(mixed).toEqual(held(40n, 30n, 500n));
  expect(take(mixed, 20n)).toEqual(held(20n, 15n, 250n));
  expect(take(held(3n, 2n, 10n), 2n)).toEqual(held(1n, 1n, 0n));
});

test('more than is held leaves nothing', () => {
  expect(take(held(3n, 1n, 10n), 5n)).toEqual(NOTHING);
});

test('whatever the sequence, cost and unknown stay with what is held', () => {
  let state = 12_345n;
  const random = (below: bigint): bigint => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return (state >> 20n) % below;
  };
  let now = NOTHING;
  let brought = 0n;
  for (let at = 0; at < 20_000; at += 1) {
    const quantity = 1n + random(1_000n);
    const cost = random(4n) === 0n ? null : random(100_000n);
    if (random(2n) === 0n) {
      now = bring(now, quantity, cost);
      brought += cost ?? 0n;
    } else now = take(now, quantity);
    expect(now.unknown).toBeLessThanOrEqual(now.quantity);
    expect(now.cost).toBeLessThanOrEqual(brought);
    expect(now.cost >= 0n && (now.unknown < now.quantity || now.cost === 0n)).toBe(true);
  }
});
