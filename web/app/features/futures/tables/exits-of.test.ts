import { expect, test } from 'vitest';
import { coveredPart } from './exits-of.ts';

test('B15 an exit of an order tells its own amount once the position is larger; one of all that is open has none', () => {
  expect(coveredPart({ quantity: '0.05' }, { quantity: '1.02' })).toBe('0.05');
  expect(coveredPart({ quantity: '0.05' }, { quantity: '0.05' })).toBeNull();
  expect(coveredPart({ quantity: '0.05' }, { quantity: '0.01' })).toBeNull();
  expect(coveredPart({ quantity: '0' }, { quantity: '1.02' })).toBeNull();
});
