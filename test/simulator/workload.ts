/**
 * What the clients ask for: one table of commands by weight. A new kind of command joins by its own entry (or a list of entries
 * from a file of its own); everything else in the simulator takes any command.
 */
import type { CommandBody, MarketParameters, OrderView } from '@agio/core';
import type { PlannedCommand, CommandMaker } from './planned-command.ts';
import { futuresCommands, setUpFutures } from './futures-workload.ts';
import type { Random } from './random.ts';

const BASE = 'COIN';
const QUOTE = 'CASH';
const SYMBOLS = ['COINCASH', 'COINFEE'] as const;
const TICK = 10_000;
const STEP = 100;

/** Numbers so small that prices, owners and triggers meet often. */
const price = (random: Random, around = 100): number => (around + random.between(-4, 4)) * TICK;
const quantity = (random: Random): number => random.between(1, 20) * STEP;
const side = (random: Random): string => random.pick(['BUY', 'SELL']);

function order(client: CommandMaker, fields: object): object {
  const { random, uid } = client;
  const body = {
    kind: 'PlaceOrder',
    uid,
    symbol: random.pick(SYMBOLS),
    side: side(random),
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: price(random),
    quantity: quantity(random),
    quoteAmount: 0,
    maxSlippage: 0,
    stpMode: random.chance(0.1) ? random.pick(['EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT']) : '',
    clientOrderId: random.chance(0.2) ? random.pick(['a', 'b', 'c']) : '',
    ...fields,
  };
  return { ...body, idempotency: client.key(JSON.stringify(body)) };
}

function known({ random, orders, uid }: CommandMaker): OrderView | null {
  const mine = orders.filter((view) => view.uid === uid);
  return mine.length === 0 ? null : random.pick(mine.slice(-8));
}

const spotCommands: readonly PlannedCommand[] = [
  {
    name: 'limit order',
    weight: 30,
    make: (client) => order(client, { timeInForce: client.random.pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'GTX']) }),
  },
  {
    name: 'market order',
    weight: 6,
    make: (client) => order(client, { type: 'MARKET', timeInForce: 'IOC', price: 0, clientOrderId: '' }),
  },
  {
    name: 'market order by amount',
    weight: 3,
    make: (client) => {
      const quoteAmount = quantity(client.random) * 70;
      return order(client, { type: 'MARKET', timeInForce: 'IOC', price: 0, quantity: 0, quoteAmount });
    },
  },
  {
    name: 'iceberg',
    weight: 3,
    make: (client) => order(client, { quantity: 2_000, displayQuantity: client.random.between(2, 9) * STEP }),
  },
  {
    name: 'stop order',
    weight: 4,
    make: (client) => {
      const kind = client.random.pick(['STOP', 'TAKE_PROFIT']);
      const isLimit = client.random.chance(0.5);
      const how = isLimit ? { type: `${kind}_LIMIT` } : { type: `${kind}_MARKET`, price: 0, timeInForce: 'IOC' };
      return order(client, { ...how, stopPrice: price(client.random) });
    },
  },
  {
    name: 'trailing stop',
    weight: 2,
    make: (client) =>
      order(client, {
        type: 'TRAILING_STOP_MARKET',
        price: 0,
        timeInForce: 'IOC',
        deltaBips: client.random.between(50, 300),
      }),
  },
  {
    name: 'pair',
    weight: 3,
    make: ({ random, uid, key }) => {
      const isSell = random.chance(0.5);
      const body = {
        kind: 'PlaceOco',
        uid,
        symbol: SYMBOLS[0],
        side: isSell ? 'SELL' : 'BUY',
        quantity: quantity(random),
        price: price(random, isSell ? 106 : 94),
        takeProfitPrice: 0,
        stopPrice: price(random, isSell ? 94 : 106),
        stopLimitPrice: random.chance(0.5) ? price(random, isSell ? 92 : 108) : 0,
        stpMode: '',
        clientOrderId: '',
        stopClientOrderId: '',
      };
      return { ...body, idempotency: key(JSON.stringify(body)) };
    },
  },
  {
    name: 'amend',
    weight: 8,
    make: (client) => {
      const view = known(client);
      if (!view) return null;
      const body = {
        kind: 'AmendOrder',
        uid: client.uid,
        symbol: view.symbol,
        orderId: view.orderId,
        clientOrderId: '',
        price: client.random.chance(0.5) ? price(client.random) : 0,
        quantity: client.random.chance(0.5) ? quantity(client.random) : 0,
      };
      return { ...body, idempotency: client.key(JSON.stringify(body)) };
    },
  },
  {
    name: 'cancel',
    weight: 8,
    make: (client) => {
      const view = known(client);
      return (
        view && { kind: 'CancelOrder', uid: client.uid, symbol: view.symbol, orderId: view.orderId, clientOrderId: '' }
      );
    },
  },
  {
    name: 'cancel all',
    weight: 1,
    make: ({ uid, random }) => ({ kind: 'CancelAllOrders', uid, symbol: random.pick(['', ...SYMBOLS]) }),
  },
  {
    name: 'deposit',
    weight: 6,
    make: ({ uid, random, key }) => deposit(uid, random.pick([BASE, QUOTE]), random.between(1, 900_000), key),
  },
  {
    name: 'transfer',
    weight: 5,
    make: ({ uid, random, key }) => {
      const [from, to] = random.chance(0.6) ? ['SPOT', 'FUTURES'] : ['FUTURES', 'SPOT'];
      const body = {
        kind: 'Transfer',
        uid,
        asset: random.pick([BASE, QUOTE]),
        from,
        to,
        amount: random.between(1, 50_000),
      };
      return { ...body, idempotency: key(JSON.stringify(body)) };
    },
  },
  {
    name: 'fee tier',
    weight: 1,
    make: ({ uid, random }) => {
      const rates = {
        spotMaker: random.pick([-10_000, 0, 50_000]),
        spotTaker: 90_000,
        futuresMaker: 0,
        futuresTaker: 0,
      };
      return { kind: 'SetFeeTier', uid, own: random.chance(0.5) ? rates : null, trial: null, trialEndMs: 0 };
    },
  },
  {
    name: 'market status',
    weight: 0.5,
    make: ({ random }) => ({
      kind: 'SetMarketStatus',
      symbol: random.pick(SYMBOLS),
      status: random.pick(['HALTED', 'TRADING', 'TRADING', 'TRADING']),
    }),
  },
];

const plannedCommands: readonly PlannedCommand[] = [...spotCommands, ...futuresCommands];

/** The next thing a client wants. */
export function nextCommand(client: CommandMaker): CommandBody {
  for (;;) {
    const body = client.random.weighted(plannedCommands).make(client);
    if (body) return body as CommandBody;
  }
}

function deposit(uid: number, asset: string, amount: number, key: CommandMaker['key']): object {
  const body = { kind: 'Deposit', uid, asset, amount };
  return { ...body, idempotency: key(JSON.stringify(body)) };
}

/** The operator's commands before trading begins; each is repeated until it is answered. */
export function setUp(uids: readonly number[]): CommandBody[] {
  const market = (symbol: string, changes: object): object => ({
    kind: 'CreateMarket',
    symbol,
    base: BASE,
    quote: QUOTE,
    parameters: { ...PARAMETERS, ...changes } as unknown as MarketParameters,
  });
  const funds = uids.flatMap((uid) =>
    [BASE, QUOTE].map((asset) =>
      deposit(uid, asset, asset === BASE ? 100_000 : 20_000_000, (fingerprint) => ({
        key: `first ${asset}`,
        fingerprint: short(fingerprint),
      })),
    ),
  );
  return [
    { kind: 'CreateAsset', asset: BASE, scale: 4 },
    { kind: 'CreateAsset', asset: QUOTE, scale: 8 },
    market(SYMBOLS[0], {}),
    market(SYMBOLS[1], { feeMode: 'QUOTE', makerFeeRate: -20_000 }),
    ...funds,
    ...setUpFutures(uids),
  ] as CommandBody[];
}

const PARAMETERS = {
  tickSize: TICK,
  stepSize: STEP,
  minPrice: 0,
  maxPrice: 0,
  minVolume: 0,
  maxVolume: 0,
  minAmount: 0,
  maxAmount: 0,
  maxLimitOrderAmount: 0,
  maxMarketOrderAmount: 0,
  minBuyPriceOffset: 0,
  maxSellPriceOffset: 0,
  priceProtectScope: 0,
  maxSlippage: 0,
  premiumFactor: 5_000_000,
  openPrice: 100 * TICK,
  openTimeMs: 0,
  openProtectMs: 0,
  makerFeeRate: 80_000,
  takerFeeRate: 100_000,
  feeMode: 'RECEIVED',
  maxOpenOrders: 30,
  maxAmends: 5,
  defaultStpMode: 'EXPIRE_TAKER',
};

/** A body's digest, as short as keys must be. */
export function short(text: string): string {
  let hash = 7;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return String(hash >>> 0);
}
