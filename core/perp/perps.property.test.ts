/** Random commands on two contracts, with marks that jump: every invariant holds, and replay and restore give the same state. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command, CommandBody } from '../commands.ts';
import type { Core } from '../core.ts';
import type { CoreEvent } from '../events.ts';
import { createCore, decodeCommand, encodeCommand, restoreCore } from '../index.ts';
import { contractParameters } from './testing.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 150);
const COMMANDS = 100;
const USERS = [1, 2, 3, 4];
const UNIT = 100_000_000;
/** A command whose order ids and time are known only when it is its turn. */
type Drawn = {
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
  ...Array.from({ length: 12 }, () => 'OPENS'),
  'CLOSES',
  'CLOSES',
  'BOTH',
  'LONG',
  'SHORT',
);
/** Around 100, in ticks of 1. */
const price = fc.integer({ min: 92, max: 108 }).map((whole) => whole * UNIT);
const quantity = fc.integer({ min: 1, max: 30 }).map((whole) => whole * UNIT);
const exit = fc.option(
  fc.record({
    triggerPrice: price,
    source: fc.constantFrom('LAST', 'MARK', 'INDEX'),
    price: fc.oneof(fc.constant(0), price),
  }),
  { nil: null, freq: 1 },
);
const owner = { uid, wallet, symbol };
const flag = fc.constantFrom(false, false, false, false, false, false, false, true);
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
const drawn = fc.oneof(
  { weight: 60, arbitrary: place },
  { weight: 5, arbitrary: stop },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('TickMark'),
      symbol,
      index: fc.integer({ min: 80, max: 120 }),
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
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('MoveMargin'),
      ...owner,
      positionSide,
      amount: fc.integer({ min: -300, max: 300 }).map((n) => n * UNIT),
    }),
  },
  {
    weight: 2,
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

function setUp(fund: number): object[] {
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
  ];
}

/** Fills in what depends on the state: a live order, sources of now, a key. */
function complete(core: Core, fields: Drawn, timeMs: number): CommandBody {
  const { pick: at, afterMs, index, ...rest } = fields as Drawn & { index?: number };
  void afterMs;
  const body: Record<string, unknown> = { ...rest };
  if (index !== undefined) {
    const source = { price: index * UNIT, weight: 1, timeMs };
    // Sometimes there is no source at all.
    body['sources'] = index === 90 ? [] : [source, source, source];
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

test('FLT-13 random commands on perpetuals keep every invariant, and replay and restore to the same state', () => {
  const kinds = new Map<string, number>();
  fc.assert(
    fc.property(
      fc.array(drawn, { minLength: 60, maxLength: COMMANDS, size: 'max' }),
      fc.nat(COMMANDS),
      fc.constantFrom(0, 50, 10_000),
      (list, cut, fund) => {
        const core = createCore({ checkInvariants: true });
        const commands: Command[] = [];
        const events: CoreEvent[] = [];
        let restored: Core | null = null;
        let timeMs = 1_700_006_400_000;
        for (const fields of [...(setUp(fund) as Drawn[]), ...list]) {
          timeMs += fields.afterMs ?? 10;
          const command = { ...complete(core, fields, timeMs), seq: core.lastSeq + 1, timeMs } as Command;
          commands.push(command);
          const count = events.length;
          const outcome = core.apply(command, (event) => events.push(event));
          const what = outcome.ok ? 'ok' : outcome.code;
          kinds.set(`${command.kind} ${what}`, (kinds.get(`${command.kind} ${what}`) ?? 0) + 1);
          for (const event of events.slice(count)) kinds.set(event.kind, (kinds.get(event.kind) ?? 0) + 1);
          if (commands.length === cut) restored = restoreCore(core.snapshot(), { checkInvariants: true });
          else restored?.apply(command, () => {});
        }
        expect(restored?.stateHash() ?? core.stateHash()).toBe(core.stateHash());
        const replayed = createCore();
        const again: CoreEvent[] = [];
        for (const command of commands)
          replayed.apply(decodeCommand(encodeCommand(command), 0).command, (event) => again.push(event));
        expect(again).toEqual(events);
        expect(replayed.stateHash()).toBe(core.stateHash());
        expect(restoreCore(core.snapshot()).snapshot()).toEqual(core.snapshot());
      },
    ),
    { numRuns: RUNS },
  );
  if (process.env['FC_VERBOSE'] !== undefined) process.stdout.write(`${JSON.stringify([...kinds])}\n`);
  // The commands do reach what is rare.
  const rare = ['Liquidated', 'Deleveraged', 'FundingPaid', 'InsuranceChanged', 'StopOrderChanged', 'PerpTraded'];
  if (RUNS >= 100) expect(rare.filter((kind) => !kinds.has(kind))).toEqual([]);
}, 3_600_000);
