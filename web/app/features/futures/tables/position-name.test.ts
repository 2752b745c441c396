import { expect, test } from 'vitest';
import { positionName } from './position-name.ts';

const t = ((key: string) => key) as never;

test('in hedge mode a question names the direction of the position, of which a contract may have two', () => {
  expect(positionName(t, { symbol: 'BTCUSDT', positionSide: 'BOTH' })).toBe('BTCUSDT');
  expect(positionName(t, { symbol: 'BTCUSDT', positionSide: 'LONG' })).toBe('BTCUSDT · futures.long');
  expect(positionName(t, { symbol: 'BTCUSDT', positionSide: 'SHORT' })).toBe('BTCUSDT · futures.short');
});
