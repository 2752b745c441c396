import { expect, test } from 'vitest';
import type { FuturesOrder, Position, StopOrder } from '../../api/calls/futures.ts';
import { closableOf, protectsOpen, waitingOf } from './closable.ts';

const long = { symbol: 'BTCUSDT', positionSide: 'BOTH', direction: 'LONG', quantity: '0.06' } as Position;
const sent = { symbol: 'BTCUSDT', side: 'SELL', positionSide: 'BOTH', quantity: '0.1', reduceOnly: true } as const;
const order = { ...sent, filledQuantity: '0' } as FuturesOrder;
const exit = { ...sent, group: 'ORDER', closePosition: false } as StopOrder;

test('R24 B17 what only reduces shows no more than is open: its own quantity is told beside', () => {
  const limited = { quantity: '0.06', own: '0.1', isWhole: false };
  expect(closableOf(order, [long])).toEqual(limited);
  expect(closableOf(exit, [long])).toEqual(limited);
  // What is filled of it closes nothing any more.
  expect(closableOf({ ...order, filledQuantity: '0.02' }, [long])).toEqual({ ...limited, own: '0.08' });
  expect(closableOf({ ...order, filledQuantity: '0.05' }, [long])).toEqual({ ...limited, quantity: '0.1', own: null });
});

test('R24 B15 an exit without a quantity of its own shows all that is open', () => {
  const whole = { ...exit, quantity: '0', group: 'FULL' } as StopOrder;
  expect(closableOf(whole, [long])).toEqual({ quantity: '0.06', own: null, isWhole: true });
  expect(closableOf(whole, [])).toMatchObject({ quantity: '0', isWhole: true });
  expect(closableOf(whole, null)).toMatchObject({ quantity: '0', isWhole: true });
});

test('only a position of its own contract, direction and side of a hedge counts', () => {
  const shown = (...positions: readonly Partial<Position>[]) =>
    closableOf(
      order,
      positions.map((one) => ({ ...long, ...one })),
    ).quantity;
  expect(shown({ direction: 'SHORT' })).toBe('0');
  expect(shown({ symbol: 'ETHUSDT' })).toBe('0');
  expect(shown({ symbol: 'ETHUSDT' }, {})).toBe('0.06');
  const hedge = { ...order, reduceOnly: false, positionSide: 'LONG' } as FuturesOrder;
  expect(closableOf(hedge, [{ ...long, positionSide: 'LONG' }]).quantity).toBe('0.06');
});

test('an order that may open shows its own quantity, and so do all while positions are not known', () => {
  expect(closableOf({ ...order, reduceOnly: false }, [long])).toMatchObject({ quantity: '0.1', own: null });
  expect(closableOf(order, null)).toMatchObject({ quantity: '0.1', own: null });
});

test('R24 the tag of a partly filled order on the chart says what is left of it', () => {
  const opens = { ...order, reduceOnly: false, filledQuantity: '0.03' };
  expect(waitingOf(opens, [long])).toBe('0.07');
  // It can close no more than is open, and no more than is left of it.
  expect(waitingOf({ ...order, filledQuantity: '0.03' }, [long])).toBe('0.06');
  expect(waitingOf({ ...order, filledQuantity: '0.05' }, [long])).toBe('0.05');
  expect(waitingOf({ ...exit, quantity: '0', group: 'FULL' } as StopOrder, [long])).toBe('0.06');
});

test('a stop or trailing stop that only reduces protects the open position that it would close, and no other order does', () => {
  const stop = { ...exit, type: 'STOP' } as StopOrder;
  expect(protectsOpen(stop, [long])).toBe(true);
  expect(protectsOpen({ ...stop, type: 'TRAILING_STOP', group: 'OWN' }, [long])).toBe(true);
  expect(protectsOpen({ ...stop, type: 'TAKE_PROFIT' }, [long])).toBe(false);
  expect(protectsOpen({ ...stop, group: 'OWN', reduceOnly: false }, [long])).toBe(false);
  expect(protectsOpen({ ...stop, side: 'BUY' }, [long])).toBe(false);
  expect(protectsOpen({ ...stop, symbol: 'ETHUSDT' }, [long])).toBe(false);
  expect(protectsOpen(stop, [])).toBe(false);
  expect(protectsOpen(stop, null)).toBe(true);
});
