/** Orders of perpetuals as bytes that the kernel carries out, beside the core alone, which takes them one by one: the same answers, events and state. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FLAGS, ID, INT_STRIDE, MARKET, NUM_STRIDE, SELL, sideOf } from '../book/order-pool.ts';
import { createCore } from '../index.ts';
import { Reached } from '../model/reached.ts';
import type { Command, CommandBody } from '../protocol/commands.ts';
import type { Core } from '../protocol/core.ts';
import { checkInvariants } from '../state-machine/invariants.ts';
import { body, machineOf, parameters as marketParameters, units } from '../testing/exchange.ts';
import { contractParameters } from '../testing/perps.ts';
import { HOLDINGS } from './limits.ts';
import { NameGiver } from '../testing/named-commands.ts';
import { Alone, Beside, counting } from '../testing/runs.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 40);
const SEED = 20_261_129;
const CONTRACTS = ['BTCUSDT', 'ETHUSDT'] as const;
const TICK = 1_000_000;
const STEP = 100_000;
/** Ticks. */
const MARK = 10_000;
/** One has little, one is hedged, one has isolated margin in the first contract, and one has more than a double may hold. */
const [POOR, HEDGED, ISOLATED, RICH] = [1, 2, 3, 5];
const USERS = 5;
/** More orders of one account than are remembered. */
const ENDED = 1_200;
const NARROW = contractParameters({
  minQuantity: 2 * STEP,
  minNotional: units(1),
  maxLimitQuantity: 4_000 * STEP,
  leverageDefault: 10,
  takerFeeRate: 54_321,
  makerFeeRate: 12_345,
  priceProtectScope: 20_000_000,
  minBuyPriceOffset: -30_000_000,
  maxSellPriceOffset: 30_000_000,
  openInterestCap: units(380),
  maxOpenOrders: 6,
  maxAmends: 3,
});
const WIDE = contractParameters({
  leverageDefault: 20,
  takerFeeRate: 50_000,
  /** As in the contracts that are there at the first start. */
  maxSellPriceOffset: 5_000_000_000,
  maxOpenOrders: 0,
  priceProtectScope: 90_000_000,
});

const key = (text: string): object => ({ idempotency: { key: text, fingerprint: '' } });
const owner = (uid: number, which = 0): object => ({ uid, wallet: 'FUTURES', symbol: CONTRACTS[which]! });
const tick = (which: number, ticks: number, timeMs: number): CommandBody =>
  body({ kind: 'TickMark', symbol: CONTRACTS[which]!, sources: [{ price: ticks * TICK, weight: 1, timeMs }] } as never);

function beginning(): CommandBody[] {
  const money = (uid: number, amount: number): CommandBody[] => [
    { kind: 'Deposit', uid, asset: 'USDT', amount, ...key(`d${uid} ${amount}`) } as never,
    { kind: 'Transfer', uid, asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount, ...key(`t${uid} ${amount}`) } as never,
  ];
  return [
    body({ kind: 'CreateAsset', asset: 'USDT', scale: 8 }),
    ...[NARROW, WIDE].map((parameters, at) =>
      body({ kind: 'CreateContract', symbol: CONTRACTS[at]!, base: 'BTC', settle: 'USDT', parameters } as never),
    ),
    ...money(POOR, units(90)),
    ...[HEDGED, ISOLATED, 4].flatMap((uid) => money(uid, units(uid * 400))),
    ...[8e15, 8e15 + 1].flatMap((amount) => money(RICH, amount)),
    body({ kind: 'SetPositionMode', uid: HEDGED, wallet: 'FUTURES', mode: 'HEDGE' } as never),
    body({ kind: 'SetMarginMode', ...owner(ISOLATED), mode: 'ISOLATED' } as never),
  ];
}

const PLACES = ['place', 'place', 'place', 'place', 'place', 'place'] as const;
const step = fc.record({
  kind: fc.constantFrom(...PLACES, 'amend', 'amend', 'amend', 'cancel', 'other'),
  which: fc.nat(1),
  uid: fc.integer({ min: 1, max: USERS }),
  isBuy: fc.boolean(),
  tif: fc.constantFrom('GTC', 'GTC', 'GTC', 'GTC', 'GTX', 'IOC', 'FOK'),
  /** Ticks above the mark, away from it for the side, or into the other side. */
  away: fc.oneof(
    fc.integer({ min: 1, max: 300 }),
    fc.integer({ min: -40, max: 3_500 }),
    fc.integer({ min: -3_000, max: 40_000 }),
  ),
  lots: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 4_200 })),
  /** Which of the orders so far, from the newest on. */
  back: fc.oneof(fc.nat(5), fc.nat(40)),
  keeps: fc.constantFrom('nothing', 'price', 'quantity', 'both'),
  rare: fc.nat(60),
  /** What is neither a new order nor about one. */
  other: fc.constantFrom(0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 7, 7, 8),
  gap: fc.constantFrom(0, 1, 1, 1_100),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const STOP = {
  type: 'STOP', source: 'MARK', timeInForce: 'GTC', price: 0, callbackRate: 0, activationPrice: 0, reduceOnly: false, closePosition: false,
  priceProtect: false, clientOrderId: '', idempotency: null,
} as const; // prettier-ignore
const OTHERS: readonly ((s: Step, timeMs: number) => CommandBody)[] = [
  (s) =>
    body({
      kind: 'PlaceStopOrder', ...owner(s.uid, s.which), ...STOP, side: s.isBuy ? 'BUY' : 'SELL',
      positionSide: s.uid === HEDGED ? (s.isBuy ? 'LONG' : 'SHORT') : 'BOTH', triggerPrice: Math.max(1, MARK + s.away) * TICK, quantity: s.lots * STEP,
    } as never), // prettier-ignore
  (s, timeMs) => tick(s.which, MARK + (s.back % 7) * 40 - 120, timeMs),
  (s, timeMs) => tick(s.which, MARK + s.lots, timeMs),
  (s) =>
    body({ kind: 'SetLeverage', ...owner(s.uid, s.which), positionSide: 'BOTH', leverage: 1 + (s.lots % 60) } as never),
  (s) => body({ kind: 'RestrictMarginAccount', uid: s.uid, wallet: 'FUTURES', closeOnly: s.rare < 8 } as never),
  (s) => body({ kind: 'CancelAllPerpOrders', ...owner(s.uid, s.which) } as never),
  (s) =>
    body({
      kind: 'SetContractStatus',
      symbol: CONTRACTS[s.which]!,
      status: s.rare < 6 ? 'REDUCE_ONLY' : 'OPEN',
    } as never),
  (s) =>
    body({
      kind: 'Transfer',
      uid: s.uid,
      asset: 'USDT',
      from: 'FUTURES',
      to: 'SPOT',
      amount: units(1),
      ...key(`o${s.lots} ${s.back}`),
    } as never),
  (s) =>
    body({
      kind: 'ChangeContract',
      symbol: CONTRACTS[1],
      version: 2 + s.rare,
      parameters: { ...WIDE, takerFeeRate: 40_000 + s.lots },
    } as never),
];

function bodyOf(s: Step, core: Core, timeMs: number): CommandBody {
  if (s.kind === 'other') return OTHERS[s.other]!(s, timeMs);
  // A wallet whose name is as long as that of FUTURES.
  const of = { ...owner(s.uid, s.which), ...(s.rare === 7 ? { wallet: 'COPY:12' } : {}) };
  const price = Math.max(1, MARK + (s.isBuy ? -s.away : s.away)) * TICK + (s.rare === 1 ? 5 : 0);
  const quantity = s.lots * STEP + (s.rare === 2 ? 5 : 0);
  if (s.kind === 'place') {
    const positionSide = s.uid === HEDGED ? (s.isBuy ? 'LONG' : 'SHORT') : 'BOTH';
    const exits =
      s.rare === 3 ? { takeProfit: { triggerPrice: 2 * price, source: 'MARK', price: 0 } } : { takeProfit: null };
    return body({
      kind: 'PlacePerpOrder', ...of, side: s.isBuy ? 'BUY' : 'SELL', positionSide, type: 'LIMIT', timeInForce: s.tif, price, quantity,
      reduceOnly: s.rare === 4, closePosition: false, stpMode: s.rare === 5 ? 'EXPIRE_MAKER' : '', clientOrderId: s.rare === 6 ? `n${s.lots}` : '',
      ...exits, stopLoss: null, idempotency: null,
    } as never); // prettier-ignore
  }
  const { perps } = machineOf(core);
  const live = perps.accounts.all().flatMap((account) => account.liveOrders());
  const some = live[live.length - 1 - (s.back % Math.max(1, live.length))] ?? 0;
  const isOld = some === 0 || s.rare < 5;
  const orderId = isOld ? Math.max(1, perps.lifecycle.lastOrderId - s.back) : perps.orders.num[some * NUM_STRIDE + ID]!;
  const slot = perps.ids.get(orderId);
  // Mostly its own user and contract.
  const account = slot === 0 || s.rare < 3 ? undefined : perps.accounts.at(perps.orders.accountOf(slot));
  const market = slot === 0 ? s.which : perps.orders.int[slot * INT_STRIDE + MARKET]!;
  const named = { ...owner(account?.user.uid ?? s.uid, market), orderId, clientOrderId: '' };
  if (s.kind === 'cancel') return body({ kind: 'CancelPerpOrder', ...named } as never);
  const isSell = slot !== 0 && sideOf(perps.orders.int[slot * INT_STRIDE + FLAGS]!) === SELL;
  const moved = Math.max(1, MARK + (isSell ? s.away : -s.away)) * TICK;
  return body({
    kind: 'AmendPerpOrder', ...named, idempotency: null,
    price: s.keeps === 'price' || s.keeps === 'both' ? 0 : moved,
    quantity: s.keeps === 'quantity' || s.keeps === 'both' ? 0 : quantity,
  } as never); // prettier-ignore
}

function compare(steps: readonly Step[], every: number, hasNames: boolean, reached: Reached): void {
  const beside = new Beside(reached);
  const { alone } = beside;
  for (const begin of beginning()) alone.take(begin);
  for (const which of [0, 1]) alone.take(tick(which, MARK, alone.timeMs + 1_000), 1_000);
  if (hasNames) alone.names = new NameGiver();
  for (const s of steps) {
    alone.take(bodyOf(s, alone.core, alone.timeMs + s.gap), s.gap);
    const last = alone.outcomes.at(-1)!;
    reached.count(last.ok ? s.kind : `refused: ${last.code}`);
    if (alone.batch.count >= every) beside.hand();
  }
  beside.end();
}

const WALK = fc.tuple(
  fc.array(step, { minLength: 150, maxLength: 400, size: 'max' }),
  fc.constantFrom(5, 30, 400),
  fc.boolean(),
);

test('FLT-13 orders of perpetuals that the kernel takes as bytes, heard and unheard, leave, answer and tell what the core alone does', () => {
  fc.assert(
    fc.property(WALK, ([steps, every, hasNames]) => compare(steps, every, hasNames, new Reached())),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('FLT-13 the walks of one seed reach the kernel with every kind of order, and most refusals', () => {
  const reached = new Reached();
  fc.assert(
    fc.property(WALK, ([steps, every, hasNames]) => compare(steps, every, hasNames, reached)),
    { numRuns: 40, seed: SEED, endOnFailure: true },
  );
  const refused = [
    'INSUFFICIENT_BALANCE',
    'POST_ONLY',
    'PRICE_BAND',
    'PRICE_OFFSET',
    'TOO_MANY_AMENDS',
    'TOO_MANY_ORDERS',
    'QUANTITY_RANGE',
    'ORDER_CLOSED',
    'OPEN_INTEREST_CAP',
  ];
  if (process.env['PRINT'] === '1') process.stdout.write(`${reached.table()}\n`);
  const keyed = ['PlacePerpOrder', 'AmendPerpOrder'].map((kind) => `kernel, with a key: ${kind}`);
  expect(reached.missing(keyed)).toEqual([]);
  const kernel = ['PlacePerpOrder', 'AmendPerpOrder', 'CancelPerpOrder'];
  expect(
    reached.missing([...refused.map((code) => `refused: ${code}`), ...kernel.map((kind) => `kernel: ${kind}`)]),
  ).toEqual([]);
});

const limit = (side: string, uid: number, which: number, ticks: number, quantity: number, clientOrderId = ''): CommandBody =>
  body({
    kind: 'PlacePerpOrder', ...owner(uid, which), side, positionSide: 'BOTH', type: 'LIMIT', timeInForce: 'GTC', price: ticks * TICK, quantity,
    reduceOnly: false, closePosition: false, stpMode: '', clientOrderId, takeProfit: null, stopLoss: null, idempotency: null,
  } as never); // prettier-ignore
const buy = (uid: number, which: number, ticks: number, quantity = STEP): CommandBody =>
  limit('BUY', uid, which, ticks, quantity);

test('trading A7 of an account whose orders end by the thousand the kernel keeps those that the core keeps', () => {
  const alone = new Alone(false);
  const reached = new Reached();
  const core = counting(alone.commands, reached);
  for (const begin of beginning()) alone.take(begin);
  alone.take(tick(1, MARK, alone.timeMs + 1_000), 1_000);
  const of = owner(4, 1);
  for (let i = 1; i <= ENDED; i += 1) {
    // Some of the oldest have names, which the core forgets itself.
    alone.take(limit('BUY', 4, 1, MARK, STEP, i % 50 === 7 ? `name ${i}` : ''));
    alone.take(body({ kind: 'CancelPerpOrder', ...of, orderId: i, clientOrderId: '' } as never));
  }
  const bytes = alone.batch.take();
  expect(core.replay(bytes, 0, Infinity)).toBe(bytes.length);
  expect(core.stateHash()).toBe(alone.core.stateHash());
  expect(machineOf(core).perps.accounts.find(4, 'FUTURES')!.ended.size).toBe(1_000);
  expect(reached.times('kernel: CancelPerpOrder')).toBeGreaterThan(ENDED - 80);
});

test('trading B5 B6 an order is judged by the marks of now of the other contracts of its account', () => {
  const alone = new Alone(false);
  const core = counting(alone.commands, new Reached());
  for (const begin of beginning()) alone.take(begin);
  for (const which of [0, 1]) alone.take(tick(which, MARK, alone.timeMs + 1_000), 1_000);
  // The poor one is long in the second contract with two thirds of its funds, and has an order in the first.
  alone.take(limit('SELL', 4, 1, MARK, 12_000 * STEP));
  alone.take(buy(POOR, 1, MARK, 12_000 * STEP));
  alone.take(buy(POOR, 0, MARK, 20 * STEP));
  alone.take(tick(1, MARK - 120, alone.timeMs + 1_000), 1_000);
  alone.take(buy(POOR, 0, MARK, 2_500 * STEP));
  expect(alone.outcomes.at(-1)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  core.replay(alone.batch.take(), 0, Infinity);
  expect(core.stateHash()).toBe(alone.core.stateHash());
});

/** What the core alone comes to, and a core that takes the last so many commands together. */
function together(alone: Alone, ofGroup: () => void): void {
  const core = createCore();
  const hand = (): void => {
    core.replay(alone.batch.take(), 0, Infinity);
    expect(core.stateHash()).toBe(alone.core.stateHash());
    checkInvariants(machineOf(core));
  };
  hand();
  ofGroup();
  hand();
}

test('FLT-13 an order whose slot another one has by now is not found by it, although both have the same id', () => {
  const alone = new Alone(false);
  for (const begin of beginning()) alone.take(begin);
  alone.take(body({ kind: 'CreateAsset', asset: 'BTC', scale: 8 }));
  alone.take(
    body({ kind: 'CreateMarket', symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', parameters: marketParameters() }),
  );
  alone.take(tick(1, MARK, alone.timeMs + 1_000), 1_000);
  alone.take(body({ kind: 'Deposit', uid: 4, asset: 'USDT', amount: units(10_000), ...key('spot') } as never));
  const spot = body({ kind: 'PlaceOrder', uid: 4, symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: 90 * 1e8, quantity: 1e8, quoteAmount: 0, maxSlippage: 0, stpMode: '', clientOrderId: '', idempotency: null } as never); // prettier-ignore
  const cancel = (orderId: number): CommandBody =>
    body({ kind: 'CancelOrder', uid: 4, symbol: 'BTCUSDT', orderId, clientOrderId: '' } as never);
  for (const command of [spot, cancel(1), buy(4, 1, 9_500), spot]) alone.take(command);
  together(alone, () => {
    for (const command of [cancel(2), buy(4, 1, 9_400), cancel(2)]) alone.take(command);
  });
});

test('trading B3 what an account has in a contract since a conditional order keeps the settings that it had then', () => {
  const alone = new Alone(false);
  for (const begin of beginning()) alone.take(begin);
  for (const which of [0, 1]) alone.take(tick(which, MARK, alone.timeMs + 1_000), 1_000);
  alone.take(buy(4, 1, 9_000));
  alone.take(buy(RICH, 0, 9_000, 20 * STEP));
  const stop = { ...STOP, side: 'BUY', positionSide: 'BOTH', triggerPrice: 2 * MARK * TICK, quantity: STEP };
  together(alone, () => {
    alone.take(body({ kind: 'PlaceStopOrder', ...owner(RICH, 1), ...stop } as never));
    expect(alone.outcomes.at(-1)!.ok).toBe(true);
    alone.take(
      body({
        kind: 'ChangeContract',
        symbol: CONTRACTS[1],
        version: 2,
        parameters: { ...WIDE, leverageDefault: 5 },
      } as never),
    );
    alone.take(buy(RICH, 1, 9_100));
    expect(alone.core.preference(RICH, 'FUTURES', CONTRACTS[1])!.longLeverage).toBe(20);
  });
});

test('trading B5 B6 where the table of holdings is full an order is judged with what has no record, too', () => {
  const verdicts = [false, true].map((isFull) => {
    const core = createCore({ checkInvariants: true });
    const take = (fields: CommandBody, timeMs: number): string => {
      const outcome = core.apply({ ...fields, seq: core.lastSeq + 1, timeMs } as Command, () => {});
      return outcome.ok ? 'OK' : outcome.code;
    };
    for (const begin of beginning()) take(begin, 1_700_000_000_000);
    for (const which of [0, 1]) take(tick(which, MARK, 1_700_000_001_000), 1_700_000_001_000);
    expect(take(buy(POOR, 0, 9_000, 20 * STEP), 1_700_000_001_000)).toBe('OK');
    if (isFull) machineOf(core).perps.accounts.records['used'] = HOLDINGS.most;
    return [1, 0].map((which) =>
      take(buy(POOR, which, 9_900, which === 1 ? 14_000 * STEP : 3_500 * STEP), 1_700_000_001_000),
    );
  });
  expect(verdicts).toEqual([
    ['OK', 'INSUFFICIENT_BALANCE'],
    ['OK', 'INSUFFICIENT_BALANCE'],
  ]);
});
