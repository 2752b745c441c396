/** What an order must satisfy before it may touch money, in the order of trading A4, as core/spot/checks.ts has it; refusals are those of layout.ts. */
import { BUY } from '../order-record.ts';
import * as layout from '../layout.ts';

const MAX_TICKS: f64 = 0x7fffffff;

/** Trading A4.1 to A4.6 of a limit order; 0 for one that keeps them. */
export function refusedByFilters(market: i32, side: i32, ticks: f64, lots: f64): i32 {
  if (Math.floor(ticks) != ticks) return layout.PRICE_TICK;
  const price = ticks * load<f64>(market + layout.TICK_SIZE);
  const maxPrice = load<f64>(market + layout.MAX_PRICE);
  if (price < load<f64>(market + layout.MIN_PRICE) || (maxPrice != 0 && price > maxPrice) || ticks > MAX_TICKS)
    return layout.PRICE_RANGE;
  const quantityRefused = refusedQuantity(market, lots);
  if (quantityRefused != 0) return quantityRefused;
  const amountRefused = refusedAmount(market, ticks * lots * load<f64>(market + layout.UNIT));
  if (amountRefused != 0) return amountRefused;
  const isFar =
    side == BUY ? ticks < load<f64>(market + layout.LOWEST_BUY) : ticks > load<f64>(market + layout.HIGHEST_SELL);
  if (isFar) return layout.PRICE_OFFSET;
  const isBeyond =
    side == BUY ? ticks > load<f64>(market + layout.HIGHEST_BUY) : ticks < load<f64>(market + layout.LOWEST_SELL);
  return isBeyond ? layout.PRICE_BAND : 0;
}

/** Trading A4.2. */
export function refusedQuantity(market: i32, lots: f64): i32 {
  if (Math.floor(lots) != lots) return layout.QUANTITY_STEP;
  const quantity = lots * load<f64>(market + layout.STEP_SIZE);
  const maxVolume = load<f64>(market + layout.MAX_VOLUME);
  const isOutside = quantity < load<f64>(market + layout.MIN_VOLUME) || (maxVolume != 0 && quantity > maxVolume);
  return isOutside ? layout.QUANTITY_RANGE : 0;
}

/** Trading A4.3. */
export function refusedAmount(market: i32, amount: f64): i32 {
  if (amount < load<f64>(market + layout.MIN_AMOUNT)) return layout.MIN_AMOUNT_REFUSED;
  const most = load<f64>(market + layout.MAX_AMOUNT);
  const mostOfLimit = load<f64>(market + layout.MAX_LIMIT_AMOUNT);
  const isTooLarge = (most != 0 && amount > most) || (mostOfLimit != 0 && amount > mostOfLimit);
  return isTooLarge ? layout.MAX_AMOUNT_REFUSED : 0;
}
