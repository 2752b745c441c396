/** Random commands for the property test: numbers so small that prices, owners and triggers meet often. */
import fc from 'fast-check';
import type { MarketParameters } from './commands.ts';
import { parameters } from './testing.ts';

export const USERS = [1, 2, 3];
export const SYMBOL = 'COINCASH';

const priceArb = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 97, max: 103 }) },
    { weight: 2, arbitrary: fc.integer({ min: 90, max: 110 }) },
  )
  .map((ticks) => ticks * 10_000);
const quantityArb = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 1, max: 20 }).map((lots) => lots * 100) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3000 }) },
);
const uidArb = fc.constantFrom(...USERS);
const stpArb = fc.constantFrom(
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  'EXPIRE_TAKER',
  'EXPIRE_MAKER',
  'EXPIRE_BOTH',
  'DECREMENT',
  'NONE',
);
const clientIdArb = fc.constantFrom('', '', '', '', '', '', '', '', 'a', 'b');
const sideArb = fc.constantFrom('BUY', 'SELL');
/** Points at an order made before: so many before the newest; from 36 on by client id. */
const orderArb = fc.integer({ min: 0, max: 40 });

const limitArb = fc.record({
  kind: fc.constant('PlaceOrder'),
  uid: uidArb,
  symbol: fc.constant(SYMBOL),
  side: sideArb,
  type: fc.constant('LIMIT'),
  timeInForce: fc.constantFrom('GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'GTX'),
  price: fc.oneof(
    { weight: 20, arbitrary: priceArb },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 2_000_000 }) },
  ),
  quantity: quantityArb,
  quoteAmount: fc.constant(0),
  maxSlippage: fc.constant(0),
  stpMode: stpArb,
  clientOrderId: clientIdArb,
  idempotency: fc.constant(null),
});
/** Limits that show themselves in slices; what does not fit is refused by both. */
const icebergArb = fc
  .tuple(
    limitArb,
    fc.integer({ min: 1, max: 12 }).map((lots) => lots * 100),
  )
  .map(([limit, displayQuantity]) => ({
    ...limit,
    timeInForce: limit.timeInForce === 'GTX' ? 'GTX' : 'GTC',
    displayQuantity,
  }));
const gridPriceArb = fc.oneof(
  { weight: 30, arbitrary: priceArb },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2_000_000 }) },
);
const stopArb = fc
  .tuple(limitArb, fc.constantFrom('STOP', 'TAKE_PROFIT'), fc.boolean(), gridPriceArb, fc.constantFrom(0, 1_000_000))
  .map(([limit, trigger, isLimit, stopPrice, maxSlippage]) => ({
    ...limit,
    stopPrice,
    ...(isLimit
      ? { type: `${trigger}_LIMIT` }
      : { type: `${trigger}_MARKET`, price: 0, timeInForce: 'IOC', maxSlippage }),
  }));
const trailingArb = fc
  .tuple(
    limitArb,
    fc.boolean(),
    fc.oneof(fc.constantFrom(100, 200, 300), fc.integer({ min: 10, max: 600 })),
    fc.oneof(fc.constant(0), gridPriceArb),
  )
  .map(([limit, isLimit, deltaBips, activationPrice]) => ({
    ...limit,
    deltaBips,
    activationPrice,
    ...(isLimit ? { type: 'TRAILING_STOP_LIMIT' } : { type: 'TRAILING_STOP_MARKET', price: 0, timeInForce: 'IOC' }),
  }));
/** Most pairs stand on the right sides of the middle of the prices. */
const pairArb = fc
  .record({
    side: sideArb,
    near: fc.integer({ min: 95, max: 110 }),
    far: fc.integer({ min: 90, max: 105 }),
    hasProfit: fc.boolean(),
    isLimit: fc.boolean(),
    isStopLimit: fc.boolean(),
    uid: uidArb,
    quantity: quantityArb,
    stpMode: stpArb,
    clientOrderId: clientIdArb,
    stopClientOrderId: clientIdArb,
  })
  .map(({ near, far, hasProfit, isLimit, isStopLimit, ...common }) => {
    const [first, stop] = common.side === 'SELL' ? [near, far] : [far, near];
    return {
      kind: 'PlaceOco',
      symbol: SYMBOL,
      ...common,
      price: !hasProfit || isLimit ? first * 10_000 : 0,
      takeProfitPrice: hasProfit ? first * 10_000 : 0,
      stopPrice: stop * 10_000,
      stopLimitPrice: isStopLimit ? stop * 10_000 : 0,
      idempotency: null,
    };
  });
const ratesArb = fc.option(
  fc.record({
    spotMaker: fc.constantFrom(-10_000, 0, 50_000, 5_000_000),
    spotTaker: fc.constantFrom(10_000, 90_000, 9_000_000),
    futuresMaker: fc.constant(0),
    futuresTaker: fc.constant(0),
  }),
);
const tierArb = fc.record({ uid: uidArb, own: ratesArb, trial: ratesArb, end: fc.nat(60) }).map(({ end, ...tier }) => ({
  kind: 'SetFeeTier',
  ...tier,
  trialEndMs: tier.trial === null ? 0 : 1_000 + end,
}));
const marketArb = fc
  .record({
    uid: uidArb,
    side: sideArb,
    byAmount: fc.boolean(),
    size: quantityArb,
    slippage: fc.constantFrom(0, 1_000_000),
    stpMode: stpArb,
  })
  .map(({ byAmount, size, slippage, ...rest }) => ({
    kind: 'PlaceOrder',
    symbol: SYMBOL,
    type: 'MARKET',
    timeInForce: 'IOC',
    price: 0,
    clientOrderId: '',
    idempotency: null,
    quantity: byAmount ? 0 : size,
    quoteAmount: byAmount ? size * 70 : 0,
    maxSlippage: slippage,
    ...rest,
  }));
const amendArb = fc
  .record({
    uid: uidArb,
    order: orderArb,
    price: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: priceArb }),
    quantity: fc.oneof(fc.constant(0), quantityArb),
    stopPrice: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: priceArb }),
    displayQuantity: fc.constantFrom(0, 0, 0, 0, 0, 100, 300),
  })
  .map(({ order, ...rest }) => ({
    kind: 'AmendOrder',
    symbol: SYMBOL,
    order,
    clientOrderId: '',
    idempotency: null,
    ...rest,
  }));
const cancelArb = fc
  .record({ uid: uidArb, order: orderArb, clientOrderId: fc.constantFrom('a', 'b') })
  .map((fields) => ({ kind: 'CancelOrder', symbol: SYMBOL, ...fields }));
const otherArb = fc.oneof(
  fc.record({ kind: fc.constant('CancelAllOrders'), uid: uidArb, symbol: fc.constantFrom('', SYMBOL) }),
  fc.record({
    kind: fc.constant('SetMarketStatus'),
    symbol: fc.constant(SYMBOL),
    status: fc.constantFrom('HALTED', 'TRADING', 'TRADING', 'TRADING'),
  }),
  fc.record({ kind: fc.constant('Clock') }),
  fc
    .record({
      uid: uidArb,
      asset: fc.constantFrom('COIN', 'CASH'),
      back: fc.boolean(),
      amount: fc.integer({ min: 1, max: 400_000 }),
      n: fc.nat(),
    })
    .map(({ back, n, ...rest }) => ({
      kind: 'Transfer',
      from: back ? 'FUTURES' : 'SPOT',
      to: back ? 'SPOT' : 'FUTURES',
      idempotency: { key: `t${n}`, fingerprint: '' },
      ...rest,
    })),
);
export const commandArb = fc.oneof(
  { weight: 10, arbitrary: limitArb },
  { weight: 3, arbitrary: marketArb },
  { weight: 6, arbitrary: amendArb },
  { weight: 3, arbitrary: cancelArb },
  { weight: 2, arbitrary: icebergArb },
  { weight: 5, arbitrary: stopArb },
  { weight: 2, arbitrary: trailingArb },
  { weight: 2, arbitrary: pairArb },
  { weight: 1, arbitrary: otherArb },
  { weight: 1, arbitrary: tierArb },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('SetTradeGroup'), uid: uidArb, tradeGroupId: fc.constantFrom(0, 1, 1) }),
  },
);
export const parametersArb = fc
  .record({
    makerFeeRate: fc.constantFrom(0, 80_000, 3_000_000, -20_000),
    takerFeeRate: fc.constantFrom(100_000, 7_000_000),
    feeMode: fc.constantFrom('RECEIVED', 'QUOTE'),
    defaultStpMode: fc.constantFrom('EXPIRE_TAKER', 'EXPIRE_TAKER', 'NONE', 'EXPIRE_MAKER', 'DECREMENT'),
    maxOpenOrders: fc.constantFrom(0, 4),
    maxAmends: fc.constantFrom(0, 2),
    maxConditional: fc.constantFrom(undefined, 0, 2),
    maxIceberg: fc.constantFrom(undefined, 0, 1),
    hasFeeException: fc.constantFrom(undefined, undefined, false, true),
    minAmount: fc.constantFrom(0, 20_000),
    maxAmount: fc.constantFrom(0, 200_000),
    minBuyPriceOffset: fc.constantFrom(0, -8_000_000),
    maxSellPriceOffset: fc.constantFrom(0, 8_000_000),
    priceProtectScope: fc.constantFrom(0, 6_000_000),
    maxSlippage: fc.constantFrom(0, 3_000_000),
    premiumFactor: fc.constantFrom(2_000_000, 5_000_000),
    openPrice: fc.constantFrom(0, 1_000_000),
  })
  .map((fields) => parameters({ tickSize: 10_000, stepSize: 100, ...(fields as Partial<MarketParameters>) }));
