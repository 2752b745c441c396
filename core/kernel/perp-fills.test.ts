/** Fills of perpetuals that the kernel makes in a replay, beside the core alone: the same states, and every kept sum counted anew. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ID, NUM_STRIDE } from '../book/order-pool.ts';
import { Reached } from '../model/reached.ts';
import type { CommandBody } from '../protocol/commands.ts';
import { HOUR_MS } from '../protocol/durations.ts';
import type { CoreEvent } from '../protocol/events.ts';
import { body, machineOf, units } from '../testing/exchange.ts';
import { contractParameters } from '../testing/perps.ts';
import { NameGiver } from '../testing/named-commands.ts';
import { Beside, RESTARTS } from '../testing/runs.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 40);
const SEED = 20_261_130;
const CONTRACTS = ['BTCUSDT', 'ETHUSDT', 'XRPUSDT'] as const;
const TICK = 1_000_000;
const STEP = 100_000;
/** Ticks. */
const MARK = 10_000;
/** One has isolated margin in the first contract, one rates of its own, one is hedged, one has more than a double may hold. */
const [ISOLATED, TIERED, HEDGED, RICH, WEALTHY] = [3, 4, 5, 6, 9];
const USERS = 10;
/** USDT: some are soon to be liquidated. */
const FUNDS = [3, 1.5, 1_000, 2_000, 3_000, 10, 2, 5, 40_000_000, 900];
const TINY = [
  { cap: units(200), maxLeverage: 100, rate: 400_000 },
  { cap: units(1_000), maxLeverage: 50, rate: 700_000 },
  { cap: units(50_000_000), maxLeverage: 20, rate: 2_500_000 },
];
const SETTINGS = [
  { tiers: TINY, leverageMax: 100, leverageDefault: 20, takerFeeRate: 54_321, makerFeeRate: 12_345, liquidationFeeRate: 100_000 },
  { leverageDefault: 20, takerFeeRate: 60_000, makerFeeRate: 0, fundingCap: 0 },
  { leverageDefault: 50, takerFeeRate: 33_333, makerFeeRate: 20_001, tickSize: 500_000, stepSize: 300_000 },
].map((changes) => contractParameters({ priceProtectScope: 90_000_000, ...changes })); // prettier-ignore

const key = (text: string): object => ({ idempotency: { key: text, fingerprint: '' } });
const owner = (uid: number, which: number): object => ({ uid, wallet: 'FUTURES', symbol: CONTRACTS[which]! });
const tick = (which: number, ticks: number, timeMs: number): CommandBody =>
  body({
    kind: 'TickMark',
    symbol: CONTRACTS[which]!,
    sources: [1, 2].map(() => ({ price: ticks * TICK, weight: 1, timeMs })),
  } as never);

function beginning(isPlainOnly: boolean): CommandBody[] {
  const money = (uid: number, amount: number): CommandBody[] => [
    { kind: 'Deposit', uid, asset: 'USDT', amount, ...key(`d${uid} ${amount}`) } as never,
    { kind: 'Transfer', uid, asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount, ...key(`t${uid} ${amount}`) } as never,
  ];
  const others = [
    body({ kind: 'SetPositionMode', uid: HEDGED, wallet: 'FUTURES', mode: 'HEDGE' } as never),
    body({ kind: 'SetMarginMode', ...owner(ISOLATED, 0), mode: 'ISOLATED' } as never),
    body({ kind: 'SetFeeTier', uid: TIERED, version: 1, own: { spotMaker: 0, spotTaker: 0, futuresMaker: 5_000, futuresTaker: 7_000 }, trial: null, trialEndMs: 0 } as never), // prettier-ignore
  ];
  return [
    body({ kind: 'CreateAsset', asset: 'USDT', scale: 8 }),
    ...SETTINGS.map((parameters, at) =>
      body({ kind: 'CreateContract', symbol: CONTRACTS[at]!, base: 'BTC', settle: 'USDT', parameters } as never),
    ),
    ...Array.from({ length: USERS }, (_, at) => money(at + 1, units(FUNDS[at]!))).flat(),
    ...[8e15, 8e15 + 1].flatMap((amount) => money(RICH, amount)),
    ...(isPlainOnly ? [] : others),
  ];
}

const step = fc.record({
  kind: fc.constantFrom('place', 'place', 'place', 'place', 'place', 'place', 'place', 'cancel', 'tick', 'rare'),
  which: fc.nat(CONTRACTS.length - 1),
  uid: fc.oneof(fc.integer({ min: 1, max: USERS }), fc.integer({ min: RICH, max: USERS })),
  isBuy: fc.boolean(),
  tif: fc.constantFrom('GTC', 'GTC', 'GTC', 'IOC', 'IOC', 'GTX', 'FOK'),
  /** Ticks by which the price is worse for the other side. */
  away: fc.oneof(fc.integer({ min: -30, max: 30 }), fc.integer({ min: -400, max: 400 })),
  lots: fc.oneof(
    fc.constant(5),
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 1, max: 3_000 }),
    fc.integer({ min: 1, max: 3_000_000 }),
  ),
  drift: fc.oneof(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -2_500, max: 2_500 })),
  back: fc.nat(30),
  rare: fc.nat(24),
  gap: fc.constantFrom(0, 1, 1, 1_100),
  isLong: fc.nat(7),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const STOP = {
  type: 'STOP', source: 'LAST', timeInForce: 'GTC', price: 0, callbackRate: 0, activationPrice: 0, reduceOnly: false, closePosition: false,
  priceProtect: false, clientOrderId: '', idempotency: null,
} as const; // prettier-ignore

/** Of every type and source; most wait a while, some are held back by price protection. */
function stopOf(s: Step, mark: number): CommandBody {
  const type = (['STOP', 'TAKE_PROFIT', 'TRAILING_STOP'] as const)[s.back % 3]!;
  const isRise = (type === 'TAKE_PROFIT') !== s.isBuy;
  const trails = type === 'TRAILING_STOP';
  const away = (isRise ? 1 : -1) * (10 + (s.lots % 90));
  const activation = s.back % 4 === 0 ? 0 : (mark + (s.isBuy ? -1 : 1) * (5 + (s.lots % 50))) * TICK;
  return body({
    kind: 'PlaceStopOrder', ...owner(s.uid, s.which), ...STOP, type, side: s.isBuy ? 'BUY' : 'SELL', positionSide: s.uid === HEDGED ? 'LONG' : 'BOTH',
    source: (['LAST', 'LAST', 'LAST', 'MARK', 'INDEX'] as const)[s.back % 5]!, priceProtect: s.isLong < 2, quantity: s.lots * 3 * STEP,
    triggerPrice: trails ? 0 : (mark + away) * TICK, callbackRate: trails ? 100_000 * (1 + (s.lots % 40)) : 0, activationPrice: trails ? activation : 0,
  } as never); // prettier-ignore
}

function rareOf(s: Step, mark: number): CommandBody {
  if (s.rare < 5) return stopOf(s, mark);
  if (s.rare === 5)
    return body({
      kind: 'SetPositionExits', ...owner(s.uid, s.which), positionSide: 'BOTH', quantity: 0, idempotency: null,
      takeProfit: { triggerPrice: (mark + (s.isBuy ? 90 : -90)) * TICK, source: 'LAST', price: 0 },
      stopLoss: { triggerPrice: (mark + (s.isBuy ? -90 : 90)) * TICK, source: s.isLong === 1 ? 'LAST' : 'MARK', price: 0 },
    } as never); // prettier-ignore
  if (s.rare === 6) return body({ kind: 'SetContractStatus', symbol: CONTRACTS[s.which]!, status: s.isLong === 0 ? 'CANCEL_ONLY' : 'OPEN' } as never); // prettier-ignore
  if (s.rare < 10) return body({ kind: 'CancelAllPerpOrders', ...owner(s.uid, s.which) } as never);
  if (s.rare < 12) return body({ kind: 'SettleFunding', symbol: CONTRACTS[s.which]! } as never);
  if (s.rare < 16)
    return body({ kind: 'SetLeverage', ...owner(s.uid, s.which), positionSide: 'BOTH', leverage: 1 + s.back } as never);
  return body({
    kind: 'Transfer', uid: s.uid, asset: 'USDT', from: 'FUTURES', to: 'SPOT', amount: units(s.rare), ...key(`o${s.lots} ${s.back} ${s.drift}`),
  } as never); // prettier-ignore
}

function compare(
  steps: readonly Step[],
  every: number,
  isPlainOnly: boolean,
  reached: Reached,
  names: NameGiver | null = null,
): void {
  const beside = new Beside(reached);
  const { alone } = beside;
  alone.names = names;
  for (const begin of beginning(isPlainOnly)) alone.take(begin);
  const marks = CONTRACTS.map(() => MARK);
  for (const which of CONTRACTS.keys()) alone.take(tick(which, MARK, alone.timeMs + 1_000), 1_000);
  for (const s of steps) {
    const gap = s.kind === 'rare' && s.isLong === 0 ? 8 * HOUR_MS : s.gap;
    const command = bodyOf(s, alone.timeMs + gap);
    alone.take(command, gap);
    const last = alone.outcomes.at(-1)!;
    const { stops } = machineOf(alone.core).perps.contracts[s.which]!;
    if (last.ok && command.kind === 'PlaceStopOrder') reached.count(`stop: ${command.type} ${command.source}`);
    if (s.kind === 'place' && stops.size > 0) reached.count('an order while stops wait');
    // Without a price for so long the contracts are frozen.
    if (gap >= HOUR_MS)
      for (const which of CONTRACTS.keys()) alone.take(tick(which, marks[which]!, alone.timeMs + 1), 1);
    reached.count(last.ok ? s.kind : `refused: ${last.code}`);
    if (last.repeated) reached.count('repeated');
    // Where one turn has two settlements of a contract, the rows of the first are not there any more when its events are read here.
    if (alone.batch.count >= every || command.kind === 'SettleFunding') beside.hand();
  }
  beside.end();

  function bodyOf(step: Step, timeMs: number): CommandBody {
    const { which, uid, isBuy, kind } = step;
    if (kind === 'rare') return rareOf(step, marks[which]!);
    const { perps } = machineOf(alone.core);
    if (kind === 'cancel') {
      const live = perps.accounts.all().flatMap((account) => account.liveOrders());
      const slot = live[live.length - 1 - (step.back % Math.max(1, live.length))];
      if (slot !== undefined) {
        const { user } = perps.accounts.at(perps.orders.accountOf(slot));
        const at = perps.lifecycle.contractOf(slot).index;
        const orderId = perps.orders.num[slot * NUM_STRIDE + ID]!;
        return body({ kind: 'CancelPerpOrder', ...owner(user.uid, at), orderId, clientOrderId: '' } as never);
      }
    }
    if (kind === 'tick')
      return tick(which, (marks[which] = Math.min(20_000, Math.max(4_000, marks[which]! + step.drift))), timeMs);
    const price = (marks[which]! + (isBuy ? -step.away : step.away)) * TICK;
    return body({
      kind: 'PlacePerpOrder', ...owner(uid, which), side: isBuy ? 'BUY' : 'SELL', positionSide: uid === HEDGED && !isPlainOnly ? (isBuy ? 'LONG' : 'SHORT') : 'BOTH',
      type: 'LIMIT', timeInForce: step.tif, price, quantity: step.lots * 3 * STEP, reduceOnly: step.rare === 1, closePosition: false, stpMode: step.rare === 2 ? 'EXPIRE_MAKER' : '',
      clientOrderId: '', takeProfit: step.rare === 4 && step.back < 5 ? { triggerPrice: isBuy ? price + 60 * TICK : price - 60 * TICK, source: 'LAST', price: 0 } : null, stopLoss: step.rare === 3 ? { triggerPrice: isBuy ? price - 500 * TICK : price + 500 * TICK, source: 'MARK', price: 0 } : null, idempotency: null,
    } as never); // prettier-ignore
  }
}

const WALK = fc.tuple(
  fc.array(step, { minLength: 150, maxLength: 400, size: 'max' }),
  fc.constantFrom(1, 7, 40, 400),
  fc.boolean(),
);

test('FLT-13 fills of perpetuals that the kernel makes leave what those of the core alone do', () => {
  fc.assert(
    fc.property(WALK, ([steps, every, isPlainOnly]) => compare(steps, every, isPlainOnly, new Reached())),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('FLT-13 reliability 1.4 the same with keys: new ones, repeated ones and some that are the core’s', () => {
  const reached = new Reached();
  fc.assert(
    fc.property(WALK, ([steps, every, isPlainOnly]) => compare(steps, every, isPlainOnly, reached, new NameGiver())),
    { numRuns: RUNS / 2, seed: SEED, endOnFailure: true },
  );
  const wanted = ['kernel, with a key: PlacePerpOrder', 'kernel: trades on in the core with a key', 'repeated'];
  expect(reached.missing([...wanted, 'refused: IDEMPOTENCY_MISMATCH'])).toEqual([]);
});

test('FLT-13 the walks of one seed reach every kind of side that the kernel settles, and orders that go on in the core', () => {
  const reached = new Reached();
  fc.assert(
    fc.property(WALK, ([steps, every, isPlainOnly]) => compare(steps, every, isPlainOnly, reached)),
    { numRuns: 30, seed: SEED, endOnFailure: true },
  );
  if (process.env['PRINT'] === '1') process.stdout.write(`${reached.table()}\n`);
  const sides = ['grows or shrinks', 'opened', 'turned'].map((side) => `kernel: side ${side}`);
  expect(reached.missing([...sides, 'kernel: trades on in the core', ...RESTARTS])).toEqual([]);
});

const limit = (uid: number, side: string, ticks: number, steps: number, timeInForce = 'GTC', which = 1): CommandBody =>
  body({
    kind: 'PlacePerpOrder', ...owner(uid, which), side, positionSide: 'BOTH', type: 'LIMIT', timeInForce, price: ticks * TICK, quantity: steps * STEP,
    reduceOnly: false, closePosition: false, stpMode: '', clientOrderId: '', takeProfit: null, stopLoss: null, idempotency: null,
  } as never); // prettier-ignore

/** The first has 3 USDT, of which it has paid 0.06, and is long with 100 of them; the account in which results are cleared is open. */
function scene(reached: Reached): Beside {
  const beside = new Beside(reached);
  const { alone } = beside;
  for (const begin of beginning(true)) alone.take(begin);
  alone.take(tick(1, MARK, alone.timeMs + 1_000), 1_000);
  for (const uid of [1, 2, 7])
    alone.take(body({ kind: 'SetLeverage', ...owner(uid, 1), positionSide: 'BOTH', leverage: 50 } as never));
  // Accounts without ended orders are the core's.
  for (const uid of Array.from({ length: USERS }, (_, at) => at + 1)) {
    alone.take(limit(uid, 'BUY', 9_000, 1));
    alone.take(body({ kind: 'CancelAllPerpOrders', ...owner(uid, 1) } as never));
  }
  for (const [uid, side] of [[4, 'SELL'], [5, 'BUY'], [4, 'BUY'], [5, 'SELL']] as const) alone.take(limit(uid, side, MARK, 10)); // prettier-ignore
  alone.take(limit(3, 'SELL', MARK, 1_000));
  alone.take(limit(1, 'BUY', MARK, 1_000));
  return beside;
}

const told = ({ alone }: Beside, kind: string): CoreEvent[] => alone.events.filter((event) => event.kind === kind);
const reasonOf = (beside: Beside): string => (told(beside, 'PerpOrderChanged').at(-1) as { reason: string }).reason;

test('trading B13 an account that a fill of the kernel leaves without its maintenance margin is liquidated in the same command', () => {
  const reached = new Reached();
  const beside = scene(reached);
  const { alone } = beside;
  alone.take(tick(1, 9_765, alone.timeMs + 1_000), 1_000);
  alone.take(limit(3, 'BUY', 9_710, 2_000));
  beside.hand();
  alone.take(limit(1, 'SELL', 9_710, 950, 'IOC'));
  expect(told(beside, 'Liquidated').length).toBeGreaterThan(0);
  beside.end();
  expect(reached.times('kernel: may have to be liquidated')).toBe(1);
});

test('trading B17 what the kernel begins and a rule forbids is ended by the core: beyond bankruptcy, without margin, in debt', () => {
  const reached = new Reached();
  const beside = scene(reached);
  const { alone } = beside;
  // The second has 1.5 USDT, and its order would lose all of it at once when the mark has fallen.
  alone.take(limit(2, 'BUY', 9_990, 700));
  alone.take(tick(1, 9_765, alone.timeMs + 1_000), 1_000);
  beside.hand();
  alone.take(limit(3, 'SELL', 9_990, 700, 'IOC'));
  expect(told(beside, 'PerpOrderChanged').at(-2)).toMatchObject({ uid: 2, status: 'CANCELED', reason: 'NO_MARGIN' });
  beside.hand();
  alone.take(limit(3, 'BUY', 9_700, 2_000));
  alone.take(limit(1, 'SELL', 9_700, 950, 'IOC'));
  expect(reasonOf(beside)).toBe('BANKRUPTCY_PRICE');
  beside.hand();
  // At its bankruptcy price it has nothing left for the fee.
  alone.take(limit(3, 'BUY', 9_706, 1_000));
  alone.take(limit(1, 'SELL', 9_706, 1_000, 'IOC'));
  expect(told(beside, 'DebtCovered').length).toBe(1);
  beside.end();
  expect(reached.times('kernel: trades on in the core')).toBeGreaterThanOrEqual(3);
});

test('trading B12 B17 of two positions each may be closed by the kernel down to its own share of the equity', () => {
  const reached = new Reached();
  const beside = scene(reached);
  const { alone } = beside;
  alone.take(tick(2, MARK, alone.timeMs + 1_000), 1_000);
  // Of 1.5 USDT less fees each of the two positions of 30 may lose half: one is closed down to 97.6, not down to 97.
  for (const which of [1, 2]) {
    alone.take(limit(3, 'SELL', MARK, 300, 'GTC', which));
    alone.take(limit(2, 'BUY', MARK, 300, 'GTC', which));
  }
  alone.take(limit(4, 'BUY', 9_700, 300));
  beside.hand();
  alone.take(limit(2, 'SELL', 9_700, 300, 'IOC'));
  expect(reasonOf(beside)).toBe('BANKRUPTCY_PRICE');
  beside.hand();
  alone.take(limit(5, 'BUY', 9_760, 300));
  alone.take(limit(2, 'SELL', 9_760, 300, 'IOC'));
  expect(told(beside, 'PerpOrderChanged').at(-1)).toMatchObject({ uid: 2, status: 'FILLED' });
  // And of 2 USDT a short of 30 may be closed up to 103.2, not up to 104.
  beside.hand();
  const closed = reached.times('kernel: side closed');
  expect(closed).toBeGreaterThan(0);
  for (const which of [1, 2]) {
    alone.take(limit(3, 'BUY', MARK, 300, 'GTC', which));
    alone.take(limit(7, 'SELL', MARK, 300, 'GTC', which));
  }
  alone.take(limit(4, 'SELL', 10_400, 300));
  beside.hand();
  alone.take(limit(7, 'BUY', 10_400, 300, 'IOC'));
  expect(reasonOf(beside)).toBe('BANKRUPTCY_PRICE');
  beside.hand();
  alone.take(limit(5, 'SELL', 10_320, 300));
  alone.take(limit(7, 'BUY', 10_320, 300, 'IOC'));
  beside.end();
  expect(reached.times('kernel: side closed')).toBeGreaterThan(closed);
});

const trade = fc.record({
  isBuy: fc.boolean(),
  ticks: fc.integer({ min: MARK - 300, max: MARK + 300 }),
  steps: fc.oneof(fc.integer({ min: 1, max: 300_000 }), fc.integer({ min: 1, max: 150_000_000 })),
});

/** Steps and ticks of two sales, and steps of which the share of the cost, counted in doubles alone, comes out a unit too high or too low. */
const ROUNDED = [
  [6_967_071, 10_001, 2_107_367, 9_994, 8_180_988],
  [9_275_623, 10_000, 6_925_755, 9_985, 6_515_586],
  [3_376_898, 9_995, 19_756_162, 9_975, 10_145_907],
  [14_605_540, 10_038, 18_747_910, 10_038, 25_368_950],
] as const;

test('trading B4 the kernel rounds what closes of a cost to the unit where doubles do not', () => {
  const reached = new Reached();
  const beside = scene(reached);
  const { alone } = beside;
  const sell = (ticks: number, steps: number, seller: number): void => {
    alone.take(limit(seller === RICH ? WEALTHY : RICH, 'BUY', ticks, steps));
    alone.take(limit(seller, 'SELL', ticks, steps, 'IOC'));
  };
  for (const [first, firstTicks, second, secondTicks, closed] of ROUNDED) {
    sell(firstTicks, first, RICH);
    sell(secondTicks, second, RICH);
    sell(MARK, closed, WEALTHY);
    // What is rounded wrongly comes right with the last part.
    beside.hand();
    sell(MARK, first + second - closed, WEALTHY);
  }
  beside.end();
  expect(reached.times('kernel: side closed')).toBe(2 * ROUNDED.length);
});

test('trading B4 the kernel rounds what closes of a cost as the core does, however large both are', () => {
  const reached = new Reached();
  fc.assert(
    fc.property(fc.array(trade, { minLength: 200, maxLength: 200 }), (trades) => {
      const beside = scene(reached);
      const { alone } = beside;
      for (const { isBuy, ticks, steps } of trades) {
        alone.take(limit(WEALTHY, isBuy ? 'SELL' : 'BUY', ticks, steps));
        alone.take(limit(RICH, isBuy ? 'BUY' : 'SELL', ticks, steps, 'IOC'));
      }
      beside.end();
    }),
    { numRuns: 8, seed: SEED, endOnFailure: true },
  );
  expect(reached.times('kernel: side grows or shrinks')).toBeGreaterThan(500);
});

/** More orders of one account than are remembered. */
const ENDED = 1_040;

test('trading A7 of accounts whose orders are filled by the thousand the kernel keeps those that the core keeps', () => {
  const reached = new Reached();
  const beside = scene(reached);
  const { alone } = beside;
  for (let count = 0; count < ENDED; count += 1) {
    const isBuy = count % 2 === 0;
    alone.take(limit(4, isBuy ? 'BUY' : 'SELL', MARK, 1));
    alone.take(limit(5, isBuy ? 'SELL' : 'BUY', MARK, 1, 'IOC'));
  }
  beside.end();
  expect(reached.times('kernel: side opened')).toBeGreaterThan(ENDED - 80);
  const { accounts } = machineOf(alone.core).perps;
  expect([4, 5].map((uid) => accounts.find(uid, 'FUTURES')!.ended.size)).toEqual([1_000, 1_000]);
});
