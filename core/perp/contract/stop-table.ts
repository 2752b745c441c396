/**
 * Conditional orders of one contract and what wakes them (trading B15). They reserve nothing, so they are no orders yet:
 * each becomes one when its price comes. Prices are integers of 10^-8.
 */
import { QuietPrints } from '../../book/quiet-prints.ts';
import { type TrailingRule, TrailingStops } from '../../book/trailing-stops.ts';
import { abs, ceilDiv, floorDiv, ONE } from '../../formulas/rounding.ts';
import type { StopReason } from '../../protocol/perp-events.ts';
import {
  type PositionSide,
  type Side,
  type StopGroup,
  type StopOrderType,
  type StopStatus,
  type TimeInForce,
  TRIGGER_SOURCES,
  type TriggerSource,
} from '../../protocol/words.ts';

export interface StopOrder {
  readonly stopOrderId: number;
  /** Index of its margin account. */
  readonly account: number;
  readonly contract: number;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly type: StopOrderType;
  readonly source: TriggerSource;
  triggerPrice: bigint;
  /** 0: by market. */
  price: bigint;
  readonly timeInForce: TimeInForce;
  /** 0 with `closePosition`; of the exit of an order: what the order has filled. */
  quantity: bigint;
  readonly reduceOnly: boolean;
  readonly closePosition: boolean;
  callbackRate: bigint;
  activationPrice: bigint;
  readonly priceProtect: boolean;
  readonly clientOrderId: string;
  readonly group: StopGroup;
  /** Of the exit of an order: that order's id; otherwise 0. */
  readonly parentOrderId: number;
  /** The other exit of its pair; 0 for none. */
  pairId: number;
  readonly createdAtMs: number;
  updatedAtMs: number;
  /** Of a trailing stop that follows: the best price since; otherwise 0. While it waits, `StopTable.extremeOf` knows it. */
  extreme: bigint;
  status: StopStatus;
  reason: StopReason;
  /** The order that it became; 0 before. */
  orderId: number;
}

/** Does it wait for the price to rise? (trading A1, B15) */
export function waitsForRise({ type, side }: Pick<StopOrder, 'type' | 'side'>): boolean {
  return (type === 'TAKE_PROFIT') === (side === 'SELL');
}

/** Has the price come? Not for trailing stops. */
export function isReached(stop: Pick<StopOrder, 'type' | 'side' | 'triggerPrice'>, price: bigint): boolean {
  return waitsForRise(stop) ? price >= stop.triggerPrice : price <= stop.triggerPrice;
}

/** Those that wait for one source, sorted so that the next to fire stands last. */
class Waiting {
  readonly rising: StopOrder[] = [];
  readonly falling: StopOrder[] = [];
  readonly trailingSells = new TrailingStops(followingRule(1n));
  readonly trailingBuys = new TrailingStops(followingRule(-1n));

  trailingOf({ side }: StopOrder): TrailingStops<bigint, StopOrder> {
    return side === 'SELL' ? this.trailingSells : this.trailingBuys;
  }

  listOf(stop: StopOrder): StopOrder[] {
    return waitsForRise(stop) ? this.rising : this.falling;
  }
}

export class StopTable {
  /** Every one that waits. */
  private readonly all = new Map<number, StopOrder>();
  private readonly bySource: Readonly<Record<TriggerSource, Waiting>> = {
    LAST: new Waiting(),
    MARK: new Waiting(),
    INDEX: new Waiting(),
  };

  get size(): number {
    return this.all.size;
  }

  /**
   * Is called when other prints may be quiet than before. A mark that moves while the contract takes no orders calls nothing: before it takes some again all that waits is looked at
   * (Stops.wakeAll), and that does.
   */
  onChange: () => void = () => {};

  /**
   * Prints that wake and move none of those that wait. They depend on mark and index too (0 for none yet): after a print each that one of these has reached already,
   * and that price protection holds back, is looked at again.
   */
  quietPrints(tick: bigint, mark: bigint, index: bigint): QuietPrints {
    const quiet = new QuietPrints();
    if (this.size === 0) return quiet;
    if (this.isHeldBack('MARK', mark) || this.isHeldBack('INDEX', index)) quiet.never();
    const { rising, falling, trailingSells, trailingBuys } = this.bySource.LAST;
    const [up, down] = [rising.at(-1), falling.at(-1)];
    if (up !== undefined) quiet.notFrom(Number(ceilDiv(up.triggerPrice, tick)));
    if (down !== undefined) quiet.notTo(Number(floorDiv(down.triggerPrice, tick)));
    const ticksOf = {
      floor: (key: bigint): number => Number(floorDiv(key, tick)),
      ceil: (key: bigint): number => Number(ceilDiv(key, tick)),
      floorOfLevel: (level: bigint): number => Number(floorDiv(level, tick * ONE)),
    };
    quiet.trail(trailingSells.quiet, true, ticksOf);
    quiet.trail(trailingBuys.quiet, false, ticksOf);
    return quiet;
  }

  /** Would the present price of a source wake or move one of those that wait for it? */
  private isHeldBack(source: TriggerSource, price: bigint): boolean {
    if (price === 0n) return false;
    const { rising, falling, trailingSells, trailingBuys } = this.bySource[source];
    const isDue = (stop: StopOrder | undefined): boolean => stop !== undefined && isReached(stop, price);
    return (
      isDue(rising.at(-1)) || isDue(falling.at(-1)) || trailingSells.isMovedBy(price) || trailingBuys.isMovedBy(-price)
    );
  }

  add(stop: StopOrder): void {
    this.all.set(stop.stopOrderId, stop);
    this.onChange();
    const waiting = this.bySource[stop.source];
    if (stop.type === 'TRAILING_STOP') {
      waiting.trailingOf(stop).add(stop);
      return;
    }
    const list = waiting.listOf(stop);
    list.splice(placeOf(list, stop), 0, stop);
  }

  remove(stop: StopOrder): void {
    if (!this.all.delete(stop.stopOrderId)) return;
    this.onChange();
    const waiting = this.bySource[stop.source];
    if (stop.type === 'TRAILING_STOP') {
      waiting.trailingOf(stop).remove(stop);
      return;
    }
    const list = waiting.listOf(stop);
    const at = placeOf(list, stop);
    if (list[at] === stop) list.splice(at, 1);
  }

  /** The best price that a trailing stop has followed to; 0 before it follows. */
  extremeOf(stop: StopOrder): bigint {
    return abs(this.bySource[stop.source].trailingOf(stop).extremeOf(stop) ?? stop.extreme);
  }

  /** Writes to where they have followed into all trailing stops, for a snapshot. */
  settle(): void {
    for (const source of TRIGGER_SOURCES) {
      this.bySource[source].trailingSells.settle();
      this.bySource[source].trailingBuys.settle();
    }
  }

  /** Those that this price wakes: what waits for a rise by rising price, what waits for a fall by falling price, trailing ones by age. */
  reachedBy(source: TriggerSource, price: bigint): StopOrder[] {
    this.onChange();
    const waiting = this.bySource[source];
    const found: StopOrder[] = [];
    for (const list of [waiting.rising, waiting.falling]) {
      for (let at = list.length - 1; at >= 0 && isReached(list[at], price); at -= 1) found.push(list[at]);
    }
    const turned = waiting.trailingSells.reachedBy(price).concat(waiting.trailingBuys.reachedBy(-price));
    return found.concat(turned.sort((a, b) => a.stopOrderId - b.stopOrderId));
  }
}

/** The list is sorted so that the one that fires first is last; of equal ones the older. */
function placeOf(list: readonly StopOrder[], stop: StopOrder): number {
  const isRising = waitsForRise(stop);
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = list[middle];
    const isSame = other.triggerPrice === stop.triggerPrice;
    const firesLater = isSame
      ? other.stopOrderId > stop.stopOrderId
      : other.triggerPrice > stop.triggerPrice === isRising;
    if (firesLater) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** In keys of prices, below zero for buys (`sign` -1), which follow a price that falls. */
function followingRule(sign: bigint): TrailingRule<bigint, StopOrder> {
  return {
    idOf: ({ stopOrderId }) => stopOrderId,
    distanceOf: ({ callbackRate }) => callbackRate,
    extremeOf: ({ extreme }) => (extreme === 0n ? null : sign * extreme),
    beginOf: ({ activationPrice }) => (activationPrice === 0n ? null : sign * activationPrice),
    levelOf: ({ callbackRate }, extreme) => extreme * (ONE - sign * callbackRate),
    fineOf: (price) => price * ONE,
    setExtreme(stop, extreme) {
      stop.extreme = sign * extreme;
    },
  };
}
