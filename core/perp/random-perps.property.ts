/** Random commands on two perpetual contracts, with marks that jump. Shared by the property tests. */
import fc from 'fast-check';
import type { CommandBody } from '../commands.ts';
import type { Core } from '../core.ts';
import { contractParameters } from './testing.ts';

export const USERS = [1, 2, 3, 4];
const UNIT = 100_000_000;
/** A command whose order ids and time are known only when it is its turn. */
export type Drawn = {
  readonly [key: string]: unknown;
  readonly kind: string;
  readonly pick?: number;
  readonly afterMs?: number;
};

const symbol = fc.constantFrom('BTCUSDT', 'BTCUSDT', 'BTCUSDT', 'ETHUSDT');
const uid = fc.constantFrom(...USERS);
const wallet = fc.constantFrom('FUTURES', 'FUTURES', 'FUTURES', 'FUTURES', 'FUTURES', 'ELITE');
const side = fc.constantFrom('BUY', 'SELL');
/** OPENS and CLOSES become what fits the account's mode and the order's side; the others mostly do not fit. */
const positionSide = fc.constantFrom(
  ...Array.from({ length: 20 }, () => 'OPENS'),
  ...Array.from({ length: 6 }, () => 'CLOSES'),
  'BOTH',
  'LONG',
);
/** So many ticks of 1 from the mark: it becomes a price when it is known. */
interface Around {
  readonly around: number;
}
const price = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: -3, max: 3 }) },
    { weight: 1, arbitrary: fc.integer({ min: -14, max: 14 }) },
  )
  .map((around): Around => ({ around }));
const quantity = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) },
  )
  .map((whole) => whole * UNIT);
const exit = fc.option(
  fc.record({
    triggerPrice: price,
    source: fc.constantFrom('LAST', 'MARK', 'INDEX'),
    price: fc.oneof(fc.constant(0), price),
  }),
  { nil: null, freq: 1 },
);
const owner = { uid, wallet, symbol };
const flag = fc.constantFrom(...Array.from({ length: 11 }, () => false), true);
const none = fc.constant(null);

const place = fc
  .record({
    kind: fc.constant('PlacePerpOrder'),
    ...owner,
    side,
    positionSide,
    isMarket: flag,
    timeInForce: fc.constantFrom('GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'GTX'),
    price,
    quantity,
    reduceOnly: flag,
    closePosition: flag,
    stpMode: fc.constantFrom('', '', 'EXPIRE_MAKER', 'EXPIRE_BOTH'),
    clientOrderId: fc.constantFrom('', '', 'a', 'b'),
    takeProfit: fc.oneof({ weight: 4, arbitrary: none }, { weight: 1, arbitrary: exit }),
    stopLoss: fc.oneof({ weight: 4, arbitrary: none }, { weight: 1, arbitrary: exit }),
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
    };
  });

const stop = fc
  .record({
    kind: fc.constant('PlaceStopOrder'),
    ...owner,
    side,
    positionSide,
    type: fc.constantFrom('STOP', 'TAKE_PROFIT', 'TRAILING_STOP'),
    source: fc.constantFrom('LAST', 'MARK', 'INDEX'),
    triggerPrice: price,
    price: fc.oneof(fc.constant(0), price),
    timeInForce: fc.constantFrom('GTC', 'IOC'),
    quantity,
    reduceOnly: flag,
    closePosition: flag,
    callbackRate: fc.constantFrom(1_000_000, 5_000_000),
    activationPrice: fc.oneof(fc.constant(0), price),
    priceProtect: flag,
    clientOrderId: fc.constantFrom('', 'a'),
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

const pick = fc.nat(7);
export const drawn = fc.oneof(
  { weight: 60, arbitrary: place },
  { weight: 5, arbitrary: stop },
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant('TickMark'),
      symbol,
      /** In ticks of 1; 0: no source has a price. */
      move: fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: -4, max: 4 }) },
        { weight: 3, arbitrary: fc.integer({ min: -15, max: 15 }) },
      ),
      afterMs: fc.constantFrom(0, 1_000, 1_000, 30_000, 90_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('SettleFunding'), symbol, afterMs: fc.constantFrom(0, 28_800_000) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('AmendPerpOrder'),
      ...owner,
      pick,
      price: fc.oneof(fc.constant(0), price),
      quantity: fc.oneof(fc.constant(0), quantity),
      idempotency: none,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('CancelPerpOrder'), ...owner, pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('CancelStopOrder'), ...owner, pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('CancelAllPerpOrders'),
      uid,
      wallet,
      symbol: fc.constantFrom('', 'BTCUSDT'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('SetPositionExits'),
      ...owner,
      positionSide,
      quantity: fc.oneof(fc.constant(0), quantity),
      takeProfit: exit,
      stopLoss: exit,
      idempotency: none,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('SetPositionMode'),
      uid,
      wallet,
      mode: fc.constantFrom('ONE_WAY', 'HEDGE'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('SetMarginMode'), ...owner, mode: fc.constantFrom('CROSS', 'ISOLATED') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('SetLeverage'),
      ...owner,
      positionSide,
      leverage: fc.constantFrom(3, 10, 25, 50),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('MoveMargin'),
      ...owner,
      positionSide,
      amount: fc.integer({ min: -300, max: 300 }).map((n) => n * UNIT),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('SetAutoAddMargin'), ...owner, positionSide, on: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('Transfer'),
      uid,
      asset: fc.constant('USDT'),
      from: fc.constantFrom('SPOT', 'FUTURES', 'ELITE'),
      to: fc.constantFrom('SPOT', 'FUTURES', 'ELITE'),
      amount: fc.integer({ min: 1, max: 500 }).map((n) => n * UNIT),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('SetContractStatus'),
      symbol: fc.constant('ETHUSDT'),
      status: fc.constantFrom(
        'OPEN',
        'OPEN',
        'OPEN',
        'OPEN',
        'REDUCE_ONLY',
        'CANCEL_ONLY',
        'STOP',
        'PRE_OPEN',
        'SETTLED',
      ),
    }),
  },
) as fc.Arbitrary<Drawn>;

function opening(uid: number, side: string, positionSide: string, quantity: number): object {
  const where = { uid, wallet: 'FUTURES', symbol: 'BTCUSDT', side, positionSide };
  const how = { type: 'LIMIT', timeInForce: 'GTC', price: 100 * UNIT, quantity: quantity * UNIT, stpMode: '' };
  const plain = { reduceOnly: false, closePosition: false, clientOrderId: '', takeProfit: null, stopLoss: null };
  return { kind: 'PlacePerpOrder', ...where, ...how, ...plain, idempotency: null };
}

export function setUp(fund: number): object[] {
  const parameters = contractParameters({
    tickSize: UNIT,
    stepSize: UNIT,
    priceProtectScope: 15_000_000,
    takerFeeRate: 60_000,
    makerFeeRate: 20_000,
    liquidationFeeRate: 500_000,
    leverageMax: 50,
    leverageDefault: 25,
    maxAmends: 3,
    impactNotional: 500 * UNIT,
    // Small tiers, so that positions here reach them.
    tiers: [
      { cap: 1_000 * UNIT, maxLeverage: 50, rate: 1_000_000 },
      { cap: 3_000 * UNIT, maxLeverage: 25, rate: 2_000_000 },
      { cap: 20_000 * UNIT, maxLeverage: 10, rate: 5_000_000 },
    ],
  });
  const key = (name: string): { key: string; fingerprint: string } => ({ key: name, fingerprint: '' });
  return [
    { kind: 'CreateAsset', asset: 'USDT', scale: 8 },
    { kind: 'CreateContract', symbol: 'BTCUSDT', base: 'BTC', settle: 'USDT', parameters },
    { kind: 'CreateContract', symbol: 'ETHUSDT', base: 'ETH', settle: 'USDT', parameters },
    { kind: 'TickMark', symbol: 'BTCUSDT', index: 100 },
    { kind: 'TickMark', symbol: 'ETHUSDT', index: 100 },
    { kind: 'ContributeCapital', asset: 'USDT', amount: 10_000 * UNIT, idempotency: key('c') },
    ...(fund === 0
      ? []
      : [{ kind: 'FundPool', pool: 'INSURANCE', asset: 'USDT', amount: fund * UNIT, idempotency: key('f') }]),
    ...USERS.flatMap((user) => [
      { kind: 'Deposit', uid: user, asset: 'USDT', amount: 2_000 * UNIT, idempotency: key('d') },
      {
        kind: 'Transfer',
        uid: user,
        asset: 'USDT',
        from: 'SPOT',
        to: 'FUTURES',
        amount: 700 * UNIT,
        idempotency: key('t'),
      },
      {
        kind: 'Transfer',
        uid: user,
        asset: 'USDT',
        from: 'SPOT',
        to: 'ELITE',
        amount: 300 * UNIT,
        idempotency: key('e'),
      },
    ]),
    ...[1, 3].map((user) => ({ kind: 'SetPositionMode', uid: user, wallet: 'FUTURES', mode: 'HEDGE' })),
    ...[2, 3].map((user) => ({
      kind: 'SetMarginMode',
      uid: user,
      wallet: 'FUTURES',
      symbol: 'BTCUSDT',
      mode: 'ISOLATED',
    })),
    // 1 begins long of 30 and short of 20.
    opening(2, 'SELL', 'BOTH', 15),
    opening(4, 'SELL', 'BOTH', 15),
    opening(1, 'BUY', 'LONG', 30),
    opening(1, 'SELL', 'SHORT', 20),
    opening(4, 'BUY', 'BOTH', 20),
  ];
}

/** Prices around the mark become prices. */
function settled(value: unknown, mark: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if ('around' in value) return Math.max(UNIT, mark + (value as Around).around * UNIT);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, settled(part, mark)]));
}

/** Prices that meet, and mostly no closing order where nothing is open. */
function makeLikely(core: Core, body: Record<string, unknown>): void {
  const shift = (body['side'] === 'BUY' ? 1 : -1) * UNIT;
  if (body['price'] !== 0) body['price'] = Math.max(UNIT, Number(body['price']) + shift);
  const isFlat = core.positions(body as never).length === 0;
  if (!isFlat || body['clientOrderId'] === 'b') return;
  body['reduceOnly'] = false;
  if (body['positionSide'] === 'CLOSES') body['positionSide'] = 'OPENS';
}

/** Fills in what depends on the state: a live order, sources of now, a key. */
export function complete(core: Core, fields: Drawn, timeMs: number): CommandBody {
  const { pick: at, afterMs, index, move, ...rest } = fields as Drawn & { index?: number; move?: number };
  void afterMs;
  const contract = core.contract((rest as { symbol?: string }).symbol ?? '');
  const body = settled(rest, Number(contract?.markPrice ?? 0)) as Record<string, unknown>;
  if (index !== undefined || move !== undefined) {
    const whole = index ?? Math.max(40, Math.min(250, Number(contract?.indexPrice ?? 0) / UNIT + move!));
    const source = { price: whole * UNIT, weight: 1, timeMs };
    // Sometimes there is no source at all.
    body['sources'] = move === 0 ? [] : [source, source, source];
  }
  if (at !== undefined) {
    const name = fields as unknown as { uid: number; wallet: string; symbol: string };
    const orders =
      fields.kind === 'CancelStopOrder'
        ? core.openStopOrders(name).map((stop) => stop.stopOrderId)
        : core.openPerpOrders(name).map((order) => order.orderId);
    body['orderId'] = at === 7 ? 0 : (orders[at % Math.max(1, orders.length)] ?? at);
    body['clientOrderId'] = at === 7 ? 'a' : '';
  }
  if (fields.kind === 'PlacePerpOrder') makeLikely(core, body);
  const wanted = body['positionSide'];
  if (wanted === 'OPENS' || wanted === 'CLOSES') {
    const {
      uid: user,
      wallet: purse,
      symbol: name,
    } = fields as unknown as { uid: number; wallet: string; symbol: string };
    const isHedged = core.preference(user, purse, name)?.mode === 'HEDGE';
    const isLong = (body['side'] === 'BUY') === (wanted === 'OPENS');
    body['positionSide'] = !isHedged ? 'BOTH' : isLong ? 'LONG' : 'SHORT';
  }
  if (['MoveMargin', 'Transfer'].includes(fields.kind) && body['idempotency'] === undefined)
    body['idempotency'] = { key: `k${core.lastSeq}`, fingerprint: '' };
  return body as unknown as CommandBody;
}
