/** The exact formulas of the core, for those who show a result before it happens. */
export { DUST_INTO } from './dust.ts';
export { cumulativeFee, feeOfFill, feeOnTop, feeReserve, nextFeeRest } from './fee.ts';
export { ceilShift, floorShift, marketBuyCap, marketSellCap, type SlippageLimits } from './price-bounds.ts';
export {
  ICEBERG_PARTS,
  MAX_CONDITIONAL,
  MAX_ICEBERG,
  MAX_LEVERAGE,
  MAX_TICKS,
  MAX_TIERS,
  TRAILING_BIPS,
} from './order-limits.ts';
export { ceilDiv, notionalOf, ONE } from './rounding.ts';
export { decimals, type Grid, gridOf } from './scale.ts';
export { type BookSide, type Estimate, marketCapPrice, walkBook, type Wanted } from './estimate.ts';
export { trailingFiresAt } from './trailing.ts';
export { buyReserve, type BuyFees, lotsForAmount, marketBuySetAside, trailingTriggerTicks } from './spot-reserve.ts';
export { adlLights, type AdlCandidate, adlScore, rankForAdl } from './perp/adl.ts';
export { fundingAmount, fundingCapOf, type FundingInput, fundingRate } from './perp/funding.ts';
export {
  bankruptcyValues,
  hedgeLiquidationPrice,
  type HedgeLiquidationInput,
  type LiquidationInput,
  liquidationPrice,
  quantityForCap,
  reachableLiquidation,
  type ScopePosition,
} from './perp/liquidation.ts';
export {
  autoAddMargin,
  availableBalance,
  type HedgeExposure,
  initialMarginHedge,
  initialMarginOneWay,
  isolatedOrderMargin,
  type OneWayExposure,
  orderCost,
  type OrderCostInput,
  removableMargin,
  transferableBalance,
  type WalletState,
} from './perp/margin.ts';
export {
  type Direction,
  directionOf,
  entryPrice,
  exitPrice,
  increase,
  type Position,
  reduce,
  reduceAtValue,
  returnOfResult,
  returnOnEquity,
  unrealised,
} from './perp/position.ts';
export {
  impactPrice,
  indexPrice,
  type Levels,
  type MarkInput,
  markPrice,
  premiumSample,
  type SourcePrice,
} from './perp/prices.ts';
export {
  buildTiers,
  leverageCeiling,
  maintenanceMargin,
  type Tier,
  tierOf,
  type TierTerms,
  tiersOf,
} from './perp/tiers.ts';
export {
  type LiquidatedPosition,
  recomputeDeleveraging,
  recomputeFunding,
  recomputeLiquidation,
  recomputePerpFill,
  recomputeSpotFill,
} from './receipts.ts';
