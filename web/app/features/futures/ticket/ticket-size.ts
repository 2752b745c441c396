/** How large an order the ticket can send, and which limit ends it (trading B2, B5, B18). Quantities are units of 10^-8. */
import { leverageCeiling, ONE } from '@agio/core/formulas';
import { floorTo } from '../../../../ui/decimal.ts';
import type { Contract } from '../../../api/calls/futures.ts';
import { isSet, units } from '../../../terminal/ticket/typed-units.ts';
import { ceilingOf, costOf, type MarginState, opensNothing, sideNotional, tiersOf, unitsOf } from '../margin.ts';
import { closableSize } from './ticket-closing.ts';
import { barredBonus, plannedOf, type TicketContext } from './ticket-preview.ts';
import { hasLimit, type FuturesTicket } from './ticket.ts';

/**
 * What one lot more would pass. margin: what is available; leverage: the largest position that the chosen leverage allows; order: the
 * largest order of the contract; position: what is open, of an order that only closes.
 */
export type SizeLimit = 'margin' | 'leverage' | 'order' | 'position';

export interface LargestSize {
  /** In whole steps; 0 where nothing can be sent. */
  readonly quantity: bigint;
  readonly limit: SizeLimit;
  /** What the money alone allows, or of an order that only closes what it can close: all of the slider, however little of it a rule lets through. */
  readonly whole: bigint;
}

const NOTHING: LargestSize = { quantity: 0n, limit: 'margin', whole: 0n };

/** Beyond any contract's order; so that the search for the bound ends, whatever an order costs. In steps. */
const MOST_STEPS = 1n << 60n;

/**
 * Of the money behind a market order that is chosen as a share, this part stays free, in 10^-8 of 1. Its cost is counted at prices that
 * move between the question and the answer of the exchange: without it the whole share would be refused whenever they move the wrong way.
 */
export const MARKET_CUSHION = ONE / 200n;

/** The largest size of this ticket that the slider offers: of a market order that ends at the money a little less than all. */
export function offeredSize(ticket: FuturesTicket, context: TicketContext): LargestSize {
  if (ticket.type !== 'MARKET') return largestSize(ticket, context);
  return largestSize(ticket, { ...context, available: (context.available * (ONE - MARKET_CUSHION)) / ONE });
}

/** The largest quantity with which this ticket could be sent. */
export function largestSize(ticket: FuturesTicket, context: TicketContext): LargestSize {
  const { contract } = context.state;
  const closable = closableSize(ticket, context.state);
  if (closable !== null) return largestClosing(ticket, context.state, closable.quantity);
  const step = unitsOf(contract.stepSize);
  // At no price nothing costs anything, and no size would be too large.
  if (plannedOf(ticket, context, step).price === 0n) return NOTHING;
  const barred = barredBonus(ticket.side, context.state).amount;
  const budget = context.available > barred ? context.available - barred : 0n;
  const isPaid = (quantity: bigint) => costOf(context.state, plannedOf(ticket, context, quantity)) <= budget;
  const limitOf = (quantity: bigint): SizeLimit | null => {
    const most = mostOfOrder(ticket, contract);
    if (most > 0n && quantity > most) return 'order';
    if (leverageFault(ticket, context, quantity) !== null) return 'leverage';
    return isPaid(quantity) ? null : 'margin';
  };
  const quantity = mostSteps((steps) => limitOf(steps * step) === null) * step;
  const limit = limitOf(quantity + step) ?? 'margin';
  return { quantity, limit, whole: limit === 'margin' ? quantity : mostSteps((steps) => isPaid(steps * step)) * step };
}

/** How much needs no margin because it only evens out what is open and ordered is not told beforehand: the bound is looked for. */
function mostSteps(isAllowed: (steps: bigint) => boolean): bigint {
  let [low, high] = [0n, 1n];
  while (high < MOST_STEPS && isAllowed(high)) [low, high] = [high, high * 2n];
  high -= 1n;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (isAllowed(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}

/** A share of all of the slider, in whole steps; never more than a rule lets through. */
export function quantityForShare(ticket: FuturesTicket, percent: number, context: TicketContext): bigint {
  const { quantity, whole } = offeredSize(ticket, context);
  const share = floorTo((whole * BigInt(Math.round(percent))) / 100n, unitsOf(context.state.contract.stepSize));
  return share < quantity ? share : quantity;
}

/** Which share of all of the slider the ticket has, 0 to 100. */
export function shareOf(ticket: Pick<FuturesTicket, 'quantity'>, { whole }: LargestSize): number {
  const quantity = units(ticket.quantity);
  if (quantity === 0n) return 0;
  return whole === 0n ? 100 : Math.min(100, Number((quantity * 100n + whole / 2n) / whole));
}

/** Why an order of this size is too large for the chosen leverage (trading B2, B18). */
export type LeverageFault =
  | { readonly reason: 'ceiling'; readonly leverage: number }
  /** Larger than the last tier: no leverage would do. */
  | { readonly reason: 'position_most'; readonly most: bigint };

/** Null: the ticket's order is not too large. */
export function passedCeiling(ticket: FuturesTicket, context: TicketContext): LeverageFault | null {
  return isSet(ticket.quantity) ? leverageFault(ticket, context, units(ticket.quantity)) : null;
}

function leverageFault(ticket: FuturesTicket, context: TicketContext, quantity: bigint): LeverageFault | null {
  const { state } = context;
  const planned = plannedOf(ticket, context, quantity);
  if (planned.price === 0n || planned.isReduceOnly || ticket.isClosing || opensNothing(state, planned)) return null;
  const ceiling = ceilingOf(state, planned);
  if (leverageOf(ticket, context) > ceiling) return { reason: 'ceiling', leverage: ceiling };
  const most = tiersOf(state.contract).at(-1)?.cap ?? 0n;
  return sideNotional(state, planned.side, planned) > most ? { reason: 'position_most', most } : null;
}

/** The largest position, with the orders that open it, that a leverage allows; in units of the settlement asset (trading B2). */
export function largestPosition(contract: Contract, leverage: number): bigint {
  const tiers = tiersOf(contract);
  return tiers.findLast(({ cap }) => leverageCeiling(tiers, cap) >= leverage)?.cap ?? 0n;
}

export function leverageOf({ side }: Pick<FuturesTicket, 'side'>, { state }: Pick<TicketContext, 'state'>): number {
  return side === 'BUY' ? state.preference.longLeverage : state.preference.shortLeverage;
}

/** 0: the contract has none. */
function mostOfOrder(ticket: FuturesTicket, contract: Contract): bigint {
  return unitsOf(hasLimit(ticket) ? contract.maxLimitQuantity : contract.maxMarketQuantity);
}

/** Of an order that only closes: what it can close, in as many orders as the contract's largest one asks for. */
function largestClosing(ticket: FuturesTicket, { contract }: MarginState, closable: bigint): LargestSize {
  const most = mostOfOrder(ticket, contract);
  return most > 0n && most < closable
    ? { quantity: most, limit: 'order', whole: closable }
    : { quantity: closable, limit: 'position', whole: closable };
}
