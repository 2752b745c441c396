/** The clients' commands to a perpetual and to the house: orders, exits, marks, bonus, fee vouchers, voucher positions. */
import type { CommandBody } from '@agio/core';
import type { PlannedCommand, CommandMaker } from './planned-command.ts';

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

const price = ({ random }: CommandMaker, reach = 4): number => (100 + random.between(-reach, reach)) * TICK;
const quantity = ({ random }: CommandMaker): number => random.between(1, 20) * STEP;
const owner = ({ uid }: CommandMaker): object => ({ uid, wallet: 'FUTURES', symbol: SYMBOL });

/** With a key of the client's own; one of a command without a user is the house's, so that it says whose it is. */
function keyed(client: CommandMaker, fields: object): object {
  const { key, fingerprint } = client.key(JSON.stringify(fields));
  return { ...fields, idempotency: { key: 'uid' in fields ? key : `${client.uid} ${key}`, fingerprint } };
}

function order(client: CommandMaker, fields: object): object {
  const { random } = client;
  return keyed(client, {
    kind: 'PlacePerpOrder',
    ...owner(client),
    side: random.pick(['BUY', 'SELL']),
    positionSide: 'BOTH',
    type: 'LIMIT',
    timeInForce: random.pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'GTX']),
    price: price(client),
    quantity: quantity(client),
    reduceOnly: random.chance(0.1),
    closePosition: false,
    stpMode: '',
    clientOrderId: '',
    takeProfit: null,
    stopLoss: null,
    ...fields,
  });
}

const exit = (client: CommandMaker): object | null =>
  client.random.chance(0.3)
    ? null
    : { triggerPrice: price(client, 8), source: client.random.pick(['LAST', 'MARK']), price: 0 };

const BY_MARKET = { type: 'MARKET', timeInForce: 'IOC', price: 0 };

const orders: readonly PlannedCommand[] = [
  { name: 'perpetual limit order', weight: 14, make: (client) => order(client, {}) },
  { name: 'perpetual market order', weight: 4, make: (client) => order(client, BY_MARKET) },
  {
    name: 'close by market',
    weight: 1,
    make: (client) => order(client, { ...BY_MARKET, quantity: 0, closePosition: true, reduceOnly: false }),
  },
  {
    name: 'perpetual stop order',
    weight: 2,
    make: (client) =>
      keyed(client, {
        kind: 'PlaceStopOrder',
        ...owner(client),
        side: client.random.pick(['BUY', 'SELL']),
        positionSide: 'BOTH',
        type: client.random.pick(['STOP', 'TAKE_PROFIT']),
        source: client.random.pick(['LAST', 'MARK', 'INDEX']),
        triggerPrice: price(client, 6),
        price: 0,
        timeInForce: 'GTC',
        quantity: quantity(client),
        reduceOnly: client.random.chance(0.5),
        closePosition: false,
        callbackRate: 0,
        activationPrice: 0,
        priceProtect: client.random.chance(0.2),
        clientOrderId: '',
      }),
  },
  {
    name: 'position exits',
    weight: 2,
    make: (client) =>
      keyed(client, {
        kind: 'SetPositionExits',
        ...owner(client),
        positionSide: 'BOTH',
        quantity: client.random.chance(0.5) ? 0 : quantity(client),
        takeProfit: exit(client),
        stopLoss: exit(client),
      }),
  },
  {
    name: 'cancel all of perpetuals',
    weight: 1,
    make: (client) => ({ kind: 'CancelAllPerpOrders', ...owner(client) }),
  },
];

const risk: readonly PlannedCommand[] = [
  {
    name: 'mark',
    weight: 8,
    make: (client) => {
      const source = { price: price(client, client.random.chance(0.1) ? 15 : 3), weight: 1, timeMs: ALWAYS_FRESH };
      return { kind: 'TickMark', symbol: SYMBOL, sources: [source, source, source] };
    },
  },
  { name: 'funding', weight: 0.5, make: () => ({ kind: 'SettleFunding', symbol: SYMBOL }) },
  {
    name: 'leverage',
    weight: 1,
    make: (client) => ({
      kind: 'SetLeverage',
      ...owner(client),
      positionSide: 'BOTH',
      leverage: client.random.pick([3, 7, 10, 25]),
    }),
  },
  {
    name: 'margin mode',
    weight: 1,
    make: (client) => ({ kind: 'SetMarginMode', ...owner(client), mode: client.random.pick(['ISOLATED', 'CROSS']) }),
  },
  {
    name: 'move margin',
    weight: 1,
    make: (client) =>
      keyed(client, {
        kind: 'MoveMargin',
        ...owner(client),
        positionSide: 'BOTH',
        amount: client.random.between(-3_000, 3_000),
      }),
  },
  {
    name: 'out of futures, bonus or not',
    weight: 1,
    make: (client) =>
      keyed(client, {
        kind: 'Transfer',
        uid: client.uid,
        asset: SETTLE,
        from: 'FUTURES',
        to: client.random.pick(['SPOT', 'ELITE', 'COPY:7']),
        amount: client.random.between(1, 20_000),
        confirmForfeit: client.random.chance(0.5),
      }),
  },
];

/** Ids of several clients may meet: then one of them is told so. */
const anId = ({ random }: CommandMaker): number => random.between(1, 60);

const house: readonly PlannedCommand[] = [
  {
    name: 'grant bonus',
    weight: 3,
    make: (client) =>
      keyed(client, {
        kind: 'GrantBonus',
        grantId: anId(client),
        uid: client.uid,
        asset: SETTLE,
        amount: client.random.between(500, 30_000),
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
    make: (client) => keyed(client, { kind: 'RevokeBonus', grantId: anId(client), reason: '' }),
  },
  {
    name: 'grant fee voucher',
    weight: 2,
    make: (client) =>
      keyed(client, {
        kind: 'GrantFeeVoucher',
        voucherId: anId(client),
        uid: client.uid,
        coin: SETTLE,
        amount: client.random.between(5, 900),
        ratio: client.random.pick([33_333_333, 50_000_000, 100_000_000]),
        maxPerUse: client.random.pick([0, 11]),
        products: ['SPOT', 'FUTURES'],
        symbols: [],
        expiresAtMs: ALWAYS_FRESH,
      }),
  },
  {
    name: 'cancel fee voucher',
    weight: 0.5,
    make: (client) => keyed(client, { kind: 'CancelFeeVoucher', voucherId: anId(client) }),
  },
  {
    name: 'open voucher position',
    weight: 2,
    make: (client) =>
      keyed(client, {
        kind: 'OpenVoucherPosition',
        voucherId: client.random.between(1, 9),
        uid: client.uid,
        symbol: SYMBOL,
        side: client.random.pick(['BUY', 'SELL']),
        leverage: client.random.pick([3, 10]),
        amount: client.random.between(3_000, 30_000),
      }),
  },
  {
    name: 'close voucher position',
    weight: 1,
    make: (client) =>
      order(client, {
        ...BY_MARKET,
        wallet: `VOUCHER:${client.random.between(1, 9)}`,
        positionSide: client.random.pick(['LONG', 'SHORT']),
        quantity: 0,
        closePosition: true,
        reduceOnly: false,
      }),
  },
  {
    name: 'fill or empty a pool',
    weight: 1,
    make: (client) =>
      keyed(client, {
        kind: 'FundPool',
        pool: client.random.pick(POOLS),
        asset: SETTLE,
        amount: client.random.between(-20_000, 60_000) || 1,
      }),
  },
];

export const futuresCommands: readonly PlannedCommand[] = [...orders, ...risk, ...house];

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
