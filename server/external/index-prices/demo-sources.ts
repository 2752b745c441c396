/**
 * The demo's index: three seeded sources around the same path as the demo's spot markets, each a little off in its own
 * way. A shock moves them all for a while: how a demo shows what a crash does.
 */
import { PRICE_ONE } from '@agio/core/fixed';
import { demoPriceOf } from '../demo-market/markets.ts';
import { unit } from '../reference-price.ts';
import type { PriceSource } from './index-prices.ts';

const SOURCES = [
  { name: 'demo-a', weight: 2 },
  { name: 'demo-b', weight: 1 },
  { name: 'demo-c', weight: 1 },
];
/** Largest distance of a source from the path. */
const SPREAD = 0.0002;
/** How long a shock takes to come and to go: a factor of e takes a minute, so that those who quote can follow. */
const LEAST_RAMP_MS = 10_000;
const RAMP_OF_E_MS = 60_000;

export interface DemoShock {
  /** -0.2 takes a fifth off the price. */
  readonly share: number;
  readonly forMs: number;
}

export interface DemoPrices {
  readonly sources: readonly PriceSource[];
  /** The outside price with its shock, for those who quote around it; null for an asset the demo does not know. */
  price(symbol: string, timeMs: number): number | null;
  shock(symbol: string, shock: DemoShock): void;
}

export function createDemoPrices(now: () => number = Date.now): DemoPrices {
  const shocks = new Map<string, DemoShock & { readonly fromMs: number }>();
  const price = (symbol: string, timeMs: number): number | null => {
    const path = demoPriceOf(symbol.replace(/USDT$/, ''));
    if (path === null) return null;
    const shock = shocks.get(symbol);
    return path(timeMs) * (1 + (shock === undefined ? 0 : shareAt(shock, timeMs)));
  };
  const sources = SOURCES.map(({ name, weight }): PriceSource => ({
    name,
    weight,
    latest(symbol) {
      const timeMs = now();
      const middle = price(symbol, timeMs);
      if (middle === null) return null;
      const off = (unit(`${name} ${symbol}`, Math.floor(timeMs / 1_000)) - 0.5) * 2 * SPREAD;
      return { price: Math.round(middle * (1 + off) * PRICE_ONE), timeMs };
    },
    stop() {},
  }));
  return { sources, price, shock: (symbol, shock) => void shocks.set(symbol, { ...shock, fromMs: now() }) };
}

/** It comes and goes on a ramp, so that prices move through the book instead of past it: each second by the same factor. */
function shareAt({ share, forMs, fromMs }: DemoShock & { readonly fromMs: number }, timeMs: number): number {
  const size = Math.log(1 + share);
  const rampMs = Math.max(LEAST_RAMP_MS, Math.abs(size) * RAMP_OF_E_MS);
  const since = timeMs - fromMs;
  const left = fromMs + forMs + 2 * rampMs - timeMs;
  const strength = Math.max(0, Math.min(1, since / rampMs, left / rampMs));
  return Math.exp(size * strength) - 1;
}
