import { expect, test } from 'vitest';
import { receiptOfEntry } from './receipt-of-entry.ts';

test.each([
  ['2.BTCUSDT.17.1.0', 'SPOT', 'TRADE', 1, { kind: 'SPOT_FILL', id: 'BTCUSDT-17-MAKER' }],
  ['2.BTCUSDT.17.0.2', 'SPOT', 'FEE', 1, { kind: 'SPOT_FILL', id: 'BTCUSDT-17-TAKER' }],
  ['5.BTCUSDT.900.4.1', 'FUTURES', 'FEE', 1, { kind: 'PERP_FILL', id: '900-4' }],
  ['5.BTCUSDT.900.4.0', 'FUTURES', 'FUNDING', 1, { kind: 'FUNDING', id: '900-4' }],
  ['5.BTCUSDT.900.4.0', 'FUTURES', 'REALISED', 1, null],
  ['5.BTCUSDT.900.4.0', 'FUTURES', 'FEE', 12, null],
  ['1..8.0.0', 'SPOT', 'DEPOSIT', 1, null],
  ['3.BTCUSDT.900.4.0', 'SPOT', 'FEE_VOUCHER', 1, null],
] as const)('the entry %s of %s, a %s of %i parts, opens %j', (entryId, wallet, type, parts, name) => {
  expect(receiptOfEntry({ entryId, wallet, type, parts })).toEqual(name);
});
