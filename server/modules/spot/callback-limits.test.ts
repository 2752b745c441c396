/** The API contracts do not import the core: this test compares their limits with the core's. */
import { amendOrder, placeOrder } from '@agio/contracts/http/spot';
import { TRAILING_BIPS } from '@agio/core/formulas';
import { expect, test } from 'vitest';

const place = { symbol: 'BTCUSDT', side: 'SELL', type: 'TRAILING_STOP_MARKET', quantity: '1' };
const amend = { symbol: 'BTCUSDT', orderId: 1 };

test.each([
  [TRAILING_BIPS.least - 1, false],
  [TRAILING_BIPS.least, true],
  [TRAILING_BIPS.most, true],
  [TRAILING_BIPS.most + 1, false],
])('A1.3 the calls take the callbacks of a trailing stop that the core takes: %i bips', (deltaBips, isTaken) => {
  expect(placeOrder.body.safeParse({ ...place, deltaBips }).success).toBe(isTaken);
  expect(amendOrder.body.safeParse({ ...amend, deltaBips }).success).toBe(isTaken);
});
