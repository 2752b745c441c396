import { expect, test } from 'vitest';
import { lineName } from './own-line.ts';
import { trailLines } from './trail-lines.ts';

const words = { name: 'Trailing stop', terms: 'Sell 2 · 1%', activation: 'Follows from', extreme: 'Highest' };
const close = async () => undefined;
const linesOf = (order: object) =>
  trailLines('7', { side: 'SELL', activationPrice: '0', ...order }, words, { close }).map((line) => [
    line.id,
    line.price,
    lineName(line),
    line.close !== undefined,
  ]);

test('trading A1.3 a trailing stop stands on the chart where it would fire, beside its extreme; before that where it begins to follow', () => {
  expect(linesOf({ activationPrice: '101', extremePrice: '103', firesAtPrice: '101.97' })).toEqual([
    ['7', '101.97', 'Trailing stop · Sell 2 · 1%', true],
    ['7 extreme', '103', 'Highest', false],
  ]);
  expect(linesOf({ activationPrice: '101', extremePrice: '0', firesAtPrice: '0' })).toEqual([
    ['7', '101', 'Follows from · Sell 2 · 1%', true],
  ]);
  // As an event tells it, a moment before the rest comes.
  expect(linesOf({ activationPrice: '101' })).toHaveLength(1);
  expect(linesOf({})).toEqual([]);
});
