/**
 * The trailing stops of one side of a market that wait for one price (trading A1.3, B15). Each price moves or fires some of them, and in a
 * market that rises each new high moves all: so those that have come to the same extreme share it, and a price costs what it fires and
 * what meets at one extreme, not what waits.
 *
 * Prices are keys here: of sells the price itself, of buys the price below zero, so that the extreme is always the greatest key. Units and
 * rounding are the caller's (`TrailingRule`).
 */
import { assert } from '../protocol/invariant.ts';

/** Stops are entered, and trails taken out, one by one where they are fewer than one of so many that are there. */
const FEW_OF = 32;

/** Stops that have followed to the same extreme. */
interface Trail<Key, Stop> {
  extreme: Key;
  /** At this key or below its first one fires, in the units of `TrailingRule.levelOf`. */
  level: Key;
  /** The one that fires first stands last. */
  readonly stops: Stop[];
}

export interface TrailingRule<Key, Stop> {
  /** Unique and growing: of stops that fire at the same key the older one stands behind. */
  idOf(stop: Stop): number;
  /** How far from the extreme it fires; the smaller, the sooner. */
  distanceOf(stop: Stop): Key;
  /** The extreme that it brings along; null for one that does not follow yet. */
  extremeOf(stop: Stop): Key | null;
  /** The key from which on it follows; null: from the next price on. */
  beginOf(stop: Stop): Key | null;
  /** The key at or below which it fires, finer than keys of prices by a factor, so that it is exact. */
  levelOf(stop: Stop, extreme: Key): Key;
  /** A key of a price by the factor of levels. */
  fineOf(key: Key): Key;
  /** Writes into the stop to where it has followed: while it waits that is kept here (`extremeOf`). */
  setExtreme(stop: Stop, extreme: Key): void;
}

/** Which keys fire, move and begin nothing: those up to `extreme`, below `begin`, and above `level` in the units of levels. Null: there is no such bound. */
export interface QuietKeys<Key> {
  readonly extreme: Key | null;
  readonly begin: Key | null;
  readonly level: Key | null;
}

export class TrailingStops<Key extends number | bigint, Stop> {
  private readonly rule: TrailingRule<Key, Stop>;
  /** The lowest extreme, which a price passes first, stands last. */
  private readonly byExtreme: Trail<Key, Stop>[] = [];
  /** The same; the one that fires first, whose level is the highest, stands last. */
  private byLevel: Trail<Key, Stop>[] = [];
  /** Those that wait for the key at which they begin; the lowest stands last. */
  private readonly later: Stop[] = [];
  /** Those that begin with the next price. */
  private readonly next = new Set<Stop>();
  private readonly trails = new Map<Stop, Trail<Key, Stop>>();

  constructor(rule: TrailingRule<Key, Stop>) {
    this.rule = rule;
  }

  get size(): number {
    return this.trails.size + this.later.length + this.next.size;
  }

  /** Null while some begin with the next key, whatever it is. */
  get quiet(): QuietKeys<Key> | null {
    if (this.next.size > 0) return null;
    const later = this.later.at(-1);
    return {
      extreme: this.byExtreme.at(-1)?.extreme ?? null,
      begin: later === undefined ? null : this.rule.beginOf(later),
      level: this.byLevel.at(-1)?.level ?? null,
    };
  }

  /** Does this key fire, move or begin some of them? */
  isMovedBy(key: Key): boolean {
    const { quiet } = this;
    if (quiet === null) return true;
    const { extreme, begin, level } = quiet;
    return (
      (extreme !== null && key > extreme) ||
      (begin !== null && key >= begin) ||
      (level !== null && this.rule.fineOf(key) <= level)
    );
  }

  /** To where a stop that waits here has followed; undefined for one that does not follow. */
  extremeOf(stop: Stop): Key | undefined {
    return this.trails.get(stop)?.extreme;
  }

  /** Writes its extreme into every stop, as a snapshot wants it. */
  settle(): void {
    for (const [stop, { extreme }] of this.trails) this.rule.setExtreme(stop, extreme);
  }

  add(stop: Stop): void {
    const extreme = this.rule.extremeOf(stop);
    if (extreme !== null) {
      this.attach(stop, extreme);
      return;
    }
    const begin = this.rule.beginOf(stop);
    if (begin === null) this.next.add(stop);
    else this.later.splice(this.placeOfLater(begin, stop), 0, stop);
  }

  /** Does nothing, and answers false, if it does not wait here. */
  remove(stop: Stop): boolean {
    const trail = this.trails.get(stop);
    if (trail !== undefined) {
      this.detach(stop, trail);
      return true;
    }
    if (this.next.delete(stop)) return true;
    const begin = this.rule.beginOf(stop);
    if (begin === null) return false;
    const at = this.placeOfLater(begin, stop);
    if (this.later[at] !== stop) return false;
    this.later.splice(at, 1);
    return true;
  }

  /** One price: the stops that it fires, in no order, which wait until they are removed; the others follow it, or begin to. */
  reachedBy(key: Key): Stop[] {
    const found = this.firedBy(key);
    this.raise(key);
    this.begin(key);
    return found;
  }

  private firedBy(key: Key): Stop[] {
    const { byLevel, rule } = this;
    const found: Stop[] = [];
    const fine = rule.fineOf(key);
    for (let at = byLevel.length - 1; at >= 0 && fine <= byLevel[at].level; at -= 1) {
      const { stops, extreme } = byLevel[at];
      for (let place = stops.length - 1; place >= 0 && fine <= rule.levelOf(stops[place], extreme); place -= 1)
        found.push(stops[place]);
    }
    return found;
  }

  /** All trails below the key become one at it: few stops are entered in the largest, many are sorted with its own. */
  private raise(key: Key): void {
    const { byExtreme } = this;
    let from = byExtreme.length;
    while (from > 0 && byExtreme[from - 1].extreme < key) from -= 1;
    if (from === byExtreme.length) return;
    if (from > 0 && byExtreme[from - 1].extreme === key) from -= 1;
    const met = byExtreme.splice(from);
    this.forgetLevels(met);
    const [largest, ...others] = met.sort((a, b) => b.stops.length - a.stops.length);
    largest.extreme = key;
    this.enterAll(
      others.flatMap(({ stops }) => stops),
      largest,
    );
    byExtreme.push(largest);
    this.noteLevel(largest);
  }

  private begin(key: Key): void {
    for (const stop of this.next) this.attach(stop, key);
    this.next.clear();
    for (let last = this.later.at(-1); last !== undefined && this.beginsBy(last, key); last = this.later.at(-1)) {
      this.later.pop();
      this.attach(last, key);
    }
  }

  private beginsBy(stop: Stop, key: Key): boolean {
    const begin = this.rule.beginOf(stop);
    return begin !== null && begin <= key;
  }

  private attach(stop: Stop, extreme: Key): void {
    const at = placeOf(this.byExtreme, (trail) => trail.extreme > extreme);
    const known = this.byExtreme[at];
    if (known !== undefined && known.extreme === extreme) {
      this.forgetLevel(known);
      this.enter(stop, known);
      this.noteLevel(known);
      return;
    }
    const trail: Trail<Key, Stop> = { extreme, level: extreme, stops: [] };
    this.byExtreme.splice(at, 0, trail);
    this.enter(stop, trail);
    this.noteLevel(trail);
  }

  private detach(stop: Stop, trail: Trail<Key, Stop>): void {
    const at = this.placeIn(trail, stop);
    assert(trail.stops[at] === stop, 'a trailing stop stands among those of its extreme');
    this.forgetLevel(trail);
    trail.stops.splice(at, 1);
    this.trails.delete(stop);
    this.rule.setExtreme(stop, trail.extreme);
    if (trail.stops.length > 0) this.noteLevel(trail);
    else
      this.byExtreme.splice(
        placeOf(this.byExtreme, ({ extreme }) => extreme > trail.extreme),
        1,
      );
  }

  private enter(stop: Stop, trail: Trail<Key, Stop>): void {
    trail.stops.splice(this.placeIn(trail, stop), 0, stop);
    this.trails.set(stop, trail);
  }

  private enterAll(stops: readonly Stop[], trail: Trail<Key, Stop>): void {
    if (stops.length * FEW_OF < trail.stops.length) {
      for (const stop of stops) this.enter(stop, trail);
      return;
    }
    const { rule } = this;
    for (const stop of stops) {
      trail.stops.push(stop);
      this.trails.set(stop, trail);
    }
    trail.stops.sort((a, b) => {
      const [one, other] = [rule.distanceOf(a), rule.distanceOf(b)];
      return one === other ? rule.idOf(b) - rule.idOf(a) : one > other ? -1 : 1;
    });
  }

  /** Before its stops or its extreme change. */
  private forgetLevel(trail: Trail<Key, Stop>): void {
    let at = placeOf(this.byLevel, ({ level }) => level < trail.level);
    // Several trails may fire at one level.
    while (at < this.byLevel.length && this.byLevel[at] !== trail) at += 1;
    assert(this.byLevel[at] === trail, 'a trail stands among those of its level');
    this.byLevel.splice(at, 1);
  }

  private forgetLevels(trails: readonly Trail<Key, Stop>[]): void {
    if (trails.length * FEW_OF < this.byLevel.length) {
      for (const trail of trails) this.forgetLevel(trail);
      return;
    }
    const gone = new Set(trails);
    this.byLevel = this.byLevel.filter((trail) => !gone.has(trail));
  }

  private noteLevel(trail: Trail<Key, Stop>): void {
    trail.level = this.rule.levelOf(trail.stops[trail.stops.length - 1], trail.extreme);
    this.byLevel.splice(
      placeOf(this.byLevel, ({ level }) => level < trail.level),
      0,
      trail,
    );
  }

  private placeIn({ stops }: Trail<Key, Stop>, stop: Stop): number {
    const { rule } = this;
    const [distance, id] = [rule.distanceOf(stop), rule.idOf(stop)];
    return placeOf(stops, (other) => {
      const otherDistance = rule.distanceOf(other);
      return otherDistance > distance || (otherDistance === distance && rule.idOf(other) > id);
    });
  }

  private placeOfLater(begin: Key, stop: Stop): number {
    const { rule } = this;
    const id = rule.idOf(stop);
    return placeOf(this.later, (other) => {
      const otherBegin = rule.beginOf(other)!;
      return otherBegin > begin || (otherBegin === begin && rule.idOf(other) > id);
    });
  }
}

/** The first place whose item does not stand before, in a list where those that do come first. */
function placeOf<Item>(list: readonly Item[], standsBefore: (item: Item) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (standsBefore(list[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}
