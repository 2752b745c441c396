/** Edits of the ticket that change several fields: price, quantity, total, and the share of the available balance. */
import { floorTo } from '../../../../ui/decimal.ts';
import type { Pair } from '../../../api/types.ts';
import { baseLocked, priceBound, quoteLocked, quoteLockedFor } from './ticket-costs.ts';
import {
  hasLimit,
  hasTotal,
  isByAmount,
  NO_PRICES,
  type Ticket,
  type TicketContext,
  type TicketType,
} from './ticket.ts';
import { fieldPrice } from '../../../terminal/ticket/field-price.ts';
import { staysOffered } from '../../../terminal/ticket/offered-price.ts';
import { isSet, SCALE, text, UNIT, units } from '../../../terminal/ticket/typed-units.ts';

/** A new price; the total is computed again from the quantity, or where only a total was typed the quantity from it. */
export function withPrice(ticket: Ticket, price: string, pair: Pair): Ticket {
  const next = { ...ticket, price, isPriceOffered: staysOffered(ticket) };
  if (!isSet(price)) return next;
  if (isSet(ticket.quantity)) return { ...next, amount: totalOf(price, ticket.quantity) };
  return isSet(ticket.amount) ? withAmount(next, ticket.amount, pair) : next;
}

export function withQuantity(ticket: Ticket, quantity: string): Ticket {
  if (!hasLimit(ticket)) return { ...ticket, quantity };
  return { ...ticket, quantity, amount: isSet(quantity) && isSet(ticket.price) ? totalOf(ticket.price, quantity) : '' };
}

export function withAmount(ticket: Ticket, amount: string, pair: Pair): Ticket {
  if (!hasLimit(ticket) || !isSet(ticket.price)) return { ...ticket, amount };
  const quantity = floorTo((units(amount) * UNIT) / units(ticket.price), units(pair.stepSize));
  return { ...ticket, amount, quantity: quantity > 0n ? text(quantity) : '' };
}

/**
 * Changes the type. What was typed last stays: the quantity, or of a market order by amount that amount, as the total. A type
 * that knows no amount in quote then begins without a size, never with a quantity typed for another order. Prices are kept for each
 * type and come back with it.
 */
export function withType(ticket: Ticket, type: TicketType, pair: Pair): Ticket {
  const { price, stopPrice, stopLimitPrice, callback, activationPrice, pricesOf } = ticket;
  const typed = { ...pricesOf, [ticket.type]: { price, stopPrice, stopLimitPrice, callback, activationPrice } };
  const next = { ...ticket, ...(typed[type] ?? NO_PRICES), type, pricesOf: typed };
  if (isByAmount(ticket) && hasTotal(next)) return withAmount({ ...next, quantity: '' }, ticket.amount, pair);
  if (isByAmount(next) && hasTotal(ticket)) return next;
  return withQuantity({ ...next, amount: '' }, isByAmount(ticket) ? '' : ticket.quantity);
}

/** After its order was sent: empty, and no iceberg, whose visible part was that order's. What was chosen otherwise stays, and so do prices. */
export function afterSent(ticket: Ticket): Ticket {
  return { ...withQuantity(ticket, ''), amount: '', isIceberg: false, displayQuantity: '' };
}

/** As it is counted before all its prices are typed: those that are missing are the last price, also where only a total was typed. */
export function atLastPrice(ticket: Ticket, { pair, lastPrice }: TicketContext): Ticket {
  const price = hasLimit(ticket) && !isSet(ticket.price) ? lastPrice : ticket.price;
  const stopPrice = isSet(ticket.stopPrice) ? ticket.stopPrice : lastPrice;
  const priced = { ...ticket, price, stopPrice };
  return hasTotal(priced) && !isSet(ticket.quantity) ? withAmount(priced, ticket.amount, pair) : priced;
}

/**
 * A share of what is available, in whole steps. A market order is then given in the coin that it spends, whatever it was given in before:
 * only of that coin a share is exactly known. What the other coin would come to is covered at the worst price, so it would be less.
 */
export function withPercent(ticket: Ticket, percent: number, context: TicketContext): Ticket {
  const step = units(context.pair.stepSize);
  if (ticket.type === 'MARKET' && ticket.side === 'BUY') {
    const amount = text(
      floorTo(largestSpent(shareOf(context.availableQuote, percent), ticket, context), quoteStep(context.pair)),
    );
    return { ...ticket, marketUnit: 'amount', quantity: '', amount };
  }
  if (ticket.side === 'SELL') {
    const quantity = text(floorTo(shareOf(context.availableBase, percent), step));
    const sold: Ticket = ticket.type === 'MARKET' ? { ...ticket, marketUnit: 'quantity', amount: '' } : ticket;
    return withQuantity(sold, quantity);
  }
  const priced =
    hasLimit(ticket) && !isSet(ticket.price)
      ? { ...ticket, price: fieldPrice(context.lastPrice, context.pair.quotePrecision) }
      : ticket;
  const counted = atLastPrice(priced, context);
  const quantity = coveredBy(shareOf(context.availableQuote, percent), counted, context);
  return quantity === null ? ticket : withQuantity(priced, text(quantity));
}

/** The largest quantity that the available quote covers, in base units: of a market buy at its worst price. 0 while that is not known. */
export function largestQuantity(ticket: Ticket, context: TicketContext): bigint {
  return coveredBy(units(context.availableQuote), ticket, context) ?? 0n;
}

/** How much of the base a budget in quote covers; null while that is not known. */
function coveredBy(budget: bigint, ticket: Ticket, context: TicketContext): bigint | null {
  const price = quoteLockedFor(ticket, context, UNIT);
  if (price === 0 || price === Infinity) return null;
  const step = units(context.pair.stepSize);
  const quantity = floorTo((budget * UNIT) / BigInt(price), step);
  // Both the reservation for one coin and that for this quantity are rounded up, so one step may be too much.
  const isTooMuch = quantity > 0n && quoteLockedFor(ticket, context, quantity) > Number(budget);
  return isTooMuch ? quantity - step : quantity;
}

/** The largest total that a market sell of everything covers: at the worst price. */
export function largestTotal(ticket: Ticket, context: TicketContext): string {
  const price = priceBound(ticket, context) || units(context.lastPrice);
  const sold = floorTo(units(context.availableBase), units(context.pair.stepSize));
  return text(floorTo((sold * price) / UNIT, quoteStep(context.pair)));
}

function shareOf(available: string, percent: number): bigint {
  return (units(available) * BigInt(Math.round(percent))) / 100n;
}

/** What a market buy may spend of this much, so that its highest fee is covered too where that is paid in quote. */
function largestSpent(budget: bigint, ticket: Ticket, context: TicketContext): bigint {
  return (budget * UNIT) / BigInt(quoteLocked({ ...ticket, marketUnit: 'amount', amount: '1' }, context));
}

/** How much of what is available the ticket uses, 0 to 100. */
export function percentOfAvailable(ticket: Ticket, context: TicketContext): number {
  const counted = atLastPrice(ticket, context);
  const [used, available] =
    ticket.side === 'SELL'
      ? [baseLocked(counted, context), Number(units(context.availableBase))]
      : [quoteLocked(counted, context), Number(units(context.availableQuote))];
  return available === 0 ? 0 : Math.min(100, Math.round((used / available) * 100));
}

/** The smallest difference of an amount in quote, in 10^-8. */
export function quoteStep(pair: Pair): bigint {
  return 10n ** BigInt(SCALE - Math.min(SCALE, pair.quotePrecision));
}

function totalOf(price: string, quantity: string): string {
  return text((units(price) * units(quantity)) / UNIT);
}
