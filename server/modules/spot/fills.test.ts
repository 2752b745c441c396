import type { CoreEvent } from '@agio/core';
import { expect, test } from 'vitest';
import { createRecentFills } from './fills.ts';

const trade = (seq: number): CoreEvent => ({ kind: 'Traded', seq, takerOrderId: seq }) as unknown as CoreEvent;

test('FLT-16 fills of the newest commands are remembered by number of trades as well, and the newest command whole', () => {
  const fills = createRecentFills();
  for (let seq = 1; seq <= 1_000; seq += 1) fills.remember(Array.from({ length: 250 }, () => trade(seq)));
  expect(fills.takenBy(1, 1)).toEqual([]);
  expect(fills.takenBy(200, 200)).toEqual([]);
  expect(fills.takenBy(201, 201)).toHaveLength(250);
  fills.remember(Array.from({ length: 210_000 }, () => trade(1_001)));
  expect(fills.takenBy(1_001, 1_001)).toHaveLength(210_000);
  expect(fills.takenBy(1_000, 1_000)).toEqual([]);
});
