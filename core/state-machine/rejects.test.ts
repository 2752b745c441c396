/** Every reject code is reached, and of two reasons the earlier one in the list answers. */
import { expect, test } from 'vitest';
import { REJECT_CODES, type RejectCode } from '../protocol/rejects.ts';
import { PRODUCT_CASES, type RefusalCase } from '../testing/product-refusals.ts';
import { codeOf, parameters, TestExchange, units } from '../testing/exchange.ts';
import type { CommandBody, PlaceOrder } from '../protocol/commands.ts';

const limits = {
  tickSize: 10_000,
  stepSize: 100_000,
  minPrice: units('0.5'),
  maxPrice: units(1000),
  minVolume: units('0.01'),
  maxVolume: units(500),
  minAmount: units(5),
  maxAmount: units(10_000),
  maxLimitOrderAmount: units(9_000),
  maxMarketOrderAmount: units(8_000),
  minBuyPriceOffset: -50_000_000,
  maxSellPriceOffset: 100_000_000,
  priceProtectScope: 10_000_000,
  maxSlippage: 3_000_000,
  maxOpenOrders: 3,
  maxAmends: 1,
};

/** The last price is 2; user 1 is rich, user 2 sold at that price, user 3 has no funds. */
function limited(): TestExchange {
  const x = new TestExchange(limits);
  x.fund(1, 2);
  x.sell(2, { price: 2, quantity: 100 });
  x.buy(1, { price: 2, quantity: 100 });
  return x;
}

const place: Record<string, unknown> = {
  kind: 'PlaceOrder',
  uid: 1,
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: units(2),
  quantity: units(3),
  quoteAmount: 0,
  maxSlippage: 0,
  stpMode: '',
  clientOrderId: '',
  idempotency: null,
};
const order = (changes: Record<string, unknown>): CommandBody => ({ ...place, ...changes }) as unknown as PlaceOrder;

const cases: readonly RefusalCase[] = [
  [
    'IDEMPOTENCY_MISMATCH',
    'the key was used for another body',
    (x) => {
      x.tryPlace(1, 'BUY', { price: 2, quantity: 3, key: 'k', fingerprint: 'one' });
      return x.tryPlace(1, 'BUY', { price: 2, quantity: 4, key: 'k', fingerprint: 'two', symbol: 'NONE' });
    },
  ],
  [
    'UNKNOWN_ASSET',
    'a deposit of nothing known',
    (x) => x.run({ kind: 'Deposit', uid: 1, asset: 'ETH', amount: 0, idempotency: { key: 'd', fingerprint: '' } }),
  ],
  [
    'UNKNOWN_ASSET',
    'a market of an unknown asset with a known name',
    (x) => x.run({ kind: 'CreateMarket', symbol: 'BTCUSDT', base: 'ETH', quote: 'USDT', parameters: parameters() }),
  ],
  ['UNKNOWN_MARKET', 'an order', (x) => x.run(order({ symbol: 'ETHUSDT', price: -1 }))],
  ['UNKNOWN_MARKET', 'cancel all', (x) => x.run({ kind: 'CancelAllOrders', uid: 1, symbol: 'ETHUSDT' })],
  ['UNKNOWN_MARKET', 'a status', (x) => x.run({ kind: 'SetMarketStatus', symbol: 'ETHUSDT', status: 'HALTED' })],
  ['ALREADY_EXISTS', 'an asset', (x) => x.run({ kind: 'CreateAsset', asset: 'BTC', scale: 99 })],
  [
    'ALREADY_EXISTS',
    'a market',
    (x) =>
      x.run({
        kind: 'CreateMarket',
        symbol: 'BTCUSDT',
        base: 'BTC',
        quote: 'USDT',
        parameters: parameters({ tickSize: 0 }),
      }),
  ],
  [
    'BAD_CONFIGURATION',
    'too many decimals of tick and step (trading 0.2)',
    (x) =>
      x.run({
        kind: 'CreateMarket',
        symbol: 'B2',
        base: 'BTC',
        quote: 'USDT',
        parameters: parameters({ tickSize: 1, stepSize: 10_000_000 }),
      }),
  ],
  ['BAD_CONFIGURATION', 'an asset scale', (x) => x.run({ kind: 'CreateAsset', asset: 'ETH', scale: 13 })],
  [
    'MARKET_STATUS',
    'no orders while halted, whatever their fields',
    (x) => {
      x.setStatus('HALTED');
      return x.run(order({ price: -1 }));
    },
  ],
  ['MARKET_STATUS', 'a status that may not follow', (x) => x.setStatus('POST_ONLY')],
  ['BAD_FIELDS', 'a negative price and a forbidden mode', (x) => x.run(order({ price: -1, stpMode: 'NONE' }))],
  [
    'STP_MODE',
    'NONE is for configurations only, before the client id',
    (x) => {
      x.buy(1, { price: 2, quantity: 3, clientId: 'a' });
      return x.tryPlace(1, 'BUY', { price: 2, quantity: 3, stp: 'NONE', clientId: 'a' });
    },
  ],
  ['UNKNOWN_ORDER', 'an amend', (x) => x.tryAmend(1, 99, { price: '0.00001' })],
  ['UNKNOWN_ORDER', 'the order of another user', (x) => x.tryCancel(2, x.buy(1, { price: 2, quantity: 3 }).orderId)],
  ['ORDER_CLOSED', 'an order that was filled', (x) => x.tryCancel(1, 2)],
  [
    'TOO_MANY_AMENDS',
    'a second amend that changes nothing',
    (x) => {
      const { orderId } = x.buy(1, { price: 2, quantity: 10 });
      x.tryAmend(1, orderId, { quantity: 9 });
      return x.tryAmend(1, orderId, { quantity: 9 });
    },
  ],
  [
    'OCO_LEG',
    'an amend that changes nothing',
    (x) => {
      x.tryOco(1, 'SELL', { price: '2.1', stop: '1.9', quantity: 3 });
      return x.tryAmend(1, 3, { quantity: 3 });
    },
  ],
  [
    'NOTHING_TO_AMEND',
    'the same price and quantity',
    (x) => x.tryAmend(1, x.buy(1, { price: 2, quantity: 3 }).orderId, { price: 2, quantity: 3 }),
  ],
  [
    'DUPLICATE_CLIENT_ORDER_ID',
    'a live order has it, and the price is off the grid',
    (x) => {
      x.buy(1, { price: 2, quantity: 3, clientId: 'a' });
      return x.run(order({ clientOrderId: 'a', price: 1 }));
    },
  ],
  ['PRICE_TICK', 'off the grid and out of range', (x) => x.run(order({ price: 1 }))],
  [
    'PRICE_RANGE',
    'below the lowest price, and the quantity off the grid',
    (x) => x.run(order({ price: units('0.4'), quantity: 1 })),
  ],
  ['QUANTITY_STEP', 'off the grid and too small', (x) => x.run(order({ quantity: 1 }))],
  ['QUANTITY_RANGE', 'too small, and so is the amount', (x) => x.run(order({ quantity: units('0.001') }))],
  [
    'QUANTITY_RANGE',
    'too large, and so is the amount',
    (x) => x.run(order({ quantity: units(501), price: units(900) })),
  ],
  [
    'MIN_AMOUNT',
    'too cheap, and too far from the last price',
    (x) => x.run(order({ quantity: units('0.1'), price: units('0.9') })),
  ],
  ['MIN_AMOUNT', 'a market order counts at the last price', (x) => x.tryPlace(1, 'BUY', { quantity: 2 })],
  [
    'MAX_AMOUNT',
    'a limit order, also too far from the last price',
    (x) => x.run(order({ quantity: units(100), price: units(91) })),
  ],
  ['MAX_AMOUNT', 'a market order', (x) => x.tryPlace(1, 'BUY', { amount: 8_001 })],
  [
    'PRICE_OFFSET',
    'a buy far below the last price',
    (x) => x.run(order({ price: units('0.9999'), quantity: units(10) })),
  ],
  ['PRICE_OFFSET', 'a sell far above it', (x) => x.run(order({ side: 'SELL', price: units('4.0001') }))],
  ['PRICE_BAND', 'a buy above the band', (x) => x.run(order({ price: units('2.2001') }))],
  ['PRICE_BAND', 'a sell below it', (x) => x.run(order({ side: 'SELL', price: units('1.7999') }))],
  [
    'TOO_MANY_ORDERS',
    'the fourth, though it would cross as post-only',
    (x) => {
      x.sell(2, { price: 2, quantity: 3 });
      for (let i = 0; i < 3; i += 1) x.buy(1, { price: '1.9', quantity: 3 });
      return x.tryPlace(1, 'BUY', { price: 2, quantity: 3, tif: 'GTX' });
    },
  ],
  [
    'POST_ONLY',
    'it would trade, and nothing is in the wallet',
    (x) => {
      x.sell(2, { price: 2, quantity: 3 });
      return x.tryPlace(3, 'BUY', { price: 2, quantity: 3, tif: 'GTX' });
    },
  ],
  [
    'WOULD_TRIGGER_NOW',
    'its condition holds, and nothing is in the wallet',
    (x) => x.tryPlace(3, 'BUY', { trigger: 'STOP', stop: 2, price: 2, quantity: 3 }),
  ],
  [
    'OCO_PRICES',
    'the last price is not between the legs, and nothing is in the wallet',
    (x) => x.tryOco(3, 'SELL', { price: 2, stop: '1.9', quantity: 3 }),
  ],
  [
    'WOULD_TRIGGER_NOW',
    'of a pair, whose other leg is wrong too',
    (x) => x.tryOco(3, 'SELL', { price: 2, stop: 2, quantity: 3 }),
  ],
  ['INSUFFICIENT_BALANCE', 'an order', (x) => x.tryPlace(3, 'BUY', { price: 2, quantity: 3 })],
  [
    'INSUFFICIENT_BALANCE',
    'a transfer',
    (x) =>
      x.run({
        kind: 'Transfer',
        uid: 3,
        asset: 'BTC',
        from: 'SPOT',
        to: 'FUTURES',
        amount: 1,
        idempotency: { key: 't', fingerprint: '' },
      }),
  ],
  [
    'AMOUNT_TOO_LARGE',
    'a deposit',
    (x) =>
      x.run({ kind: 'Deposit', uid: 1, asset: 'BTC', amount: 2 ** 53, idempotency: { key: 'd', fingerprint: '' } }),
  ],
  ...PRODUCT_CASES,
  [
    'LIMIT_REACHED',
    'one asset too many',
    (x) => {
      let outcome = x.run({ kind: 'CreateAsset', asset: 'A0', scale: 8 });
      for (let i = 1; outcome.ok; i += 1) outcome = x.run({ kind: 'CreateAsset', asset: `A${i}`, scale: 8 });
      return outcome;
    },
  ],
];

test.each(cases)('%s: %s', (code, _, act) => {
  const x = limited();
  const outcome = act(x);
  expect(codeOf(outcome)).toBe(code);
});

/** Those that only perpetuals give: core/perp/rejects.test.ts reaches them. */
const PERP_ONLY: ReadonlySet<RejectCode> = new Set<RejectCode>([
  'ACCOUNT_STATE',
  'POSITION_SIDE',
  'NOT_FLAT',
  'LEVERAGE_RANGE',
  'UNKNOWN_POSITION',
  'FUNDING_NOT_DUE',
  'REDUCE_ONLY_REJECT',
  'CLOSE_ONLY',
  'LEVERAGE_TIER',
  'POSITION_LIMIT',
  'OPEN_INTEREST_CAP',
  'MARGIN_LIMIT',
]);

test('every reject code is reached (a stopped ledger and full keys have their own tests)', () => {
  const reached = new Set<RejectCode>([...cases.map(([code]) => code), 'TRADING_STOPPED', 'IDEMPOTENCY_FULL']);
  expect(REJECT_CODES.filter((code) => !reached.has(code) && !PERP_ONLY.has(code))).toEqual([]);
});

test('a refusal changes nothing but the place in the log', () => {
  const x = limited();
  const before = JSON.stringify([
    x.core.balances(1).map(String),
    x.core.markets(),
    x.core.openOrders(1, ''),
    x.core.depth('BTCUSDT', 5),
  ]);
  const events = x.events.length;
  x.run(order({ price: units('2.2001') }));
  x.tryPlace(3, 'BUY', { price: 2, quantity: 3 });
  expect(x.events.length).toBe(events);
  expect(
    JSON.stringify([
      x.core.balances(1).map(String),
      x.core.markets(),
      x.core.openOrders(1, ''),
      x.core.depth('BTCUSDT', 5),
    ]),
  ).toBe(before);
});

test('the check of an order changes no state, whether it accepts or refuses', () => {
  const x = limited();
  const before = x.core.stateHash();
  const said = [{}, { price: units('2.2001') }, { type: 'STOP_LIMIT', stopPrice: units(3), price: units(3) }].map(
    (changes) => x.core.checkOrder(order(changes) as PlaceOrder, x.timeMs),
  );
  expect(said).toEqual([null, 'PRICE_BAND', null]);
  expect(x.core.stateHash()).toBe(before);
});

const market = { type: 'MARKET', timeInForce: 'IOC', price: 0 };
const trailing = { type: 'TRAILING_STOP_LIMIT', deltaBips: 50, activationPrice: units(3) };

test.each([
  ['no price', { price: 0 }],
  ['no quantity', { quantity: 0 }],
  ['an amount on a limit order', { quoteAmount: 5 }],
  ['slippage on a limit order', { maxSlippage: 5 }],
  ['a fraction', { quantity: 1.5 }],
  ['not a number', { price: NaN }],
  ['infinite', { quantity: Infinity }],
  ['an unknown side', { side: 'HOLD' }],
  ['an unknown type', { type: 'STOP' }],
  ['an unknown time in force', { timeInForce: 'GTD' }],
  ['an unknown self-trade mode', { stpMode: 'TRANSFER' }],
  ['no user', { uid: 0 }],
  ['a long client id', { clientOrderId: 'x'.repeat(65) }],
  ['a price on a market order', { type: 'MARKET', timeInForce: 'IOC' }],
  ['neither quantity nor amount', { type: 'MARKET', timeInForce: 'IOC', price: 0, quantity: 0 }],
  ['both', { type: 'MARKET', timeInForce: 'IOC', price: 0, quoteAmount: 5 }],
  ['fill or kill on a market order', { type: 'MARKET', timeInForce: 'FOK', price: 0 }],
  ['slippage of one', { type: 'MARKET', timeInForce: 'IOC', price: 0, maxSlippage: 100_000_000 }],
  ['a stop price on a limit order', { stopPrice: 5 }],
  ['a trailing distance on a limit order', { deltaBips: 50 }],
  ['an activation price on a market order', { ...market, activationPrice: 5 }],
  ['half a unit that shows', { displayQuantity: 0.5 }],
  ['a stop order without its price', { type: 'STOP_LIMIT' }],
  ['a stop order that trails', { type: 'STOP_LIMIT', stopPrice: units(3), deltaBips: 50 }],
  ['a stop order by amount', { ...market, type: 'STOP_MARKET', quantity: 0, quoteAmount: 5, stopPrice: units(3) }],
  ['a take-profit order without a limit', { type: 'TAKE_PROFIT_LIMIT', price: 0, stopPrice: units(1) }],
  ['a market stop with a limit', { type: 'STOP_MARKET', stopPrice: units(3) }],
  ['a trailing stop with a stop price', { ...trailing, stopPrice: units(3) }],
  ['a trailing stop of 9 bips', { ...trailing, deltaBips: 9 }],
  ['a trailing stop of 2,001 bips', { ...trailing, deltaBips: 2_001 }],
  ['a trailing stop of half a bip more', { ...trailing, deltaBips: 10.5 }],
  ['a trailing stop with nothing to follow', { ...trailing, activationPrice: 0 }],
  ['an empty key', { idempotency: { key: '', fingerprint: '' } }],
])('BAD_FIELDS: %s', (_, changes) => {
  expect(codeOf(new TestExchange().run(order(changes)))).toBe('BAD_FIELDS');
});

test.each([
  ['a quantity beyond 2^53 - 1', { quantity: 9_007_199_254_800_000 }],
  ['an amount beyond it', { price: units(10_000_000), quantity: units(10_000_000) }],
  ['a sell that could bring more at the best bid', { side: 'SELL', price: units('0.01'), quantity: units(80_000_000) }],
  ['an amount to spend beyond it', { type: 'MARKET', timeInForce: 'IOC', price: 0, quantity: 0, quoteAmount: 2 ** 53 }],
  [
    'more lots than fit at the best price',
    { type: 'MARKET', timeInForce: 'IOC', side: 'SELL', price: 0, quantity: 0, quoteAmount: 9e15 },
  ],
])('AMOUNT_TOO_LARGE: %s', (_, changes) => {
  const x = new TestExchange();
  x.fund(2);
  x.buy(2, { price: 100, quantity: 1 });
  x.sell(2, { price: 101, quantity: 1 });
  expect(codeOf(x.run(order(changes)))).toBe('AMOUNT_TOO_LARGE');
});
