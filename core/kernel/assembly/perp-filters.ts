/** What an order of a perpetual must satisfy before it may touch margin, in the order of trading B19, as core/perp/orders/order-checks.ts has it. */
import { BUY } from '../order-record.ts';
import * as layout from '../layout.ts';
import * as perp from '../perp-layout.ts';
import { levelLots } from './ladder.ts';
import { LARGEST_RATE, shifted } from './markets.ts';
import { ladderOf, MAX_UNITS } from './records.ts';

const MAX_TICKS: f64 = 0x7fffffff;

/** checkPrice and checkQuantity of a limit order (trading B18). */
export function isOnGrid(contract: i32, ticks: f64, lots: f64): bool {
  if (Math.floor(ticks) != ticks || ticks < 1 || ticks > MAX_TICKS) return false;
  if (Math.floor(lots) != lots || lots < 1) return false;
  const quantity = lots * load<f64>(contract + layout.STEP_SIZE);
  const most = load<f64>(contract + perp.MAX_LIMIT_QUANTITY);
  return quantity >= load<f64>(contract + perp.MIN_QUANTITY) && (most == 0 || quantity <= most);
}

/** Is its notional certainly no smaller than the least one? What closes a position may be smaller: that is left to the core (checkNotional). */
export function isWorth(contract: i32, ticks: f64, lots: f64): bool {
  return ticks * lots * load<f64>(contract + layout.UNIT) >= load<f64>(contract + perp.MIN_NOTIONAL);
}

/** Aggressive side around the mark, passive side around the last price (checkBands, trading B18). */
export function isInBands(contract: i32, side: i32, ticks: f64): bool {
  if (!renewPerpBounds(contract)) return false;
  return side == BUY
    ? ticks >= load<f64>(contract + layout.LOWEST_BUY) && ticks <= load<f64>(contract + layout.HIGHEST_BUY)
    : ticks <= load<f64>(contract + layout.HIGHEST_SELL) && ticks >= load<f64>(contract + layout.LOWEST_SELL);
}

/**
 * The lots that one order may hold: neither its amount, at its own price or at the best of the other side, nor the sum of its level passes 2^53 - 1, nor
 * its quantity the largest of a limit order (mostLots). What rests at its key is known (`isLevelKnown`).
 */
export function mostLots(contract: i32, side: i32, key: i32, bestTicks: f64): f64 {
  const largest = load<f64>(contract + perp.MAX_LIMIT_QUANTITY);
  const maxLots = load<f64>(contract + layout.MAX_LOTS);
  const byType = largest == 0 ? maxLots : Math.floor(largest / load<f64>(contract + layout.STEP_SIZE));
  const perLot = Math.max(abs(key) as f64, bestTicks) * load<f64>(contract + layout.UNIT);
  const byAmount = Math.floor(MAX_UNITS / perLot);
  return Math.min(Math.min(byType, byAmount), maxLots - levelLots(ladderOf(contract, side), key));
}

/** Are the bounds those of now? False where the core has to compute them, or where there is no price yet. */
function renewPerpBounds(contract: i32): bool {
  const mark = load<f64>(contract + perp.MARK_TICKS);
  const last = load<f64>(contract + layout.LAST_TICKS);
  const reference = last == 0 ? mark : last;
  if (mark == 0 || mark > MAX_TICKS) return false;
  if (mark != load<f64>(contract + perp.BOUND_MARK)) renewAggressive(contract, mark);
  return reference == load<f64>(contract + layout.REFERENCE) || renewPassive(contract, reference);
}

/** capTicks. */
function renewAggressive(contract: i32, mark: f64): void {
  const scope = load<f64>(contract + layout.PROTECT_SCOPE);
  store<f64>(contract + layout.HIGHEST_BUY, Math.min(shifted(mark, scope, false), MAX_TICKS));
  store<f64>(contract + layout.LOWEST_SELL, Math.max(1, shifted(mark, -scope, true)));
  store<f64>(contract + perp.BOUND_MARK, mark);
}

function renewPassive(contract: i32, reference: f64): bool {
  const lowest = load<f64>(contract + layout.MIN_BUY_OFFSET);
  const highest = load<f64>(contract + layout.MAX_SELL_OFFSET);
  if (highest > LARGEST_RATE) return false;
  store<f64>(contract + layout.LOWEST_BUY, lowest == 0 ? 0 : shifted(reference, lowest, true));
  store<f64>(contract + layout.HIGHEST_SELL, highest == 0 ? Infinity : shifted(reference, highest, false));
  store<f64>(contract + layout.REFERENCE, reference);
  return true;
}
