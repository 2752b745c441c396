import { expect, test } from 'vitest';
import type { FuturesOrder } from '../../../api/calls/futures.ts';
import { contextOf, HEDGE, ONE_WAY, short, ticket } from '../../../../testing/futures-ticket.ts';
import { signedUnits, unitsOf } from '../margin.ts';
import { closableText, closingLimit } from './size-limit-line.tsx';
import { closableSize } from './ticket-closing.ts';
import { problemsOf } from './ticket-problems.ts';
import { previewOf } from './ticket-preview.ts';
import { largestSize, quantityForShare, shareOf } from './ticket-size.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' | ')) as never;
const waiting = (part: Partial<FuturesOrder>): FuturesOrder =>
  ({
    symbol: 'BTCUSDT',
    side: 'BUY',
    positionSide: 'BOTH',
    type: 'LIMIT',
    price: '48000',
    quantity: '0.1',
    filledQuantity: '0',
    reduceOnly: true,
    ...part,
  }) as FuturesOrder;
const withOrders = (context: ReturnType<typeof contextOf>, ...orders: readonly FuturesOrder[]) => ({
  ...context,
  state: { ...context.state, orders },
});
const hedged = { ...short, positionSide: 'SHORT' } as const;

test.each([
  ['reduce-only', ONE_WAY, short, { isReduceOnly: true }],
  ['a side of a hedge that closes', HEDGE, hedged, { isClosing: true }],
] as const)('B17 R24 %s is counted as what it can close, however much more is typed', (_name, mode, position, part) => {
  const context = contextOf(mode, [position]);
  const closing = ticket({ ...part, price: '49000' });
  const whole = previewOf({ ...closing, quantity: short.quantity }, context);
  expect(whole).toMatchObject({ quantity: unitsOf('0.4'), value: unitsOf('19600'), fee: unitsOf('3.92'), margin: 0n });
  expect(previewOf({ ...closing, quantity: '5' }, context)).toEqual(whole);
  // A book that has one coin is not too thin for what is closed.
  const atMarket = { ...closing, type: 'MARKET', quantity: '5' } as const;
  expect(previewOf(atMarket, context)).toMatchObject({ quantity: unitsOf('0.4'), isComplete: true });
  // An order that may open is counted as it is.
  const opening = { ...closing, isReduceOnly: false, isClosing: false, quantity: '5' };
  expect(previewOf(opening, context)).toMatchObject({ quantity: unitsOf('5'), realised: null });
  expect(previewOf(closing, contextOf(mode))).toBe(null);
});

test('B4 R24 the result of closing is exact: of the value that is traded, less its share of the cost, before the fee', () => {
  const context = contextOf(ONE_WAY, [short]);
  const closing = ticket({ isReduceOnly: true, price: '49000', quantity: '0.1' });
  const cost = unitsOf(short.notional) + signedUnits(short.unrealised);
  expect(previewOf(closing, context)!.realised).toBe(cost / 4n - unitsOf('4900'));
  expect(previewOf({ ...closing, type: 'MARKET' }, context)!.realised).toBe(cost / 4n - unitsOf('5001'));
  expect(previewOf({ ...closing, quantity: '9' }, context)!.realised).toBe(cost - unitsOf('19600'));
});

test('B17 what waits at the same price or a better one is closed before a limit order that waits', () => {
  const context = withOrders(
    contextOf(ONE_WAY, [short]),
    waiting({ price: '49000' }),
    waiting({ price: '49500', quantity: '0.2', filledQuantity: '0.05' }),
    // These come after it, or close nothing of it.
    waiting({ price: '48999.9' }),
    waiting({ price: '49500', reduceOnly: false }),
    waiting({ price: '49500', side: 'SELL' }),
  );
  const closing = ticket({ isReduceOnly: true, price: '49000', quantity: '0.4' });
  expect(closableSize(closing, context.state)).toEqual({
    position: short,
    ahead: unitsOf('0.25'),
    quantity: unitsOf('0.15'),
  });
  expect(previewOf(closing, context)!.quantity).toBe(unitsOf('0.15'));
  // They do not stand in the way of what trades at once or does not wait.
  for (const part of [{ type: 'MARKET' }, { timeInForce: 'IOC' }, { price: '' }] as const)
    expect(closableSize({ ...closing, ...part }, context.state)!.quantity).toBe(unitsOf('0.4'));
  const full = withOrders(context, waiting({ price: '49900', quantity: '0.4' }));
  expect(closableSize(closing, full.state)).toMatchObject({ ahead: unitsOf('0.4'), quantity: 0n });
});

test('B17 the slider of a closing order counts in what can be closed', () => {
  const context = withOrders(contextOf(HEDGE, [hedged]), waiting({ price: '49000', positionSide: 'SHORT' }));
  const closing = ticket({ isClosing: true, price: '48000', quantity: '0.15' });
  const largest = largestSize(closing, context);
  expect(largest).toMatchObject({ quantity: unitsOf('0.3'), limit: 'position' });
  expect(quantityForShare(closing, 100, context)).toBe(unitsOf('0.3'));
  expect(shareOf(closing, largest)).toBe(50);
});

test('B17 where more is typed than can be closed the ticket says how much is, in the unit that is typed', () => {
  const context = contextOf(ONE_WAY, [short]);
  const closing = ticket({ isReduceOnly: true, price: '49000', quantity: '0.4' });
  expect(closingLimit(t, closing, context)).toBe(null);
  expect(closingLimit(t, { ...closing, quantity: '0.401' }, context)).toBe('futures.ticket.closes_at_most | 0.4 BTC');
  expect(closingLimit(t, { ...closing, quantity: '0.401', sizeUnit: 'amount' }, context)).toBe(
    'futures.ticket.closes_at_most | 19,600.00 USDT',
  );
  expect(closingLimit(t, closing, withOrders(context, waiting({ price: '49500' })))).toBe(
    'futures.ticket.closes_at_most | 0.3 BTC futures.ticket.closes_after | 0.1 BTC',
  );
  expect(closingLimit(t, { ...closing, isReduceOnly: false, quantity: '9' }, context)).toBe(null);
});

test('B17 while positions are not told yet nothing is said of what can be closed, and nothing stands in the way of closing', () => {
  const known = contextOf(ONE_WAY);
  const closing = ticket({ isReduceOnly: true, price: '49000', quantity: '0.4' });
  const saidOf = (context: typeof known) => [
    closableText(closableSize(closing, context.state)!, closing, context),
    closingLimit(t, closing, context),
    ...problemsOf(closing, context).map(({ reason }) => reason),
  ];
  expect(saidOf(known)).toEqual(['0 BTC', null, 'nothing_open']);
  expect(saidOf({ ...known, isAccountKnown: false })).toEqual(['–', null]);
});

test('B17 where nothing is open its problem alone says so, and of what waits for its trigger that nothing would close', () => {
  const context = contextOf(ONE_WAY, []);
  const closing = ticket({ isReduceOnly: true, price: '49000', quantity: '0.4' });
  expect(closingLimit(t, closing, context)).toBe(null);
  expect(closingLimit(t, { ...closing, type: 'STOP' }, context)).toBe('futures.ticket.closes_at_most | 0 BTC');
});
