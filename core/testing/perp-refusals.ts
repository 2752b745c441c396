/** One way to reach every refusal of the perpetuals, for tests. */
import type { Outcome } from '../protocol/events.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { units } from './exchange.ts';
import type { ContractParameters, PerpCommand } from '../protocol/perp-commands.ts';
import type { TestPerps } from './perps.ts';

export interface Case {
  readonly code: RejectCode;
  readonly when: string;
  readonly contract?: Partial<{ [K in keyof ContractParameters]: unknown }>;
  readonly run: (x: TestPerps) => Outcome;
}

export const order = { price: 50_000, quantity: 1 } as const;
export const of = (uid: number): { uid: number; wallet: string; symbol: string } => ({
  uid,
  wallet: 'FUTURES',
  symbol: 'BTCUSDT',
});

export function long(x: TestPerps): void {
  x.trade(1, 2, 50_000, 1);
}

export const REFUSALS: readonly Case[] = [
  {
    code: 'UNKNOWN_MARKET',
    when: 'there is no such contract',
    run: (x) => x.tryPlace(1, 'BUY', { ...order, symbol: 'NOUSDT' }),
  },
  { code: 'ALREADY_EXISTS', when: 'the contract is there', run: (x) => create(x, 'BTCUSDT') },
  { code: 'UNKNOWN_ASSET', when: 'it settles in nothing', run: (x) => create(x, 'ABCUSDT', {}, 'XXX') },
  { code: 'BAD_CONFIGURATION', when: 'it has no tiers', run: (x) => create(x, 'ABCUSDT', { tiers: [] }) },
  {
    code: 'BAD_CONFIGURATION',
    when: 'a tier liquidates what its leverage opens',
    run: (x) => create(x, 'ABCUSDT', { tiers: [{ cap: 1, maxLeverage: 100, rate: 1_000_000 }] }),
  },
  {
    code: 'BAD_CONFIGURATION',
    when: 'it settles in another asset than the others',
    run: (x) => create(x, 'ABCUSDC', {}, 'USDC'),
  },
  {
    code: 'MARKET_STATUS',
    when: 'no index came yet',
    run: (x) => {
      x.addContract('ETHUSDT');
      return x.tryPlace(1, 'BUY', { ...order, symbol: 'ETHUSDT' });
    },
  },
  {
    code: 'MARKET_STATUS',
    when: 'it takes cancels only',
    run: (x) => {
      x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'CANCEL_ONLY' }));
      return x.tryPlace(1, 'BUY', order);
    },
  },
  {
    code: 'MARKET_STATUS',
    when: 'it is settled',
    run: (x) => {
      x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'SETTLED' }));
      return x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'OPEN' });
    },
  },
  {
    code: 'MARKET_STATUS',
    when: 'a start takes post-only orders only',
    run: (x) => {
      x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'PRE_OPEN' }));
      return x.tryPlace(1, 'BUY', order);
    },
  },
  {
    code: 'BAD_FIELDS',
    when: 'a limit order has no price',
    run: (x) => x.tryPlace(1, 'BUY', { price: 0, quantity: 1 }),
  },
  {
    code: 'BAD_FIELDS',
    when: 'a close has a quantity',
    run: (x) => x.tryPlace(1, 'BUY', { quantity: 1, close: true }),
  },
  {
    code: 'BAD_FIELDS',
    when: 'the wallet holds no positions',
    run: (x) => x.tryPlace(1, 'BUY', { ...order, wallet: 'SPOT' }),
  },
  {
    code: 'BAD_FIELDS',
    when: 'an order that closes has exits',
    run: (x) => x.tryPlace(1, 'BUY', { ...order, reduceOnly: true, takeProfit: { trigger: 60_000 } }),
  },
  {
    code: 'BAD_FIELDS',
    when: 'an exit lacks both sides',
    run: (x) => {
      long(x);
      return x.tryExits(1, { quantity: 1 });
    },
  },
  {
    code: 'STP_MODE',
    when: "the mode is the spot markets'",
    run: (x) => x.tryPlace(1, 'BUY', { ...order, stp: 'DECREMENT' }),
  },
  { code: 'STP_MODE', when: 'it asks for none', run: (x) => x.tryPlace(1, 'BUY', { ...order, stp: 'NONE' }) },
  {
    code: 'POSITION_SIDE',
    when: 'one-way mode has no sides',
    run: (x) => x.tryPlace(1, 'BUY', { ...order, side: 'LONG' }),
  },
  {
    code: 'POSITION_SIDE',
    when: 'hedge mode names one',
    run: (x) => {
      x.hedge(1);
      return x.tryPlace(1, 'BUY', order);
    },
  },
  {
    code: 'POSITION_SIDE',
    when: 'sides have leverages only hedged and isolated',
    run: (x) => x.run({ kind: 'SetLeverage', ...of(1), positionSide: 'LONG', leverage: 3 }),
  },
  {
    code: 'UNKNOWN_ORDER',
    when: "it is another's",
    run: (x) => {
      const { orderId } = x.buy(1, order);
      return x.run({ kind: 'CancelPerpOrder', ...of(2), orderId, clientOrderId: '' });
    },
  },
  {
    code: 'UNKNOWN_ORDER',
    when: 'no conditional order has that id',
    run: (x) => x.run({ kind: 'CancelStopOrder', ...of(1), orderId: 99, clientOrderId: '' }),
  },
  {
    code: 'ORDER_CLOSED',
    when: 'it has ended',
    run: (x) => {
      const { orderId } = x.buy(1, order);
      const cancel = { kind: 'CancelPerpOrder', ...of(1), orderId, clientOrderId: '' } as const;
      x.must(x.run(cancel));
      return x.run(cancel);
    },
  },
  {
    code: 'ORDER_CLOSED',
    when: 'the conditional order has ended',
    run: (x) => {
      const { stopOrderId } = x.stop(1, 'BUY', { type: 'STOP', trigger: 60_000, quantity: 1 });
      const cancel = { kind: 'CancelStopOrder', ...of(1), orderId: stopOrderId, clientOrderId: '' } as const;
      x.must(x.run(cancel));
      return x.run(cancel);
    },
  },
  {
    code: 'TOO_MANY_AMENDS',
    when: 'it was changed too often',
    contract: { maxAmends: 1 },
    run: (x) => {
      const { orderId } = x.buy(1, order);
      amend(x, orderId, 49_000);
      return amend(x, orderId, 48_000);
    },
  },
  { code: 'NOTHING_TO_AMEND', when: 'nothing changes', run: (x) => amend(x, x.buy(1, order).orderId, 50_000) },
  {
    code: 'DUPLICATE_CLIENT_ORDER_ID',
    when: 'a live order has the name',
    run: (x) => {
      x.buy(1, { ...order, clientId: 'a' });
      return x.tryPlace(1, 'BUY', { ...order, clientId: 'a' });
    },
  },
  {
    code: 'DUPLICATE_CLIENT_ORDER_ID',
    when: 'a conditional order has the name',
    run: (x) => {
      const request = { type: 'STOP', trigger: 60_000, quantity: 1, clientId: 'a' } as const;
      x.stop(1, 'BUY', request);
      return x.tryStop(1, 'BUY', request);
    },
  },
  {
    code: 'PRICE_TICK',
    when: 'the price is off the grid',
    run: (x) => x.tryPlace(1, 'BUY', { price: '50000.001', quantity: 1 }),
  },
  {
    code: 'PRICE_TICK',
    when: 'a trigger is off the grid',
    run: (x) => x.tryStop(1, 'BUY', { type: 'STOP', trigger: '60000.001', quantity: 1 }),
  },
  {
    code: 'PRICE_RANGE',
    when: 'the price has no key',
    run: (x) => x.tryPlace(1, 'BUY', { price: 40_000_000, quantity: 1 }),
  },
  {
    code: 'QUANTITY_STEP',
    when: 'the quantity is off the grid',
    run: (x) => x.tryPlace(1, 'BUY', { price: 50_000, quantity: '0.0001' }),
  },
  {
    code: 'QUANTITY_RANGE',
    when: 'it is too small',
    contract: { minQuantity: units('0.01') },
    run: (x) => x.tryPlace(1, 'BUY', { price: 50_000, quantity: '0.009' }),
  },
  {
    code: 'QUANTITY_RANGE',
    when: 'a market order is too large',
    contract: { maxMarketQuantity: units(1) },
    run: (x) => x.tryPlace(1, 'BUY', { quantity: '1.001' }),
  },
  {
    code: 'MIN_AMOUNT',
    when: 'what opens is worth too little',
    contract: { minNotional: units(100) },
    run: (x) => x.tryPlace(1, 'BUY', { price: 49_999, quantity: '0.001' }),
  },
  {
    code: 'PRICE_OFFSET',
    when: 'a buy stands too low',
    contract: { minBuyPriceOffset: -10_000_000 },
    run: (x) => x.tryPlace(1, 'BUY', { price: '44999.99', quantity: 1 }),
  },
  {
    code: 'PRICE_OFFSET',
    when: 'a sell stands too high',
    contract: { maxSellPriceOffset: 10_000_000 },
    run: (x) => x.tryPlace(1, 'SELL', { price: '55000.01', quantity: 1 }),
  },
  {
    code: 'PRICE_BAND',
    when: 'a sell would go too low',
    run: (x) => x.tryPlace(1, 'SELL', { price: 20_000, quantity: 1 }),
  },
  {
    code: 'REDUCE_ONLY_REJECT',
    when: 'there is no position',
    run: (x) => x.tryPlace(1, 'SELL', { ...order, reduceOnly: true }),
  },
  {
    code: 'REDUCE_ONLY_REJECT',
    when: 'the position is on the same side',
    run: (x) => {
      long(x);
      return x.tryPlace(1, 'BUY', { ...order, reduceOnly: true });
    },
  },
  { code: 'REDUCE_ONLY_REJECT', when: 'there is nothing to close', run: (x) => x.tryPlace(1, 'SELL', { close: true }) },
  {
    code: 'CLOSE_ONLY',
    when: 'the account is restricted',
    run: (x) => {
      x.must(x.run({ kind: 'RestrictMarginAccount', uid: 1, wallet: 'FUTURES', closeOnly: true }));
      return x.tryPlace(1, 'BUY', order);
    },
  },
  {
    code: 'CLOSE_ONLY',
    when: 'the contract only closes',
    run: (x) => {
      x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'REDUCE_ONLY' }));
      return x.tryPlace(1, 'BUY', order);
    },
  },
  {
    code: 'TOO_MANY_ORDERS',
    when: 'too many rest',
    contract: { maxOpenOrders: 1 },
    run: (x) => {
      x.buy(1, order);
      return x.tryPlace(1, 'BUY', order);
    },
  },
  {
    code: 'TOO_MANY_ORDERS',
    when: 'too many wait',
    contract: { maxStopOrders: 1 },
    run: (x) => {
      const request = { type: 'STOP', trigger: 60_000, quantity: 1 } as const;
      x.stop(1, 'BUY', request);
      return x.tryStop(1, 'BUY', request);
    },
  },
  {
    code: 'TOO_MANY_ORDERS',
    when: 'a position has twenty exits of a kind',
    run: (x) => {
      long(x);
      for (let i = 0; i < 20; i += 1) x.must(x.tryExits(1, { quantity: '0.01', stopLoss: { trigger: 40_000 } }));
      return x.tryExits(1, { quantity: '0.01', stopLoss: { trigger: 40_000 } });
    },
  },
];

function create(x: TestPerps, symbol: string, changes: object = {}, settle = 'USDT'): Outcome {
  x.run({ kind: 'CreateAsset', asset: 'USDC', scale: 8 });
  const { parameters } = x.core.contract('BTCUSDT')!;
  return x.run({ kind: 'CreateContract', symbol, base: 'ABC', settle, parameters: { ...parameters, ...changes } });
}

function amend(x: TestPerps, orderId: number, price: number): Outcome {
  const command: Extract<PerpCommand, { kind: 'AmendPerpOrder' }> = {
    kind: 'AmendPerpOrder',
    ...of(1),
    orderId,
    clientOrderId: '',
    price: units(price) as never,
    quantity: 0 as never,
    idempotency: null,
  };
  return x.run(command);
}
