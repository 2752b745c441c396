/** Random orders of four users in two markets: plain ones at every limit, and some that are not plain. */
import fc from 'fast-check';
import type { CommandBody } from '../protocol/commands.ts';
import type { Core } from '../protocol/core.ts';
import { body, machineOf, parameters, units } from './exchange.ts';

const USERS = 4;
/** A market with every limit there is, and one without any, whose prices lie further apart than the window of a ladder. */
const NARROW = parameters({
  minPrice: units(60),
  maxPrice: units(150),
  minVolume: units('0.002'),
  maxVolume: units(4),
  minAmount: units(1),
  maxAmount: units(450),
  maxLimitOrderAmount: units(400),
  minBuyPriceOffset: -30_000_000,
  maxSellPriceOffset: 30_000_000,
  priceProtectScope: 20_000_000,
  makerFeeRate: 80_000,
  takerFeeRate: 100_000,
  openPrice: units(100),
  maxAmends: 1,
  maxOpenOrders: 2,
});
export const WIDE = parameters({ takerFeeRate: 100_000, defaultStpMode: 'NONE' });

const isOneOf = <T>(...all: readonly T[]) => fc.constantFrom(...all);
export const step = fc.record({
  kind: isOneOf('place', 'place', 'place', 'amend', 'amend', 'amend', 'cancel'),
  isWide: fc.boolean(),
  uid: fc.integer({ min: 1, max: USERS }),
  side: isOneOf('BUY', 'SELL'),
  tif: isOneOf('GTC', 'GTC', 'GTC', 'GTX', 'IOC', 'FOK'),
  /** In halves of a tick. */
  price: fc.oneof(fc.integer({ min: 19_000, max: 21_000 }), fc.integer({ min: 9_000, max: 32_000 })),
  isOdd: fc.integer({ min: 0, max: 9 }),
  /** Wide prices: times this. */
  factor: isOneOf(1, 60, 4_000, 0.000_2, 0.000_2),
  /** In halves of a step. */
  lots: fc.oneof(
    fc.integer({ min: 3_000, max: 7_000 }),
    fc.integer({ min: 1, max: 30 }),
    fc.integer({ min: 1, max: 600 }),
    fc.integer({ min: 1, max: 12_000 }),
  ),
  isHuge: fc.integer({ min: 0, max: 12 }),
  isIceberg: fc.integer({ min: 0, max: 15 }),
  /** Which of the orders so far, from the newest on. */
  back: fc.nat(12),
  keeps: isOneOf('nothing', 'price', 'quantity', 'both'),
});
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Quantities of which two pass what a level may hold. */
const HUGE = [9_000_000_000_000_000, 5_000_000_000_000_000];
const HALF_TICK = 500_000;
const HALF_STEP = 50_000;
const EVEN = 2;
function priceOf(s: Step): number {
  const halves = s.isWide ? Math.max(EVEN, Math.floor(s.price * s.factor)) : s.price;
  return HALF_TICK * (s.isOdd === 0 ? halves : EVEN * Math.floor(halves / EVEN));
}
function quantityOf(s: Step): number {
  if (s.isHuge < HUGE.length) return HUGE[s.isHuge]!;
  return HALF_STEP * (s.isOdd === 1 ? s.lots : EVEN * Math.ceil(s.lots / EVEN));
}

export function commandOf(s: Step, core: Core): CommandBody {
  const symbol = s.isWide ? 'WIDE' : 'NARROW';
  const orderId = Math.max(1, machineOf(core).acceptor.lastOrderId - s.back);
  // Mostly the order's own user and market, sometimes others.
  const order = s.isIceberg === 1 ? null : core.order(orderId);
  const named = {
    uid: order?.uid ?? s.uid,
    symbol: order?.symbol ?? symbol,
    orderId,
    clientOrderId: '',
    idempotency: null,
  };
  if (s.kind === 'cancel') return body({ kind: 'CancelOrder', ...named });
  if (s.kind === 'amend') {
    const [price, quantity] = [
      s.keeps === 'price' || s.keeps === 'both' ? 0 : priceOf(s),
      s.keeps === 'quantity' || s.keeps === 'both' ? 0 : quantityOf(s),
    ];
    return body({ kind: 'AmendOrder', ...named, price, quantity });
  }
  const display = s.isIceberg === 0 ? { displayQuantity: 2 * HALF_STEP * Math.ceil(s.lots / 12) } : {};
  return body({
    kind: 'PlaceOrder',
    uid: s.uid,
    symbol,
    side: s.side,
    type: 'LIMIT',
    timeInForce: s.tif,
    price: priceOf(s),
    quantity: quantityOf(s),
    quoteAmount: 0,
    maxSlippage: 0,
    stpMode: '',
    clientOrderId: '',
    idempotency: null,
    ...display,
  } as never);
}

const FUNDS = { BTC: units(5), USDT: units(500), COIN: HUGE[0]!, FIAT: HUGE[0]! };
export const BEGINNING: readonly CommandBody[] = [
  ...Object.keys(FUNDS).map((asset) => body({ kind: 'CreateAsset', asset, scale: 8 })),
  body({ kind: 'CreateMarket', symbol: 'NARROW', base: 'BTC', quote: 'USDT', parameters: NARROW }),
  body({ kind: 'CreateMarket', symbol: 'WIDE', base: 'COIN', quote: 'FIAT', parameters: WIDE }),
  ...Array.from({ length: USERS }, (_none, at) => at + 1).flatMap((uid) =>
    Object.entries(FUNDS).map(([asset, amount]) => {
      const reference = `${uid} ${asset}`;
      const idempotency = { key: reference, fingerprint: '' };
      return body({ kind: 'Deposit', uid, asset, amount, reference, idempotency } as never);
    }),
  ),
];

/** The last users trade by terms of their own: with fee rates, and as one of a group for self-trade prevention. */
const OWN_RATES = { spotMaker: 10_000, spotTaker: 20_000, futuresMaker: 0, futuresTaker: 0 };
export const OWN_TERMS: readonly CommandBody[] = [
  body({ kind: 'SetFeeTier', uid: USERS, version: 1, own: OWN_RATES, trial: null, trialEndMs: 0 } as never),
  body({ kind: 'SetTradeGroup', uid: USERS - 1, tradeGroupId: 7 }),
  body({ kind: 'SetTradeGroup', uid: USERS, tradeGroupId: 7 }),
];

/** A buy of 1 at 100 that rests. */
export const ORDER: Step = {
  kind: 'place',
  isWide: false,
  uid: 1,
  side: 'BUY',
  tif: 'GTC',
  price: 20_000,
  isOdd: 2,
  factor: 1,
  lots: 2_000,
  isHuge: 12,
  isIceberg: 2,
  back: 0,
  keeps: 'nothing',
} as Step;
