import { expect, test } from 'vitest';
import type { Position, StopOrder } from '../../../api/calls/futures.ts';
import { exitOutcome } from './exit-outcome.ts';

const long = {
  direction: 'LONG',
  quantity: '0.005',
  notional: '250',
  unrealised: '-10',
  leverage: 10,
} as Position;
/** 0.06 percent. */
const FEE = 60_000n;

test('R24 an exit is told by the price that triggers it, the result after its fee, and its share of the margin', () => {
  // It cost 260 with a margin of 26 and brings 265; the fee is 0.159.
  expect(exitOutcome(long, { typed: '53000', known: undefined, feeRate: FEE })).toEqual({
    source: 'LAST',
    result: 4_84100000n,
    returned: (4_84100000n * 10n * 100_000_000n) / 260_00000000n,
  });
  // A short that was sold for 260 loses as much, and the fee.
  const short = { ...long, direction: 'SHORT', unrealised: '10' } as Position;
  expect(exitOutcome(short, { typed: '53000', known: undefined, feeRate: FEE }).result).toBe(-5_15900000n);
});

test('R24 an exit that stands is told as it stands, a new price as what it will be', () => {
  const known = {
    group: 'ORDER',
    source: 'MARK',
    triggerPrice: '53000',
    price: '52900',
    quantity: '0.002',
  } as StopOrder;
  // 0.002 cost 104 and bring 105.8 at its limit; the fee is 0.06348.
  expect(exitOutcome(long, { typed: '53000', known, feeRate: FEE })).toEqual({
    source: 'MARK',
    result: 1_73652000n,
    returned: (1_73652000n * 10n * 100_000_000n) / 104_00000000n,
  });
  expect(exitOutcome(long, { typed: '54000', known, feeRate: FEE })).toMatchObject({
    source: 'MARK',
    result: 10_00000000n - 16200000n,
  });
  // One of all of it says no quantity; one larger than what is open closes what is open.
  const ofAll = { ...known, group: 'FULL', price: '0', quantity: '0' } as StopOrder;
  expect(exitOutcome(long, { typed: '53000', known: ofAll, feeRate: FEE }).result).toBe(4_84100000n);
  const larger = { ...known, price: '0', quantity: '1' } as StopOrder;
  expect(exitOutcome(long, { typed: '53000', known: larger, feeRate: FEE }).result).toBe(4_84100000n);
});

test('R24 nothing is estimated of a price that is not typed yet or is none', () => {
  for (const typed of ['', '0', '53,000,1'])
    expect(exitOutcome(long, { typed, known: undefined, feeRate: FEE })).toEqual({
      source: 'LAST',
      result: null,
      returned: null,
    });
});
