import { expect, test } from 'vitest';
import { positionLines } from './position-lines.ts';

const words: Readonly<Record<string, string>> = {
  'futures.long': 'Long',
  'futures.short': 'Short',
  'futures.table.liquidation': 'Liq. price',
};
const position = { positionId: 7, direction: 'SHORT', entryPrice: '100', liquidationPrice: '140' } as const;
const labels = (hasBoth: boolean) =>
  positionLines((key) => words[key] ?? key, position, { size: '0.3', hasBoth, close: async () => null }).map(
    ({ label }) => label,
  );

test('where long and short are held, each liquidation price says whose it is', () => {
  expect(labels(false)).toEqual(['Short 0.3', 'Liq. price']);
  expect(labels(true)).toEqual(['Short 0.3', 'Liq. price · Short']);
});
