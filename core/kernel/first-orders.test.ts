/** First orders of users in markets, for which the kernel opens rows and makes seats, beside the core alone: the same rows, answers, events and state. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCore, restoreCore } from '../index.ts';
import { Reached } from '../model/reached.ts';
import type { CommandBody, PlaceOrder } from '../protocol/commands.ts';
import type { Core } from '../protocol/core.ts';
import { checkInvariants } from '../state-machine/invariants.ts';
import { body, machineOf, parameters, units } from '../testing/exchange.ts';
import { Alone, crowded, turn } from '../testing/runs.ts';
import { ROW_ROOM, SEAT_BITS, SEAT_STRAYS, SHARED } from './layout.ts';

const RUNS = 25;
const SEED = 20_261_128;
const USERS = 70;
const MAKER = 999;
/** The table of seats begins with so many places. */
const FEW = 256;
const TICK = 1_000_000;
const LOT = 10_000_000;
/** Base and quote of each: assets are shared, in both roles. */
const MARKETS = ['A/B', 'C/B', 'A/D', 'D/C', 'E/B'];
const LIMITED = 1;
const MANY = 150;
/** No users. */
const OTHERS = Array.from({ length: 175 }, (_none, at) => 1_000 + at);

const BEGINNING: readonly CommandBody[] = [
  ...['A', 'B', 'C', 'D', 'E'].map((asset) => body({ kind: 'CreateAsset', asset, scale: 8 })),
  ...MARKETS.map((pair, at) => {
    const [base, quote] = pair.split('/') as [string, string];
    const limits = at === LIMITED ? { maxOpenOrders: 1, maxAmount: units(300), priceProtectScope: 200_000 } : {};
    const own = parameters({ takerFeeRate: 100_000, defaultStpMode: 'NONE', openPrice: units(100), ...limits });
    return body({ kind: 'CreateMarket', symbol: base + quote, base, quote, parameters: own });
  }),
];

function deposit(uid: number, asset: string, amount: number, times: number): CommandBody {
  const idempotency = { key: `${uid} ${asset} ${times}`, fingerprint: '' };
  return body({ kind: 'Deposit', uid, asset, amount, reference: idempotency.key, idempotency } as never);
}

interface Order {
  readonly uid: number;
  readonly market: number;
  readonly isBuy: boolean;
  readonly tif: string;
  readonly ticks: number;
  readonly lots: number;
  readonly isNamed?: number;
}
function order({ uid, market, isBuy, tif, ticks, lots, isNamed = 1 }: Order): CommandBody {
  return body({
    kind: 'PlaceOrder',
    uid,
    symbol: MARKETS[market]!.replace('/', ''),
    side: isBuy ? 'BUY' : 'SELL',
    type: 'LIMIT',
    timeInForce: tif,
    price: ticks * TICK,
    quantity: lots * LOT,
    quoteAmount: 0,
    maxSlippage: 0,
    stpMode: '',
    clientOrderId: isNamed === 0 ? 'name' : '',
    idempotency: null,
  } as never);
}

/** A core, which of the commands it took itself, and how large its tables are. */
class Watched {
  readonly core = crowded(createCore());
  readonly taken = new Set<number>();
  readonly heard = createCore();

  constructor(mostSeats: number) {
    const { core } = this;
    for (const one of [core, this.heard]) machineOf(one).users.seats.mostPlaces = mostSeats;
    const { applyUnheard } = core;
    core.applyUnheard = (command) => {
      this.taken.add(command.seq);
      return applyUnheard.call(core, command);
    };
  }

  state(field: number): number {
    return new Int32Array(machineOf(this.core).orders.memory.buffer, SHARED)[field >> 2]!;
  }
}

/** All rows in order: whose each is, and of which asset. */
function rowsOf(core: Core): string[] {
  const { ledger } = machineOf(core);
  return Array.from({ length: ledger.rowCount - 1 }, (_none, at) =>
    [ledger.ownerOf(at + 1), ledger.assetOf(at + 1), ledger.nameOf(at + 1)].join(' '),
  );
}

/** What an order without a seat has before it comes: which rows; null where its user has a seat, or is none. */
function lacks(core: Core, { uid, symbol }: PlaceOrder): string | null {
  const { users, ledger, markets } = machineOf(core);
  const market = markets.find((one) => one.symbol === symbol)!;
  const user = users.find(uid);
  if (user === undefined || users.seats['find'](user.index, market.index) >= 0) return null;
  const has = [market.base, market.quote].map(({ index }) => ledger.walletRow(user.index, index) !== 0);
  return has[0] ? (has[1] ? 'both rows' : 'no quote') : has[1] ? 'no base' : 'no rows';
}

/** The core alone beside two that take bytes, one heard and one not. */
class Trio {
  readonly alone = new Alone();
  readonly watched: Watched;
  private readonly reached: Reached;
  private readonly firsts: (readonly [number, string])[] = [];
  private hadStrays = false;

  constructor(reached: Reached, mostSeats = FEW * 4) {
    this.reached = reached;
    this.watched = new Watched(mostSeats);
    machineOf(this.alone.core).users.seats.mostPlaces = mostSeats;
    for (const begin of BEGINNING) this.alone.take(begin);
    // Somebody's orders lie at both ends, so that the kernel knows where each book is.
    for (const asset of ['A', 'B', 'C', 'D', 'E']) this.alone.take(deposit(MAKER, asset, units(90_000), 0));
    const rest = { uid: MAKER, tif: 'GTC', lots: 1 };
    MARKETS.forEach((_none, market) => {
      this.alone.take(order({ ...rest, market, isBuy: true, ticks: 9_960 }));
      this.alone.take(order({ ...rest, market, isBuy: false, ticks: 10_040 }));
    });
  }

  take(fields: CommandBody): void {
    const { core } = this.alone;
    const lacking = fields.kind === 'PlaceOrder' ? lacks(core, fields as PlaceOrder) : null;
    if (lacking !== null) this.firsts.push([core.lastSeq + 1, lacking]);
    this.alone.take(fields);
  }

  compare(): void {
    const { alone, watched, reached } = this;
    const { core, heard } = watched;
    const firstSeq = alone.core.lastSeq - alone.outcomes.length + 1;
    const answers = alone.outcomes.splice(0);
    const bytes = alone.batch.take();
    const before = [ROW_ROOM, SEAT_BITS].map((field) => watched.state(field));
    expect(turn(heard, bytes)).toEqual({ outcomes: answers, events: alone.events.splice(0) });
    expect(core.replay(bytes, 0, Infinity)).toBe(bytes.length);
    for (const one of [core, heard]) {
      expect(rowsOf(one)).toEqual(rowsOf(alone.core));
      expect(one.stateHash()).toBe(alone.core.stateHash());
      checkInvariants(machineOf(one));
    }
    for (const [seq, lacking] of this.firsts.splice(0)) {
      const answer = answers[seq - firstSeq]!;
      const who = watched.taken.has(seq) ? 'core' : 'kernel';
      reached.count(`${who}: ${answer.ok ? lacking : answer.code}`);
    }
    if (watched.state(ROW_ROOM) > before[0]!) reached.count('rows grow');
    if (watched.state(SEAT_BITS) > before[1]!) reached.count('seats grow');
    const hasStrays = watched.state(SEAT_STRAYS) > 0;
    if (hasStrays) reached.count('strays');
    else if (this.hadStrays) reached.count('no strays any more');
    this.hadStrays = hasStrays;
  }
}

const step = fc.record({
  kind: fc.constantFrom('order', 'order', 'order', 'order', 'deposit', 'cancel', 'cancel all'),
  uid: fc.integer({ min: 1, max: USERS }),
  market: fc.nat(MARKETS.length - 1),
  isBuy: fc.boolean(),
  tif: fc.constantFrom('GTC', 'GTC', 'GTX', 'IOC', 'FOK'),
  ticks: fc.integer({ min: 9_970, max: 10_030 }),
  lots: fc.oneof({ arbitrary: fc.integer({ min: 1, max: 40 }), weight: 20 }, fc.constant(900_000_000)),
  isNamed: fc.integer({ min: 0, max: 30 }),
  asset: fc.constantFrom('A', 'B', 'B', 'C', 'D', 'E'),
  amount: fc.constantFrom(units(5_000), units(2)),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function commandOf(one: Step, core: Core, times: number): CommandBody {
  if (one.kind === 'order') return order(one);
  if (one.kind === 'deposit') return deposit(one.uid, one.asset, one.amount, times);
  const open = core.openOrders(one.uid, '')[0];
  const { symbol = '', orderId = 1 } = open ?? {};
  if (one.kind === 'cancel')
    return body({ kind: 'CancelOrder', uid: one.uid, symbol: symbol || 'AB', orderId, clientOrderId: '' });
  return body({ kind: 'CancelAllOrders', uid: one.uid, symbol: '' });
}

const WALK = fc.record({
  /** Who has something at the beginning: the others are no users yet. */
  deposits: fc.array(fc.record({ uid: fc.integer({ min: 1, max: USERS }), asset: step.map(({ asset }) => asset) }), {
    minLength: 60,
    maxLength: 160,
  }),
  steps: fc.array(step, { minLength: 200, maxLength: 500 }),
  every: fc.constantFrom(9, 60, 500),
  isSmall: fc.boolean(),
});
type Walk = typeof WALK extends fc.Arbitrary<infer T> ? T : never;

function walk({ deposits, steps, every, isSmall }: Walk, reached: Reached): void {
  const trio = new Trio(reached, isSmall ? FEW : 4 * FEW);
  const { core } = trio.alone;
  deposits.forEach(({ uid, asset }, at) => trio.take(deposit(uid, asset, units(5_000), -at)));
  trio.compare();
  const seats = [trio.watched.core, trio.watched.heard].map((one) => machineOf(one).users.seats);
  // As if others had all places but a few, until half of the walk is over.
  const others = isSmall ? OTHERS : [];
  for (const one of seats) for (const user of others) one.open(user, 0, 1, 2);
  steps.forEach((one, at) => {
    trio.take(commandOf(one, core, at));
    if ((at + 1) % every === 0) trio.compare();
    if (at !== steps.length >> 1) return;
    trio.compare();
    for (const all of seats) for (const user of others) all.close(user, 0);
  });
  trio.compare();
  expect(restoreCore(core.snapshot()).stateHash()).toBe(trio.watched.core.stateHash());
}

test('FLT-13 the first orders of users in markets open the same rows, answer, tell and leave what the core alone does', () => {
  fc.assert(
    fc.property(WALK, (one) => walk(one, new Reached())),
    { numRuns: RUNS },
  );
});

test('FLT-13 the first orders of one seed reach the kernel with both rows and with one, refused and accepted, while tables grow and are full', () => {
  const reached = new Reached();
  fc.assert(
    fc.property(WALK, (one) => walk(one, reached)),
    { numRuns: 2 * RUNS, seed: SEED },
  );
  const refusals = ['INSUFFICIENT_BALANCE', 'POST_ONLY', 'AMOUNT_TOO_LARGE', 'MAX_AMOUNT', 'PRICE_BAND'];
  const both = ['both rows', 'no base', 'no quote'].flatMap((has) => [`kernel: ${has}`, `core: ${has}`]);
  expect(
    reached.missing([
      ...both,
      ...refusals.map((code) => `kernel: ${code}`),
      'rows grow',
      'strays',
      'no strays any more',
    ]),
  ).toEqual([]);
});

test('FLT-16 where there is no room for another row or seat the core makes more, and the kernel goes on with those that follow', () => {
  const reached = new Reached();
  const trio = new Trio(reached, 1 << 12);
  for (let uid = 1; uid <= MANY; uid += 1) trio.take(deposit(uid, 'B', units(5_000), 0));
  trio.compare();
  for (const market of [0, 1])
    for (let uid = 1; uid <= MANY; uid += 1)
      trio.take(order({ uid, market, isBuy: true, tif: 'GTC', ticks: 10_000, lots: 1 }));
  trio.compare();
  expect(reached.missing(['rows grow', 'seats grow'])).toEqual([]);
  // One where rows, one where seats are used up.
  expect(reached.times('core: no base')).toBe(2);
  expect(reached.times('kernel: no base')).toBe(2 * MANY - 2);
});
