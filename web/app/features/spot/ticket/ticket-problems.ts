/**
 * Faults of the ticket, each at the field where it can be corrected, in the order in which the engine would refuse it; but what is
 * too little money is told before what is too large for the market, because no one has use for a limit that he cannot reach.
 */
import { ICEBERG_PARTS, TRAILING_BIPS } from '@agio/core/formulas';
import { ceilTo, compareDecimals, decimal, decimalsOf, formatUnits } from '../../../../ui/decimal.ts';
import { type NumberFault, numberFault } from '../../../../ui/typed-number.ts';
import type { Pair } from '../../../api/types.ts';
import { limitRange, marketRange, type PriceRange } from './price-range.ts';
import { baseLocked, priceBound, quoteLocked, triggerPrice } from './ticket-costs.ts';
import { atLastPrice, largestQuantity } from './ticket-edits.ts';
import { previewOf } from './ticket-preview.ts';
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
import { type Found as FoundProblem, firstProblems, type Problem } from '../../../terminal/ticket/first-problems.ts';
import { isSet, SCALE, text, UNIT, units } from '../../../terminal/ticket/typed-units.ts';

const PARTS = BigInt(ICEBERG_PARTS);

/** The last part of the key of the sentence that says it. */
type Reason =
  | `number_${NumberFault}`
  | 'price_missing'
  | 'price_step'
  | 'price_highest'
  | 'price_lowest'
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
  | 'amount_most'
  | 'balance'
  | 'worst_price';

export type TicketProblem = Problem<TicketField, Reason>;
type Found = FoundProblem<TicketProblem>;

/** The first problem of each field. Without `checksBalance` as if there were enough money: of visitors, and where the engine counts it. */
export function problemsOf(ticket: Ticket, context: TicketContext, checksBalance = true): readonly TicketProblem[] {
  const sizes = sizeProblems(ticket, context);
  const isTooLarge = ({ reason }: Found): boolean => reason === 'quantity_most' || reason === 'amount_most';
  return firstProblems([
    ...numberProblems(ticket, context.pair),
    ...priceProblems(ticket, context),
    ...triggerProblems(ticket, context),
    ...sizes.filter((found) => !isTooLarge(found)),
    ...displayProblems(ticket, context),
    ...(checksBalance ? balanceProblems(ticket, context) : []),
    ...sizes.filter(isTooLarge),
  ]);
}

/** Typed texts that are not numbers: they would count as 0, so the ticket must not be sent. */
function numberProblems(ticket: Ticket, { tickSize, stepSize }: Pair): Found[] {
  // Where the step has decimals, up to eight pass here: the check of the step says what is wrong. With a whole step none pass.
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

function priceProblems(ticket: Ticket, context: TicketContext): Found[] {
  const { pair, lastPrice } = context;
  if (!hasLimit(ticket)) return [];
  if (!isSet(ticket.price)) return [{ field: 'price', reason: 'price_missing' }];
  const found = stepProblems('price', ticket.price, pair.tickSize);
  const isResting = ticket.type === 'LIMIT' || ticket.type === 'OCO';
  // The limit of an order that waits is measured from where it wakes.
  const reference = isResting ? units(lastPrice) : triggerPrice(ticket, context);
  found.push(...rangeProblems('price', ticket.price, limitRange(pair, ticket.side, reference), pair));
  // The two prices of an OCO have to be on different sides of the last price.
  if (ticket.type === 'OCO')
    found.push(...sideProblems('price', ticket.price, priceText(units(lastPrice), pair), ticket.side === 'SELL'));
  return found;
}

function triggerProblems(ticket: Ticket, { pair, lastPrice }: TicketContext): Found[] {
  if (ticket.type === 'LIMIT' || ticket.type === 'MARKET') return [];
  if (ticket.type === 'TRAILING_STOP') {
    const bips = callbackBips(ticket);
    const activation = isSet(ticket.activationPrice)
      ? [
          ...stepProblems('activationPrice', ticket.activationPrice, pair.tickSize),
          ...rangeProblems('activationPrice', ticket.activationPrice, marketRange(pair), pair),
        ]
      : [];
    if (!isSet(ticket.callback)) return [{ field: 'callback', reason: 'callback_missing' }, ...activation];
    const isInside = bips >= TRAILING_BIPS.least && bips <= TRAILING_BIPS.most;
    return isInside ? activation : [{ field: 'callback', reason: 'callback_range' }, ...activation];
  }
  if (!isSet(ticket.stopPrice)) return [{ field: 'stopPrice', reason: 'trigger_missing' }];
  return [
    ...stepProblems('stopPrice', ticket.stopPrice, pair.tickSize),
    ...rangeProblems('stopPrice', ticket.stopPrice, marketRange(pair), pair),
    ...sideProblems('stopPrice', ticket.stopPrice, priceText(units(lastPrice), pair), firesUpward(ticket)),
    ...(ticket.type === 'OCO' && isSet(ticket.stopLimitPrice)
      ? [
          ...stepProblems('stopLimitPrice', ticket.stopLimitPrice, pair.tickSize),
          ...rangeProblems(
            'stopLimitPrice',
            ticket.stopLimitPrice,
            limitRange(pair, ticket.side, units(ticket.stopPrice)),
            pair,
          ),
        ]
      : []),
  ];
}

function sizeProblems(ticket: Ticket, context: TicketContext): Found[] {
  const { pair } = context;
  if (isByAmount(ticket)) {
    if (!isSet(ticket.amount)) return [{ field: 'amount', reason: 'amount_missing' }];
    return valueProblems('amount', units(ticket.amount), pair, false);
  }
  const { quantity } = ticket;
  const field = 'quantity';
  if (!isSet(quantity)) return [{ field, reason: 'quantity_missing' }];
  if (!isMultiple(quantity, pair.stepSize))
    return [{ field, reason: 'quantity_step', values: { step: pair.stepSize, asset: pair.base } }];
  if (compareDecimals(quantity, pair.minVolume) < 0)
    return [{ field, reason: 'quantity_least', values: { least: pair.minVolume, asset: pair.base } }];
  if (isSet(pair.maxVolume) && compareDecimals(quantity, pair.maxVolume) > 0)
    return [{ field, reason: 'quantity_most', values: { most: pair.maxVolume, asset: pair.base } }];
  return pricesOf(ticket, context).flatMap(({ price, isLimit }) =>
    price === 0n ? [] : valueProblems(field, (price * units(quantity)) / UNIT, pair, isLimit),
  );
}

/** At which price each order of the ticket is valued (trading A4.3, A4.7); 0 while that is not known. */
function pricesOf(ticket: Ticket, { lastPrice }: TicketContext): readonly { price: bigint; isLimit: boolean }[] {
  const { type, stopPrice, stopLimitPrice } = ticket;
  if (type === 'OCO') {
    const isLimit = isSet(stopLimitPrice);
    return [
      { price: units(ticket.price), isLimit: true },
      { price: units(isLimit ? stopLimitPrice : stopPrice), isLimit },
    ];
  }
  if (hasLimit(ticket)) return [{ price: units(ticket.price), isLimit: true }];
  const isAtLast = type === 'MARKET' || type === 'TRAILING_STOP';
  return [{ price: units(isAtLast ? lastPrice : stopPrice), isLimit: false }];
}

/** The value of an order against the least and the most of the market. */
function valueProblems(field: TicketField, value: bigint, pair: Pair, isLimit: boolean): Found[] {
  if (value < units(pair.minAmount))
    return [{ field, reason: 'amount_least', values: { least: pair.minAmount, asset: pair.quote } }];
  const ofType = isLimit ? pair.maxLimitOrderAmount : pair.maxMarketOrderAmount;
  const most = [pair.maxAmount, ofType].filter(isSet).toSorted(compareDecimals)[0];
  if (most === undefined || value <= units(most)) return [];
  return [{ field, reason: 'amount_most', values: { most, asset: pair.quote } }];
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
  const counted = atLastPrice(ticket, context);
  const isShort = isBuy
    ? quoteLocked(counted, context) > units(availableQuote)
    : baseLocked(counted, context) > units(availableBase);
  if (!isShort) return [];
  const worst = worstPriceProblem(ticket, context);
  if (worst !== null) return [worst];
  const [available, asset] = isBuy ? [availableQuote, pair.quote] : [availableBase, pair.base];
  // Where only a total was typed, it is what is too much.
  const field = isByAmount(ticket) || ticket.quantity === '' ? 'amount' : 'quantity';
  return [{ field, reason: 'balance', values: { available, asset } }];
}

/** A market buy by amount that the balance would pay at the prices of now, but not at the worst price, up to which it is covered (trading A5.1). */
function worstPriceProblem(ticket: Ticket, context: TicketContext): Found | null {
  if (ticket.side === 'SELL' || ticket.type !== 'MARKET' || isByAmount(ticket)) return null;
  const preview = previewOf(ticket, context);
  const { availableQuote, pair } = context;
  if (preview === null || units(preview.cost) > units(availableQuote)) return null;
  const most = text(largestQuantity(ticket, context));
  const values = { price: priceText(priceBound(ticket, context), pair), quote: pair.quote, most, base: pair.base };
  return { field: 'quantity', reason: 'worst_price', values };
}

function rangeProblems(field: TicketField, value: string, { lowest, highest }: PriceRange, pair: Pair): Found[] {
  const price = units(value);
  if (price > highest) return [{ field, reason: 'price_highest', values: { price: priceText(highest, pair) } }];
  return price < lowest ? [{ field, reason: 'price_lowest', values: { price: priceText(lowest, pair) } }] : [];
}

/** As all prices of the market are written: with the decimals of its tick. */
function priceText(price: bigint, { quotePrecision }: Pair): string {
  return formatUnits(price, SCALE, quotePrecision);
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
