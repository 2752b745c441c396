/** What the clients ask of a perpetual and of the house around it: orders, exits, marks, bonus, fee vouchers, voucher positions. */
import type { CommandBody } from '@agio/core';
import type { CommandWish, Wisher } from './command-wish.ts';

const SYMBOL = 'COINPERP';
const SETTLE = 'CASH';
const TICK = 10_000;
const STEP = 1_000_000;
/** A source that says so far in the future is fresh at any simulated time. */
const ALWAYS_FRESH = 2 ** 52;

/** Of 10^-8 units as the house counts them: one lot at 100 ticks is worth 10,000. */
const PARAMETERS = {
  tickSize: TICK,
  stepSize: STEP,
  minQuantity: 0,
  minNotional: 0,
  maxLimitQuantity: 0,
  maxMarketQuantity: 0,
  tiers: [
    { cap: 400_000, maxLeverage: 25, rate: 1_000_000 },
    { cap: 5_000_000, maxLeverage: 10, rate: 3_333_333 },
  ],
  leverageMin: 1,
  leverageMax: 25,
  leverageDefault: 10,
  makerFeeRate: 20_000,
  takerFeeRate: 54_321,
  liquidationFeeRate: 1_000_000,
  fundingIntervalHours: 1,
  interestRate: 10_000,
  fundingCap: 0,
  impactNotional: 100_000,
  priceProtectScope: 10_000_000,
  minBuyPriceOffset: 0,
  maxSellPriceOffset: 0,
  openInterestCap: 0,
  maxOpenOrders: 20,
  maxStopOrders: 20,
  maxAmends: 5,
  defaultStpMode: 'EXPIRE_TAKER',
  hasFeeException: false,
};
const POOLS = ['INSURANCE', 'BONUS_POOL', 'PRIZE_POOL'];

const price = ({ random }: Wisher, reach = 4): number => (100 + random.between(-reach, reach)) * TICK;
const quantity = ({ random }: Wisher): number => random.between(1, 20) * STEP;
const owner = ({ uid }: Wisher): object => ({ uid, wallet: 'FUTURES', symbol: SYMBOL });

/** With a key of the client's own; one of a command without a user is the house's, so that it says whose it is. */
function keyed(wisher: Wisher, fields: object): object {
  const { key, fingerprint } = wisher.key(JSON.stringify(fields));
  return { ...fields, idempotency: { key: 'uid' in fields ? key : `${wisher.uid} ${key}`, fingerprint } };
}

function order(wisher: Wisher, fields: object): object {
  const { random } = wisher;
  return keyed(wisher, {
    kind: 'PlacePerpOrder',
    ...owner(wisher),
    side: random.pick(['BUY', 'SELL']),
    positionSide: 'BOTH',
    type: 'LIMIT',
    timeInForce: random.pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'GTX']),
    price: price(wisher),
    quantity: quantity(wisher),
    reduceOnly: random.chance(0.1),
    closePosition: false,
    stpMode: '',
    clientOrderId: '',
    takeProfit: null,
    stopLoss: null,
    ...fields,
  });
}

const exit = (wisher: Wisher): object | null =>
  wisher.random.chance(0.3)
    ? null
    : { triggerPrice: price(wisher, 8), source: wisher.random.pick(['LAST', 'MARK']), price: 0 };

const BY_MARKET = { type: 'MARKET', timeInForce: 'IOC', price: 0 };

const orders: readonly CommandWish[] = [
  { name: 'perpetual limit order', weight: 14, make: (wisher) => order(wisher, {}) },
  { name: 'perpetual market order', weight: 4, make: (wisher) => order(wisher, BY_MARKET) },
  {
    name: 'close by market',
    weight: 1,
    make: (wisher) => order(wisher, { ...BY_MARKET, quantity: 0, closePosition: true, reduceOnly: false }),
  },
  {
    name: 'perpetual stop order',
    weight: 2,
    make: (wisher) =>
      keyed(wisher, {
        kind: 'PlaceStopOrder',
        ...owner(wisher),
        side: wisher.random.pick(['BUY', 'SELL']),
        positionSide: 'BOTH',
        type: wisher.random.pick(['STOP', 'TAKE_PROFIT']),
        source: wisher.random.pick(['LAST', 'MARK', 'INDEX']),
        triggerPrice: price(wisher, 6),
        price: 0,
        timeInForce: 'GTC',
        quantity: quantity(wisher),
        reduceOnly: wisher.random.chance(0.5),
        closePosition: false,
        callbackRate: 0,
        activationPrice: 0,
        priceProtect: wisher.random.chance(0.2),
        clientOrderId: '',
      }),
  },
  {
    name: 'position exits',
    weight: 2,
    make: (wisher) =>
      keyed(wisher, {
        kind: 'SetPositionExits',
        ...owner(wisher),
        positionSide: 'BOTH',
        quantity: wisher.random.chance(0.5) ? 0 : quantity(wisher),
        takeProfit: exit(wisher),
        stopLoss: exit(wisher),
      }),
  },
  {
    name: 'cancel all of perpetuals',
    weight: 1,
    make: (wisher) => ({ kind: 'CancelAllPerpOrders', ...owner(wisher) }),
  },
];

const risk: readonly CommandWish[] = [
  {
    name: 'mark',
    weight: 8,
    make: (wisher) => {
      const source = { price: price(wisher, wisher.random.chance(0.1) ? 15 : 3), weight: 1, timeMs: ALWAYS_FRESH };
      return { kind: 'TickMark', symbol: SYMBOL, sources: [source, source, source] };
    },
  },
  { name: 'funding', weight: 0.5, make: () => ({ kind: 'SettleFunding', symbol: SYMBOL }) },
  {
    name: 'leverage',
    weight: 1,
    make: (wisher) => ({
      kind: 'SetLeverage',
      ...owner(wisher),
      positionSide: 'BOTH',
      leverage: wisher.random.pick([3, 7, 10, 25]),
    }),
  },
  {
    name: 'margin mode',
    weight: 1,
    make: (wisher) => ({ kind: 'SetMarginMode', ...owner(wisher), mode: wisher.random.pick(['ISOLATED', 'CROSS']) }),
  },
  {
    name: 'move margin',
    weight: 1,
    make: (wisher) =>
      keyed(wisher, {
        kind: 'MoveMargin',
        ...owner(wisher),
        positionSide: 'BOTH',
        amount: wisher.random.between(-3_000, 3_000),
      }),
  },
  {
    name: 'out of futures, bonus or not',
    weight: 1,
    make: (wisher) =>
      keyed(wisher, {
        kind: 'Transfer',
        uid: wisher.uid,
        asset: SETTLE,
        from: 'FUTURES',
        to: wisher.random.pick(['SPOT', 'ELITE', 'COPY:7']),
        amount: wisher.random.between(1, 20_000),
        confirmForfeit: wisher.random.chance(0.5),
      }),
  },
];

/** Ids of several clients may meet: then one of them is told so. */
const anId = ({ random }: Wisher): number => random.between(1, 60);

const house: readonly CommandWish[] = [
  {
    name: 'grant bonus',
    weight: 3,
    make: (wisher) =>
      keyed(wisher, {
        kind: 'GrantBonus',
        grantId: anId(wisher),
        uid: wisher.uid,
        asset: SETTLE,
        amount: wisher.random.between(500, 30_000),
        mode: 'BONUS_FIRST',
        ratio: 0,
        expiresAtMs: ALWAYS_FRESH,
        minOwnFunds: 0,
        maxLeverage: 0,
        symbols: [],
        source: '',
      }),
  },
  {
    name: 'revoke bonus',
    weight: 0.5,
    make: (wisher) => keyed(wisher, { kind: 'RevokeBonus', grantId: anId(wisher), reason: '' }),
  },
  {
    name: 'grant fee voucher',
    weight: 2,
    make: (wisher) =>
      keyed(wisher, {
        kind: 'GrantFeeVoucher',
        voucherId: anId(wisher),
        uid: wisher.uid,
        coin: SETTLE,
        amount: wisher.random.between(5, 900),
        ratio: wisher.random.pick([33_333_333, 50_000_000, 100_000_000]),
        maxPerUse: wisher.random.pick([0, 11]),
        products: ['SPOT', 'FUTURES'],
        symbols: [],
        expiresAtMs: ALWAYS_FRESH,
      }),
  },
  {
    name: 'cancel fee voucher',
    weight: 0.5,
    make: (wisher) => keyed(wisher, { kind: 'CancelFeeVoucher', voucherId: anId(wisher) }),
  },
  {
    name: 'open voucher position',
    weight: 2,
    make: (wisher) =>
      keyed(wisher, {
        kind: 'OpenVoucherPosition',
        voucherId: wisher.random.between(1, 9),
        uid: wisher.uid,
        symbol: SYMBOL,
        side: wisher.random.pick(['BUY', 'SELL']),
        leverage: wisher.random.pick([3, 10]),
        amount: wisher.random.between(3_000, 30_000),
      }),
  },
  {
    name: 'close voucher position',
    weight: 1,
    make: (wisher) =>
      order(wisher, {
        ...BY_MARKET,
        wallet: `VOUCHER:${wisher.random.between(1, 9)}`,
        positionSide: wisher.random.pick(['LONG', 'SHORT']),
        quantity: 0,
        closePosition: true,
        reduceOnly: false,
      }),
  },
  {
    name: 'fill or empty a pool',
    weight: 1,
    make: (wisher) =>
      keyed(wisher, {
        kind: 'FundPool',
        pool: wisher.random.pick(POOLS),
        asset: SETTLE,
        amount: wisher.random.between(-20_000, 60_000) || 1,
      }),
  },
];

export const futuresWishes: readonly CommandWish[] = [...orders, ...risk, ...house];

/** A contract with a mark, pools with something in them, and futures wallets that can trade. */
export function setUpFutures(uids: readonly number[]): CommandBody[] {
  let keys = 0;
  const withKey = (fields: object): object => ({
    ...fields,
    idempotency: { key: `futures ${(keys += 1)}`, fingerprint: '' },
  });
  const source = { price: 100 * TICK, weight: 1, timeMs: ALWAYS_FRESH };
  return [
    { kind: 'CreateContract', symbol: SYMBOL, base: 'COIN', settle: SETTLE, parameters: PARAMETERS },
    { kind: 'TickMark', symbol: SYMBOL, sources: [source] },
    withKey({ kind: 'ContributeCapital', asset: SETTLE, amount: 3_000_000 }),
    ...POOLS.map((pool) => withKey({ kind: 'FundPool', pool, asset: SETTLE, amount: 300_000 })),
    ...uids.map((uid) =>
      withKey({ kind: 'Transfer', uid, asset: SETTLE, from: 'SPOT', to: 'FUTURES', amount: 60_000 }),
    ),
  ] as unknown as CommandBody[];
}
