import { KLINE_INTERVALS as contracted } from '@agio/contracts/kline-intervals';
import { KLINE_INTERVALS as counted } from '@agio/core';
import { expect, test } from 'vitest';

// Core and contracts do not know each other, so each has its list; here both are seen.
test('trading A9 the intervals that can be asked for are those that the core makes candles of', () => {
  expect(contracted).toEqual(counted);
});
