import { expect, test } from 'vitest';
import type { Contract, Position, StopOrder } from '../../api/calls/futures.ts';
import { lineNotes, noteAt } from './line-notes.ts';

const tiers = [{ cap: '1000000', maxLeverage: 100, maintenanceMarginRate: '0.005', deduction: '0' }];
const contract = { settle: 'USDT', tiers } as Partial<Contract> as Contract;
/** 0.005 bought for 260, so at 52,000. */
const long = {
  positionId: 7,
  positionSide: 'BOTH',
  direction: 'LONG',
  marginMode: 'CROSS',
  quantity: '0.005',
  notional: '250',
  unrealised: '-10',
  liquidationPrice: '47500',
  leverage: 10,
} as Position;
const stop = {
  stopOrderId: 3,
  group: 'FULL',
  type: 'TAKE_PROFIT',
  source: 'LAST',
  side: 'SELL',
  positionSide: 'BOTH',
  triggerPrice: '53000',
  price: '0',
  quantity: '0',
} as StopOrder;
const hints = { position: 'before the fee', exit: 'after the fee' };
const noted = { positions: [long], stops: [stop], contract, mark: 50_000_00000000n, feeRate: 60_000n, hints };

test('R24 on the chart a position tells its result, an exit what it brings after its fee, the liquidation how far it is', () => {
  expect(Object.fromEntries(lineNotes(noted))).toEqual({
    'position 7': { wide: '−10.00 USDT', narrow: '−38.46%', hint: 'before the fee' },
    'liquidation 7': { wide: '−5.00%', narrow: '−5.00%', hint: '' },
    'stop 3': { wide: '+4.84 USDT', narrow: '+4.84', hint: 'after the fee' },
  });
});

test('R24 an exit that is dragged tells what it would bring where it is now, and not where it was', () => {
  expect(noteAt(noted, stop, '54000')?.wide).toBe('+9.83 USDT');
  expect(noteAt(noted, stop, '51000')?.wide).toBe('−5.15 USDT');
  expect(noteAt(noted, { ...stop, group: 'OWN' }, '54000')).toBe(undefined);
});

test('nothing is told of an order of its own, of the other side of a hedge, or without a mark', () => {
  const told = (one: Partial<StopOrder>) => lineNotes({ ...noted, stops: [{ ...stop, ...one }] }).has('stop 3');
  expect([told({}), told({ group: 'OWN' }), told({ positionSide: 'SHORT' }), told({ side: 'BUY' })]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(lineNotes({ ...noted, mark: 0n }).size).toBe(0);
});
