/** What a market order with everything leaves: the engine locks more than the order spends, and amounts move in steps. Pure. */
import { formatNumber } from '../../../../ui/format.ts';
import type { LeftOver } from '../../../terminal/ticket/left-over.ts';
import { text, UNIT, units } from '../../../terminal/ticket/typed-units.ts';
import { baseLocked, quoteLocked } from './ticket-costs.ts';
import { quoteStep } from './ticket-edits.ts';
import { previewOf } from './ticket-preview.ts';
import { isByAmount, type Ticket, type TicketContext } from './ticket.ts';

/** Null where the order could be larger still, or leaves nothing. */
export function leftOverOf(ticket: Ticket, context: TicketContext): LeftOver | null {
  const preview = ticket.type === 'MARKET' ? previewOf(ticket, context) : null;
  if (preview === null || !preview.isComplete || !takesAll(ticket, context)) return null;
  const { pair, availableBase, availableQuote } = context;
  const isBuy = ticket.side === 'BUY';
  const left = units(isBuy ? availableQuote : availableBase) - units(preview.cost);
  if (left <= 0n) return null;
  const step = units(pair.stepSize);
  // In the asset that is spent.
  const worthOfStep = isBuy ? (step * units(preview.averagePrice)) / UNIT : step;
  const shared = { left: text(left), asset: isBuy ? pair.quote : pair.base };
  if (left <= worthOfStep) return { ...shared, reason: 'step', detail: `${pair.stepSize} ${pair.base}` };
  if (isBuy && isByAmount(ticket)) return { ...shared, reason: 'fee', detail: '' };
  const worst = formatNumber(preview.worstPrice ?? '0', pair.quotePrecision);
  return { ...shared, reason: 'price', detail: `${worst} ${pair.quote}` };
}

/** The order can be paid, and one step more could not. */
function takesAll(ticket: Ticket, context: TicketContext): boolean {
  const more = isByAmount(ticket)
    ? { ...ticket, amount: text(units(ticket.amount) + quoteStep(context.pair)) }
    : { ...ticket, quantity: text(units(ticket.quantity) + units(context.pair.stepSize)) };
  const isBuy = ticket.side === 'BUY';
  const available = Number(units(isBuy ? context.availableQuote : context.availableBase));
  const lockedBy = (one: Ticket) => (isBuy ? quoteLocked(one, context) : baseLocked(one, context));
  return lockedBy(ticket) <= available && lockedBy(more) > available;
}
