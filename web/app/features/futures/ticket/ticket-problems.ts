/** Faults of the ticket, each at the field where it can be corrected, in the order in which the engine would refuse it (trading B19); but
 * too little money is told before what is too large for the contract. */
import { ceilDiv, ceilTo, decimal, decimalsOf, formatUnits } from '../../../../ui/decimal.ts';
import { type NumberFault, numberFault } from '../../../../ui/typed-number.ts';
import { type Found as FoundProblem, firstProblems, type Problem } from '../../../terminal/ticket/first-problems.ts';
import { isSet, SCALE, UNIT, units } from '../../../terminal/ticket/typed-units.ts';
import type { Contract } from '../../../api/calls/futures.ts';
import type { Side } from '../../../api/types.ts';
import { costOf, unitsOf } from '../margin.ts';
import {
  firesUpward,
  hasLimit,
  isByAmount,
  isConditional,
  mayHaveExits,
  positionSideOf,
  type FuturesTicket,
  type TicketField,
} from './ticket.ts';
import { sumFor, sumWithin } from './ticket-amount.ts';
import { positionAgainst } from './ticket-closing.ts';
import { barredBonus, boundOf, plannedOf, type TicketContext, waitingBound } from './ticket-preview.ts';
import { type LeverageFault, passedCeiling } from './ticket-size.ts';

/** Decimals of a callback in percent. */
const PERCENT_SCALE = 2;
/** In percent (trading B15). */
const CALLBACK = { least: 10n, most: 1_000n } as const;

/** The last part of the key of the sentence that says it. */
type Reason =
  | `number_${NumberFault}`
  | 'price_missing'
  | 'price_step'
  | 'price_highest'
  | 'price_lowest'
  | 'waits_highest'
  | 'waits_lowest'
  | 'trigger_missing'
  | 'above_last'
  | 'below_last'
  | 'callback_missing'
  | 'callback_range'
  | 'exit_above'
  | 'exit_below'
  | 'quantity_missing'
  | 'quantity_step'
  | 'quantity_least'
  | 'quantity_most'
  | 'amount_least'
  | 'nothing_open'
  | 'ceiling'
  | 'position_most'
  | 'balance'
  | 'bonus_leverage'
  | 'bonus_contract';

export type TicketProblem = Problem<TicketField, Reason>;
type Found = FoundProblem<TicketProblem>;

/** The first problem of each field. Without `checksBalance`, for visitors, as if there were enough money. */
export function problemsOf(
  ticket: FuturesTicket,
  context: TicketContext,
  checksBalance = true,
): readonly TicketProblem[] {
  const sizes = sizeProblems(ticket, context);
  return firstProblems([
    ...numberProblems(ticket, context),
    ...priceProblems(ticket, context),
    ...triggerProblems(ticket, context),
    ...sizes.filter(({ reason }) => reason !== 'quantity_most'),
    ...exitProblems(ticket, context),
    ...moneyProblems(ticket, context).filter(({ reason }) => checksBalance || reason !== 'balance'),
    ...sizes,
  ]);
}

function usedFields(ticket: FuturesTicket): readonly TicketField[] {
  const exits: readonly TicketField[] = ticket.hasExits && mayHaveExits(ticket) ? ['takeProfit', 'stopLoss'] : [];
  const trigger: readonly TicketField[] =
    ticket.type === 'TRAILING_STOP' ? ['callback', 'activationPrice'] : isConditional(ticket) ? ['triggerPrice'] : [];
  return [
    ...(hasLimit(ticket) ? (['price'] as const) : []),
    ...trigger,
    isByAmount(ticket) ? 'amount' : 'quantity',
    ...exits,
  ];
}

/** Typed texts that are not numbers: they would count as 0, so the ticket must not be sent. */
function numberProblems(ticket: FuturesTicket, { state }: TicketContext): Found[] {
  const { tickSize, stepSize } = state.contract;
  const decimalsFor = (field: TicketField): number => {
    if (field === 'callback') return PERCENT_SCALE;
    if (field === 'amount') return SCALE;
    // More decimals than a step has are told as that step.
    return decimalsOf(field === 'quantity' ? stepSize : tickSize) === 0 ? 0 : SCALE;
  };
  return usedFields(ticket).flatMap((field): Found[] => {
    const decimals = decimalsFor(field);
    const fault = numberFault(ticket[field], decimals);
    return fault === null ? [] : [{ field, reason: `number_${fault}`, values: { decimals: String(decimals) } }];
  });
}

function priceProblems(ticket: FuturesTicket, context: TicketContext): Found[] {
  if (!hasLimit(ticket)) return [];
  if (!isSet(ticket.price)) return [{ field: 'price', reason: 'price_missing' }];
  const found = stepProblems('price', ticket.price, context);
  // Those that wait are measured when they fire.
  if (ticket.type !== 'LIMIT') return found;
  const { contract, mark } = context.state;
  const fault = bandFault(ticket.side, units(ticket.price), { contract, mark, last: units(context.lastPrice) });
  return fault === null ? found : [...found, fault];
}

interface BandContext {
  readonly contract: Contract;
  /** 10^-8, as the other prices; `last` is 0 before the first trade. */
  readonly mark: bigint;
  readonly last: bigint;
}

/** Why the engine would refuse a limit at this price: too far from the mark, or waiting too far from the last price (trading B18). */
export function bandFault(side: Side, price: bigint, { contract, mark, last }: BandContext): TicketProblem | null {
  const of = (reason: Reason, limit: bigint): TicketProblem => ({
    field: 'price',
    reason,
    values: { price: priceText(limit, contract) },
  });
  const bound = boundOf(side, { state: { contract, mark } });
  const farthest = waitingBound(side, contract, mark, last);
  if (side === 'BUY') {
    if (farthest !== null && price < farthest) return of('waits_lowest', farthest);
    return price > bound ? of('price_highest', bound) : null;
  }
  if (farthest !== null && price > farthest) return of('waits_highest', farthest);
  return price < bound ? of('price_lowest', bound) : null;
}

function triggerProblems(ticket: FuturesTicket, context: TicketContext): Found[] {
  if (!isConditional(ticket)) return [];
  if (ticket.type === 'TRAILING_STOP') {
    // A sell follows a price that rises first, a buy one that falls.
    const isAbove = ticket.side === 'SELL';
    const activation = isSet(ticket.activationPrice) ? aheadProblems('activationPrice', isAbove, ticket, context) : [];
    if (!isSet(ticket.callback)) return [{ field: 'callback', reason: 'callback_missing' }, ...activation];
    const hundredths = decimal(ticket.callback, PERCENT_SCALE);
    const isInside = hundredths >= CALLBACK.least && hundredths <= CALLBACK.most;
    return isInside ? activation : [{ field: 'callback', reason: 'callback_range' }, ...activation];
  }
  if (!isSet(ticket.triggerPrice)) return [{ field: 'triggerPrice', reason: 'trigger_missing' }];
  return aheadProblems('triggerPrice', firesUpward(ticket), ticket, context);
}

/** A price that is waited for must not be reached yet (trading B15); it is not judged while the price of its source is not known. */
function aheadProblems(
  field: 'triggerPrice' | 'activationPrice',
  isAbove: boolean,
  ticket: FuturesTicket,
  context: TicketContext,
): Found[] {
  const found = stepProblems(field, ticket[field], context);
  const reference = referenceOf(ticket, context);
  const price = units(ticket[field]);
  if (reference === 0n || (isAbove ? price > reference : price < reference)) return found;
  const values = { last: priceText(reference, context.state.contract) };
  return [...found, { field, reason: isAbove ? 'above_last' : 'below_last', values }];
}

/** The price of now that the trigger is compared with; before the first trade the mark stands for the last price. 0: not known. */
function referenceOf({ source }: FuturesTicket, { state, lastPrice, index }: TicketContext): bigint {
  if (source === 'INDEX') return index;
  return source === 'LAST' ? units(lastPrice) || state.mark : state.mark;
}

/** Exits stand on both sides of where the order would open (trading B15). */
function exitProblems(ticket: FuturesTicket, context: TicketContext): Found[] {
  if (!ticket.hasExits || !mayHaveExits(ticket)) return [];
  const from = ticket.type === 'LIMIT' && isSet(ticket.price) ? units(ticket.price) : referenceOf(ticket, context);
  const check = (field: 'takeProfit' | 'stopLoss', isAbove: boolean): Found[] => {
    if (!isSet(ticket[field])) return [];
    const found = stepProblems(field, ticket[field], context);
    const price = units(ticket[field]);
    if (from === 0n || (isAbove ? price > from : price < from)) return found;
    const values = { price: priceText(from, context.state.contract) };
    return [...found, { field, reason: isAbove ? 'exit_above' : 'exit_below', values }];
  };
  const isBuy = ticket.side === 'BUY';
  return [...check('takeProfit', isBuy), ...check('stopLoss', !isBuy)];
}

/** As all prices of the contract are written: with the decimals of its tick. */
function priceText(price: bigint, { pricePrecision }: Contract): string {
  return formatUnits(price, SCALE, pricePrecision);
}

function sizeProblems(ticket: FuturesTicket, context: TicketContext): Found[] {
  const { contract } = context.state;
  const field = 'quantity';
  const isLessThanStep = isByAmount(ticket) && isSet(ticket.amount);
  if (!isSet(ticket.quantity) && !isLessThanStep) return [{ field, reason: 'quantity_missing' }];
  const quantity = units(ticket.quantity);
  if (quantity % unitsOf(contract.stepSize) !== 0n)
    return [{ field, reason: 'quantity_step', values: { step: contract.stepSize, asset: contract.base } }];
  if (quantity < unitsOf(contract.minQuantity)) return [leastProblem('quantity_least', ticket, context)];
  const most = hasLimit(ticket) ? contract.maxLimitQuantity : contract.maxMarketQuantity;
  if (unitsOf(most) > 0n && quantity > unitsOf(most))
    return [{ field, reason: 'quantity_most', values: mostValues(unitsOf(most), ticket, context) }];
  const onlyCloses = ticket.isReduceOnly || ticket.isClosing;
  if (onlyCloses && !isConditional(ticket)) {
    // The exchange knows, where the page does not yet.
    return openAgainst(ticket, context) > 0n || !context.isAccountKnown ? [] : [{ field, reason: 'nothing_open' }];
  }
  return quantity < leastQuantity(ticket, context) ? [leastProblem('amount_least', ticket, context)] : [];
}

/** The largest size in the unit in which it is typed: a sum is the largest one that makes no more lots. */
function mostValues(most: bigint, ticket: FuturesTicket, context: TicketContext) {
  const { base, settle } = context.state.contract;
  return isByAmount(ticket)
    ? { most: formatUnits(sumWithin(ticket, context, most), SCALE, 2), asset: settle }
    : { most: formatUnits(most, SCALE), asset: base };
}

/** How much of a position of the same position side this order would close; 0: it opens one. */
function openAgainst(ticket: FuturesTicket, { state }: TicketContext): bigint {
  return unitsOf(positionAgainst(ticket, state)?.quantity ?? '0');
}

/** In whole steps: the least lot and, of an order that opens something, the least value at the price that it is judged by (trading B19). */
function leastQuantity(ticket: FuturesTicket, context: TicketContext): bigint {
  const { contract, preference } = context.state;
  const step = unitsOf(contract.stepSize);
  const lot = ceilTo(unitsOf(contract.minQuantity), step);
  const open = openAgainst(ticket, context);
  const quantity = units(ticket.quantity);
  const isClosed = positionSideOf(ticket, preference) === 'BOTH' && lot <= open && quantity <= open;
  const { price } = plannedOf(ticket, context, quantity);
  if (ticket.isReduceOnly || ticket.isClosing || isClosed || price === 0n || isConditional(ticket)) return lot;
  const worth = ceilTo(ceilDiv(unitsOf(contract.minNotional) * UNIT, price), step);
  return worth > lot ? worth : lot;
}

/** The least size in the unit in which it is typed: a sum is the least one that makes so many lots, rounded up. */
function leastProblem(reason: 'quantity_least' | 'amount_least', ticket: FuturesTicket, context: TicketContext): Found {
  const { minQuantity, minNotional, base, settle } = context.state.contract;
  const field = 'quantity';
  if (isByAmount(ticket)) {
    const sum = sumFor(ticket, context, leastQuantity(ticket, context));
    return { field, reason: 'quantity_least', values: { least: formatUnits(sum, SCALE, 2), asset: settle } };
  }
  if (reason === 'quantity_least') return { field, reason, values: { least: minQuantity, asset: base } };
  return { field, reason, values: { least: minNotional, asset: settle } };
}

function moneyProblems(ticket: FuturesTicket, context: TicketContext): Found[] {
  // Those that wait are margined when they fire (trading B5).
  if (isConditional(ticket)) return [];
  const { contract } = context.state;
  const cost = costOf(context.state, plannedOf(ticket, context, units(ticket.quantity)));
  const values = {
    needed: formatUnits(cost, SCALE),
    available: formatUnits(context.available, SCALE),
    asset: contract.settle,
  };
  const tooLarge = passedCeiling(ticket, context);
  return [
    ...(cost > context.available
      ? [{ field: 'quantity', reason: 'balance', values } as const]
      : bonusProblems(cost, ticket, context)),
    ...(tooLarge === null ? [] : [ceilingProblem(tooLarge, contract)]),
  ];
}

function ceilingProblem(fault: LeverageFault, { settle }: Contract): Found {
  if (fault.reason === 'ceiling')
    return { field: 'quantity', reason: 'ceiling', values: { leverage: String(fault.leverage) } };
  return {
    field: 'quantity',
    reason: 'position_most',
    values: { most: formatUnits(fault.most, SCALE), asset: settle },
  };
}

/** Own funds and the bonus that counts here do not carry it, though all that is available would (trading E2). */
function bonusProblems(cost: bigint, { side }: FuturesTicket, { available, state }: TicketContext): Found[] {
  const barred = barredBonus(side, state);
  if (cost === 0n || barred.amount === 0n || cost <= available - barred.amount) return [];
  const values = { amount: formatUnits(barred.amount, SCALE), asset: state.contract.settle };
  if (barred.leverage === null)
    return [{ field: 'quantity', reason: 'bonus_contract', values: { ...values, symbol: state.contract.symbol } }];
  return [{ field: 'quantity', reason: 'bonus_leverage', values: { ...values, leverage: String(barred.leverage) } }];
}

function stepProblems(field: TicketField, value: string, { state }: TicketContext): Found[] {
  const { tickSize } = state.contract;
  return units(value) % unitsOf(tickSize) === 0n ? [] : [{ field, reason: 'price_step', values: { step: tickSize } }];
}
