/** A size that is given in the settlement coin: the lots that it makes, and what lots come to. Pure. */
import type { SizeUnit } from '@agio/contracts/display';
import { ceilDiv, ONE } from '@agio/core/formulas';
import { ceilTo, floorTo } from '../../../../ui/decimal.ts';
import { isSet, text, units } from '../../../terminal/ticket/typed-units.ts';
import { unitsOf } from '../margin.ts';
import { askedPrice, boundOf, levelsWithin, takenFromBook, type TicketContext } from './ticket-preview.ts';
import { quantityForShare } from './ticket-size.ts';
import { inMode, isByAmount, type FuturesTicket } from './ticket.ts';

/** Of the settlement coin. */
const CENT = ONE / 100n;

/**
 * The ticket with the quantity that is sent: where an amount is given, the whole steps that it pays for at the limit or trigger, of an order
 * that `takesBook` at the prices of the book first. 0 where it is less than one step.
 */
export function withCountedQuantity(ticket: FuturesTicket, context: TicketContext): FuturesTicket {
  if (!isByAmount(ticket)) return ticket;
  return { ...ticket, quantity: isSet(ticket.amount) ? text(quantityFor(ticket, context)) : '' };
}

/** Gives the size in the other unit: what is typed stays the same order. */
export function withUnit(ticket: FuturesTicket, sizeUnit: SizeUnit, context: TicketContext): FuturesTicket {
  const { quantity } = withCountedQuantity(ticket, context);
  return withQuantity({ ...ticket, sizeUnit }, units(quantity), context);
}

/** A share of all of the slider, in the unit that the ticket is given in. */
export function withShare(ticket: FuturesTicket, percent: number, context: TicketContext): FuturesTicket {
  return withQuantity(ticket, quantityForShare(inMode(ticket, context.state.preference), percent, context), context);
}

function withQuantity(ticket: FuturesTicket, quantity: bigint, context: TicketContext): FuturesTicket {
  if (quantity === 0n) return { ...ticket, quantity: '', amount: '' };
  if (!isByAmount(ticket)) return { ...ticket, quantity: text(quantity), amount: '' };
  return { ...ticket, quantity: '', amount: text(valueOf(ticket, context, quantity)) };
}

/** What one coin is counted at beside the book; a price that is not typed yet as the last one. */
function countedPrice(ticket: FuturesTicket, context: TicketContext): bigint {
  return askedPrice(ticket, context) || units(context.lastPrice);
}

/**
 * Whether what it takes from the book at once is counted at the prices there: a market order, and a limit that sells, which gets better
 * prices than its own and would else come to more than the amount. A limit that buys is counted at its limit, the most that it may pay: so it
 * never comes to more either, whatever the book does until it arrives. As on spot, where an order by amount never passes it (trading A1).
 */
function takesBook({ type, side, price, isPostOnly }: FuturesTicket): boolean {
  return type === 'MARKET' || (type === 'LIMIT' && side === 'SELL' && !isPostOnly && isSet(price));
}

/** The worst price at which an order that `takesBook` does so. */
function worstPrice(ticket: FuturesTicket, context: TicketContext): bigint {
  return ticket.type === 'MARKET' ? boundOf(ticket.side, context) : units(ticket.price);
}

/** In units of 10^-8, rounded up, so that the amount pays for all of these lots. */
export function valueOf(ticket: FuturesTicket, context: TicketContext, quantity: bigint): bigint {
  const { side } = ticket;
  const taken = takesBook(ticket)
    ? takenFromBook(context.state.contract, context.book, { side, quantity, bound: worstPrice(ticket, context) })
    : { quantity: 0n, amount: 0n };
  return taken.amount + ceilDiv((quantity - taken.quantity) * countedPrice(ticket, context), ONE);
}

/** The least sum that makes these lots, and the largest that makes no more of them: told in cents. */
export function sumFor(ticket: FuturesTicket, context: TicketContext, quantity: bigint): bigint {
  return ceilTo(valueOf(ticket, context, quantity), CENT);
}

export function sumWithin(ticket: FuturesTicket, context: TicketContext, quantity: bigint): bigint {
  const steps = floorTo(quantity, unitsOf(context.state.contract.stepSize));
  return floorTo(valueOf(ticket, context, steps), CENT);
}

/** The most whole steps that come to no more than the amount. What a book is too thin for is counted at its best price, or at the limit. */
function quantityFor(ticket: FuturesTicket, context: TicketContext): bigint {
  const { contract } = context.state;
  const step = unitsOf(contract.stepSize);
  // In 10^-16, as price times quantity is: nothing is rounded on the way.
  let left = units(ticket.amount) * ONE;
  let quantity = 0n;
  if (takesBook(ticket)) {
    for (const level of levelsWithin(contract, context.book, ticket.side, worstPrice(ticket, context))) {
      const affordable = floorTo(left / level.price, step);
      const taken = affordable < level.quantity ? affordable : level.quantity;
      left -= taken * level.price;
      quantity += taken;
      if (taken < level.quantity) return quantity;
    }
  }
  const price = countedPrice(ticket, context);
  return price === 0n ? quantity : quantity + floorTo(left / price, step);
}
