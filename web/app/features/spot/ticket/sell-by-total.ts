/** Selling for a total: it is covered by the coins that it could take at the worst price, so it never sells all of them. Pure. */
import { text, units } from '../../../terminal/ticket/typed-units.ts';
import { baseLocked, priceBound } from './ticket-costs.ts';
import { largestTotal, quoteStep, withPercent } from './ticket-edits.ts';
import { previewOf } from './ticket-preview.ts';
import { isByAmount, type Ticket, type TicketContext } from './ticket.ts';

export interface SellByTotal {
  /** The largest total that the available coins cover, in quote. */
  readonly most: string;
  /** What of the coins stays when that much is sold at the prices of now. */
  readonly left: string;
  /** The price at which a total is covered. */
  readonly worstPrice: string;
}

/** Null where the ticket sells no total, or less than the largest one, or where that would leave nothing. */
export function sellByTotalOf(ticket: Ticket, context: TicketContext): SellByTotal | null {
  if (ticket.side !== 'SELL' || !isByAmount(ticket)) return null;
  const largest = { ...ticket, amount: largestTotal(ticket, context) };
  const next = { ...largest, amount: text(units(largest.amount) + quoteStep(context.pair)) };
  const available = units(context.availableBase);
  if (units(ticket.amount) < units(largest.amount) || BigInt(baseLocked(next, context)) <= available) return null;
  const preview = previewOf(largest, context);
  if (preview === null || !preview.isComplete) return null;
  const left = available - units(preview.cost);
  if (left < units(context.pair.stepSize)) return null;
  return { most: largest.amount, left: text(left), worstPrice: text(priceBound(ticket, context)) };
}

/** The same sell given by the amount of the coin: all that is available, in whole steps. */
export function soldByQuantity(ticket: Ticket, context: TicketContext): Ticket {
  return withPercent(ticket, 100, context);
}
