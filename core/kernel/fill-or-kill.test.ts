/** Orders that fill whole or not at all (trading A2, B7), and such as do not rest far from the book, which the kernel carries out, beside the core alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Reached } from '../model/reached.ts';
import type { CommandBody } from '../protocol/commands.ts';
import type { Outcome } from '../protocol/events.ts';
import { body, machineOf, parameters, units } from '../testing/exchange.ts';
import { NameGiver } from '../testing/named-commands.ts';
import { limit as perpLimit, MARK, scene } from '../testing/perp-scene.ts';
import { contractParameters } from '../testing/perps.ts';
import { Beside } from '../testing/runs.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 30);
const SEED = 20_261_129;
const TICK = 1_000_000;
const LOT = 100_000;
const AROUND = 10_000;
/** Ticks from the best price to where the core alone knows the levels. */
const FAR = 40_000;
const MODES = ['', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT', 'NONE'] as const;
/** The last two are one for self-trade prevention; one has other fees; two have nothing but money. */
const OWN_FEES = 4;
const MONEY_ONLY = [5, 6] as const;
const USERS = 8;

/** Hands what was taken to all, and counts what became of each order that must fill whole, and whether kernel or core saw to it. */
class Watched {
  readonly beside: Beside;
  private readonly reached: Reached;
  private readonly taken = [new Set<number>(), new Set<number>()];
  private firstSeq = 1;

  constructor(beside: Beside, reached: Reached) {
    this.beside = beside;
    this.reached = reached;
    const [, unheard, heard] = beside.cores;
    const { applyUnheard } = unheard!;
    unheard!.applyUnheard = (command) => {
      this.taken[0]!.add(command.seq);
      return applyUnheard.call(unheard, command);
    };
    const { applyPacked } = heard!;
    heard!.applyPacked = (command) => {
      this.taken[1]!.add(command.seq);
      return applyPacked.call(heard, command);
    };
  }

  /** Hands over one command by itself: what becomes of it, and who sees to it, where nobody hears it and where it is heard if that is somebody else. */
  by(command: CommandBody): readonly [string, string] {
    const { alone } = this.beside;
    this.hand();
    alone.take(command);
    const became = becameOf(alone.outcomes[0]!);
    this.hand();
    const [unheard, heard] = this.taken.map((taken) => (taken.has(alone.core.lastSeq) ? 'core' : 'kernel'));
    return [became, unheard === heard ? unheard! : `${unheard}; heard: ${heard}`];
  }

  hand(): void {
    const { alone } = this.beside;
    const outcomes = [...alone.outcomes];
    this.beside.hand();
    for (const [at, outcome] of outcomes.entries()) {
      const seq = this.firstSeq + at;
      const { timeInForce = '' } = alone.commands[seq - 1] as { timeInForce?: string };
      if (timeInForce !== 'FOK' && timeInForce !== 'IOC') continue;
      const became = outcome.ok ? becameOf(outcome) : 'refused';
      for (const [one, how] of ['unheard', 'heard'].entries())
        this.reached.count(`${this.taken[one]!.has(seq) ? 'core' : 'kernel'}, ${how}: ${timeInForce} ${became}`);
    }
    this.firstSeq += outcomes.length;
  }
}

/** The status of the order, or why there is none. */
function becameOf(outcome: Outcome): string {
  if (!outcome.ok) return outcome.code;
  return 'order' in outcome.result ? outcome.result.order.status : 'no order';
}

const MARKET = parameters({ makerFeeRate: 80_000, takerFeeRate: 100_000, defaultStpMode: 'NONE' });

function spotScene(reached: Reached): Watched {
  const watched = new Watched(new Beside(reached), reached);
  const { alone } = watched.beside;
  for (const asset of ['BTC', 'USDT']) alone.take(body({ kind: 'CreateAsset', asset, scale: 8 }));
  alone.take(body({ kind: 'CreateMarket', symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', parameters: MARKET }));
  for (let uid = 1; uid <= USERS; uid += 1)
    for (const asset of MONEY_ONLY.some((one) => one === uid) ? ['USDT'] : ['BTC', 'USDT']) {
      const idempotency = { key: `${uid} ${asset}`, fingerprint: '' };
      const amount = units(asset === 'BTC' ? 1_000 : 200_000);
      alone.take(body({ kind: 'Deposit', uid, asset, amount, reference: idempotency.key, idempotency } as never));
    }
  const own = { spotMaker: 10_000, spotTaker: 20_000, futuresMaker: 0, futuresTaker: 0 };
  alone.take(body({ kind: 'SetFeeTier', uid: OWN_FEES, version: 1, own, trial: null, trialEndMs: 0 } as never));
  for (const uid of [USERS - 1, USERS]) alone.take(body({ kind: 'SetTradeGroup', uid, tradeGroupId: 7 }));
  return watched;
}

const order = (uid: number, side: string, ticks: number, lots: number, changes: object = {}): CommandBody =>
  body({
    kind: 'PlaceOrder', uid, symbol: 'BTCUSDT', side, type: 'LIMIT', timeInForce: 'GTC', price: ticks * TICK, quantity: lots * LOT, quoteAmount: 0,
    maxSlippage: 0, stpMode: '', clientOrderId: '', idempotency: null, ...changes,
  } as never); // prettier-ignore

const spotStep = fc.record({
  uid: fc.integer({ min: 1, max: USERS }),
  isBuy: fc.boolean(),
  tif: fc.constantFrom('GTC', 'GTC', 'GTC', 'FOK', 'FOK', 'FOK', 'IOC'),
  /** Ticks by which it is worse for the other side; of those that do not rest the other way round. */
  away: fc.oneof(fc.integer({ min: -1, max: 12 }), fc.integer({ min: -1, max: 12 }), fc.constant(FAR)),
  lots: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 150 }), fc.constant(9_000_000_000)),
  mode: fc.constantFrom(...MODES),
  isIceberg: fc.nat(12),
  isCancel: fc.nat(9),
});

function spotWalk(
  steps: readonly (typeof spotStep extends fc.Arbitrary<infer S> ? S : never)[],
  every: number,
  hasNames: boolean,
  reached: Reached,
): void {
  const watched = spotScene(reached);
  const { alone } = watched.beside;
  if (hasNames) alone.names = new NameGiver();
  for (const { uid, isBuy, tif, away, lots, mode, isIceberg, isCancel } of steps) {
    const open = isCancel === 0 ? alone.core.openOrders(uid, '')[0] : undefined;
    if (open !== undefined) {
      alone.take(body({ kind: 'CancelOrder', uid, symbol: 'BTCUSDT', orderId: open.orderId, clientOrderId: '' }));
      continue;
    }
    const rests = tif === 'GTC';
    const ticks = Math.max(1, AROUND + (isBuy === rests ? -away : away));
    const few = rests && lots > 30 ? 30 : lots;
    const display = isIceberg === 0 && rests ? { displayQuantity: LOT * Math.ceil(few / 4) } : {};
    alone.take(order(uid, isBuy ? 'BUY' : 'SELL', ticks, few, { timeInForce: tif, stpMode: mode, ...display }));
    if (alone.batch.count >= every) watched.hand();
  }
  watched.hand();
  watched.beside.end();
}

const SPOT_WALK = fc.tuple(
  fc.array(spotStep, { minLength: 100, maxLength: 300 }),
  fc.constantFrom(4, 40, 400),
  fc.boolean(),
);

test('FLT-13 trading A2 orders of spot that fill whole or not at all leave, answer and tell what the core alone does', () => {
  const reached = new Reached();
  fc.assert(
    fc.property(SPOT_WALK, ([steps, every, hasNames]) => spotWalk(steps, every, hasNames, reached)),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('FLT-13 trading A2 the walks of one seed reach orders of spot that fill whole and such that cannot, in the kernel and in the core', () => {
  const reached = new Reached();
  fc.assert(
    fc.property(SPOT_WALK, ([steps, every, hasNames]) => spotWalk(steps, every, hasNames, reached)),
    { numRuns: 30, seed: SEED, endOnFailure: true },
  );
  if (process.env['PRINT'] === '1') process.stdout.write(`${reached.table()}\n`);
  const wanted = ['heard', 'unheard'].flatMap((how) =>
    ['core', 'kernel'].flatMap((who) =>
      ['FILLED', 'EXPIRED', 'refused'].map((became) => `${who}, ${how}: FOK ${became}`),
    ),
  );
  expect(reached.missing(wanted)).toEqual([]);
});

test('trading A2 an order of spot that must fill whole is counted in the kernel as far as the kernel knows the book, also by those who have no row yet', () => {
  const reached = new Reached();
  const watched = spotScene(reached);
  const fok = (uid: number, side: string, ticks: number, lots: number): readonly [string, string] =>
    watched.by(order(uid, side, ticks, lots, { timeInForce: 'FOK' }));
  for (const [uid, ticks, lots] of [[1, AROUND, 10], [2, AROUND + 1, 10], [3, AROUND + 2, 10]] as const) watched.by(order(uid, 'SELL', ticks, lots)); // prettier-ignore
  watched.by(order(1, 'BUY', AROUND - 1, 10));
  expect(fok(1, 'BUY', AROUND + 2, 31)).toEqual(['EXPIRED', 'kernel']);
  expect(fok(MONEY_ONLY[0], 'BUY', AROUND + 1, 21)).toEqual(['EXPIRED', 'kernel']);
  expect(fok(MONEY_ONLY[1], 'SELL', AROUND, 21)).toEqual(['EXPIRED', 'core']);
  expect(fok(2, 'SELL', AROUND - 1, 10)).toEqual(['FILLED', 'kernel']);
  watched.by(order(3, 'SELL', FAR, 10));
  expect(fok(1, 'BUY', FAR, 10)).toEqual(['FILLED', 'kernel']);
  expect(fok(1, 'BUY', FAR, 31)).toEqual(['EXPIRED', 'core']);
  expect(fok(1, 'BUY', AROUND + 2, 21)).toEqual(['EXPIRED', 'kernel']);
  expect(fok(1, 'BUY', FAR, 30)).toEqual(['FILLED', 'core']);
  watched.beside.end();
});

test('trading A2 what an iceberg hides counts for an order of spot that must fill whole: the core counts it', () => {
  const watched = spotScene(new Reached());
  watched.by(order(1, 'SELL', AROUND, 40, { displayQuantity: 10 * LOT }));
  const fok = (lots: number): readonly [string, string] =>
    watched.by(order(2, 'BUY', AROUND, lots, { timeInForce: 'FOK' }));
  expect(fok(41)).toEqual(['EXPIRED', 'core']);
  expect(fok(30)).toEqual(['FILLED', 'core']);
  watched.beside.end();
});

test('trading A2 an order that does not rest is carried out by the kernel however far from the book its price is', () => {
  const watched = spotScene(new Reached());
  for (const [side, ticks] of [['BUY', AROUND - 1], ['SELL', AROUND]] as const) watched.by(order(1, side, ticks, 10)); // prettier-ignore
  expect(watched.by(order(2, 'BUY', FAR, 4, { timeInForce: 'IOC' }))).toEqual(['FILLED', 'kernel']);
  expect(watched.by(order(2, 'BUY', FAR, 7, { timeInForce: 'IOC' }))).toEqual(['EXPIRED', 'kernel']);
  watched.beside.end();
});

const WIDE = contractParameters({
  priceProtectScope: 90_000_000,
  leverageDefault: 20,
  maxLimitQuantity: 0,
  tiers: [{ cap: 8e15, maxLeverage: 20, rate: 2_500_000 }],
  leverageMax: 20,
});
const RICH = [8e15, 8e15 + 1];

function perpScene(reached: Reached): Watched {
  const watched = new Watched(scene(reached, WIDE, [RICH, RICH, RICH, RICH]), reached);
  // An account's first order is the core's, and so is the first fill that closes something.
  for (const uid of [1, 2, 3, 4]) watched.by(perpLimit(uid, 'BUY', MARK - 50, 1));
  for (const side of ['SELL', 'BUY'])
    for (const uid of [1, 2]) watched.by(perpLimit(uid, (uid === 1) === (side === 'BUY') ? 'BUY' : 'SELL', MARK, 1));
  return watched;
}

test('trading A2 B7 an order of a perpetual that must fill whole trades in the kernel with one maker and in the core with several, and the kernel ends what cannot fill', () => {
  const reached = new Reached();
  const watched = perpScene(reached);
  const fok = (uid: number, ticks: number, steps: number, changes: object = {}): readonly [string, string] =>
    watched.by(perpLimit(uid, 'BUY', ticks, steps, { timeInForce: 'FOK', ...changes }));
  for (const [uid, ticks] of [[1, MARK + 5], [2, MARK + 6], [3, MARK + 7]] as const) watched.by(perpLimit(uid, 'SELL', ticks, 10)); // prettier-ignore
  const before = reached.times('kernel: trades on in the core');
  const goesOn = (): number => reached.times('kernel: trades on in the core') - before;
  expect([fok(4, MARK + 7, 31), goesOn()]).toEqual([['EXPIRED', 'kernel'], 0]);
  expect([fok(4, MARK + 4, 1), goesOn()]).toEqual([['EXPIRED', 'kernel'], 0]);
  expect([fok(4, MARK + 5, 4), goesOn()]).toEqual([['FILLED', 'kernel; heard: core'], 0]);
  expect([fok(4, MARK + 6, 7), goesOn()]).toEqual([['FILLED', 'kernel; heard: core'], 1]);
  expect([fok(2, MARK + 7, 10), goesOn()]).toEqual([['EXPIRED', 'kernel'], 1]);
  expect([fok(2, MARK + 7, 10, { stpMode: 'EXPIRE_MAKER' }), goesOn()]).toEqual([['FILLED', 'kernel; heard: core'], 2]);
  watched.beside.end();
});

test('trading A7 of more orders of a perpetual that cannot fill than are remembered kernel and core keep the same', () => {
  const reached = new Reached();
  const watched = perpScene(reached);
  const { alone } = watched.beside;
  const before = reached.times('kernel: PlacePerpOrder');
  for (let i = 0; i < 1_100; i += 1) alone.take(perpLimit(4, 'BUY', MARK - 40, 1 + (i % 7), { timeInForce: 'FOK' }));
  watched.hand();
  watched.beside.end();
  // Those of both, heard and unheard.
  expect(reached.times('kernel: PlacePerpOrder') - before).toBe(2_200);
  expect(machineOf(watched.beside.cores[1]!).perps.accounts.find(4, 'FUTURES')!.ended.size).toBe(1_000);
});

test('trading B18 an order of a perpetual that does not rest counts what rests at its price, also where the core alone knows that level', () => {
  const reached = new Reached();
  const high = 100_000;
  const watched = new Watched(scene(reached, WIDE, [RICH, RICH, RICH], high), reached);
  for (const uid of [1, 2, 3]) expect(watched.by(perpLimit(uid, 'BUY', high - 10, 1))[0]).toBe('NEW');
  const ioc = (): readonly [string, string] => watched.by(perpLimit(3, 'BUY', 90, 20_000, { timeInForce: 'IOC' }));
  expect(ioc()).toEqual(['EXPIRED', 'kernel; heard: core']);
  // Nearly as many lots as a level may have.
  for (const uid of [1, 2]) expect(watched.by(perpLimit(uid, 'BUY', 90, 45_035_994_000))[0]).toBe('NEW');
  expect(ioc()).toEqual(['AMOUNT_TOO_LARGE', 'core']);
  watched.beside.end();
});
