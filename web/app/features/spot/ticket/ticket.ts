/** The order ticket as data: what was chosen and typed. Pure; the other ticket files count with it. */
import { decimal } from '../../../../ui/decimal.ts';
import type { Pair, Side, TimeInForce } from '../../../api/types.ts';
import type { Book } from '../../../live/book.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';

export { firesUpward, isConditional } from '../../../terminal/ticket/order-kind.ts';

export const CONDITIONAL_TYPES = ['STOP_LIMIT', 'STOP_MARKET', 'TAKE_PROFIT', 'TRAILING_STOP', 'OCO'] as const;
export type ConditionalType = (typeof CONDITIONAL_TYPES)[number];
export type TicketType = 'LIMIT' | 'MARKET' | ConditionalType;
/** Whether a market order is given in base (quantity) or quote (amount). */
export type MarketUnit = 'quantity' | 'amount';

/** The fields with typed numbers, as typed; empty while nothing is typed. */
interface TicketNumbers {
  /** Limit price; of an OCO the price of the order in the book. */
  readonly price: string;
  readonly quantity: string;
  /** Quote: the total of a limit order, or what a market order spends or receives. */
  readonly amount: string;
  /** Trigger price of a stop or take-profit order. */
  readonly stopPrice: string;
  /** Limit price of an OCO's stop order; without it that is a market order. */
  readonly stopLimitPrice: string;
  /** Callback of a trailing stop in percent. */
  readonly callback: string;
  /** Activation price of a trailing stop; without it, it follows from the last price. */
  readonly activationPrice: string;
  /** Visible quantity of an iceberg. */
  readonly displayQuantity: string;
}
export type TicketField = keyof TicketNumbers;
export type TicketPrices = Pick<
  TicketNumbers,
  'price' | 'stopPrice' | 'stopLimitPrice' | 'callback' | 'activationPrice'
>;

export const NO_PRICES: TicketPrices = {
  price: '',
  stopPrice: '',
  stopLimitPrice: '',
  callback: '',
  activationPrice: '',
};

export interface Ticket extends TicketNumbers {
  readonly side: Side;
  readonly type: TicketType;
  readonly timeInForce: Exclude<TimeInForce, 'GTX'>;
  readonly isPostOnly: boolean;
  readonly isIceberg: boolean;
  /** A take-profit or trailing stop that trades as a market order once its trigger fires. */
  readonly isMarketThen: boolean;
  readonly marketUnit: MarketUnit;
  /** The limit price is the one that the ticket began with: it follows the last price (terminal/ticket/offered-price.ts). */
  readonly isPriceOffered: boolean;
  /** What was typed in other types of order, for when they are chosen again. */
  readonly pricesOf: Readonly<Partial<Record<TicketType, TicketPrices>>>;
}

export interface FeeRates {
  readonly maker: string;
  readonly taker: string;
}

export interface TicketContext {
  readonly pair: Pair;
  readonly book: Book;
  readonly lastPrice: string;
  readonly availableBase: string;
  readonly availableQuote: string;
  /** The user's fee rates in this market. */
  readonly feeRates: FeeRates;
}

export const EMPTY_TICKET: Ticket = {
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  isPostOnly: false,
  isIceberg: false,
  isMarketThen: false,
  ...NO_PRICES,
  quantity: '',
  amount: '',
  displayQuantity: '',
  marketUnit: 'quantity',
  isPriceOffered: false,
  pricesOf: {},
};

/** Can the user choose whether it becomes a market or a limit order? */
export function hasThen({ type }: Pick<Ticket, 'type'>): boolean {
  return type === 'TAKE_PROFIT' || type === 'TRAILING_STOP';
}

/** Does the order have a limit price? */
export function hasLimit(ticket: Ticket): boolean {
  if (hasThen(ticket)) return !ticket.isMarketThen;
  return ticket.type !== 'MARKET' && ticket.type !== 'STOP_MARKET';
}

/** Does the ticket have a field for the total? Those with more prices leave it to the preview, so that the ticket fits one screen. */
export function hasTotal(ticket: Ticket): boolean {
  return hasLimit(ticket) && ticket.type !== 'OCO' && ticket.type !== 'TRAILING_STOP';
}

export function isByAmount({ type, marketUnit }: Ticket): boolean {
  return type === 'MARKET' && marketUnit === 'amount';
}

/** Decimals of a callback in percent: it counts in hundredths of one. */
export const PERCENT_BIPS_SCALE = 2;

/** The callback in hundredths of a percent. */
export function callbackBips(ticket: Ticket): number {
  return isSet(ticket.callback) ? Number(decimal(ticket.callback, PERCENT_BIPS_SCALE)) : 0;
}
