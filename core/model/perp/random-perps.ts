/** Random commands to perpetual contracts, with marks that jump. What depends on the state is filled in by `complete`. */
import fc from 'fast-check';
import { SYMBOLS, UNIT, USERS } from './random-setup.ts';

/** A drawn command; its order ids, prices and time are filled in just before it is applied. */
export type Drawn = {
  readonly [key: string]: unknown;
  readonly kind: string;
  readonly pick?: number;
  readonly aim?: number;
  readonly afterMs?: number;
};
/** A distance from the mark in percent and ticks, which later becomes a price. */
export interface Around {
  readonly around: number;
  readonly ticks: number;
}
/** A multiple of about 100 USDT plus some steps, which later becomes a quantity. */
export interface Chunks {
  readonly chunks: number;
  readonly steps: number;
}

type Shape = Readonly<Record<string, fc.Arbitrary<unknown>>>;
const constants = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
/** Draws the rare value once in many draws. */
export function rarely<T>(often: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>, weight = 11): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: often }, { weight: 1, arbitrary: seldom });
}

const [first, second, third] = SYMBOLS;
const symbol = rarely(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(first) },
    { weight: 2, arbitrary: fc.constant(second) },
    { weight: 1, arbitrary: fc.constant(third) },
  ),
  fc.constant('NOUSDT'),
  300,
);
export const uid = constants(...USERS);
const wallet = rarely(
  fc.oneof({ weight: 12, arbitrary: fc.constant('FUTURES') }, { weight: 1, arbitrary: constants('ELITE', 'COPY:1') }),
  // The wallet of an open voucher position, if there is one.
  fc.constant('VOUCHER'),
  25,
);
const side = constants('BUY', 'SELL');
/** OPENS and CLOSES become the position side that fits the account's mode and the order's side; the other values mostly do not fit. */
const positionSide = rarely(
  fc.oneof({ weight: 20, arbitrary: fc.constant('OPENS') }, { weight: 6, arbitrary: fc.constant('CLOSES') }),
  constants('BOTH', 'LONG'),
  13,
);
const price = fc.oneof(
  { weight: 6, arbitrary: fc.record({ around: fc.integer({ min: -3, max: 3 }), ticks: constants(0, 0, 1, -1) }) },
  { weight: 2, arbitrary: fc.record({ around: fc.integer({ min: -14, max: 14 }), ticks: constants(0, 1) }) },
) as fc.Arbitrary<Around>;
const quantity = fc.oneof(
  { weight: 4, arbitrary: fc.record({ chunks: fc.integer({ min: 1, max: 8 }), steps: constants(0, 1, 2) }) },
  { weight: 1, arbitrary: fc.record({ chunks: fc.integer({ min: 1, max: 30 }), steps: fc.nat(3) }) },
  // Below the smallest notional.
  { weight: 1, arbitrary: fc.record({ chunks: fc.constant(0), steps: constants(1, 2, 5) }) },
) as fc.Arbitrary<Chunks>;
const source = constants('LAST', 'MARK', 'INDEX');
const byMarketOr = <T>(limit: fc.Arbitrary<T>): fc.Arbitrary<T | number> => fc.oneof(fc.constant(0), limit);
/** An exit, or null once in `none` draws. */
const exit = (none: number): fc.Arbitrary<unknown> =>
  fc.option(fc.record({ triggerPrice: price, source, price: byMarketOr(price) }), { nil: null, freq: none });
const owner = { uid, wallet, symbol };
/** If not 0, the command's user is replaced by one who has such an order, position or setting. */
const aim = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 60 }) },
);
const aimed = { ...owner, aim };
const flag = rarely(fc.constant(false), fc.constant(true));
const none = fc.constant(null);
/** Triggers are mirrored so that they wait; ALL: the order also takes the whole available balance. */
const fits = constants<unknown>(true, true, true, true, true, true, 'ALL', false);
/** The field of a command that is made wrong; most commands have none. */
const flaw = rarely(fc.constant(''), constants('TICK', 'HUGE_PRICE', 'STEP', 'HUGE', 'FIELDS', 'STP'), 14);
const pick = fc.nat(7);

const place = fc
  .record({
    kind: fc.constant('PlacePerpOrder'),
    ...owner,
    side,
    positionSide,
    /** For orders that close. */
    aim,
    isMarket: flag,
    timeInForce: constants('GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'GTX'),
    price,
    quantity,
    reduceOnly: flag,
    closePosition: flag,
    stpMode: constants('', '', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'EXPIRE_TAKER'),
    clientOrderId: constants('', '', 'a', 'b'),
    takeProfit: rarely<unknown>(none, exit(4), 4),
    stopLoss: rarely<unknown>(none, exit(4), 4),
    fits,
    flaw,
    idempotency: none,
  })
  .map(({ isMarket, ...order }) => {
    const close = order.closePosition;
    const type = isMarket || close ? 'MARKET' : 'LIMIT';
    const timeInForce = type === 'MARKET' ? 'IOC' : order.timeInForce;
    return {
      ...order,
      type,
      timeInForce,
      price: type === 'MARKET' ? 0 : order.price,
      quantity: close ? 0 : order.quantity,
      // Only one in six closing orders has exits: such an order is refused.
      ...((close || order.reduceOnly) && order.fits !== false ? { takeProfit: null, stopLoss: null } : {}),
    };
  });

const stop = fc
  .record({
    kind: fc.constant('PlaceStopOrder'),
    ...owner,
    side,
    positionSide,
    type: constants('STOP', 'TAKE_PROFIT', 'TRAILING_STOP'),
    source,
    triggerPrice: price,
    price: byMarketOr(price),
    timeInForce: constants('GTC', 'IOC', 'FOK', 'GTX'),
    quantity,
    reduceOnly: flag,
    closePosition: flag,
    callbackRate: constants(1_000_003, 5_000_000),
    activationPrice: byMarketOr(price),
    priceProtect: constants(false, false, true),
    clientOrderId: constants('', 'a'),
    fits,
    flaw,
    idempotency: none,
  })
  .map((order) => {
    const trails = order.type === 'TRAILING_STOP';
    const close = order.closePosition;
    return {
      ...order,
      triggerPrice: trails ? 0 : order.triggerPrice,
      price: trails || close ? 0 : order.price,
      quantity: close ? 0 : order.quantity,
      callbackRate: trails ? order.callbackRate : 0,
      activationPrice: trails ? order.activationPrice : 0,
    };
  });

/** How the prices of the index sources differ from each other (trading B8). */
const SHAPES = [
  'SAME',
  'SAME',
  'SAME',
  'SAME',
  'SPREAD',
  'ONE_OFF',
  'TWO_OFF',
  'PAIR',
  'ONE',
  'STALE',
  'NONE',
] as const;
export type SourceShape = (typeof SHAPES)[number];

const tick = fc.record({
  kind: fc.constant('TickMark'),
  symbol,
  /** In percent of the last index. */
  move: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: -2, max: 2 }) },
    { weight: 4, arbitrary: fc.integer({ min: -5, max: 5 }) },
    { weight: 2, arbitrary: fc.integer({ min: -15, max: 15 }) },
  ),
  odd: fc.nat(99_999),
  shape: constants(...SHAPES),
  afterMs: rarely(constants(0, 1_000, 1_000, 30_000, 90_000), fc.constant(18_000_000), 25),
});

/** Units beyond the largest possible amount; null: the amount as drawn. */
const edge = constants(null, null, null, -1, 0, 0, 1);
/** Status changes of contracts; the first one never ends, so that there is always one to trade. */
const statusOf = (of: string | undefined, ...statuses: readonly string[]): fc.Arbitrary<unknown> =>
  fc.record({ kind: fc.constant('SetContractStatus'), symbol: fc.constant(of), status: constants(...statuses) });
const status = fc.oneof(
  statusOf(first, 'OPEN', 'OPEN', 'OPEN', 'OPEN', 'REDUCE_ONLY', 'CANCEL_ONLY'),
  statusOf(second, 'OPEN', 'OPEN', 'OPEN', 'OPEN', 'OPEN', 'REDUCE_ONLY', 'CANCEL_ONLY', 'STOP', 'PRE_OPEN', 'SETTLED'),
  statusOf(third, 'OPEN', 'OPEN', 'OPEN', 'OPEN', 'OPEN', 'REDUCE_ONLY', 'CANCEL_ONLY', 'STOP', 'PRE_OPEN', 'SETTLED'),
);

const record = (kind: string, shape: Shape): fc.Arbitrary<unknown> => fc.record({ kind: fc.constant(kind), ...shape });
const amount = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min, max }).map((units) => units * UNIT + (units > 0 ? 1 : -1));

export const perpCommand = fc.oneof(
  { weight: 130, arbitrary: place },
  { weight: 16, arbitrary: stop },
  { weight: 36, arbitrary: tick },
  {
    weight: 7,
    arbitrary: record('SettleFunding', { symbol, afterMs: constants(0, 3_600_000, 14_400_000, 28_800_000) }),
  },
  {
    weight: 12,
    arbitrary: record('AmendPerpOrder', {
      ...aimed,
      pick,
      price: byMarketOr(price),
      quantity: byMarketOr(quantity),
      flaw,
      idempotency: none,
    }),
  },
  { weight: 6, arbitrary: record('CancelPerpOrder', { ...aimed, pick }) },
  { weight: 4, arbitrary: record('CancelStopOrder', { ...aimed, pick }) },
  {
    weight: 6,
    arbitrary: record('AmendStopOrder', {
      ...aimed,
      pick,
      triggerPrice: byMarketOr(price),
      price: byMarketOr(price),
      quantity: byMarketOr(quantity),
      callbackRate: constants(0, 1_000_003, 5_000_000, 10_000_001),
      activationPrice: byMarketOr(price),
      /** FIELDS: what the order has, with a trigger that the price may have reached. */
      fits: constants<unknown>(true, true, 'FIELDS', 'FIELDS', false),
      flaw,
      idempotency: none,
    }),
  },
  { weight: 2, arbitrary: record('CancelAllPerpOrders', { uid, wallet, symbol: constants('', '', first) }) },
  {
    weight: 8,
    arbitrary: record('SetPositionExits', {
      ...aimed,
      positionSide,
      quantity: byMarketOr(quantity),
      takeProfit: exit(3),
      stopLoss: exit(3),
      fits,
      idempotency: none,
    }),
  },
  { weight: 2, arbitrary: record('SetPositionMode', { uid, wallet, mode: constants('ONE_WAY', 'HEDGE') }) },
  { weight: 6, arbitrary: record('SetMarginMode', { ...owner, mode: constants('CROSS', 'ISOLATED') }) },
  {
    weight: 6,
    arbitrary: record('SetLeverage', { ...owner, positionSide, leverage: constants(1, 3, 7, 10, 25, 50, 51) }),
  },
  {
    weight: 8,
    arbitrary: record('MoveMargin', { ...aimed, positionSide, amount: amount(-60, 60), edge }),
  },
  { weight: 7, arbitrary: record('SetAutoAddMargin', { ...aimed, positionSide, on: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: record('Transfer', {
      uid,
      asset: fc.constant('USDT'),
      from: constants('SPOT', 'FUTURES', 'FUTURES', 'FUTURES', 'ELITE', 'COPY:1'),
      to: constants('SPOT', 'FUTURES', 'ELITE', 'COPY:1'),
      // Amounts that may leave the wallet are drawn as often as amounts that may not.
      amount: fc.oneof(amount(1, 40), amount(1, 400), fc.integer({ min: 1, max: 9 })),
      edge,
      confirmForfeit: constants(true, true, false, false),
    }),
  },
  { weight: 9, arbitrary: status },
  {
    weight: 2,
    arbitrary: record('FundPool', {
      pool: fc.constant('INSURANCE'),
      asset: fc.constant('USDT'),
      amount: amount(-200, 200),
    }),
  },
) as fc.Arbitrary<Drawn>;
