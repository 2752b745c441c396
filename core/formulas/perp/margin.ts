/** What orders and positions need, and what is left of a futures wallet (trading B5, B6, B16). */
import { abs, ceilDiv, max, min, notionalOf } from '../rounding.ts';
import type { Side } from '../../protocol/words.ts';

export interface OneWayExposure {
  /** Signed notional of the position at mark: positive long, negative short. */
  readonly positionNotional: bigint;
  /** Notional of live buys that are not reduce-only, at order price. */
  readonly buys: bigint;
  readonly sells: bigint;
  readonly leverage: bigint;
}

/** IM = max(|PN + B|, |PN - S|) / lev: orders that only offset a position cost nothing until they exceed it. */
export function initialMarginOneWay({ positionNotional, buys, sells, leverage }: OneWayExposure): bigint {
  return ceilDiv(max(abs(positionNotional + buys), abs(positionNotional - sells)), leverage);
}

export interface HedgeExposure {
  readonly longNotional: bigint;
  readonly openingBuys: bigint;
  readonly longLeverage: bigint;
  readonly shortNotional: bigint;
  readonly openingSells: bigint;
  readonly shortLeverage: bigint;
}

/** Long and short each on their own; closing orders cost nothing. */
export function initialMarginHedge(exposure: HedgeExposure): bigint {
  return (
    ceilDiv(exposure.longNotional + exposure.openingBuys, exposure.longLeverage) +
    ceilDiv(exposure.shortNotional + exposure.openingSells, exposure.shortLeverage)
  );
}

/** The part of an isolated symbol's requirement that orders cause: the position's own part sits in its bucket. */
export function isolatedOrderMargin(exposure: OneWayExposure): bigint {
  return max(0n, initialMarginOneWay(exposure) - ceilDiv(abs(exposure.positionNotional), exposure.leverage));
}

export interface OrderCostInput {
  readonly side: Side;
  readonly quantity: bigint;
  /** For a market order: the assumed price (trading B5). */
  readonly price: bigint;
  readonly mark: bigint;
  readonly leverage: bigint;
  readonly takerRate: bigint;
}

export interface OrderCost {
  readonly initialMargin: bigint;
  readonly openingLoss: bigint;
  readonly feeReserve: bigint;
  readonly total: bigint;
}

/** What an opening order takes from the available balance when nothing else is open. */
export function orderCost({ side, quantity, price, mark, leverage, takerRate }: OrderCostInput): OrderCost {
  const notional = notionalOf(quantity, price);
  const initialMargin = ceilDiv(notional, leverage);
  const adverse = side === 'BUY' ? price - mark : mark - price;
  const openingLoss = adverse > 0n ? notionalOf(quantity, adverse) : 0n;
  const feeReserve = ceilDiv(notional * takerRate, 100_000_000n);
  return { initialMargin, openingLoss, feeReserve, total: initialMargin + openingLoss + feeReserve };
}

export interface WalletState {
  /** Futures wallet without isolated buckets. */
  readonly wallet: bigint;
  /** Free bonus. */
  readonly bonus: bigint;
  /** Sum of the bonus parts that sit in isolated margin. */
  readonly bonusInPositions: bigint;
  /** Sum of unrealised PnL of cross positions. */
  readonly crossUnrealised: bigint;
  /** Initial margin of cross symbols, isolated order parts, opening losses and fee reserves together. */
  readonly deductions: bigint;
}

/** max(0, W + B + U - deductions). */
export function availableBalance(state: WalletState): bigint {
  return max(0n, state.wallet + state.bonus + state.crossUnrealised - state.deductions);
}

/** Profits not yet realised and bonus cannot leave: max(0, W + min(0, U) - deductions - bonus parts). */
export function transferableBalance(state: WalletState): bigint {
  return max(0n, state.wallet + min(0n, state.crossUnrealised) - state.deductions - state.bonusInPositions);
}

/** What may be taken out of an isolated position: max(0, min(PM, PM + uPnL - N/lev)). */
export function removableMargin(input: {
  margin: bigint;
  unrealised: bigint;
  notional: bigint;
  leverage: bigint;
}): bigint {
  const { margin, unrealised, notional, leverage } = input;
  return max(0n, min(margin, margin + unrealised - ceilDiv(notional, leverage)));
}

/** What auto-add moves into a position that would be liquidated: min(available, ceil(N/lev) - (PM + uPnL)). */
export function autoAddMargin(input: {
  available: bigint;
  margin: bigint;
  unrealised: bigint;
  notional: bigint;
  leverage: bigint;
}): bigint {
  const { available, margin, unrealised, notional, leverage } = input;
  return max(0n, min(available, ceilDiv(notional, leverage) - (margin + unrealised)));
}
