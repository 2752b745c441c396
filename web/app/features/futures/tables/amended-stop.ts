/** Changes of a conditional order or exit of a perpetual that waits: its changeable fields, their faults, and the call. Pure. */
import { decimal, formatUnits } from '../../../../ui/decimal.ts';
import type { AmendStopOrder, StopOrder } from '../../../api/calls/futures.ts';
import { isSet, SCALE, text, units } from '../../../terminal/ticket/typed-units.ts';
import { EMPTY_TICKET, type FuturesTicket } from '../ticket/ticket.ts';
import type { TicketContext } from '../ticket/ticket-preview.ts';
import { problemsOf, type TicketProblem } from '../ticket/ticket-problems.ts';

export type AmendStopField = 'triggerPrice' | 'callback' | 'activationPrice' | 'price' | 'quantity';
export type AmendStopValues = Readonly<Partial<Record<AmendStopField, string>>>;

/** Decimals between a fraction and the percent of it. */
const PERCENT = 2;

/** The present values of the fields that can be changed; an exit is as large as what it closes (trading B15). */
export function stopValuesOf(stop: StopOrder): AmendStopValues {
  const callback = formatUnits(decimal(stop.callbackRate, SCALE), SCALE - PERCENT);
  return {
    ...(isSet(stop.triggerPrice) ? { triggerPrice: stop.triggerPrice } : {}),
    ...(stop.type === 'TRAILING_STOP' ? { callback } : {}),
    ...(isSet(stop.activationPrice) ? { activationPrice: stop.activationPrice } : {}),
    ...(isSet(stop.price) ? { price: stop.price } : {}),
    ...(stop.group === 'OWN' && !stop.closePosition ? { quantity: stop.quantity } : {}),
  };
}

function amendedTicket(stop: StopOrder, values: AmendStopValues): FuturesTicket {
  const { side, type, source } = stop;
  return { ...EMPTY_TICKET, side, type, source, isMarketThen: !isSet(stop.price), ...values };
}

/**
 * The first fault of each field that differs. What stays is not judged: a trigger that is held back may have been reached already, and an
 * API may set a callback with more decimals than a field takes.
 */
export function amendStopProblems(
  stop: StopOrder,
  values: AmendStopValues,
  context: TicketContext,
): readonly TicketProblem[] {
  const before = stopValuesOf(stop);
  const isChanged = (field: AmendStopField) => units(values[field] ?? '') !== units(before[field] ?? '');
  const problems = problemsOf(amendedTicket(stop, values), context, false).filter(
    ({ field }) => field in before && isChanged(field as AmendStopField),
  );
  // A new trailing stop may do without; one that has an activation price keeps having one.
  const lacksActivation = before.activationPrice !== undefined && !isSet(values.activationPrice ?? '');
  const isTold = problems.some(({ field }) => field === 'activationPrice');
  return [
    ...problems,
    ...(lacksActivation && !isTold ? [{ field: 'activationPrice', reason: 'price_missing', values: {} } as const] : []),
  ];
}

/** Only what differs; null if nothing does. */
export function stopChangeOf(stop: StopOrder, now: AmendStopValues): AmendStopOrder | null {
  const before = stopValuesOf(stop);
  const changed = (Object.keys(before) as AmendStopField[]).filter(
    (field) => units(now[field] ?? '') !== units(before[field] ?? ''),
  );
  if (changed.length === 0) return null;
  const fields = changed.map((field) => {
    const value = now[field] ?? '';
    if (field !== 'callback') return [field, text(units(value))] as const;
    return ['callbackRate', formatUnits(decimal(value, SCALE - PERCENT), SCALE)] as const;
  });
  return { symbol: stop.symbol, stopOrderId: stop.stopOrderId, ...Object.fromEntries(fields) };
}
