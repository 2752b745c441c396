import { expect, test } from 'vitest';
import { withoutVolume } from './volume-indicators.ts';

test('the chart of a mark or an index has no pane of volumes, and keeps all other indicators', () => {
  expect(withoutVolume(['MA', 'VOL', 'MACD', 'OBV'])).toEqual(['MA', 'MACD']);
});
