/** Changes of an open order of a perpetual: the faults of what was typed, and the call that makes the change. Pure. */
import type { FuturesOrder } from '../../../api/calls/futures.ts';
import { isSet, text, units } from '../../../terminal/ticket/typed-units.ts';
import { unitsOf } from '../margin.ts';
import { EMPTY_TICKET } from '../ticket/ticket.ts';
import type { TicketContext } from '../ticket/ticket-preview.ts';
import { problemsOf, type TicketProblem } from '../ticket/ticket-problems.ts';

/** As typed. */
export interface AmendValues {
  readonly price: string;
  readonly quantity: string;
}

/** The first fault of each of the two fields. Balance and open position are the engine's to judge: what the order holds counts too. */
export function amendProblems(
  { side, timeInForce }: Pick<FuturesOrder, 'side' | 'timeInForce'>,
  values: AmendValues,
  context: TicketContext,
): readonly TicketProblem[] {
  const ticket = { ...EMPTY_TICKET, ...values, type: 'LIMIT' as const, side, isPostOnly: timeInForce === 'GTX' };
  return problemsOf(ticket, context, false).filter(
    ({ field, reason }) => (field === 'price' || field === 'quantity') && reason !== 'ceiling',
  );
}

/** Does the new quantity not exceed what is filled? Then the rest of the order is canceled (trading A6). */
export function cancelsRest({ filledQuantity }: Pick<FuturesOrder, 'filledQuantity'>, quantity: string): boolean {
  return isSet(filledQuantity) && isSet(quantity) && units(quantity) <= unitsOf(filledQuantity);
}

/** Only what differs; null if nothing does. */
export function changeOf(
  { symbol, orderId, ...before }: Pick<FuturesOrder, 'symbol' | 'orderId' | 'price' | 'quantity'>,
  now: AmendValues,
): { symbol: string; orderId: number; price?: string; quantity?: string } | null {
  const [price, quantity] = [units(now.price), units(now.quantity)];
  const change = {
    ...(price === unitsOf(before.price) ? {} : { price: text(price) }),
    ...(quantity === unitsOf(before.quantity) ? {} : { quantity: text(quantity) }),
  };
  return Object.keys(change).length === 0 ? null : { symbol, orderId, ...change };
}
