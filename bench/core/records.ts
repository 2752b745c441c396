/**
 * The benchmark's commands as records of eight 32-bit integers: type | side << 8 (0 buy), uid, order id, price in ticks,
 * 0, size in lots, the market's index, 0. Beside each record stands what a harness needs to know without asking its book: the order's new
 * total and what rests of it after a reduction. Integer arithmetic only, so the bytes are the same everywhere.
 */
export const GTC = 0;
export const IOC = 1;
export const FOK = 2;
export const CANCEL = 3;
export const MOVE = 4;
export const REDUCE = 5;
/** A new price and a new size: cancelled, then placed again under its id. */
export const REPLACE = 6;
/** Of contracts only: the index stands at this price, a second later; the funding interval ends. */
export const MARK = 16;
export const FUNDING = 17;
/** Units, which stand in the place of the size, come in from outside, or go to the user's futures wallet. */
export const DEPOSIT = 18;
export const TRANSFER = 19;

export const RECORD = 8;
export const BESIDE = 2;
/** Where a record names its market. */
export const MARKET_AT = 6;

/** What must stand before the first record. */
export interface Stage {
  readonly markets: readonly ('spot' | 'perp')[];
  /** Uids from 1. */
  readonly users: number;
  /** Uids after those, without funds and at the highest leverage: records bring them near their liquidation. */
  readonly thinUsers: number;
}

export interface Workload {
  readonly name: string;
  readonly stage: Stage;
  /** The first of these many only fill the book; the clock starts after them. */
  readonly prefill: number;
  readonly records: Int32Array;
  readonly beside: Int32Array;
  /** What the generator's own book did; null where the engine does more than the generator knows. */
  readonly tradeHash: number | null;
  readonly trades: number | null;
  readonly bookHash: number | null;
  /** The same with every id taken for 0. */
  readonly idFreeBookHash: number;
  readonly resting: number;
}

/** xorshift128 (Marsaglia 2003). */
export class Random {
  private x: number;
  private y = 362_436_069;
  private z = 521_288_629;
  private w = 88_675_123;

  constructor(seed: number) {
    this.x = seed | 0 || 123_456_789;
    for (let i = 0; i < 64; i += 1) this.below(2);
  }

  /** 0 to limit - 1; the limit at most 2^21. */
  below(limit: number): number {
    return Math.floor((this.bits() * limit) / 4_294_967_296);
  }

  private bits(): number {
    const t = this.x ^ (this.x << 11);
    this.x = this.y;
    this.y = this.z;
    this.z = this.w;
    this.w = this.w ^ (this.w >>> 19) ^ t ^ (t >>> 8);
    return this.w >>> 0;
  }
}

/** One step of the trade hash. */
export function hashTrade(hash: number, maker: number, taker: number, ticks: number, lots: number): number {
  let value = (Math.imul(hash, 31) + maker) | 0;
  value = (Math.imul(value, 31) + taker) | 0;
  value = (Math.imul(value, 31) + ticks) | 0;
  return (Math.imul(value, 31) + lots) | 0;
}

/** Over the resting orders: asks best first, then bids; id, price, size. */
export function hashOrder(hash: number, id: number, ticks: number, lots: number): number {
  let value = (Math.imul(hash, 31) + id) | 0;
  value = (Math.imul(value, 31) + ticks) | 0;
  return (Math.imul(value, 31) + lots) | 0;
}
