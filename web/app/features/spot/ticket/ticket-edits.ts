/** Fields of the ticket that follow each other: price, quantity and total, and the share of what is available. */
import { floorTo } from '../../../../ui/decimal.ts';
import type { Pair } from '../../../api/types.ts';
import { cost, reservePrice, sellQuantity } from './ticket-costs.ts';
import {
  hasLimit,
  isByAmount,
  isSet,
  SCALE,
  text,
  UNIT,
  units,
  type Ticket,
  type TicketContext,
  type TicketType,
} from './ticket.ts';

/** Quantity and total follow each other through the price. */
export function withPrice(ticket: Ticket, price: string): Ticket {
  const next = { ...ticket, price };
  return isSet(price) && isSet(ticket.quantity) ? { ...next, amount: totalOf(price, ticket.quantity) } : next;
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

/** What was typed stays; a total that belongs to no limit price goes. */
export function withType(ticket: Ticket, type: TicketType): Ticket {
  return withQuantity({ ...ticket, type, amount: '' }, ticket.quantity);
}

/** A share of what is available, in whole steps. */
export function withPercent(ticket: Ticket, percent: number, context: TicketContext): Ticket {
  const share = (available: string) => (units(available) * BigInt(Math.round(percent))) / 100n;
  const step = units(context.pair.stepSize);
  if (isByAmount(ticket)) {
    const worth =
      ticket.side === 'BUY'
        ? share(context.availableQuote)
        : (share(context.availableBase) * units(context.lastPrice)) / UNIT;
    return { ...ticket, amount: text(floorTo(worth, quoteStep(context.pair))) };
  }
  if (ticket.side === 'SELL') return withQuantity(ticket, text(floorTo(share(context.availableBase), step)));
  const priced = hasLimit(ticket) && !isSet(ticket.price) ? { ...ticket, price: context.lastPrice } : ticket;
  const price = reservePrice(priced, context);
  if (price === 0n) return ticket.type === 'MARKET' ? { ...ticket, quantity: '0' } : ticket;
  return withQuantity(priced, text(floorTo((share(context.availableQuote) * UNIT) / price, step)));
}

/** How much of what is available the ticket uses, 0 to 100. */
export function percentOfAvailable(ticket: Ticket, context: TicketContext): number {
  const [used, available] =
    ticket.side === 'SELL'
      ? [units(sellQuantity(ticket, context)), units(context.availableBase)]
      : [cost(ticket, context), units(context.availableQuote)];
  return available === 0n ? 0 : Math.min(100, Number((used * 100n + available / 2n) / available));
}

function quoteStep(pair: Pair): bigint {
  return 10n ** BigInt(SCALE - Math.min(SCALE, pair.quotePrecision));
}

function totalOf(price: string, quantity: string): string {
  return text((units(price) * units(quantity)) / UNIT);
}
