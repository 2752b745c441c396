/** Faults of the ticket, each at the field where it can be corrected, in the order in which the engine would refuse it. */
import { ICEBERG_PARTS, TRAILING_BIPS } from '@agio/core/formulas';
import { ceilTo, compareDecimals, decimal, decimalsOf } from '../../../../ui/decimal.ts';
import { type NumberFault, numberFault } from '../../../../ui/typed-number.ts';
import type { Pair } from '../../../api/types.ts';
import { baseLocked, quoteLocked } from './ticket-costs.ts';
import {
  callbackBips,
  firesUpward,
  hasLimit,
  isByAmount,
  isConditional,
  PERCENT_BIPS_SCALE,
  type Ticket,
  type TicketContext,
  type TicketField,
} from './ticket.ts';
import { isSet, SCALE, text, UNIT, units } from '../../../terminal/ticket/typed-units.ts';

const PARTS = BigInt(ICEBERG_PARTS);

export interface TicketProblem {
  readonly field: TicketField;
  /** The last part of the key of the sentence that says it. */
  readonly reason:
    | `number_${NumberFault}`
    | 'price_missing'
    | 'price_step'
    | 'trigger_missing'
    | 'above_last'
    | 'below_last'
    | 'callback_missing'
    | 'callback_range'
    | 'quantity_missing'
    | 'quantity_step'
    | 'quantity_least'
    | 'quantity_most'
    | 'display_missing'
    | 'display_least'
    | 'display_most'
    | 'amount_missing'
    | 'amount_least'
    | 'balance';
  readonly values: Readonly<Record<string, string>>;
}

type Found = Omit<TicketProblem, 'values'> & { readonly values?: TicketProblem['values'] };

/** The first thing that is wrong per field. */
export function problemsOf(ticket: Ticket, context: TicketContext): readonly TicketProblem[] {
  const found: TicketProblem[] = [];
  const all = [
    ...numberProblems(ticket, context.pair),
    ...priceProblems(ticket, context),
    ...triggerProblems(ticket, context),
    ...sizeProblems(ticket, context),
    ...displayProblems(ticket, context),
    ...balanceProblems(ticket, context),
  ];
  for (const { field, reason, values = {} } of all)
    if (!found.some((problem) => problem.field === field)) found.push({ field, reason, values });
  return found;
}

/** Typed texts that are not numbers: they would count as 0, so the ticket must not be sent. */
function numberProblems(ticket: Ticket, { tickSize, stepSize }: Pair): Found[] {
  // More decimals than a step has are told as that step, in the ledger's own decimals.
  const decimalsOfStep = (step: string): number => (decimalsOf(step) === 0 ? 0 : SCALE);
  const [price, quantity] = [decimalsOfStep(tickSize), decimalsOfStep(stepSize)];
  const fields: readonly (readonly [TicketField, number])[] = isByAmount(ticket)
    ? [['amount', SCALE]]
    : [
        ...(hasLimit(ticket) ? [['price', price] as const, ['amount', SCALE] as const] : []),
        ['quantity', quantity],
        ...(ticket.type === 'TRAILING_STOP'
          ? [['callback', PERCENT_BIPS_SCALE] as const, ['activationPrice', price] as const]
          : isConditional(ticket)
            ? [['stopPrice', price] as const]
            : []),
        ...(ticket.type === 'OCO' ? [['stopLimitPrice', price] as const] : []),
        ...(ticket.type === 'LIMIT' && ticket.isIceberg ? [['displayQuantity', quantity] as const] : []),
      ];
  return fields.flatMap(([field, decimals]): Found[] => {
    const fault = numberFault(ticket[field], decimals);
    return fault === null ? [] : [{ field, reason: `number_${fault}`, values: { decimals: String(decimals) } }];
  });
}

function priceProblems(ticket: Ticket, { pair, lastPrice }: TicketContext): Found[] {
  if (!hasLimit(ticket)) return [];
  if (!isSet(ticket.price)) return [{ field: 'price', reason: 'price_missing' }];
  const found = stepProblems('price', ticket.price, pair.tickSize);
  // The resting order of an OCO stands on the far side of the last price from its stop.
  if (ticket.type === 'OCO') found.push(...sideProblems('price', ticket.price, lastPrice, ticket.side === 'SELL'));
  return found;
}

function triggerProblems(ticket: Ticket, { pair, lastPrice }: TicketContext): Found[] {
  if (ticket.type === 'LIMIT' || ticket.type === 'MARKET') return [];
  if (ticket.type === 'TRAILING_STOP') {
    const bips = callbackBips(ticket);
    const activation = isSet(ticket.activationPrice)
      ? stepProblems('activationPrice', ticket.activationPrice, pair.tickSize)
      : [];
    if (!isSet(ticket.callback)) return [{ field: 'callback', reason: 'callback_missing' }, ...activation];
    const isInside = bips >= TRAILING_BIPS.least && bips <= TRAILING_BIPS.most;
    return isInside ? activation : [{ field: 'callback', reason: 'callback_range' }, ...activation];
  }
  if (!isSet(ticket.stopPrice)) return [{ field: 'stopPrice', reason: 'trigger_missing' }];
  return [
    ...stepProblems('stopPrice', ticket.stopPrice, pair.tickSize),
    ...sideProblems('stopPrice', ticket.stopPrice, lastPrice, firesUpward(ticket)),
    ...(ticket.type === 'OCO' && isSet(ticket.stopLimitPrice)
      ? stepProblems('stopLimitPrice', ticket.stopLimitPrice, pair.tickSize)
      : []),
  ];
}

function sizeProblems(ticket: Ticket, context: TicketContext): Found[] {
  const { pair } = context;
  const tooLittle = { reason: 'amount_least', values: { least: pair.minAmount, asset: pair.quote } } as const;
  if (isByAmount(ticket)) {
    if (!isSet(ticket.amount)) return [{ field: 'amount', reason: 'amount_missing' }];
    return compareDecimals(ticket.amount, pair.minAmount) < 0 ? [{ field: 'amount', ...tooLittle }] : [];
  }
  const { quantity } = ticket;
  const field = 'quantity';
  if (!isSet(quantity)) return [{ field, reason: 'quantity_missing' }];
  if (!isMultiple(quantity, pair.stepSize))
    return [{ field, reason: 'quantity_step', values: { step: pair.stepSize, asset: pair.base } }];
  if (compareDecimals(quantity, pair.minVolume) < 0)
    return [{ field, reason: 'quantity_least', values: { least: pair.minVolume, asset: pair.base } }];
  if (compareDecimals(quantity, pair.maxVolume) > 0)
    return [{ field, reason: 'quantity_most', values: { most: pair.maxVolume, asset: pair.base } }];
  const price = hasLimit(ticket) ? ticket.price : ticket.type === 'MARKET' ? '' : ticket.stopPrice;
  if (isSet(price) && (units(price) * units(quantity)) / UNIT < units(pair.minAmount)) return [{ field, ...tooLittle }];
  return [];
}

function displayProblems(ticket: Ticket, { pair }: TicketContext): Found[] {
  if (ticket.type !== 'LIMIT' || !ticket.isIceberg) return [];
  const field = 'displayQuantity';
  const shown = ticket.displayQuantity;
  if (!isSet(shown)) return [{ field, reason: 'display_missing' }];
  const step = units(pair.stepSize);
  if (!isMultiple(shown, pair.stepSize))
    return [{ field, reason: 'quantity_step', values: { step: pair.stepSize, asset: pair.base } }];
  const whole = units(ticket.quantity);
  const least = ceilTo((whole + PARTS - 1n) / PARTS, step);
  if (units(shown) < least)
    return [{ field, reason: 'display_least', values: { least: text(least), asset: pair.base } }];
  return whole > 0n && units(shown) >= whole ? [{ field, reason: 'display_most' }] : [];
}

function balanceProblems(ticket: Ticket, context: TicketContext): Found[] {
  const { pair, availableBase, availableQuote } = context;
  const isBuy = ticket.side === 'BUY';
  const isShort = isBuy
    ? quoteLocked(ticket, context) > units(availableQuote)
    : baseLocked(ticket, context) > units(availableBase);
  if (!isShort) return [];
  const [available, asset] = isBuy ? [availableQuote, pair.quote] : [availableBase, pair.base];
  return [{ field: isByAmount(ticket) ? 'amount' : 'quantity', reason: 'balance', values: { available, asset } }];
}

function stepProblems(field: TicketField, value: string, step: string): Found[] {
  return isMultiple(value, step) ? [] : [{ field, reason: 'price_step', values: { step } }];
}

function sideProblems(field: TicketField, value: string, last: string, isAbove: boolean): Found[] {
  if (!isSet(last)) return [];
  const distance = compareDecimals(value, last);
  if (isAbove ? distance > 0 : distance < 0) return [];
  return [{ field, reason: isAbove ? 'above_last' : 'below_last', values: { last } }];
}

function isMultiple(value: string, step: string): boolean {
  const size = decimal(step, SCALE);
  return size === 0n || decimal(value, SCALE) % size === 0n;
}
