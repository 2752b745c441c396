import { describe, expect, test } from 'vitest';
import type { Pair } from '../../../api/types.ts';
import { createBookMerger } from '../../../live/book.ts';
import {
  afterSent,
  percentOfAvailable,
  withAmount,
  withPercent,
  withPrice,
  withQuantity,
  withType,
} from './ticket-edits.ts';
import { leftOverOf } from './left-over.ts';
import { ocoOf, orderOf } from './ticket-order.ts';
import { endsUnfilled, previewOf, stopPreviewOf } from './ticket-preview.ts';
import { problemsOf } from './ticket-problems.ts';
import { EMPTY_TICKET, type Ticket, type TicketContext } from './ticket.ts';

const pair = {
  symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', basePrecision: 5, quotePrecision: 2, tickSize: '0.01', stepSize: '0.00001',
  minVolume: '0.00001', maxVolume: '100', minPrice: '0', maxPrice: '0', maxAmount: '0', maxLimitOrderAmount: '0', maxMarketOrderAmount: '0',
  minBuyPriceOffset: '0', maxSellPriceOffset: '0', priceProtectScope: '0', minAmount: '5', maxSlippage: '0.03', premiumFactor: '0.05', makerFeeRate: '0.0008', takerFeeRate: '0.001', feeMode: 'RECEIVED',
} as Pair; // prettier-ignore

const feeRates = { maker: '0.0008', taker: '0.001' };

function contextOf(
  part: Partial<TicketContext> = {},
  asks: [string, string][] = [],
  bids: [string, string][] = [],
): TicketContext {
  const merger = createBookMerger({ price: 2, quantity: 5 });
  merger.apply({ snapshot: true, symbol: 'BTCUSDT', U: 1, u: 1, pu: 1, time: 0, asks, bids });
  return {
    pair,
    book: merger.book(),
    lastPrice: '30000',
    availableBase: '1',
    availableQuote: '10000',
    feeRates,
    ...part,
  };
}

const ticket = (part: Partial<Ticket>): Ticket => ({ ...EMPTY_TICKET, ...part });
const reasons = (value: Ticket, context = contextOf()) =>
  problemsOf(value, context).map((problem) => `${problem.field} ${problem.reason}`);

describe('fields follow each other', () => {
  test('price, quantity and total', () => {
    const priced = withPrice(ticket({}), '30000', pair);
    expect(withQuantity(priced, '0.1').amount).toBe('3000');
    expect(withAmount(priced, '100', pair).quantity).toBe('0.00333');
    expect(withPrice(withQuantity(priced, '0.1'), '40000', pair).amount).toBe('4000');
  });
  test('a percentage takes its share of what is available in whole steps, and reads back', () => {
    const context = contextOf();
    const bought = withPercent(ticket({ price: '30000' }), 50, context);
    expect(bought.quantity).toBe('0.16666');
    expect(percentOfAvailable(bought, context)).toBe(50);
    expect(withPercent(ticket({ side: 'SELL', price: '30000' }), 25, context).quantity).toBe('0.25');
  });
  test.each([
    ticket({ price: '30000.01' }),
    ticket({ type: 'MARKET' }),
    ticket({ type: 'MARKET', marketUnit: 'amount' }),
    ticket({ type: 'MARKET', marketUnit: 'amount', side: 'SELL' }),
    ticket({ type: 'STOP_MARKET', stopPrice: '31000.37' }),
    ticket({ type: 'TRAILING_STOP', callback: '1.37', isMarketThen: true }),
    ticket({ type: 'OCO', price: '29000.07', stopPrice: '31000.37' }),
  ])('A5.1 all that is available is enough for $side $type by $marketUnit, whatever the fee mode', (chosen) => {
    for (const feeMode of ['RECEIVED', 'QUOTE'] as const) {
      const odd = { availableQuote: '9999.99999999', availableBase: '0.999999' };
      const context = contextOf({ pair: { ...pair, feeMode }, ...odd }, [['30000.03', '9']], [['29999.97', '9']]);
      const all = withPercent(chosen, 100, context);
      expect([reasons(all, context), percentOfAvailable(all, context)]).toEqual([[], 100]);
    }
  });
});

describe('what is wrong stands at its field', () => {
  test('missing values', () => {
    expect(reasons(ticket({}))).toEqual(['price price_missing', 'quantity quantity_missing']);
    expect(reasons(ticket({ type: 'MARKET', marketUnit: 'amount' }))).toEqual(['amount amount_missing']);
  });
  test('steps, least and most, balance', () => {
    expect(reasons(ticket({ price: '30000.001', quantity: '0.001' }))).toEqual(['price price_step']);
    expect(reasons(ticket({ price: '30000', quantity: '0.000001' }))).toEqual(['quantity quantity_step']);
    expect(reasons(ticket({ price: '30000', quantity: '0.00001' }))).toEqual(['quantity amount_least']);
    expect(reasons(ticket({ price: '30000', quantity: '0.5' }))).toEqual(['quantity balance']);
    expect(reasons(ticket({ side: 'SELL', price: '30000', quantity: '1.5' }))).toEqual(['quantity balance']);
    expect(reasons(ticket({ price: '30000', quantity: '0.1' }))).toEqual([]);
  });
});

describe('the preview', () => {
  test('trading X-A1 the buyer pays the taker fee in base, rounded up', () => {
    const summary = previewOf(ticket({ price: '30000.12', quantity: '0.01537' }), contextOf({}, [['30000.12', '1']]));
    expect(summary).toMatchObject({
      cost: '461.1018444',
      fee: '0.00001537',
      feeAsset: 'BTC',
      receive: '0.01535463',
      isMaker: false,
    });
  });
  test('trading X-A1 a resting seller pays the maker fee in quote', () => {
    const summary = previewOf(ticket({ side: 'SELL', price: '30000.12', quantity: '0.01537' }), contextOf());
    expect(summary).toMatchObject({ fee: '0.36888148', feeAsset: 'USDT', receive: '460.73296292', isMaker: true });
  });
  test('trading X-A3 a market order by amount', () => {
    const context = contextOf({ pair: { ...pair, stepSize: '0.0001' } }, [
      ['1000', '0.4'],
      ['1005', '1'],
    ]);
    const summary = previewOf(ticket({ type: 'MARKET', marketUnit: 'amount', amount: '1000' }), context);
    expect(summary).toMatchObject({ cost: '999.985', isComplete: true });
  });
  test('trading X-A4 a market order names the price it never passes', () => {
    const context = contextOf({}, [
      ['200', '4'],
      ['205', '3'],
      ['207', '5'],
    ]);
    expect(previewOf(ticket({ type: 'MARKET', quantity: '10' }), context)?.worstPrice).toBe('206');
  });
  test('a limit that crosses counts the better prices, the rest at its own', () => {
    const context = contextOf({}, [
      ['99', '0.5'],
      ['100', '1'],
    ]);
    expect(previewOf(ticket({ price: '100', quantity: '2' }), context)).toMatchObject({
      cost: '199.5',
      averagePrice: '99.75',
      isMaker: false,
    });
  });
  test('A2 a post-only order that would trade, and one of fill or kill without enough for it, are foretold to end unfilled', () => {
    const context = contextOf({}, [['100', '1']]);
    const ends = (part: Partial<Ticket>) => endsUnfilled(ticket({ price: '100', quantity: '1', ...part }), context);
    expect(ends({ isPostOnly: true })).toBe('post_only');
    expect(ends({ isPostOnly: true, price: '99.99' })).toBeNull();
    expect(ends({ timeInForce: 'FOK' })).toBeNull();
    expect(ends({ timeInForce: 'FOK', quantity: '1.00001' })).toBe('fok');
    expect(ends({ timeInForce: 'FOK', price: '99' })).toBe('fok');
    expect(ends({ timeInForce: 'IOC', quantity: '2' })).toBeNull();
    expect(ends({ type: 'MARKET' })).toBeNull();
  });
  test('in quote mode the buyer pays the fee on top', () => {
    const context = contextOf({ pair: { ...pair, feeMode: 'QUOTE' } });
    expect(previewOf(ticket({ price: '100', quantity: '1' }), context)).toMatchObject({
      cost: '100.08',
      fee: '0.08',
      feeAsset: 'USDT',
      receive: '1',
    });
  });
});

test('post-only is sent as GTX, a market order carries one measure only', () => {
  expect(orderOf(ticket({ price: '100.10', quantity: '1.', isPostOnly: true }), pair)).toEqual({
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTX',
    price: '100.1',
    quantity: '1',
  });
  expect(orderOf(ticket({ type: 'MARKET', marketUnit: 'amount', amount: '50', quantity: '3' }), pair)).toEqual({
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'MARKET',
    quoteAmount: '50',
  });
});

describe('orders that wait', () => {
  const stop = ticket({ type: 'STOP_LIMIT', side: 'SELL', stopPrice: '29000', price: '28900', quantity: '0.5' });
  const oco = ticket({ type: 'OCO', quantity: '0.1', price: '29000', stopPrice: '31000', stopLimitPrice: '31100' });
  const trailing = ticket({
    type: 'TRAILING_STOP',
    side: 'SELL',
    callback: '1.5',
    quantity: '0.5',
    isMarketThen: true,
  });

  test('A1.1 a trigger stands on the side of the last price from which it can be reached', () => {
    expect(reasons(stop)).toEqual([]);
    expect(reasons({ ...stop, stopPrice: '30000' })).toEqual(['stopPrice below_last']);
    expect(reasons({ ...stop, type: 'TAKE_PROFIT' })).toEqual(['stopPrice above_last']);
    expect(reasons({ ...stop, side: 'BUY' })).toContain('stopPrice above_last');
    expect(reasons({ ...stop, stopPrice: '' })).toEqual(['stopPrice trigger_missing']);
    expect(reasons({ ...stop, type: 'STOP_MARKET', price: '' })).toEqual([]);
  });
  test('A1.4 a pair tells the figures of both its orders, the stop at its own limit or at its trigger', () => {
    const stopOf = (part: Partial<Ticket>) => stopPreviewOf({ ...oco, ...part }, contextOf());
    expect(previewOf(oco, contextOf())).toMatchObject({ cost: '2900', averagePrice: '29000', isMaker: true });
    expect(stopOf({})).toMatchObject({ cost: '3110', averagePrice: '31100', fee: '0.0001', isMaker: false });
    expect(stopOf({ stopLimitPrice: '' })).toMatchObject({ cost: '3100', averagePrice: '31000' });
    expect(stopOf({ stopPrice: '' })).toBeNull();
    expect(stopPreviewOf(stop, contextOf())).toBeNull();
  });
  test('A1.3 a trailing stop needs its callback, 0.1 to 20 percent', () => {
    expect(reasons(trailing)).toEqual([]);
    expect(reasons({ ...trailing, callback: '' })).toEqual(['callback callback_missing']);
    expect(reasons({ ...trailing, callback: '0.09' })).toEqual(['callback callback_range']);
    expect(reasons({ ...trailing, callback: '20.01' })).toEqual(['callback callback_range']);
    expect(orderOf(trailing, pair)).toEqual({
      symbol: 'BTCUSDT',
      side: 'SELL',
      type: 'TRAILING_STOP_MARKET',
      quantity: '0.5',
      deltaBips: 150,
    });
  });
  test('A1.4 the two prices of a pair stand on both sides of the last one; it locks what the dearer order needs', () => {
    expect(reasons(oco)).toEqual([]);
    expect(reasons({ ...oco, price: '30500' })).toEqual(['price below_last']);
    expect(previewOf(oco, contextOf())).toMatchObject({ locks: '3110', cost: '2900', isMaker: true });
    expect(previewOf({ ...oco, stopLimitPrice: '' }, contextOf())).toMatchObject({ locks: '3255' });
    expect(ocoOf(oco, pair)).toEqual({
      symbol: 'BTCUSDT',
      side: 'BUY',
      quantity: '0.1',
      price: '29000',
      stopPrice: '31000',
      stopLimitPrice: '31100',
    });
  });
  test('A5.1 a market order that waits locks its trigger price and the premium', () => {
    const buy = ticket({ type: 'STOP_MARKET', stopPrice: '31000', quantity: '0.1' });
    expect(previewOf(buy, contextOf())).toMatchObject({ locks: '3255', cost: '3100', averagePrice: '31000' });
    const follows = ticket({ type: 'TRAILING_STOP', callback: '1', quantity: '0.1', isMarketThen: true });
    expect(previewOf(follows, contextOf())).toMatchObject({ locks: '3181.5' });
    expect(reasons({ ...buy, quantity: '0.4' })).toEqual(['quantity balance']);
  });
  test('A1.5 an iceberg shows a tenth at least and less than all', () => {
    const iceberg = ticket({ side: 'SELL', price: '30000', quantity: '1', isIceberg: true, displayQuantity: '0.1' });
    expect(reasons(iceberg)).toEqual([]);
    expect(reasons({ ...iceberg, displayQuantity: '' })).toEqual(['displayQuantity display_missing']);
    expect(reasons({ ...iceberg, displayQuantity: '0.09999' })).toEqual(['displayQuantity display_least']);
    expect(reasons({ ...iceberg, displayQuantity: '1' })).toEqual(['displayQuantity display_most']);
    expect(orderOf(iceberg, pair)).toMatchObject({ type: 'LIMIT', timeInForce: 'GTC', displayQuantity: '0.1' });
    expect(orderOf({ ...iceberg, type: 'MARKET' }, pair)).not.toHaveProperty('displayQuantity');
  });
  test('A1.5 after a sent order the next one is no iceberg; price, time in force and post-only stay', () => {
    const chosen = { price: '30000', timeInForce: 'GTC', isPostOnly: true } as const;
    const sent = ticket({ ...chosen, quantity: '1', amount: '30000', isIceberg: true, displayQuantity: '0.1' });
    expect(afterSent(sent)).toEqual(ticket(chosen));
    const market = { ...sent, type: 'MARKET', marketUnit: 'amount' } as const;
    expect(afterSent(market)).toEqual(ticket({ ...chosen, type: 'MARKET', marketUnit: 'amount' }));
  });
  test('a change of type keeps the amount; each type has prices of its own, which come back with it', () => {
    const waits = withType({ ...stop, amount: '14450' }, 'STOP_MARKET', pair);
    expect(waits).toMatchObject({ type: 'STOP_MARKET', quantity: '0.5', amount: '', price: '', stopPrice: '' });
    const limit = withPrice(withType({ ...waits, stopPrice: '31000' }, 'LIMIT', pair), '28900', pair);
    expect(limit).toMatchObject({ type: 'LIMIT', quantity: '0.5', amount: '14450', price: '28900', stopPrice: '' });
    expect(withType(limit, 'TAKE_PROFIT', pair)).toMatchObject({ price: '', stopPrice: '' });
    expect(withType(withType(limit, 'TAKE_PROFIT', pair), 'STOP_MARKET', pair)).toMatchObject({
      price: '',
      stopPrice: '31000',
    });
    expect(withType(withType(limit, 'MARKET', pair), 'LIMIT', pair)).toMatchObject({ price: '28900', amount: '14450' });
  });
  test('B19 a size without a price of its own yet counts at the last price, for the slider and for what is available', () => {
    const limit = ticket({ price: '30000', quantity: '0.2', amount: '6000' });
    const types = ['STOP_LIMIT', 'STOP_MARKET', 'TAKE_PROFIT', 'TRAILING_STOP', 'OCO'] as const;
    for (const type of types) {
      const next = withType(limit, type, pair);
      expect([type, percentOfAvailable(next, contextOf())]).toEqual([
        type,
        type === 'STOP_MARKET' || type === 'OCO' ? 63 : 60,
      ]);
      expect(reasons(next)).not.toContain('quantity balance');
      const poor = contextOf({ availableQuote: '5000' });
      expect([type, percentOfAvailable(next, poor)]).toEqual([type, 100]);
      expect(reasons(next, poor)).toContain('quantity balance');
      expect(reasons({ ...next, side: 'SELL' }, contextOf({ availableBase: '0.1' }))).toContain('quantity balance');
    }
    const total = withType(ticket({ type: 'MARKET', marketUnit: 'amount', amount: '6000' }), 'LIMIT', pair);
    expect(percentOfAvailable(total, contextOf())).toBe(60);
    expect(reasons(total, contextOf({ availableQuote: '5000' }))).toContain('amount balance');
    // Its own price counts once it is typed.
    expect(reasons(withPrice(total, '20000', pair), contextOf({ availableQuote: '5000' }))).toEqual([
      'quantity balance',
    ]);
    expect(percentOfAvailable({ ...limit, price: '15000' }, contextOf())).toBe(30);
    expect(withPercent(ticket({ type: 'STOP_MARKET' }), 50, contextOf()).quantity).toBe('0.15873');
  });
  test('V1 what a market order was to spend stays as the total, and waits for a price; no quantity of another order comes back', () => {
    const spends = ticket({ type: 'MARKET', marketUnit: 'amount', quantity: '7', amount: '3000' });
    const limit = withType(spends, 'LIMIT', pair);
    expect(limit).toMatchObject({ amount: '3000', quantity: '' });
    expect(withPrice(limit, '30000', pair)).toMatchObject({ amount: '3000', quantity: '0.1' });
    expect(withType(withPrice(limit, '30000', pair), 'MARKET', pair)).toMatchObject({
      amount: '3000',
      marketUnit: 'amount',
    });
    expect(withType(spends, 'STOP_MARKET', pair)).toMatchObject({ amount: '', quantity: '' });
  });
  test('A5.1 too little money is told before what is too large for the market', () => {
    const huge = { price: '30000', quantity: '200' };
    expect(reasons(ticket(huge))).toEqual(['quantity balance']);
    const rich = contextOf({ availableQuote: '90000000' });
    expect(reasons(ticket(huge), rich)).toEqual(['quantity quantity_most']);
    // A visitor has no balance, and still learns the most that the market takes.
    const ofVisitor = problemsOf(ticket(huge), contextOf({ availableQuote: '0' }), false);
    expect(ofVisitor.map(({ reason }) => reason)).toEqual(['quantity_most']);
    const limited = { ...pair, maxAmount: '9000' } as Pair;
    expect(reasons(ticket({ price: '30000', quantity: '0.4' }), contextOf({ pair: limited }))).toEqual([
      'quantity balance',
    ]);
  });
});

test('A5.7 the preview counts with the user’s own rates', () => {
  const context = contextOf({ feeRates: { maker: '0', taker: '0.0005' } });
  expect(previewOf(ticket({ price: '100', quantity: '1' }), context)).toMatchObject({ fee: '0', feeRate: '0' });
});

describe('A4 what the engine would refuse is said at its field', () => {
  const limited = {
    ...pair,
    minPrice: '1', maxPrice: '50000', priceProtectScope: '0.1', minBuyPriceOffset: '-0.5', maxSellPriceOffset: '0.5',
    maxAmount: '9000', maxMarketOrderAmount: '6000',
  } as Pair; // prettier-ignore
  const context = contextOf({ pair: limited, availableBase: '10', availableQuote: '1000000' });
  test.each([
    [{ price: '33000', quantity: '0.1' }, []],
    [{ price: '33000.01', quantity: '0.1' }, ['price price_highest']],
    [{ price: '14999.99', quantity: '0.1' }, ['price price_lowest']],
    [{ side: 'SELL', price: '26999.99', quantity: '0.1' }, ['price price_lowest']],
    [{ side: 'SELL', price: '45000.01', quantity: '0.1' }, ['price price_highest']],
    [{ price: '30000', quantity: '0.30001' }, ['quantity amount_most']],
    [{ side: 'SELL', type: 'MARKET', quantity: '0.20001' }, ['quantity amount_most']],
    [{ side: 'SELL', type: 'MARKET', quantity: '0.00016' }, ['quantity amount_least']],
    [{ type: 'STOP_MARKET', stopPrice: '50000.01', quantity: '0.1' }, ['stopPrice price_highest']],
    // The limit of an order that waits is measured from its trigger.
    [{ type: 'STOP_LIMIT', stopPrice: '40000', price: '44000.01', quantity: '0.1' }, ['price price_highest']],
    [{ type: 'STOP_LIMIT', stopPrice: '40000', price: '44000', quantity: '0.1' }, []],
  ] as const)('%j: %j', (part, problems) => {
    expect(reasons(ticket(part), context)).toEqual(problems);
  });
});

describe('what a market order with everything leaves in the wallet', () => {
  const asks: [string, string][] = [['30000', '5']];
  const all = (part: Partial<Ticket>, context: TicketContext) =>
    leftOverOf(withPercent(ticket({ type: 'MARKET', ...part }), 100, context), context);
  test('a buy by amount is covered up to its worst price, 3% above the best one; a share is spent but for a step', () => {
    const context = contextOf({}, asks);
    const most = ticket({ type: 'MARKET', quantity: '0.32362' });
    expect(leftOverOf(most, context)).toEqual({
      left: '291.4',
      asset: 'USDT',
      reason: 'price',
      detail: '30,900.00 USDT',
    });
    expect(all({}, context)).toMatchObject({ left: '0.1', reason: 'step' });
  });
  test('a fee in quote that is lower than the market’s own leaves the difference', () => {
    const context = contextOf({ pair: { ...pair, feeMode: 'QUOTE' }, feeRates: { maker: '0', taker: '0' } }, asks);
    expect(all({ marketUnit: 'amount' }, context)).toMatchObject({ reason: 'fee' });
  });
  test('a sell leaves less than a step; an order that could be larger, and one the book does not fill, say nothing', () => {
    const bids: [string, string][] = [['29990', '5']];
    const context = contextOf({ availableBase: '1.000005' }, [], bids);
    expect(all({ side: 'SELL' }, context)).toMatchObject({ left: '0.000005', asset: 'BTC', reason: 'step' });
    expect(all({ side: 'SELL' }, contextOf({}, [], bids))).toBeNull();
    expect(leftOverOf(ticket({ type: 'MARKET', quantity: '0.1' }), contextOf({}, asks))).toBeNull();
    expect(all({}, contextOf({}, [['30000', '0.01']]))).toBeNull();
  });
});

test.each([
  ['LIMIT', { price: '30000' }],
  ['MARKET', {}],
] as const)(
  'V1 an amount with more decimals than the market has, in a %s order that would trade at once, is named and not fatal',
  (type, fields) => {
    const context = contextOf({}, [['30000', '1']], [['29999', '1']]);
    const off = ticket({ type, ...fields, quantity: '0.1234567' });
    expect(() => previewOf(off, context)).not.toThrow();
    expect(reasons(off, context).join()).toContain('quantity');
  },
);
