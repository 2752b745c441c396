import { expect, test } from 'vitest';
import { closedReturn } from './closed-return.ts';

test('trading X-B19 the ROE of a closed position is its result by the margin of its largest size, with its sign', () => {
  const position = { quantity: '0.2', entryPrice: '7000', leverage: 10 };
  expect(closedReturn({ ...position, realised: '100' })).toBe('71.42');
  expect(closedReturn({ ...position, realised: '-100' })).toBe('-71.42');
  expect(closedReturn({ ...position, realised: '0' })).toBe('0');
  expect(closedReturn({ ...position, entryPrice: '0', realised: '1' })).toBeNull();
});
