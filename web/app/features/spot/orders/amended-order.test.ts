import { expect, test } from 'vitest';
import type { Order, Pair } from '../../../api/types.ts';
import { createBookMerger } from '../../../live/book.ts';
import type { TicketContext } from '../ticket/ticket.ts';
import { amendProblems, cancelsRest, changeOf, fieldsOf, filledBy, valuesOf } from './amended-order.ts';

const pair = {
  symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', basePrecision: 5, quotePrecision: 2, tickSize: '0.01', stepSize: '0.00001',
  minVolume: '0.0001', maxVolume: '100', minPrice: '0', maxPrice: '0', maxAmount: '0', maxLimitOrderAmount: '0', maxMarketOrderAmount: '0',
  minBuyPriceOffset: '0', maxSellPriceOffset: '0', priceProtectScope: '0', minAmount: '5', maxSlippage: '0.03', premiumFactor: '0.05', makerFeeRate: '0.001', takerFeeRate: '0.001', feeMode: 'RECEIVED',
} as Pair; // prettier-ignore
const context: TicketContext = {
  pair,
  book: createBookMerger({ price: 2, quantity: 5 }).book(),
  lastPrice: '30000',
  availableBase: '0',
  availableQuote: '0',
  feeRates: { maker: '0.001', taker: '0.001' },
};
const resting = {
  symbol: 'BTCUSDT', orderId: 7, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', status: 'PARTIALLY_FILLED', price: '29000', quantity: '1',
  filledQuantity: '0.4', stopPrice: '0', deltaBips: 0, activationPrice: '0', displayQuantity: '0', reason: '',
} as Order; // prettier-ignore
const stop = {
  ...resting,
  side: 'SELL',
  type: 'STOP_LIMIT',
  status: 'UNTRIGGERED',
  stopPrice: '28000',
  filledQuantity: '0',
} as Order;

const reasons = (order: Order, change: object): string[] =>
  amendProblems(order, { ...valuesOf(order), ...change }, context).map(({ field, reason }) => `${field} ${reason}`);

test('what of an order can be changed', () => {
  expect(valuesOf(resting)).toEqual({ price: '29000', quantity: '1' });
  expect(valuesOf(stop)).toEqual({ stopPrice: '28000', price: '29000', quantity: '1' });
  expect(valuesOf({ ...resting, displayQuantity: '0.2' })).toMatchObject({ displayQuantity: '0.2' });
  expect(valuesOf({ ...stop, type: 'TRAILING_STOP_MARKET', price: '0', stopPrice: '0', deltaBips: 150 })).toEqual({
    callback: '1.5',
    quantity: '1',
  });
});

test.each([
  [{ quantity: '' }, ['quantity quantity_missing']],
  [{ quantity: '0' }, ['quantity quantity_missing']],
  [{ price: '' }, ['price price_missing']],
  [{ quantity: '0,5' }, ['quantity number_comma']],
  [{ price: '-1' }, ['price number_characters']],
  [{ quantity: '0.000015' }, ['quantity quantity_step']],
  [{ quantity: '0.00005' }, ['quantity quantity_least']],
  [{ quantity: '101' }, ['quantity quantity_most']],
  [{ quantity: '0.0001' }, ['quantity amount_least']],
  [{ price: '29000.001' }, ['price price_step']],
  // The amount already locked by the order is not available, but it counts for the change.
  [{ quantity: '2' }, []],
  [{}, []],
])('V1 a change of a resting order to %j has the problems %j', (change, problems) => {
  expect(reasons(resting, change)).toEqual(problems);
});

test('a trigger on the wrong side of the last price is named, with that price', () => {
  expect(reasons(stop, { stopPrice: '31000' })).toEqual(['stopPrice below_last']);
  const [problem] = amendProblems(stop, { ...valuesOf(stop), stopPrice: '31000' }, context);
  expect(problem?.values).toEqual({ last: '30000.00' });
  // The last price of another market is not known here.
  expect(amendProblems(stop, { ...valuesOf(stop), stopPrice: '31000' }, { ...context, lastPrice: '' })).toEqual([]);
});

test('only what differs is sent, as the number that it is', () => {
  expect(changeOf(resting, valuesOf(resting))).toBeNull();
  expect(changeOf(resting, { price: '29000.00', quantity: '1.' })).toBeNull();
  expect(changeOf(resting, { price: '28000', quantity: '1' })).toEqual({
    symbol: 'BTCUSDT',
    orderId: 7,
    price: '28000',
  });
  const trailing = { ...stop, type: 'TRAILING_STOP_MARKET', price: '0', stopPrice: '0', deltaBips: 150 } as Order;
  expect(changeOf(trailing, { callback: '2.25', quantity: '1' })).toEqual({
    symbol: 'BTCUSDT',
    orderId: 7,
    deltaBips: 225,
  });
});

test('trading A6 an amount that is filled already cancels the rest, and what the change filled is told', () => {
  expect([cancelsRest(resting, { quantity: '0.4' }), cancelsRest(resting, { quantity: '0.41' })]).toEqual([
    true,
    false,
  ]);
  expect(cancelsRest(stop, { quantity: '0.1' })).toBe(false);
  expect(filledBy(resting, { ...resting, filledQuantity: '0.65' })).toBe('0.25');
  expect(filledBy(resting, resting)).toBeNull();
});

test('trading A6 a trailing stop that waits for its activation price can have another one, and is never left without', () => {
  const trailing = {
    ...stop,
    type: 'TRAILING_STOP_MARKET',
    price: '0',
    stopPrice: '0',
    deltaBips: 150,
    activationPrice: '31000',
  } as Order;
  expect(valuesOf(trailing)).toEqual({ callback: '1.5', activationPrice: '31000', quantity: '1' });
  expect(changeOf(trailing, { ...valuesOf(trailing), activationPrice: '32000' })).toEqual({
    symbol: 'BTCUSDT',
    orderId: 7,
    activationPrice: '32000',
  });
  expect(reasons(trailing, { activationPrice: '' })).toEqual(['activationPrice price_missing']);
  expect(reasons(trailing, { activationPrice: '31000.001' })).toEqual(['activationPrice price_step']);
  expect(reasons(trailing, { activationPrice: '3x' })).toEqual(['activationPrice number_characters']);
  // Once it has fired it is a plain order.
  expect(valuesOf({ ...trailing, status: 'NEW' })).toEqual({ quantity: '1' });
});

test('the fields begin with all decimals of the market, and that alone is no change', () => {
  const begun = fieldsOf(stop, pair);
  expect(begun).toMatchObject({ stopPrice: '28000.00', price: '29000.00', quantity: '1' });
  expect(changeOf(stop, begun)).toBeNull();
});
