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
import { isSet, SCALE, text, UNIT, units } from '../../../terminal/ticket/typed-units.ts';

/** A new price; the total is computed again from the quantity, or where only a total was typed the quantity from it. */
export function withPrice(ticket: Ticket, price: string, pair: Pair): Ticket {
  const next = { ...ticket, price };
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

/** A share of what is available, in whole steps. */
export function withPercent(ticket: Ticket, percent: number, context: TicketContext): Ticket {
  const share = (available: string) => (units(available) * BigInt(Math.round(percent))) / 100n;
  const step = units(context.pair.stepSize);
  if (isByAmount(ticket)) {
    // A sell by amount needs as much base as it could cost at the worst price.
    const price = priceBound(ticket, context) || units(context.lastPrice);
    const worth =
      ticket.side === 'BUY'
        ? (share(context.availableQuote) * UNIT) / BigInt(quoteLocked({ ...ticket, amount: '1' }, context))
        : (floorTo(share(context.availableBase), step) * price) / UNIT;
    return { ...ticket, amount: text(floorTo(worth, quoteStep(context.pair))) };
  }
  if (ticket.side === 'SELL') return withQuantity(ticket, text(floorTo(share(context.availableBase), step)));
  const priced = hasLimit(ticket) && !isSet(ticket.price) ? { ...ticket, price: context.lastPrice } : ticket;
  const counted = atLastPrice(priced, context);
  const price = quoteLockedFor(counted, context, UNIT);
  if (price === 0) return ticket.type === 'MARKET' ? { ...ticket, quantity: '0' } : ticket;
  if (price === Infinity) return ticket;
  const budget = share(context.availableQuote);
  const quantity = floorTo((budget * UNIT) / BigInt(price), step);
  // Both the reservation for one coin and that for this quantity are rounded up, so one step may be too much.
  const isTooMuch = quantity > 0n && quoteLockedFor(counted, context, quantity) > Number(budget);
  return withQuantity(priced, text(isTooMuch ? quantity - step : quantity));
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
