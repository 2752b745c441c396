/** The order ticket of a perpetual as data: what was chosen and typed. Pure. */
import type { TriggerSource } from '@agio/core/words';
import type { SizeUnit } from '@agio/contracts/display';
import type { Position, Preference } from '../../../api/calls/futures.ts';
import type { Side, TimeInForce } from '../../../api/types.ts';
import { isConditional } from '../../../terminal/ticket/order-kind.ts';
import { staysOffered } from '../../../terminal/ticket/offered-price.ts';

export { firesUpward, isConditional } from '../../../terminal/ticket/order-kind.ts';

export const TICKET_TYPES = ['LIMIT', 'MARKET', 'STOP', 'TAKE_PROFIT', 'TRAILING_STOP'] as const;
export type TicketType = (typeof TICKET_TYPES)[number];

/** The fields with typed numbers, as typed; empty while nothing is typed. */
interface TicketNumbers {
  readonly price: string;
  readonly quantity: string;
  /** The size in the settlement coin, where it is given so: the quantity is then counted from it (ticket-amount.ts). */
  readonly amount: string;
  readonly triggerPrice: string;
  /** Of a trailing stop: how far the price turns back, in percent. */
  readonly callback: string;
  readonly activationPrice: string;
  /** Triggers of the exits that the order brings. */
  readonly takeProfit: string;
  readonly stopLoss: string;
}
export type TicketField = keyof TicketNumbers;
type TicketPrices = Omit<TicketNumbers, 'quantity' | 'amount'>;

const NO_PRICES: TicketPrices = {
  price: '',
  triggerPrice: '',
  callback: '',
  activationPrice: '',
  takeProfit: '',
  stopLoss: '',
};

export interface FuturesTicket extends TicketNumbers {
  readonly side: Side;
  readonly type: TicketType;
  /** Of a ticket whose size is an amount, the quantity is counted from that. Chosen for all contracts: the display's choices keep it. */
  readonly sizeUnit: SizeUnit;
  readonly timeInForce: Exclude<TimeInForce, 'GTX'>;
  readonly isPostOnly: boolean;
  readonly isReduceOnly: boolean;
  /** In hedge mode: it closes the named side instead of opening it. */
  readonly isClosing: boolean;
  /** A stop or take-profit that trades as a market order once its trigger fires. */
  readonly isMarketThen: boolean;
  /** Which price wakes a conditional order and the exits. */
  readonly source: TriggerSource;
  readonly hasExits: boolean;
  /** The limit price is the one that the ticket began with: it follows the last price (terminal/ticket/offered-price.ts). */
  readonly isPriceOffered: boolean;
  /** What was typed in other types of order, for when they are chosen again. */
  readonly pricesOf: Readonly<Partial<Record<TicketType, TicketPrices>>>;
}

export const EMPTY_TICKET: FuturesTicket = {
  side: 'BUY',
  type: 'LIMIT',
  sizeUnit: 'quantity',
  timeInForce: 'GTC',
  isPostOnly: false,
  isReduceOnly: false,
  isClosing: false,
  isMarketThen: true,
  source: 'LAST',
  hasExits: false,
  ...NO_PRICES,
  quantity: '',
  amount: '',
  isPriceOffered: false,
  pricesOf: {},
};

/** As it counts in this mode: reduce-only is offered in one-way mode alone, opening or closing in hedge mode alone. */
export function inMode(ticket: FuturesTicket, { positionMode }: Pick<Preference, 'positionMode'>): FuturesTicket {
  const isReduceOnly = ticket.isReduceOnly && positionMode === 'ONE_WAY';
  const isClosing = ticket.isClosing && positionMode === 'HEDGE';
  if (isReduceOnly === ticket.isReduceOnly && isClosing === ticket.isClosing) return ticket;
  return { ...ticket, isReduceOnly, isClosing };
}

/** Changes the type. The size stays; prices are kept for each type and come back with it. */
export function withType(ticket: FuturesTicket, type: TicketType): FuturesTicket {
  const { price, triggerPrice, callback, activationPrice, takeProfit, stopLoss } = ticket;
  const typed = { price, triggerPrice, callback, activationPrice, takeProfit, stopLoss };
  const pricesOf = { ...ticket.pricesOf, [ticket.type]: typed };
  return { ...ticket, ...(pricesOf[type] ?? NO_PRICES), type, pricesOf };
}

/** A price of the book or the chart is the limit price; a type that has none gives way to a limit order. */
export function withChosenPrice(ticket: FuturesTicket, price: string): FuturesTicket {
  const limited = hasLimit(ticket) ? ticket : withType(ticket, 'LIMIT');
  return { ...limited, price, isPriceOffered: staysOffered(limited) };
}

/**
 * After its order was taken: without a size, and without exits, which were that order's, in every type of order. What was chosen otherwise
 * stays, and so do prices.
 */
export function afterSent(ticket: FuturesTicket): FuturesTicket {
  const noExits = { takeProfit: '', stopLoss: '' };
  const pricesOf = Object.fromEntries(
    Object.entries(ticket.pricesOf).map(([type, prices]) => [type, { ...prices, ...noExits }]),
  );
  return { ...ticket, ...noExits, quantity: '', amount: '', hasExits: false, pricesOf };
}

/**
 * The same text for two tickets that make the same order. What waits for other types of order is no part of it: the offered limit price there
 * follows the market, while nobody types or chooses anything.
 */
export function orderText(ticket: FuturesTicket): string {
  const fields = (Object.keys(ticket) as (keyof FuturesTicket)[]).sort();
  const counted = fields.filter((field) => field !== 'pricesOf' && field !== 'isPriceOffered');
  return JSON.stringify(counted.map((field) => [field, ticket[field]]));
}

/** Does its price field count? */
export function hasLimit({ type, isMarketThen }: Pick<FuturesTicket, 'type' | 'isMarketThen'>): boolean {
  return type === 'LIMIT' || ((type === 'STOP' || type === 'TAKE_PROFIT') && !isMarketThen);
}

export function isByAmount({ sizeUnit }: Pick<FuturesTicket, 'sizeUnit'>): boolean {
  return sizeUnit === 'amount';
}

/** May the order bring exits? Those that wait or only close bring none. */
export function mayHaveExits(ticket: FuturesTicket): boolean {
  return !isConditional(ticket) && !ticket.isReduceOnly && !ticket.isClosing;
}

/** BOTH in one-way mode; in hedge mode the side that is opened or closed (trading B3). */
export function positionSideOf(
  { side, isClosing }: Pick<FuturesTicket, 'side' | 'isClosing'>,
  { positionMode }: Pick<Preference, 'positionMode'>,
): Position['positionSide'] {
  if (positionMode === 'ONE_WAY') return 'BOTH';
  return (side === 'BUY') === isClosing ? 'SHORT' : 'LONG';
}
