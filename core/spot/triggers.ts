/**
 * The dormant orders of one market and what wakes them (trading A1.1 to A1.3). Prices are in ticks. A level is a trigger
 * price in ten-thousandths of a tick, so that a trailing stop's `extreme * (10000 ± bips)` compares exactly.
 *
 * Prints are noted while a command runs; `takeTriggered` then answers which orders they wake, in the order in which these enter
 * the market.
 */
import {
  BUY,
  FLAGS,
  ID,
  INT_STRIDE,
  NUM_STRIDE,
  type OrderPool,
  sideOf,
  STOP_TRIGGER,
  TRAILING_TRIGGER,
  triggerOf,
} from '../book/order-pool.ts';
import type { OrderTerms } from '../book/order-terms.ts';
import { QuietPrints, type TicksOf } from '../book/quiet-prints.ts';
import { type TrailingRule, TrailingStops } from '../book/trailing-stops.ts';
import { BIPS_ONE } from '../fixed.ts';

/** Per market: bounds the work that one command can set off. */
export const MAX_DORMANT = 1 << 16;

interface Dormant {
  readonly order: number;
  readonly id: number;
  readonly terms: OrderTerms;
  /** Place among equal levels. An amended trigger gets a new one (trading A6). */
  readonly sequence: number;
  level: number;
}

/** The orders that one price wakes, in order of sequence. */
interface Level {
  readonly level: number;
  readonly queue: Set<Dormant>;
}

export class Triggers {
  private readonly orders: OrderPool;
  private readonly waiting = new Map<number, Dormant>();
  /** Fired by a print at their level or above; the lowest stands last. */
  private readonly upward: Level[] = [];
  /** Fired by a print at their level or below; the highest stands last. */
  private readonly downward: Level[] = [];
  private readonly trailingSells = new TrailingStops(followingRule(1));
  private readonly trailingBuys = new TrailingStops(followingRule(-1));
  private readonly prints: number[] = [];
  private lastSequence = 0;

  private readonly tell: (quiet: QuietPrints) => void;

  /** `tell` hears which prints are quiet: now, and whenever that may have changed. */
  constructor(orders: OrderPool, tell: (quiet: QuietPrints) => void = () => {}) {
    this.orders = orders;
    this.tell = tell;
    tell(this.quiet);
  }

  /** Prints that wake and move none of the orders that wait. */
  get quiet(): QuietPrints {
    const quiet = new QuietPrints();
    if (this.size === 0) return quiet;
    const [up, down] = [this.upward.at(-1), this.downward.at(-1)];
    if (up !== undefined) quiet.notFrom(Math.ceil(up.level / BIPS_ONE));
    if (down !== undefined) quiet.notTo(Math.floor(down.level / BIPS_ONE));
    quiet.trail(this.trailingSells.quiet, true, TICKS_OF);
    quiet.trail(this.trailingBuys.quiet, false, TICKS_OF);
    return quiet;
  }

  get size(): number {
    return this.waiting.size;
  }

  /** The order waits from now on, behind those of its level. */
  add(order: number): void {
    const terms = this.orders.terms(order);
    const id = this.orders.num[order * NUM_STRIDE + ID];
    const dormant = { order, id, terms, sequence: (this.lastSequence += 1), level: terms.stopTicks * BIPS_ONE };
    this.waiting.set(order, dormant);
    if (this.isTrailing(order)) this.trailingOf(order).add(dormant);
    else this.enter(dormant);
    this.tell(this.quiet);
  }

  private enter(dormant: Dormant): void {
    const { list, at } = this.placeFor(dormant);
    if (list[at]?.level === dormant.level) list[at].queue.add(dormant);
    else list.splice(at, 0, { level: dormant.level, queue: new Set([dormant]) });
  }

  /** Removes an order; does nothing if a print of this command has already woken it. */
  remove(order: number): void {
    const dormant = this.waiting.get(order);
    if (dormant === undefined) return;
    this.waiting.delete(order);
    if (this.isTrailing(order)) this.trailingOf(order).remove(dormant);
    else this.leave(dormant);
    this.tell(this.quiet);
  }

  private leave(dormant: Dormant): void {
    const { list, at } = this.placeFor(dormant);
    list[at].queue.delete(dormant);
    if (list[at].queue.size === 0) list.splice(at, 1);
  }

  /** The best print that a waiting trailing stop has followed to, in ticks; 0 before it follows. */
  extremeOf(order: number): number {
    const dormant = this.waiting.get(order);
    return dormant === undefined ? 0 : Math.abs(this.trailingOf(order).extremeOf(dormant) ?? 0);
  }

  /** Writes to where they have followed into the terms of all trailing stops, for a snapshot. */
  settle(): void {
    this.trailingSells.settle();
    this.trailingBuys.settle();
  }

  /** Every order that waits, oldest first: each is added with the next sequence. */
  all(): number[] {
    return [...this.waiting.keys()];
  }

  /** A trade was made. */
  note(ticks: number): void {
    if (this.prints.at(-1) !== ticks) this.prints.push(ticks);
  }

  get hasPrints(): boolean {
    return this.prints.length > 0;
  }

  /** The ids of the orders that the noted prints wake, in order of entry (trading A1.2). They wait no more. */
  takeTriggered(): number[] {
    const up: Dormant[] = [];
    const down: Dormant[] = [];
    let upFirst = true;
    for (const ticks of this.prints) {
      const hadNone = up.length === 0 && down.length === 0;
      this.takeWhile(this.upward, up, (level) => level <= ticks * BIPS_ONE);
      this.takeWhile(this.downward, down, (level) => level >= ticks * BIPS_ONE);
      this.follow(ticks, up, down);
      // Before the first trade of a market one print can wake both sets: then the upward one goes first.
      if (hadNone && up.length === 0 && down.length > 0) upFirst = false;
    }
    this.prints.length = 0;
    this.tell(this.quiet);
    up.sort((a, b) => a.level - b.level || a.sequence - b.sequence);
    down.sort((a, b) => b.level - a.level || a.sequence - b.sequence);
    return (upFirst ? [...up, ...down] : [...down, ...up]).map((dormant) => dormant.id);
  }

  /** Trailing stops after one print: begin to follow, follow, or fire (trading A1.3). */
  private follow(ticks: number, up: Dormant[], down: Dormant[]): void {
    for (const [stops, key, fired] of [
      [this.trailingBuys, -ticks, up],
      [this.trailingSells, ticks, down],
    ] as const) {
      for (const dormant of stops.reachedBy(key)) {
        stops.remove(dormant);
        const { extremeTicks, deltaBips } = dormant.terms;
        dormant.level = extremeTicks * (stops === this.trailingBuys ? BIPS_ONE + deltaBips : BIPS_ONE - deltaBips);
        fired.push(dormant);
        this.waiting.delete(dormant.order);
      }
    }
  }

  private takeWhile(from: Level[], to: Dormant[], isHit: (level: number) => boolean): void {
    for (let last = from.at(-1); last !== undefined && isHit(last.level); last = from.at(-1)) {
      for (const dormant of last.queue) {
        to.push(dormant);
        this.waiting.delete(dormant.order);
      }
      from.pop();
    }
  }

  private isTrailing(order: number): boolean {
    return triggerOf(this.orders.int[order * INT_STRIDE + FLAGS]) === TRAILING_TRIGGER;
  }

  private trailingOf(order: number): TrailingStops<number, Dormant> {
    return this.isUpward(order) ? this.trailingBuys : this.trailingSells;
  }

  private isUpward(order: number): boolean {
    return firesUpward(this.orders.int[order * INT_STRIDE + FLAGS]);
  }

  /** Where the level of an order that does not trail stands, or belongs. */
  private placeFor({ order, level }: Dormant): { readonly list: Level[]; readonly at: number } {
    const isUpward = this.isUpward(order);
    const list = isUpward ? this.upward : this.downward;
    return { list, at: placeOf(list, level, isUpward) };
  }
}

/** Does it wait for the price to rise? (trading A1) */
export function firesUpward(flags: number): boolean {
  const isStop = triggerOf(flags) === STOP_TRIGGER || triggerOf(flags) === TRAILING_TRIGGER;
  return isStop === (sideOf(flags) === BUY);
}

/** In keys of ticks, below zero for buys (`sign` -1), which follow a price that falls. */
function followingRule(sign: 1 | -1): TrailingRule<number, Dormant> {
  return {
    idOf: ({ sequence }) => sequence,
    distanceOf: ({ terms }) => terms.deltaBips,
    extremeOf: ({ terms }) => (terms.extremeTicks === 0 ? null : sign * terms.extremeTicks),
    beginOf: ({ terms }) => (terms.activationTicks === 0 ? null : sign * terms.activationTicks),
    levelOf: ({ terms }, extreme) => extreme * (BIPS_ONE - sign * terms.deltaBips),
    fineOf: (ticks) => ticks * BIPS_ONE,
    setExtreme({ terms }, extreme) {
      terms.extremeTicks = sign * extreme;
    },
  };
}

/** Keys are in ticks, levels in ten-thousandths of one. */
const TICKS_OF: TicksOf<number> = {
  floor: (key) => key,
  ceil: (key) => key,
  floorOfLevel: (level) => Math.floor(level / BIPS_ONE),
};

/** The index of a level in the list, or where it belongs; the level that fires first is last. */
function placeOf(list: readonly Level[], level: number, isUpward: boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const firesLater = isUpward ? list[middle].level > level : list[middle].level < level;
    if (firesLater) low = middle + 1;
    else high = middle;
  }
  return low;
}
