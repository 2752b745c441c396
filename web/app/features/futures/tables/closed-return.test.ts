import { expect, test } from 'vitest';
import { closedEntry, closedReturn, closedSize, netResult, tradingFees } from './closed-return.ts';

const none = { fees: '0', funding: '0', exitPrice: '7100' };

test('trading X-B19 the ROE of a closed position is its result by the margin of its openings, with its sign', () => {
  const position = { quantity: '0.2', entryPrice: '7000', leverage: 10, ...none };
  expect(closedReturn({ ...position, realised: '100' })).toBe('71.42');
  expect(closedReturn({ ...position, realised: '-100' })).toBe('-71.42');
  expect(closedReturn({ ...position, realised: '0' })).toBe('0');
  expect(closedReturn({ ...position, entryPrice: '0', realised: '1' })).toBeNull();
});

test('trading B4 a closed position counts after its fees and with its funding, in money and in percent', () => {
  const parts = { realised: '100', fees: '12.5', funding: '-2.5' };
  expect(netResult(parts)).toBe('85');
  expect(netResult({ realised: '1', fees: '3', funding: '0.5' })).toBe('-1.5');
  // A rebate is a fee below zero.
  expect(netResult({ realised: '0', fees: '-0.2', funding: '0' })).toBe('0.2');
  expect(closedReturn({ ...parts, quantity: '0.2', entryPrice: '7000', exitPrice: '7500', leverage: 10 })).toBe(
    '60.71',
  );
});

test('trading B13 a liquidation takes the whole margin: its ROE is below −100 % by the fee of opening, which the wallet paid', () => {
  const liquidated = { realised: '-34.39', fees: '38.41', funding: '0', liquidationFee: '33.32' };
  // 0.087 at 97,287.36 by 125 is a margin of 67.71: 34.39 and 33.32 of it are gone, and 5.09 of the wallet.
  const position = { ...liquidated, quantity: '0.087', entryPrice: '97287.36', exitPrice: '96892.07', leverage: 125 };
  expect([netResult(position), tradingFees(position), closedReturn(position)]).toEqual(['-72.8', '5.09', '-107.51']);
});

test('trading X-B19 of a position whose openings were not kept neither size nor entry nor ROE is told by its largest size', () => {
  const kept = {
    ...none,
    quantity: '0.2',
    entryPrice: '7000',
    exitPrice: '7100.00000000',
    realised: '20',
    leverage: 10,
  };
  expect([closedSize(kept), closedEntry(kept), closedReturn(kept)]).toEqual(['0.2', '7000', '14.28']);
  const old = { ...kept, exitPrice: '0.00000000' };
  expect([closedSize(old), closedEntry(old), closedReturn(old)]).toEqual([null, null, null]);
});
