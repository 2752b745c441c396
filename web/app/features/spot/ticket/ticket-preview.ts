/** What the ticket's order would cost and bring; fees are the core's own formulas. */
import { feeOfFill, feeOnTop } from '@agio/core/formulas';
import { estimate, priceBound, quoteLocked, triggerPrice } from './ticket-costs.ts';
import { hasLimit, isConditional, type Ticket, type TicketContext } from './ticket.ts';
import { isSet, text, UNIT, units } from '../../../terminal/ticket/typed-units.ts';

export interface TicketPreview {
  readonly cost: string;
  readonly costAsset: string;
  /** What a conditional buy reserves, if that differs from its cost. */
  readonly locks: string | null;
  readonly averagePrice: string;
  readonly fee: string;
  readonly feeAsset: string;
  readonly feeRate: string;
  readonly isMaker: boolean;
  readonly receive: string;
  readonly receiveAsset: string;
  /** Market orders: the price beyond which nothing is filled. */
  readonly worstPrice: string | null;
  /** Whether the known book fills all of a market order. */
  readonly isComplete: boolean;
}

/** Null while the ticket is incomplete. */
export function previewOf(ticket: Ticket, context: TicketContext): TicketPreview | null {
  const traded = tradedBy(ticket, context);
  if (traded === null || traded.base === 0n) return null;
  const { base, quote, isMaker, isComplete } = traded;
  const { pair, feeRates } = context;
  const isBuy = ticket.side === 'BUY';
  const feeRate = isMaker ? feeRates.maker : feeRates.taker;
  const inQuote = pair.feeMode === 'QUOTE' || !isBuy;
  const received = isBuy ? base : quote;
  const rate = Number(units(feeRate));
  const fee = BigInt(isBuy && inQuote ? feeOnTop(Number(quote), Math.max(rate, 0)) : feeOfFill(Number(received), rate));
  const isQuoteFeeOnTop = isBuy && inQuote;
  const cost = isBuy ? quote + (isQuoteFeeOnTop ? fee : 0n) : base;
  return {
    cost: text(cost),
    costAsset: isBuy ? pair.quote : pair.base,
    locks: locksBeside(cost, ticket, context),
    averagePrice: text((quote * UNIT) / base),
    fee: text(fee),
    feeAsset: inQuote ? pair.quote : pair.base,
    feeRate,
    isMaker,
    receive: text(isQuoteFeeOnTop ? received : received - fee),
    receiveAsset: isBuy ? pair.base : pair.quote,
    worstPrice: ticket.type === 'MARKET' ? text(priceBound(ticket, context)) : null,
    isComplete,
  };
}

/**
 * The same of the stop order of a pair, at its limit or trigger price: `previewOf` tells of the order in the book, and either of them may be
 * the one that trades. Null for other orders.
 */
export function stopPreviewOf(ticket: Ticket, context: TicketContext): TicketPreview | null {
  if (ticket.type !== 'OCO' || !isSet(ticket.stopPrice)) return null;
  const hasOwnLimit = isSet(ticket.stopLimitPrice);
  const stop: Ticket = { ...ticket, type: hasOwnLimit ? 'STOP_LIMIT' : 'STOP_MARKET', price: ticket.stopLimitPrice };
  return previewOf(stop, context);
}

/**
 * How a limit order would end without a fill, by the book as it is known here: a post-only order that would trade at once, a
 * fill-or-kill order for which there is not enough (trading A2). Null: it would not.
 */
export function endsUnfilled(ticket: Ticket, context: TicketContext): 'post_only' | 'fok' | null {
  if (ticket.type !== 'LIMIT' || !isSet(ticket.price) || !isSet(ticket.quantity)) return null;
  const taken = estimate(ticket, context);
  if (ticket.isPostOnly) return taken.quantity > 0n ? 'post_only' : null;
  return ticket.timeInForce === 'FOK' && taken.quantity < units(ticket.quantity) ? 'fok' : null;
}

/** What of a limit order would fill at once, by the book as it is known here, and its fee; null: nothing, or it is refused instead. */
export function takenAtOnce(
  ticket: Ticket,
  context: TicketContext,
): (TicketPreview & { readonly taken: string }) | null {
  if (ticket.type !== 'LIMIT' || endsUnfilled(ticket, context) !== null) return null;
  const { quantity } = estimate(ticket, context);
  if (quantity === 0n) return null;
  const taken = text(quantity);
  const preview = previewOf({ ...ticket, quantity: taken }, context);
  return preview && { ...preview, taken };
}

function locksBeside(cost: bigint, ticket: Ticket, context: TicketContext): string | null {
  if (ticket.side === 'SELL' || !isConditional(ticket)) return null;
  const locked = quoteLocked(ticket, context);
  return locked === Infinity || BigInt(locked) === cost ? null : text(BigInt(locked));
}

interface Traded {
  readonly base: bigint;
  readonly quote: bigint;
  readonly isMaker: boolean;
  readonly isComplete: boolean;
}

function tradedBy(ticket: Ticket, context: TicketContext): Traded | null {
  if (isConditional(ticket)) return tradedLater(ticket, context);
  const taken = estimate(ticket, context);
  if (ticket.type === 'MARKET')
    return { base: taken.quantity, quote: taken.amount, isMaker: false, isComplete: taken.isComplete };
  if (!isSet(ticket.price) || !isSet(ticket.quantity)) return null;
  const isMaker = ticket.isPostOnly || taken.quantity === 0n;
  const rests = isMaker ? units(ticket.quantity) : units(ticket.quantity) - taken.quantity;
  const restQuote = (rests * units(ticket.price)) / UNIT;
  return isMaker
    ? { base: rests, quote: restQuote, isMaker, isComplete: true }
    : { base: taken.quantity + rests, quote: taken.amount + restQuote, isMaker, isComplete: true };
}

/** The preview of an order that does not trade at once: at its limit or trigger price; of an OCO the order in the book. */
function tradedLater(ticket: Ticket, context: TicketContext): Traded | null {
  const price = hasLimit(ticket) ? units(ticket.price) : triggerPrice(ticket, context);
  if (price === 0n || !isSet(ticket.quantity)) return null;
  const base = units(ticket.quantity);
  return { base, quote: (base * price) / UNIT, isMaker: ticket.type === 'OCO', isComplete: true };
}
