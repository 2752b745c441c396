/** Changes of an open order: its changeable fields, the faults of a change, and the call that makes it. Pure. */
import { decimal, formatUnits } from '../../../../ui/decimal.ts';
import type { AmendOrder, Order, Pair } from '../../../api/types.ts';
import { problemsOf, type TicketProblem } from '../ticket/ticket-problems.ts';
import {
  EMPTY_TICKET,
  PERCENT_BIPS_SCALE,
  type Ticket,
  type TicketContext,
  type TicketType,
} from '../ticket/ticket.ts';
import { fieldPrice } from '../../../terminal/ticket/field-price.ts';
import { isSet, SCALE, text, units } from '../../../terminal/ticket/typed-units.ts';

export type AmendField = 'stopPrice' | 'callback' | 'activationPrice' | 'price' | 'quantity' | 'displayQuantity';
export type AmendValues = Readonly<Partial<Record<AmendField, string>>>;

/** The present values of the fields that can be changed. */
export function valuesOf(order: Order): AmendValues {
  const waits = order.status === 'UNTRIGGERED';
  return {
    ...(waits && isSet(order.stopPrice) ? { stopPrice: order.stopPrice } : {}),
    ...(waits && order.deltaBips > 0 ? { callback: formatUnits(BigInt(order.deltaBips), PERCENT_BIPS_SCALE) } : {}),
    ...(waits && isSet(order.activationPrice) ? { activationPrice: order.activationPrice } : {}),
    ...(isSet(order.price) ? { price: order.price } : {}),
    quantity: order.quantity,
    ...(isSet(order.displayQuantity) ? { displayQuantity: order.displayQuantity } : {}),
  };
}

/** The same as texts of their fields. */
export function fieldsOf(order: Order, pair: Pick<Pair, 'quotePrecision'>): AmendValues {
  const values = valuesOf(order);
  const prices = (['stopPrice', 'activationPrice', 'price'] as const).flatMap((field) =>
    values[field] === undefined ? [] : [[field, fieldPrice(values[field], pair.quotePrecision)] as const],
  );
  return { ...values, ...Object.fromEntries(prices) };
}

/** The changed order as a ticket. */
export function amendedTicket(order: Order, values: AmendValues): Ticket {
  const isMarketThen = order.type.endsWith('_MARKET');
  return {
    ...EMPTY_TICKET,
    side: order.side,
    type: ticketType(order),
    isMarketThen,
    isIceberg: isSet(order.displayQuantity),
    isPostOnly: order.timeInForce === 'GTX',
    price: values.price ?? '',
    quantity: values.quantity ?? '',
    stopPrice: values.stopPrice ?? '',
    callback: values.callback ?? '',
    activationPrice: values.activationPrice ?? '',
    displayQuantity: values.displayQuantity ?? '',
  };
}

/** A conditional order whose trigger has fired is a plain limit order. */
function ticketType({ status, type }: Order): TicketType {
  if (status !== 'UNTRIGGERED') return 'LIMIT';
  if (type.startsWith('TAKE_PROFIT')) return 'TAKE_PROFIT';
  if (type.startsWith('TRAILING_STOP')) return 'TRAILING_STOP';
  return type === 'STOP_MARKET' ? 'STOP_MARKET' : type === 'STOP_LIMIT' ? 'STOP_LIMIT' : 'LIMIT';
}

/** Faults of the changeable fields. The engine checks the balance, because the amount locked by the order counts too. */
export function amendProblems(order: Order, values: AmendValues, context: TicketContext): readonly TicketProblem[] {
  const fields = Object.keys(valuesOf(order));
  const problems = problemsOf(amendedTicket(order, values), context, false);
  // A new trailing stop may do without; one that has an activation price keeps having one.
  const isLeftOut = values.activationPrice !== undefined && !isSet(values.activationPrice);
  const ofActivation = problems.some(({ field }) => field === 'activationPrice');
  return [
    ...problems.filter(({ field }) => fields.includes(field)),
    ...(isLeftOut && !ofActivation ? [{ field: 'activationPrice', reason: 'price_missing', values: {} } as const] : []),
  ];
}

/** Does the new quantity not exceed what is filled? Then the rest of the order is canceled (trading A6). */
export function cancelsRest(order: Order, { quantity = '' }: AmendValues): boolean {
  return isSet(order.filledQuantity) && isSet(quantity) && units(quantity) <= units(order.filledQuantity);
}

/** Only the fields that differ; null if none does. */
export function changeOf(order: Order, now: AmendValues): AmendOrder | null {
  const before = valuesOf(order);
  const changed = (Object.keys(before) as AmendField[]).filter(
    (field) => units(now[field] ?? '') !== units(before[field] ?? ''),
  );
  if (changed.length === 0) return null;
  const fields = changed.map((field) => {
    const value = now[field] ?? '';
    return field === 'callback'
      ? (['deltaBips', Number(decimal(value, PERCENT_BIPS_SCALE))] as const)
      : ([field, text(units(value))] as const);
  });
  return { symbol: order.symbol, orderId: order.orderId, ...Object.fromEntries(fields) };
}

/** The quantity that the change filled at once, in base; null if none. */
export function filledBy(before: Order, after: Order): string | null {
  const filled = decimal(after.filledQuantity, SCALE) - decimal(before.filledQuantity, SCALE);
  return filled > 0n ? text(filled) : null;
}
