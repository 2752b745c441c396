/** The exact formulas of the core, for those who show a result before it happens. */
export { cumulativeFee, feeOfFill, feeOnTop, feeReserve, nextFeeRest } from './fee.ts';
export { ceilShift, floorShift, marketBuyCap, marketSellCap, type SlippageLimits } from './price-bounds.ts';
export { decimals, type Grid, gridOf } from './scale.ts';
export { type BookSide, type Estimate, limitOrderReserve, marketCapPrice, walkBook, type Wanted } from './estimate.ts';
