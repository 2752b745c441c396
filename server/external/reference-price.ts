/**
 * The demo's stand-in for the prices of the outside world: a seeded path, the same for every caller and after every
 * restart, computed from the time alone. Price on trends of days, swings of hours and noise of seconds.
 */
import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@agio/contracts/durations';

/** Periods in ms and the share of the price each moves by (one standard swing). */
const WAVES: readonly (readonly [periodMs: number, amplitude: number])[] = [
  [9.7 * DAY_MS, 0.035],
  [2.3 * DAY_MS, 0.016],
  [13.1 * HOUR_MS, 0.0085],
  [3.7 * HOUR_MS, 0.0042],
  [61 * MINUTE_MS, 0.0022],
  [17 * MINUTE_MS, 0.0011],
];
/** Lattice noise: period in ms and amplitude. */
const NOISES: readonly (readonly [periodMs: number, amplitude: number])[] = [
  [5 * MINUTE_MS, 0.0011],
  [MINUTE_MS, 0.0005],
  [11_000, 0.0002],
  [2_500, 0.00009],
];

export interface ReferenceMarket {
  readonly symbol: string;
  /** Around which the path swings. */
  readonly basePrice: number;
  /** How lively against BTC (1). */
  readonly volatility: number;
}

/** The outside world's price of a market at a moment. A fraction: it enters the exchange only as orders at ticks. */
export function referencePrice(market: ReferenceMarket, timeMs: number): number {
  let drift = 0;
  WAVES.forEach(([period, amplitude], index) => {
    const phase = unit(`${market.symbol}:wave:${index}`, 0) * 2 * Math.PI;
    drift += amplitude * Math.sin((2 * Math.PI * timeMs) / (period * (0.8 + 0.4 * unit(market.symbol, index))) + phase);
  });
  NOISES.forEach(([period, amplitude], index) => {
    drift += amplitude * 2 * (smoothNoise(`${market.symbol}:noise:${index}`, timeMs / period) - 0.5);
  });
  return market.basePrice * Math.exp(drift * market.volatility);
}

/** A repeatable number in [0, 1) from a name and an index. */
export function unit(name: string, index: number): number {
  let hash = seedOf(name) ^ Math.imul(index | 0, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const seeds = new Map<string, number>();

function seedOf(name: string): number {
  let seed = seeds.get(name);
  if (seed === undefined) {
    seed = createHash('sha256').update(`agio demo ${name}`).digest().readInt32LE(0);
    seeds.set(name, seed);
  }
  return seed;
}

/** Between lattice points the path is smooth. */
function smoothNoise(name: string, position: number): number {
  const cell = Math.floor(position);
  const t = position - cell;
  const eased = t * t * (3 - 2 * t);
  return unit(name, cell) * (1 - eased) + unit(name, cell + 1) * eased;
}
