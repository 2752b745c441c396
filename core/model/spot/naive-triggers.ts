/** When the naive model's dormant orders fire: every print is held against every order, as trading A1 says it. */
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

/** +1: it waits for the price to rise. */
export function direction(order: ModelOrder): 1 | -1 {
  const isStop = order.trigger !== 'TAKE_PROFIT';
  return isStop === (order.side === 'BUY') ? 1 : -1;
}

export function wouldFireAt(order: ModelOrder, last: bigint): boolean {
  if (last === 0n || order.trigger === 'TRAILING_STOP') return false;
  return direction(order) === 1 ? last >= order.stop : last <= order.stop;
}

/** The level of a trigger in ten-thousandths. */
function levelOf(order: ModelOrder): bigint {
  if (order.trigger !== 'TRAILING_STOP') return order.stop * BIPS;
  return order.extreme * (order.side === 'BUY' ? BIPS + order.bips : BIPS - order.bips);
}

/** Follows one print; true when it fires. */
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

/** Trading A4.7: a limit is held against its own trigger price, a market order counts at it. */
export function refuseDormant(
  scales: ReadonlyMap<string, number>,
  market: ModelMarket,
  order: ModelOrder,
): RejectCode | null {
  return refuseByFilters(scales, { ...market, last: referenceOf(market, order) }, order);
}

/** Its amount alone (trading A4.3, A4.4). */
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

/** Trading A5.1, for a market buy. */
export function setAsideOf(scales: ReadonlyMap<string, number>, market: ModelMarket, order: ModelOrder): bigint {
  if (order.type === 'LIMIT' || order.side === 'SELL') return 0n;
  const from = order.stop || order.activation || market.last;
  const amount = modelAmount(scales, market, from, order.quantity);
  return ceilDiv(amount * (BIPS + order.bips) * (ONE + BigInt(market.parameters.premiumFactor)), BIPS * ONE);
}
