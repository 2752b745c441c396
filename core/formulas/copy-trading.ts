/**
 * What a follower copies (trading D3) and when copying stops (D6). Prices 10^-8 quote per whole base, quantities 10^-8 base, amounts
 * 10^-8 quote, rates 10^-8; leverage is a whole number. Quantities are cut to the step, never rounded up.
 */
import type { Side } from '../protocol/words.ts';
import { ceilDiv, floorDiv, min, ONE } from './rounding.ts';

/** The largest multiple of the contract's step that is not above the quantity. */
export function floorStep(quantity: bigint, step: bigint): bigint {
  return floorDiv(quantity, step) * step;
}

/** An order of the lead as far as it is filled. */
export interface LeadFill {
  readonly filled: bigint;
  readonly quantity: bigint;
  /** The quantity that this follower has already copied of the order. */
  readonly copied: bigint;
}

/** FIXED_AMOUNT: floorStep(A * lev * filled share / Pl), less what was copied: a running target over the order's fills. */
export function fixedAmountQuantity(
  { margin, leverage, price, step }: { margin: bigint; leverage: bigint; price: bigint; step: bigint },
  { filled, quantity, copied }: LeadFill,
): bigint {
  return notNegative(floorDiv(margin * leverage * filled * ONE, price * quantity * step) * step - copied);
}

/** FIXED_RATIO: floorStep(k * what the lead filled), less what was copied. */
export function fixedRatioQuantity(ratio: bigint, step: bigint, { filled, copied }: LeadFill): bigint {
  return notNegative(floorDiv(ratio * filled, ONE * step) * step - copied);
}

export interface SmartRatio {
  readonly leadCost: bigint;
  /** Before the order. */
  readonly leadEquity: bigint;
  readonly followerEquity: bigint;
  readonly followerAvailable: bigint;
  readonly slippage: bigint;
  readonly leverage: bigint;
}

/** SMART_RATIO: min(share * equity, disc * available), disc = 0.98 * (1 - S) / (1 - S + lev * S); rounded down. */
export function smartRatioMarginFloor(input: SmartRatio): bigint {
  const { leadCost, leadEquity, followerEquity, followerAvailable, slippage, leverage } = input;
  const rest = ONE - slippage;
  const byShare = floorDiv(leadCost * followerEquity, leadEquity);
  return min(byShare, floorDiv(followerAvailable * 98n * rest, 100n * (rest + leverage * slippage)));
}

/** floorStep(margin * lev / price). */
export function quantityOfMargin(margin: bigint, leverage: bigint, price: bigint, step: bigint): bigint {
  return floorDiv(margin * leverage * ONE, price * step) * step;
}

export interface CopyCaps {
  readonly price: bigint;
  /** The order's limit (see slippagePrice): what an opening may cost at most. */
  readonly capPrice: bigint;
  readonly leverage: bigint;
  readonly step: bigint;
  readonly takerRate: bigint;
  /** Margin of one copy order; 0: no cap. */
  readonly maxPerOrder: bigint;
  /** Margin left under the cap for all open copies; null: no cap. */
  readonly totalLeft: bigint | null;
  readonly available: bigint;
  /** The largest quantity that tier and position limit allow. */
  readonly maxQuantity: bigint;
}

/** Why a copy was cut or skipped (trading D3.8); empty when it was not. */
export type CopyLimit = '' | 'MAX_PER_ORDER' | 'MAX_TOTAL' | 'NO_FUNDS' | 'LIMIT';

/** The caps in their order; the last one that cut is named. */
export function cutCopy(quantity: bigint, caps: CopyCaps): { quantity: bigint; limitedBy: CopyLimit } {
  const { price, capPrice, leverage, step, takerRate } = caps;
  const ofMargin = (margin: bigint): bigint => quantityOfMargin(margin, leverage, price, step);
  // Margin and fee at the worst price: q * cap * (1 / lev + fee rate) <= available.
  const affordable =
    floorDiv(caps.available * leverage * ONE * ONE, capPrice * (ONE + leverage * takerRate) * step) * step;
  const limits: readonly (readonly [CopyLimit, bigint | null])[] = [
    ['MAX_PER_ORDER', caps.maxPerOrder === 0n ? null : ofMargin(caps.maxPerOrder)],
    ['MAX_TOTAL', caps.totalLeft === null ? null : ofMargin(caps.totalLeft)],
    ['NO_FUNDS', affordable],
    ['LIMIT', floorStep(caps.maxQuantity, step)],
  ];
  let cut = { quantity: floorStep(quantity, step), limitedBy: '' as CopyLimit };
  for (const [limitedBy, most] of limits) {
    if (most !== null && most < cut.quantity) cut = { quantity: notNegative(most), limitedBy };
  }
  return cut;
}

/** Below it the copy is skipped (BELOW_MIN). */
export function isBelowMinimum(
  quantity: bigint,
  price: bigint,
  least: { quantity: bigint; notional: bigint },
): boolean {
  return quantity === 0n || quantity < least.quantity || quantity * price < least.notional * ONE;
}

/** The limit of a copy order: floorTick(Pl * (1 + S)) for a buy, ceilTick(Pl * (1 - S)) for a sell. */
export function slippagePrice(side: Side, price: bigint, slippage: bigint, tick: bigint): bigint {
  if (side === 'BUY') return floorDiv(price * (ONE + slippage), ONE * tick) * tick;
  return ceilDiv(price * (ONE - slippage), ONE * tick) * tick;
}

/** floorStep(q * closed / before); everything when the lead is flat. */
export function closeQuantity(held: bigint, lead: { closed: bigint; before: bigint }, step: bigint): bigint {
  return lead.closed >= lead.before ? held : floorDiv(held * lead.closed, lead.before * step) * step;
}

/** A relation stops once its equity is at or below refEquity * (1 - r); rounded down. */
export function stopLevelFloor(referenceEquity: bigint, ratio: bigint): bigint {
  return floorDiv(referenceEquity * (ONE - ratio), ONE);
}

function notNegative(quantity: bigint): bigint {
  return quantity > 0n ? quantity : 0n;
}
