/**
 * Random commands for the property test: numbers so small that prices, owners and triggers meet often. Prices are in
 * hundredths of a tick and quantities in hundredths of a lot, of whichever market the command goes to; `inUnits` makes
 * integers of them.
 */
import fc from 'fast-check';
import { limitsArb, SCALES, USERS, type RandomMarket } from './random-markets.ts';

/** A command before its market and its order are known. */
export type Draft = Readonly<Record<string, unknown>> & { readonly kind: string };

const ticksArb = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 97, max: 103 }) },
  { weight: 2, arbitrary: fc.integer({ min: 90, max: 110 }) },
);
const gridPriceArb = ticksArb.map((ticks) => ticks * 100);
const priceArb = fc.oneof(
  { weight: 25, arbitrary: gridPriceArb },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 20_000 }) },
);
/** Trigger prices that the next trades may reach. */
const triggerArb = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 98, max: 102 }).map((ticks) => ticks * 100) },
  { weight: 2, arbitrary: priceArb },
);
const quantityArb = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 1, max: 20 }).map((lots) => lots * 100) },
  // So large that little is left in the wallet.
  { weight: 2, arbitrary: fc.integer({ min: 20, max: 60 }).map((lots) => lots * 100) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
);
const uidArb = fc.constantFrom(...USERS);
const stpArb = fc.oneof(
  { weight: 14, arbitrary: fc.constant('') },
  { weight: 8, arbitrary: fc.constantFrom('EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT') },
  { weight: 1, arbitrary: fc.constant('NONE') },
);
const clientIdArb = fc.constantFrom('', '', '', '', '', '', '', '', 'a', 'b');
const sideArb = fc.constantFrom('BUY', 'SELL');
/** Which earlier order a command names: a quarter of this number, counted back from the newest; from 37 on it is named by its client id. */
const orderArb = fc.integer({ min: 0, max: 39 });
const slippageArb = fc.constantFrom(0, 1_000_000, 765_432);

const limitArb = fc.record({
  kind: fc.constant('PlaceOrder'),
  uid: uidArb,
  side: sideArb,
  type: fc.constant('LIMIT'),
  timeInForce: fc.constantFrom('GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'GTX'),
  price: priceArb,
  quantity: quantityArb,
  quoteAmount: fc.constant(0),
  maxSlippage: fc.constant(0),
  stpMode: stpArb,
  clientOrderId: clientIdArb,
  idempotency: fc.constant(null),
});
/** Icebergs, some with a slice that is refused. */
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
const stopArb = fc
  .tuple(limitArb, fc.constantFrom('STOP', 'TAKE_PROFIT'), fc.constantFrom(true, false, false), triggerArb, slippageArb)
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
    fc.oneof(fc.constant(0), priceArb),
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
    near: fc.integer({ min: 98, max: 107 }),
    far: fc.integer({ min: 93, max: 102 }),
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
      ...common,
      price: !hasProfit || isLimit ? first * 100 : 0,
      takeProfitPrice: hasProfit ? first * 100 : 0,
      stopPrice: stop * 100,
      stopLimitPrice: isStopLimit ? stop * 100 : 0,
      idempotency: null,
    };
  });
const marketOrderArb = fc
  .record({
    uid: uidArb,
    side: sideArb,
    byAmount: fc.boolean(),
    size: quantityArb,
    maxSlippage: slippageArb,
    stpMode: stpArb,
  })
  .map(({ byAmount, size, ...rest }) => ({
    kind: 'PlaceOrder',
    type: 'MARKET',
    timeInForce: 'IOC',
    price: 0,
    clientOrderId: '',
    idempotency: null,
    quantity: byAmount ? 0 : size,
    quoteAmount: byAmount ? size * 70 : 0,
    ...rest,
  }));
const MEETINGS = ['DECREMENT', 'DECREMENT', 'DECREMENT', 'DECREMENT', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'EXPIRE_TAKER'];
/** An order that meets one of the same user (a leg of a pair, if there is one), so that self-trade prevention acts. */
const meetArb = fc
  .record({
    stpMode: fc.constantFrom(...MEETINGS),
    timeInForce: fc.constantFrom('GTC', 'IOC', 'FOK'),
    quantity: fc.constantFrom(100, 200, 500, 1_500),
  })
  .map((fields) => ({ kind: 'Meet', ...fields }));
/** A valid order with one wrong field. */
const wrongOrderArb = fc
  .tuple(
    fc.oneof(limitArb, marketOrderArb, stopArb, trailingArb, pairArb),
    fc.constantFrom<object>(
      { quantity: 0 },
      { price: 0 },
      { uid: 0 },
      { side: 'HOLD' },
      { timeInForce: 'GTD' },
      { stpMode: 'TRANSFER' },
      { clientOrderId: 'x'.repeat(65) },
      { quoteAmount: 1_000 },
      { quoteAmount: Infinity, quantity: 0, price: 0, type: 'MARKET', timeInForce: 'IOC' },
      { stopPrice: 9_900 },
      { deltaBips: 5 },
      { displayQuantity: 150 },
      { maxSlippage: 100_000_000 },
      { idempotency: { key: '', fingerprint: '' } },
    ),
  )
  // A change applies to a pair only if the pair has all of its fields; else its quantity becomes 0.
  .map(([order, change]) => {
    const isOfPair = Object.keys(change).every((name) => name in order);
    return order.kind !== 'PlaceOco' || isOfPair ? { ...order, ...change } : { ...order, quantity: 0 };
  });

const noneOr = <T>(arbitrary: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | 0> =>
  fc.oneof({ weight, arbitrary: fc.constant(0 as const) }, { weight: 1, arbitrary });
/** Amendments: mostly of price and quantity, else of triggers or iceberg slices. */
const amendArb = fc
  .tuple(
    fc.record({
      kind: fc.constant('AmendOrder'),
      uid: uidArb,
      order: orderArb,
      price: noneOr(gridPriceArb),
      quantity: noneOr(fc.oneof(quantityArb, fc.constant(100))),
    }),
    fc.oneof(
      { weight: 6, arbitrary: fc.constant({}) },
      { weight: 2, arbitrary: fc.record({ stopPrice: gridPriceArb }) },
      {
        weight: 1,
        arbitrary: fc.record({ deltaBips: fc.constantFrom(5, 150, 200), activationPrice: noneOr(gridPriceArb) }),
      },
      { weight: 1, arbitrary: fc.record({ displayQuantity: fc.constantFrom(100, 300) }) },
    ),
  )
  .map(([fields, more]) => ({ ...fields, ...more, clientOrderId: '', idempotency: null }));
const cancelArb = fc.record({
  kind: fc.constant('CancelOrder'),
  uid: uidArb,
  order: orderArb,
  clientOrderId: fc.constantFrom('a', 'b'),
});

const ratesArb = fc.option(
  fc.record({
    spotMaker: fc.constantFrom(-10_000, 0, 50_000, 54_321, 5_000_000),
    spotTaker: fc.constantFrom(10_000, 98_765, 9_000_000),
    futuresMaker: fc.constantFrom(-5_003, 0, 11_113),
    futuresTaker: fc.constantFrom(20_021, 45_677, 90_001),
  }),
);
const tierArb = (startMs: number): fc.Arbitrary<Draft> =>
  fc
    .record({
      uid: uidArb,
      own: ratesArb,
      trial: ratesArb,
      end: fc.constantFrom(40, 90, 50_000, 200_000),
      version: fc.constantFrom(undefined, 0, 1, 2, 3),
    })
    .map(({ end, version, ...tier }) => ({
      kind: 'SetFeeTier',
      ...tier,
      ...(version === undefined ? {} : { version }),
      trialEndMs: tier.trial === null ? 0 : startMs + end,
    }));
const assetArb = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...Object.keys(SCALES)) },
  { weight: 1, arbitrary: fc.constant('NONE') },
);
const amountArb = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 400_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 0.5, 2 ** 53) },
);
const fundsArb = fc.oneof(
  fc.record({ uid: uidArb, asset: assetArb, amount: amountArb, back: fc.boolean() }).map(({ back, ...rest }) => ({
    kind: 'Transfer',
    from: back ? 'FUTURES' : 'SPOT',
    to: back ? 'SPOT' : 'FUTURES',
    idempotency: null,
    ...rest,
  })),
  fc.record({
    kind: fc.constant('Deposit'),
    uid: uidArb,
    asset: assetArb,
    amount: amountArb,
    idempotency: fc.constant(null),
  }),
);
/** Statuses that should come often are listed several times. */
const STATUSES = [
  'TRADING',
  'TRADING',
  'TRADING',
  'TRADING',
  'HALTED',
  'HALTED',
  'POST_ONLY',
  'POST_ONLY',
  'POST_ONLY',
  'MAINTENANCE',
  'PRE_OPEN',
];
/** Commands of operators, among them creations of markets that exist already or are invalid. */
const operatorArb = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.record({
      kind: fc.constant('SetMarketStatus'),
      status: fc.constantFrom(...STATUSES),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'SetMarketStatus', status: 'DELISTED' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Draft>(
      { kind: 'CreateAsset', asset: 'COIN', scale: 4 },
      { kind: 'CreateAsset', asset: 'SILVER', scale: 13 },
      { kind: 'CreateMarket', base: 'COIN', quote: 'USDT' },
      { kind: 'CreateMarket', symbol: 'NONEUSDT', base: 'NONE', quote: 'USDT' },
      { kind: 'CreateMarket', symbol: 'USDTUSDT', base: 'USDT', quote: 'USDT' },
    ),
  },
  {
    weight: 30,
    arbitrary: fc.record({
      kind: fc.constant('ChangeMarket'),
      // Distance from the present version; now and then the parameters are the same, or on another grid.
      version: fc.constantFrom(1, 1, 1, 1, 3, 0, -1, -100),
      limits: fc.option(limitsArb, { freq: 8 }),
      isOtherGrid: fc.constantFrom(false, false, false, false, false, true),
      /** Fees so high that not every open buy order can reserve them. */
      isDear: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant('Clock'),
      skipMs: fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom(0, 0, 5, 20, 60_000) },
        { weight: 1, arbitrary: fc.constantFrom(86_400_000, 30 * 86_400_000) },
      ),
    }),
  },
);
/** A repeat of a command: the same, with another body, or by another user, under the same key. */
const againArb = fc.record({
  kind: fc.constant('Again'),
  back: fc.integer({ min: 1, max: 6 }),
  change: fc.constantFrom('NOTHING', 'NOTHING', 'BODY', 'USER'),
  uid: uidArb,
});

/** Draws a command for a run that began at `startMs`. */
export const commandArb = (startMs: number): fc.Arbitrary<Draft> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 40, arbitrary: limitArb },
        { weight: 12, arbitrary: marketOrderArb },
        { weight: 24, arbitrary: amendArb },
        { weight: 12, arbitrary: cancelArb },
        { weight: 8, arbitrary: icebergArb },
        { weight: 28, arbitrary: stopArb },
        { weight: 12, arbitrary: trailingArb },
        { weight: 20, arbitrary: pairArb },
        { weight: 12, arbitrary: meetArb },
        { weight: 2, arbitrary: wrongOrderArb },
        { weight: 5, arbitrary: fundsArb },
        { weight: 18, arbitrary: operatorArb },
        { weight: 4, arbitrary: tierArb(startMs) },
        { weight: 6, arbitrary: againArb },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('CancelAllOrders'), uid: uidArb, all: fc.boolean() }) },
        {
          weight: 4,
          arbitrary: fc.record({
            kind: fc.constant('SetTradeGroup'),
            uid: uidArb,
            tradeGroupId: fc.oneof(
              { weight: 20, arbitrary: fc.constantFrom(0, 1, 1) },
              { weight: 1, arbitrary: fc.constant(-1) },
            ),
          }),
        },
      ),
      // Of ten commands six go to the first market, two to the second, one to the third; rarely one to a market that does not exist.
      fc.oneof({ weight: 60, arbitrary: fc.nat(9) }, { weight: 1, arbitrary: fc.constant(99) }),
    )
    .map(([fields, market]) => ({ ...(fields as Draft), market }));

const PRICES = ['price', 'stopPrice', 'activationPrice', 'takeProfitPrice', 'stopLimitPrice'];
const QUANTITIES = ['quantity', 'displayQuantity'];

/** The market that a draft goes to; null for none. */
export function marketOf(markets: readonly RandomMarket[], { market }: Draft): RandomMarket | null {
  const at = Number(market);
  if (at === 99) return null;
  return markets[Math.max(0, at - 4) >> 1] ?? markets[0]!;
}

/** The draft's prices, quantities and amounts in the market's units. */
export function inUnits(draft: Draft, { tick, step, unit }: RandomMarket): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...draft };
  const scale = (names: readonly string[], size: number): void => {
    for (const name of names) if (name in fields) fields[name] = Math.floor((Number(fields[name]) * size) / 100);
  };
  scale(PRICES, tick);
  scale(QUANTITIES, step);
  scale(['quoteAmount'], unit);
  return fields;
}
