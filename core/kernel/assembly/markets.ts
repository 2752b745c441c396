/** Markets by their names, as core/kernel/name-table.ts enters them, and the bounds around their prices (core/spot/market.ts). */
import * as layout from '../layout.ts';

/** 1, as a rate (core/fixed.ts). */
const RATE_ONE: f64 = 100000000;
/** Rates up to this, and prices, which are below 2^31, multiply to less than 2^64. */
export const LARGEST_RATE: f64 = 8000000000;

/** The market of a table (core/kernel/name-table.ts) whose name stands there; 0 where none has it. Reads as many bytes behind it as a name has at most. */
export function marketNamed(name: i32, length: i32, table: i32): i32 {
  let hash = length;
  for (let i = 0; i < length; i += 1) hash = hash * 31 + (load<u8>(name + i) as i32);
  const last = layout.SYMBOL_PLACES - 1;
  let place = (hash ^ (hash >>> 12)) & last;
  while (marketAt(table, place) != 0 && !isNamed(marketAt(table, place), name, length)) place = (place + 1) & last;
  return marketAt(table, place);
}

function marketAt(table: i32, place: i32): i32 {
  return load<i32>(table + place * 4);
}

export function isNamed(market: i32, name: i32, length: i32): bool {
  if (load<i32>(market + layout.SYMBOL_LENGTH) != length) return false;
  const own = market + layout.SYMBOL;
  let at = 0;
  for (; at + 8 <= length; at += 8) if (load<u64>(own + at) != load<u64>(name + at)) return false;
  if (at == length) return true;
  const beyond = ((8 - (length - at)) * 8) as u64;
  return load<u64>(own + at) << beyond == load<u64>(name + at) << beyond;
}

/** Does a print at the price of this key wake and move no conditional order? */
export function isQuiet(market: i32, key: i32): bool {
  const ticks = abs(key);
  return ticks > load<i32>(market + layout.QUIET_ABOVE) && ticks < load<i32>(market + layout.QUIET_BELOW);
}

/** Are the bounds those of now? False where the core has to compute them. */
export function renewBounds(market: i32): bool {
  const last = load<f64>(market + layout.LAST_TICKS);
  const reference = last != 0 ? last : load<f64>(market + layout.OPEN_TICKS);
  if (reference == load<f64>(market + layout.REFERENCE)) return true;
  const lowest = load<f64>(market + layout.MIN_BUY_OFFSET);
  const highest = load<f64>(market + layout.MAX_SELL_OFFSET);
  const scope = load<f64>(market + layout.PROTECT_SCOPE);
  if (reference == 0 || highest > LARGEST_RATE) return false;
  store<f64>(market + layout.REFERENCE, reference);
  store<f64>(market + layout.LOWEST_BUY, lowest == 0 ? 0 : shifted(reference, lowest, true));
  store<f64>(market + layout.HIGHEST_SELL, highest == 0 ? Infinity : shifted(reference, highest, false));
  store<f64>(market + layout.HIGHEST_BUY, scope == 0 ? Infinity : shifted(reference, scope, false));
  store<f64>(market + layout.LOWEST_SELL, scope == 0 ? 0 : shifted(reference, -scope, true));
  return true;
}

/** ceilShift or floorShift of core/formulas/price-bounds.ts; the rate is above -1. */
export function shifted(ticks: f64, rate: f64, isUp: bool): f64 {
  const one = RATE_ONE as u64;
  const product = (ticks as u64) * ((RATE_ONE + rate) as u64);
  return ((isUp ? product + one - 1 : product) / one) as f64;
}
