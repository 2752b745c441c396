/** The naive model: when dormant orders fire. Every print is compared with every order (trading A1). */
import {
  ceilDiv,
  floorTo,
  modelAmount,
  type ModelMarket,
  type ModelOrder,
  ONE,
  refuseByAmount,
  refuseByFilters,
} from './naive-limits.ts';
import type { RejectCode } from '../../protocol/rejects.ts';

const BIPS = 10_000n;

/** +1: the order waits for the price to rise; -1: to fall. */
export function direction(order: ModelOrder): 1 | -1 {
  const isStop = order.trigger !== 'TAKE_PROFIT';
  return isStop === (order.side === 'BUY') ? 1 : -1;
}

export function wouldFireAt(order: ModelOrder, last: bigint): boolean {
  if (last === 0n || order.trigger === 'TRAILING_STOP') return false;
  return direction(order) === 1 ? last >= order.stop : last <= order.stop;
}

/** The trigger price, times 10,000, so that a callback in basis points gives whole numbers. */
function levelOf(order: ModelOrder): bigint {
  if (order.trigger !== 'TRAILING_STOP') return order.stop * BIPS;
  return order.extreme * (order.side === 'BUY' ? BIPS + order.bips : BIPS - order.bips);
}

/** Moves a trailing stop by one print; true when the order fires. */
function isHit(order: ModelOrder, print: bigint): boolean {
  if (order.trigger !== 'TRAILING_STOP') return wouldFireAt(order, print);
  const buys = order.side === 'BUY';
  if (order.extreme === 0n) {
    const begins = order.activation === 0n || (buys ? print <= order.activation : print >= order.activation);
    if (begins) order.extreme = print;
    return false;
  }
  if (buys ? print < order.extreme : print > order.extreme) order.extreme = print;
  return buys ? print * BIPS >= levelOf(order) : print * BIPS <= levelOf(order);
}

/** The orders that these prints wake, in order of entry (trading A1.2). */
export function woken(dormant: readonly ModelOrder[], prints: readonly bigint[]): ModelOrder[] {
  const hits: { order: ModelOrder; at: number }[] = [];
  for (const [at, print] of prints.entries()) {
    for (const order of dormant) {
      if (!hits.some((hit) => hit.order === order) && isHit(order, print)) hits.push({ order, at });
    }
  }
  const set = (sign: 1 | -1): ModelOrder[] =>
    hits
      .filter(({ order }) => direction(order) === sign)
      .map(({ order }) => order)
      .sort((a, b) => sign * Number(levelOf(a) - levelOf(b)) || a.rank - b.rank);
  const first = (sign: 1 | -1): number =>
    Math.min(...hits.filter(({ order }) => direction(order) === sign).map(({ at }) => at));
  return first(-1) < first(1) ? [...set(-1), ...set(1)] : [...set(1), ...set(-1)];
}

/** Checks a dormant order (trading A4.7): a limit price is compared with the trigger price, a market order is valued at it. */
export function refuseDormant(
  scales: ReadonlyMap<string, number>,
  market: ModelMarket,
  order: ModelOrder,
): RejectCode | null {
  return refuseByFilters(scales, { ...market, last: referenceOf(market, order) }, order);
}

/** Checks only the amount of a dormant order (trading A4.3, A4.4). */
export function refuseDormantAmount(
  scales: ReadonlyMap<string, number>,
  market: ModelMarket,
  order: ModelOrder,
): RejectCode | null {
  return refuseByAmount(scales, { ...market, last: referenceOf(market, order) }, order);
}

function referenceOf(market: ModelMarket, order: ModelOrder): bigint {
  if (order.trigger !== 'TRAILING_STOP') return order.stop;
  if (order.type === 'MARKET') return market.last;
  const share = order.side === 'BUY' ? BIPS + order.bips : BIPS - order.bips;
  const tick = BigInt(market.parameters.tickSize);
  return floorTo(((order.activation || market.last) * share) / BIPS, tick) || tick;
}

/** Quote amount that a dormant market buy reserves (trading A5.1). */
export function setAsideOf(scales: ReadonlyMap<string, number>, market: ModelMarket, order: ModelOrder): bigint {
  if (order.type === 'LIMIT' || order.side === 'SELL') return 0n;
  const from = order.stop || order.activation || market.last;
  const amount = modelAmount(scales, market, from, order.quantity);
  return ceilDiv(amount * (BIPS + order.bips) * (ONE + BigInt(market.parameters.premiumFactor)), BIPS * ONE);
}
