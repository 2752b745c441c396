/**
 * The order ticket as data: what was typed, what is wrong with it, what it would cost and bring, and the order it makes.
 * Pure; fees, price limits and the walk through the book are the core's own formulas.
 */
import type { Amount, Price } from '@agio/core/fixed';
import {
  feeOfFill,
  feeOnTop,
  gridOf,
  marketCapPrice,
  walkBook,
  type BookSide,
  type Estimate,
  type Grid,
} from '@agio/core/formulas';
import { compareDecimals, decimal, floorTo, formatUnits } from '../../../ui/decimal.ts';
import type { Pair, PlaceOrder, Side, TimeInForce } from '../../api/types.ts';
import type { Book, BookLevel } from '../../live/book.ts';
import { scalesOf } from '../../live/book-view.ts';

export type TicketType = 'LIMIT' | 'MARKET';
/** What a market order is measured in. */
export type MarketUnit = 'quantity' | 'amount';

export interface Ticket {
  readonly side: Side;
  readonly type: TicketType;
  readonly timeInForce: Exclude<TimeInForce, 'GTX'>;
  readonly isPostOnly: boolean;
  readonly price: string;
  readonly quantity: string;
  /** Quote: the total of a limit order, or what a market order spends or receives. */
  readonly amount: string;
  readonly marketUnit: MarketUnit;
}

export interface TicketContext {
  readonly pair: Pair;
  readonly book: Book;
  readonly lastPrice: string;
  readonly availableBase: string;
  readonly availableQuote: string;
}

export const EMPTY_TICKET: Ticket = {
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  isPostOnly: false,
  price: '',
  quantity: '',
  amount: '',
  marketUnit: 'quantity',
};

const SCALE = 8;
const UNIT = 10n ** BigInt(SCALE);

const units = (text: string) => decimal(text === '' ? '0' : text, SCALE);
const text = (value: bigint) => formatUnits(value, SCALE);
const isSet = (value: string) => /[1-9]/.test(value);

/** Quantity and total follow each other through the price. */
export function withPrice(ticket: Ticket, price: string): Ticket {
  const next = { ...ticket, price };
  return isSet(price) && isSet(ticket.quantity) ? { ...next, amount: totalOf(price, ticket.quantity) } : next;
}

export function withQuantity(ticket: Ticket, quantity: string): Ticket {
  if (ticket.type === 'MARKET') return { ...ticket, quantity };
  return { ...ticket, quantity, amount: isSet(quantity) && isSet(ticket.price) ? totalOf(ticket.price, quantity) : '' };
}

export function withAmount(ticket: Ticket, amount: string, pair: Pair): Ticket {
  if (ticket.type === 'MARKET' || !isSet(ticket.price)) return { ...ticket, amount };
  const quantity = floorTo((units(amount) * UNIT) / units(ticket.price), units(pair.stepSize));
  return { ...ticket, amount, quantity: quantity > 0n ? text(quantity) : '' };
}

/** A share of what is available, in whole steps. */
export function withPercent(ticket: Ticket, percent: number, context: TicketContext): Ticket {
  const share = (available: string) => (units(available) * BigInt(Math.round(percent))) / 100n;
  const step = units(context.pair.stepSize);
  const { scaleQuote } = quoteStep(context.pair);
  if (ticket.type === 'MARKET') {
    const spendsQuote = ticket.side === 'BUY';
    if (ticket.marketUnit === 'amount') {
      const worth = spendsQuote
        ? share(context.availableQuote)
        : (share(context.availableBase) * units(context.lastPrice)) / UNIT;
      return { ...ticket, amount: text(floorTo(worth, scaleQuote)) };
    }
    const price = priceBound(ticket, context);
    const quantity = spendsQuote
      ? price > 0n
        ? (share(context.availableQuote) * UNIT) / price
        : 0n
      : share(context.availableBase);
    return { ...ticket, quantity: text(floorTo(quantity, step)) };
  }
  if (ticket.side === 'SELL') return withQuantity(ticket, text(floorTo(share(context.availableBase), step)));
  const price = units(isSet(ticket.price) ? ticket.price : context.lastPrice);
  if (price === 0n) return ticket;
  const quantity = floorTo((share(context.availableQuote) * UNIT) / price, step);
  return withQuantity({ ...ticket, price: text(price) }, text(quantity));
}

/** How much of what is available the ticket uses, 0 to 100. */
export function percentOfAvailable(ticket: Ticket, context: TicketContext): number {
  const [used, available] =
    ticket.side === 'SELL'
      ? [units(sellQuantity(ticket, context)), units(context.availableBase)]
      : [cost(ticket, context), units(context.availableQuote)];
  return available === 0n ? 0 : Math.min(100, Number((used * 100n + available / 2n) / available));
}

function sellQuantity(ticket: Ticket, context: TicketContext): string {
  if (ticket.type === 'LIMIT' || ticket.marketUnit === 'quantity') return ticket.quantity;
  const last = units(context.lastPrice);
  return last === 0n ? '0' : text((units(ticket.amount) * UNIT) / last);
}

function cost(ticket: Ticket, context: TicketContext): bigint {
  if (ticket.type === 'LIMIT') return isSet(ticket.price) ? (units(ticket.price) * units(ticket.quantity)) / UNIT : 0n;
  if (ticket.marketUnit === 'amount') return units(ticket.amount);
  return estimate(ticket, context).amount;
}

export type TicketField = 'price' | 'quantity' | 'amount';
export interface TicketProblem {
  readonly field: TicketField;
  /** The last part of the text that says it. */
  readonly reason:
    | 'price_missing'
    | 'price_step'
    | 'quantity_missing'
    | 'quantity_step'
    | 'quantity_least'
    | 'quantity_most'
    | 'amount_missing'
    | 'amount_least'
    | 'balance';
  readonly values: Readonly<Record<string, string>>;
}

/** The first thing that is wrong per field, in the order in which the engine would refuse it. */
export function problemsOf(ticket: Ticket, context: TicketContext): readonly TicketProblem[] {
  const { pair } = context;
  const found: TicketProblem[] = [];
  const add = (field: TicketField, reason: TicketProblem['reason'], values: Readonly<Record<string, string>> = {}) => {
    if (!found.some((problem) => problem.field === field)) found.push({ field, reason, values });
  };
  if (ticket.type === 'LIMIT') {
    if (!isSet(ticket.price)) add('price', 'price_missing');
    else if (!isMultiple(ticket.price, pair.tickSize)) add('price', 'price_step', { step: pair.tickSize });
  }
  if (ticket.type === 'MARKET' && ticket.marketUnit === 'amount') {
    if (!isSet(ticket.amount)) add('amount', 'amount_missing');
    else if (compareDecimals(ticket.amount, pair.minAmount) < 0)
      add('amount', 'amount_least', { least: pair.minAmount, asset: pair.quote });
  } else if (!isSet(ticket.quantity)) add('quantity', 'quantity_missing');
  else if (!isMultiple(ticket.quantity, pair.stepSize))
    add('quantity', 'quantity_step', { step: pair.stepSize, asset: pair.base });
  else if (compareDecimals(ticket.quantity, pair.minVolume) < 0)
    add('quantity', 'quantity_least', { least: pair.minVolume, asset: pair.base });
  else if (compareDecimals(ticket.quantity, pair.maxVolume) > 0)
    add('quantity', 'quantity_most', { most: pair.maxVolume, asset: pair.base });
  else if (ticket.type === 'LIMIT' && isSet(ticket.price) && cost(ticket, context) < units(pair.minAmount)) {
    add('quantity', 'amount_least', { least: pair.minAmount, asset: pair.quote });
  }
  const field: TicketField = ticket.type === 'MARKET' && ticket.marketUnit === 'amount' ? 'amount' : 'quantity';
  const isShort =
    ticket.side === 'BUY'
      ? cost(ticket, context) > units(context.availableQuote)
      : units(sellQuantity(ticket, context)) > units(context.availableBase);
  if (isShort) {
    const [available, asset] =
      ticket.side === 'BUY' ? [context.availableQuote, pair.quote] : [context.availableBase, pair.base];
    add(field, 'balance', { available, asset });
  }
  return found;
}

function isMultiple(value: string, step: string): boolean {
  const size = decimal(step, SCALE);
  return size === 0n || decimal(value, SCALE) % size === 0n;
}

export interface TicketSummary {
  readonly cost: string;
  readonly costAsset: string;
  readonly averagePrice: string;
  readonly fee: string;
  readonly feeAsset: string;
  readonly feeRate: string;
  readonly isMaker: boolean;
  readonly receive: string;
  readonly receiveAsset: string;
  /** Market orders: the price beyond which nothing is filled. */
  readonly worstPrice: string | null;
  /** Whether the known book fills all of a market order. */
  readonly isComplete: boolean;
}

/** Null while there is nothing to count. */
export function summaryOf(ticket: Ticket, context: TicketContext): TicketSummary | null {
  const { pair } = context;
  const taken = estimate(ticket, context);
  let base = taken.quantity;
  let quote = taken.amount;
  let isMaker = false;
  if (ticket.type === 'LIMIT') {
    if (!isSet(ticket.price) || !isSet(ticket.quantity)) return null;
    isMaker = ticket.isPostOnly || base === 0n;
    const rests = isMaker ? units(ticket.quantity) : units(ticket.quantity) - base;
    const restQuote = (rests * units(ticket.price)) / UNIT;
    [base, quote] = isMaker ? [rests, restQuote] : [base + rests, quote + restQuote];
  }
  if (base === 0n) return null;
  const isBuy = ticket.side === 'BUY';
  const feeRate = isMaker ? pair.makerFeeRate : pair.takerFeeRate;
  const inQuote = pair.feeMode === 'QUOTE' || !isBuy;
  const received = isBuy ? base : quote;
  const rate = Number(units(feeRate));
  const fee = BigInt(isBuy && inQuote ? feeOnTop(Number(quote), Math.max(rate, 0)) : feeOfFill(Number(received), rate));
  const isQuoteFeeOnTop = isBuy && inQuote;
  return {
    cost: text(isBuy ? quote + (isQuoteFeeOnTop ? fee : 0n) : base),
    costAsset: isBuy ? pair.quote : pair.base,
    averagePrice: text((quote * UNIT) / base),
    fee: text(fee),
    feeAsset: inQuote ? pair.quote : pair.base,
    feeRate,
    isMaker,
    receive: text(isQuoteFeeOnTop ? received : received - fee),
    receiveAsset: isBuy ? pair.base : pair.quote,
    worstPrice: ticket.type === 'MARKET' ? text(priceBound(ticket, context)) : null,
    isComplete: ticket.type === 'LIMIT' || taken.isComplete,
  };
}

const NOTHING: Estimate = {
  quantity: 0n,
  amount: 0n,
  averagePrice: 0 as Price,
  worstPrice: 0 as Price,
  isComplete: false,
};

/** What the order would take from the book at once. */
function estimate(ticket: Ticket, context: TicketContext): Estimate {
  const { pair, book } = context;
  const byAmount = ticket.type === 'MARKET' && ticket.marketUnit === 'amount';
  const wanted = units(byAmount ? ticket.amount : ticket.quantity);
  if (wanted > BigInt(Number.MAX_SAFE_INTEGER)) return NOTHING;
  const cap = ticket.type === 'MARKET' ? priceBound(ticket, context) : units(ticket.price);
  if (cap === 0n) return NOTHING;
  const quantity = (byAmount ? 0 : Number(wanted)) as Amount;
  const quoteAmount = (byAmount ? Number(wanted) : 0) as Amount;
  const side = bookSide(ticket.side === 'BUY' ? book.asks : book.bids, pair);
  return walkBook(side, ticket.side, { quantity, quoteAmount }, Number(cap) as Price, gridOfPair(pair));
}

/** A book does not change once made: each keystroke reads the same numbers again. */
const sides = new WeakMap<readonly BookLevel[], BookSide>();

function bookSide(levels: readonly BookLevel[], pair: Pair): BookSide {
  const known = sides.get(levels);
  if (known) return known;
  const scales = scalesOf(pair);
  const [price, quantity] = [scaleTo8(scales.price), scaleTo8(scales.quantity)];
  const side = levels.map(
    (level) => [Number(level.price * price) as Price, Number(level.quantity * quantity) as Amount] as const,
  );
  sides.set(levels, side);
  return side;
}

/** The price beyond which nothing of a market order is filled; 0 when the other side is empty. */
function priceBound(ticket: Ticket, { pair, book }: TicketContext): bigint {
  const best = ticket.side === 'BUY' ? book.asks[0] : book.bids[0];
  if (!best) return 0n;
  const price = Number(best.price * scaleTo8(scalesOf(pair).price)) as Price;
  const limits = {
    maxSlippage: Number(units(pair.maxSlippage)),
    premiumFactor: Number(units(pair.premiumFactor)),
    tighter: 0,
  };
  return BigInt(marketCapPrice(ticket.side, price, limits, gridOfPair(pair)));
}

function gridOfPair(pair: Pair): Grid {
  const grid = gridOf(Number(units(pair.tickSize)), Number(units(pair.stepSize)), SCALE, SCALE);
  if (!grid) throw new Error(`${pair.symbol} has no grid`);
  return grid;
}

function scaleTo8(scale: number): bigint {
  return 10n ** BigInt(SCALE - scale);
}

function quoteStep(pair: Pair): { scaleQuote: bigint } {
  return { scaleQuote: 10n ** BigInt(SCALE - Math.min(SCALE, pair.quotePrecision)) };
}

function totalOf(price: string, quantity: string): string {
  return text((units(price) * units(quantity)) / UNIT);
}

export function orderOf(ticket: Ticket, pair: Pair): PlaceOrder {
  const base = { symbol: pair.symbol, side: ticket.side, type: ticket.type };
  const plain = (value: string) => formatUnits(units(value), SCALE);
  if (ticket.type === 'LIMIT') {
    const timeInForce = ticket.isPostOnly ? 'GTX' : ticket.timeInForce;
    return { ...base, timeInForce, price: plain(ticket.price), quantity: plain(ticket.quantity) };
  }
  if (ticket.marketUnit === 'amount') return { ...base, quoteAmount: plain(ticket.amount) };
  return { ...base, quantity: plain(ticket.quantity) };
}
