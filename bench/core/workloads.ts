/** XB-1 "maker flow" and XB-2 "deep book", made with the help of the book that will play them. */
import { FLAGS, INT_STRIDE, KEY, LOTS, NUM_STRIDE, sideOf, USER } from '../../core/book/order-pool.ts';
import { Level0 } from './level0.ts';
import { BESIDE, CANCEL, FOK, GTC, IOC, MOVE, Random, RECORD, REDUCE, type Stage, type Workload } from './records.ts';

/** One spot market, or one like it. */
export const ONE_MARKET: Stage = { markets: ['spot'], users: 1_000, thinUsers: 0 };

/** Writes records and plays them at once, so that it always knows what rests. */
class Writer {
  readonly sim = new Level0();
  readonly random: Random;
  readonly records: Int32Array;
  readonly beside: Int32Array;
  count = 0;
  private lastId = 0;
  private readonly totals: number[] = [0];
  private readonly users: number;

  constructor(seed: number, capacity: number, users: number) {
    this.random = new Random(seed);
    this.users = users;
    this.records = new Int32Array(capacity * RECORD);
    this.beside = new Int32Array(capacity * BESIDE);
  }

  /**
   * A new order. Its owner is drawn until none of the orders it would meet is his, so that self-trade prevention never
   * acts and every engine, with or without it, must report the same trades.
   */
  place(type: number, side: number, ticks: number, lots: number): number {
    let uid = 0;
    do uid = 1 + this.random.below(this.users);
    while (this.meetsOwn(side, ticks, lots, uid));
    const id = (this.lastId += 1);
    this.totals.push(lots);
    this.write(type, side, uid, id, ticks, lots, 0, 0);
    this.sim.place(id, type, side, uid, ticks, lots);
    return id;
  }

  cancel(id: number): void {
    this.write(CANCEL, this.side(id), this.uid(id), id, 0, 0, 0, 0);
    this.sim.cancel(id);
  }

  /** Falls back to a cancel where the order would meet one of its own user. */
  move(id: number, ticks: number): void {
    const lots = this.rest(id);
    if (this.meetsOwn(this.side(id), ticks, lots, this.uid(id))) return this.cancel(id);
    this.write(MOVE, this.side(id), this.uid(id), id, ticks, 0, 0, 0);
    this.sim.move(id, ticks);
  }

  reduce(id: number, lots: number): void {
    const rest = Math.max(0, this.rest(id) - lots);
    const total = (this.totals[id]! -= lots);
    this.write(REDUCE, this.side(id), this.uid(id), id, 0, lots, Math.max(0, total), rest);
    this.sim.reduce(id, lots);
  }

  isLive(id: number): boolean {
    return this.sim.ids.get(id) !== 0;
  }

  side(id: number): number {
    return sideOf(this.field(id, FLAGS));
  }

  ticks(id: number): number {
    return Math.abs(this.field(id, KEY));
  }

  bestTicks(side: number): number {
    return Math.abs(this.sim.orders.int[this.sim.book.first(side) * INT_STRIDE + KEY]!);
  }

  done(name: string, prefill: number): Workload {
    const { sim, records, beside } = this;
    const { tradeHash, trades, resting } = sim;
    const stage = { ...ONE_MARKET, users: this.users };
    const hashes = { tradeHash, bookHash: sim.bookHash(), idFreeBookHash: sim.bookHash(true) };
    return { name, stage, prefill, records, beside, trades, resting, ...hashes };
  }

  private uid(id: number): number {
    return this.field(id, USER);
  }

  private rest(id: number): number {
    return this.sim.orders.num[this.sim.ids.get(id) * NUM_STRIDE + LOTS]!;
  }

  private field(id: number, field: number): number {
    return this.sim.orders.int[this.sim.ids.get(id) * INT_STRIDE + field]!;
  }

  private meetsOwn(side: number, ticks: number, lots: number, uid: number): boolean {
    const { book, orders } = this.sim;
    const limit = side === 0 ? ticks : -ticks;
    let left = lots;
    for (let maker = book.first(1 - side); maker !== 0 && left > 0; maker = book.next(maker)) {
      if (orders.int[maker * INT_STRIDE + KEY]! > limit) return false;
      if (orders.int[maker * INT_STRIDE + USER] === uid) return true;
      left -= orders.num[maker * NUM_STRIDE + LOTS]!;
    }
    return false;
  }

  private write(
    type: number,
    side: number,
    uid: number,
    id: number,
    ticks: number,
    lots: number,
    total: number,
    rest: number,
  ): void {
    const at = this.count * RECORD;
    this.records[at] = type | (side << 8);
    this.records[at + 1] = uid;
    this.records[at + 2] = id;
    this.records[at + 3] = ticks;
    this.records[at + 5] = lots;
    this.beside[this.count * BESIDE] = total;
    this.beside[this.count * BESIDE + 1] = rest;
    this.count += 1;
  }
}

/** 1 + d * d * d with a die of six faces from 0, each drawn anew: small orders, few large ones. */
function cubeSize(random: Random): number {
  return 1 + random.below(6) * random.below(6) * random.below(6);
}

/**
 * XB-1: 1,000 resting orders around the last trade, most commands move one of the 512 oldest 1 % of its way towards it.
 */
export function makerFlow(commands: number, seed = 101_572_685, users = ONE_MARKET.users): Workload {
  const prefill = 1_000;
  const start = 60_000;
  const deviation = 3_000;
  const writer = new Writer(seed, prefill + commands, users);
  const { random } = writer;
  /** Live ids, oldest first; dead ones go when they are met. */
  const live: number[] = [];
  const last = (): number => writer.sim.lastTicks || start;
  const add = (): void => {
    const side = random.below(2);
    const width = Math.floor(((1 + random.below(1_000)) * (1 + random.below(1_000)) * deviation * 4) / 1_000_000);
    const sum = random.below(1_024) + random.below(1_024) + random.below(1_024) + random.below(1_024);
    const distance = 1 + Math.floor((width * sum) / 4_096);
    const id = writer.place(GTC, side, Math.max(1, last() + (side === 0 ? -distance : distance)), cubeSize(random));
    if (writer.isLive(id)) live.push(id);
  };
  const pick = (): number => {
    while (live.length > 0) {
      const at = random.below(Math.min(512, live.length));
      const id = live[at]!;
      if (writer.isLive(id)) return id;
      live.splice(at, 1);
    }
    return 0;
  };
  const take = (): void => {
    const side = random.below(2);
    const ticks = Math.max(1, last() + (side === 0 ? deviation : -deviation));
    writer.place(random.below(32) === 0 ? FOK : IOC, side, ticks, cubeSize(random));
  };
  while (writer.count < prefill) add();
  let grows = false;
  for (let i = 0; i < commands; i += 1) {
    if (i % 512 === 0) grows = writer.sim.resting < prefill;
    const draw = random.below(1_000);
    const id = draw < 854 ? pick() : 0;
    if (id === 0) {
      if (grows) add();
      else take();
    } else if (draw < 708) {
      const gap = last() - writer.ticks(id);
      const step = Math.max(1, Math.floor(Math.abs(gap) / 100));
      writer.move(id, Math.max(1, writer.ticks(id) + (gap >= 0 ? step : -step)));
    } else if (draw < 781) {
      writer.cancel(id);
    } else {
      writer.reduce(id, cubeSize(random));
    }
  }
  return writer.done('XB-1', prefill);
}

/** XB-2: 100,000 resting orders; passive adds, cancels of any live order, and takers that cross up to three ticks. */
export function deepBook(commands: number): Workload {
  const prefill = 100_000;
  const middle = 50_000;
  const writer = new Writer(20_261_121, prefill + commands, ONE_MARKET.users);
  const { random } = writer;
  const live: number[] = [];
  const best = (side: number): number => writer.bestTicks(side) || middle + side;
  const add = (): void => {
    const side = random.below(2);
    const distance = 1 + Math.floor((random.below(1_024) * random.below(1_024) * 4_000) / 1_048_576);
    const ticks = side === 0 ? best(1) - distance : best(0) + distance;
    live.push(writer.place(GTC, side, Math.max(1, ticks), 1 + random.below(100)));
  };
  const drop = (): void => {
    while (live.length > 0) {
      const at = random.below(live.length);
      const id = live[at]!;
      live[at] = live[live.length - 1]!;
      live.pop();
      if (!writer.isLive(id)) continue;
      writer.cancel(id);
      return;
    }
  };
  const take = (): void => {
    const side = random.below(2);
    const reach = random.below(4);
    const touch = best(1 - side);
    const type = random.below(2) === 0 ? IOC : GTC;
    const id = writer.place(type, side, Math.max(1, side === 0 ? touch + reach : touch - reach), 1 + random.below(60));
    if (writer.isLive(id)) live.push(id);
  };
  while (writer.count < prefill) add();
  while (writer.count < prefill + commands) {
    if (random.below(100) < 33) take();
    else if (writer.sim.resting < prefill) add();
    else drop();
  }
  return writer.done('XB-2', prefill);
}
