/** Index, mark and funding samples of a contract, once a second (trading B8 to B10). */
import { BUY, INT_STRIDE, KEY, type OrderPool, SELL } from '../../book/order-pool.ts';
import { impactPrice, indexPrice, isFar, type Levels, markPrice, premiumSample } from '../../formulas/perp/prices.ts';
import { max } from '../../formulas/rounding.ts';
import type { IndexSource } from '../../protocol/perp-commands.ts';
import { MINUTE_MS } from '../../protocol/durations.ts';
import { type Contract, nextFundingAfter } from '../contract/contract.ts';

/** Older prices do not count (trading B8.1). */
const FRESH_MS = 10_000;
/** How long the last index stands when no source can be trusted; after that the contract takes cancels only (trading B8.6). */
const HOLD_MS = MINUTE_MS;
/** Samples of the basis are of the last 30 seconds (trading B9). */
const BASIS_MS = 30_000;
/** Levels of a side that the impact price looks at. */
const IMPACT_LEVELS = 500;
export const MAX_SOURCES = 64;

/** Takes the sources' prices over; answers whether there is a mark and it may set something off. */
export function tickMark(
  contract: Contract,
  orders: OrderPool,
  sources: readonly IndexSource[],
  timeMs: number,
): boolean {
  const index = indexOf(contract, sources, timeMs);
  if (index === null) {
    if (timeMs - contract.indexTimeMs > HOLD_MS) contract.isFrozen = contract.mark !== 0n;
  } else {
    contract.indexPrice = index;
    contract.indexTimeMs = timeMs;
    contract.isFrozen = false;
  }
  if (contract.indexPrice === 0n || contract.isFrozen) return false;
  if (contract.nextFundingMs === 0) {
    contract.nextFundingMs = nextFundingAfter(contract, timeMs);
    contract.lastPremiumMinute = Math.floor(timeMs / MINUTE_MS);
  }
  sampleBasis(contract, orders, timeMs);
  samplePremium(contract, timeMs);
  contract.mark = newMark(contract, timeMs);
  return true;
}

/** The new index; null if no source can be trusted. */
function indexOf(contract: Contract, sources: readonly IndexSource[], timeMs: number): bigint | null {
  const fresh = sources
    .filter(({ price, weight, timeMs: at }) => price > 0 && weight > 0 && timeMs - at <= FRESH_MS)
    .map(({ price, weight }) => ({ price: BigInt(price), weight: BigInt(weight) }));
  if (fresh.length === 0) return null;
  const previous = contract.indexPrice === 0n ? null : contract.indexPrice;
  // One source alone that is far off: the last index holds (trading B8.6).
  if (fresh.length === 1 && previous !== null && isFar(fresh[0].price, previous)) return null;
  const index = indexPrice(fresh, previous, contract.tick);
  return index === null || index <= 0n ? null : index;
}

function newMark(contract: Contract, timeMs: number): bigint {
  const mark = markPrice({
    index: contract.indexPrice,
    lastFundingRate: contract.lastFundingRate,
    timeToFundingMs: BigInt(Math.max(0, contract.nextFundingMs - timeMs)),
    fundingIntervalMs: BigInt(contract.intervalMs),
    doubledBasisSamples: contract.basis.map(({ doubled }) => doubled),
    last: contract.lastTicks === 0 ? contract.indexPrice : contract.priceOf(contract.lastTicks),
    tick: contract.tick,
  });
  return max(contract.tick, mark);
}

/** Adds a sample of the basis; none in a second without a bid or an ask (trading B9). */
function sampleBasis(contract: Contract, orders: OrderPool, timeMs: number): void {
  contract.basis = contract.basis.filter((sample) => timeMs - sample.timeMs < BASIS_MS);
  const bid = bestTicks(contract, orders, BUY);
  const ask = bestTicks(contract, orders, SELL);
  if (bid === 0 || ask === 0) return;
  const doubled = contract.priceOf(bid) + contract.priceOf(ask) - 2n * contract.indexPrice;
  contract.basis.push({ timeMs, doubled });
}

/** One sample a minute; minutes without a tick have none (trading B10). */
function samplePremium(contract: Contract, timeMs: number): void {
  const minute = Math.floor(timeMs / MINUTE_MS);
  const most = contract.intervalMs / MINUTE_MS;
  for (; contract.lastPremiumMinute < minute; contract.lastPremiumMinute += 1) {
    if (contract.premiums.length >= most) continue;
    contract.premiums.push(contract.lastPremiumMinute === minute - 1 ? premiumOf(contract) : null);
  }
}

function premiumOf(contract: Contract): bigint | null {
  const notional = BigInt(contract.parameters.impactNotional);
  const bid = impactPrice(levelsOf(contract, BUY), notional);
  const ask = impactPrice(levelsOf(contract, SELL), notional);
  return bid === null || ask === null ? null : premiumSample(bid, ask, contract.indexPrice);
}

function levelsOf(contract: Contract, side: number): Levels {
  const levels: [bigint, bigint][] = [];
  contract.book.forEachLevel(side, IMPACT_LEVELS, (ticks, lots) => {
    levels.push([contract.priceOf(ticks), contract.quantityOf(lots)]);
  });
  return levels;
}

function bestTicks(contract: Contract, orders: OrderPool, side: number): number {
  const best = contract.book.first(side);
  return best === 0 ? 0 : Math.abs(orders.int[best * INT_STRIDE + KEY]);
}
