/** What an order of the ticket takes from the book and what it locks. The sums are the core's formulas. */
import { MAX_UNITS, type Amount, type Price } from '@agio/core/fixed';
import {
  buyReserve,
  gridOf,
  lotsForAmount,
  marketBuySetAside,
  marketCapPrice,
  trailingTriggerTicks,
  walkBook,
  type BookSide,
  type Estimate,
  type Grid,
} from '@agio/core/formulas';
import { ceilDiv } from '../../../../ui/decimal.ts';
import type { Pair } from '../../../api/types.ts';
import type { BookLevel } from '../../../live/book.ts';
import { scalesOf } from '../../../live/book-view.ts';
import { callbackBips, hasLimit, isByAmount, isConditional, type Ticket, type TicketContext } from './ticket.ts';
import { isSet, SCALE, UNIT, units } from '../../../terminal/ticket/typed-units.ts';

const NOTHING: Estimate = {
  quantity: 0n,
  amount: 0n,
  averagePrice: 0 as Price,
  worstPrice: 0 as Price,
  isComplete: false,
};

/** What the order would take from the book at once. */
export function estimate(ticket: Ticket, context: TicketContext): Estimate {
  const { pair, book } = context;
  if (isConditional(ticket)) return NOTHING;
  const byAmount = isByAmount(ticket);
  const wanted = units(byAmount ? ticket.amount : ticket.quantity);
  if (wanted > BigInt(Number.MAX_SAFE_INTEGER)) return NOTHING;
  const cap = ticket.type === 'MARKET' ? priceBound(ticket, context) : units(ticket.price);
  if (cap === 0n) return NOTHING;
  const quantity = (byAmount ? 0 : Number(wanted)) as Amount;
  const quoteAmount = (byAmount ? Number(wanted) : 0) as Amount;
  const side = bookSide(ticket.side === 'BUY' ? book.asks : book.bids, pair);
  return walkBook(side, ticket.side, { quantity, quoteAmount }, Number(cap) as Price, gridOfPair(pair));
}

/** The price beyond which nothing of a market order is filled; 0 when the other side is empty. */
export function priceBound(ticket: Ticket, { pair, book }: TicketContext): bigint {
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

/** The price at which a conditional order would fire; of a trailing stop, if the price turned now. 0 while unknown. */
export function triggerPrice(ticket: Ticket, context: TicketContext): bigint {
  if (ticket.type !== 'TRAILING_STOP') return units(ticket.stopPrice);
  const from = followedFrom(ticket, context);
  if (from === 0n) return 0n;
  const { tickSize } = gridOfPair(context.pair);
  const fromTicks = Math.floor(Number(from) / tickSize);
  return BigInt(trailingTriggerTicks(ticket.side === 'BUY', fromTicks, callbackBips(ticket)) * tickSize);
}

/** From which price on a trailing stop follows. */
function followedFrom(ticket: Ticket, context: TicketContext): bigint {
  return units(isSet(ticket.activationPrice) ? ticket.activationPrice : context.lastPrice);
}

/** Quote units that a buy locks (trading A5.1, A5.2); 0 while that is not known, Infinity for more than the core takes. */
export function quoteLocked(ticket: Ticket, context: TicketContext): number {
  if (isByAmount(ticket)) return reserveOf(Number(units(ticket.amount)), context.pair);
  return quoteLockedFor(ticket, context, units(ticket.quantity));
}

/** The same for another quantity (base units) than the ticket's. */
export function quoteLockedFor(ticket: Ticket, context: TicketContext, quantity: bigint): number {
  const { pair } = context;
  const limited = (price: bigint): number => reserveOf(amountOf(price, quantity), pair);
  const waiting = (from: bigint, bips: number): number =>
    reserveOf(marketBuySetAside(amountOf(from, quantity), bips, Number(units(pair.premiumFactor))), pair);
  switch (ticket.type) {
    case 'MARKET':
      return limited(priceBound(ticket, context));
    case 'TRAILING_STOP':
      return hasLimit(ticket)
        ? limited(units(ticket.price))
        : waiting(followedFrom(ticket, context), callbackBips(ticket));
    case 'OCO': {
      // Both orders share one reservation, as large as the larger of the two needs (trading A1.4).
      const { stopLimitPrice, stopPrice } = ticket;
      const stop = isSet(stopLimitPrice) ? limited(units(stopLimitPrice)) : waiting(units(stopPrice), 0);
      return Math.max(limited(units(ticket.price)), stop);
    }
    default:
      return hasLimit(ticket) ? limited(units(ticket.price)) : waiting(units(ticket.stopPrice), 0);
  }
}

/** Base units that a sell locks (trading A5.1); Infinity for more than the core takes. */
export function baseLocked(ticket: Ticket, context: TicketContext): number {
  if (!isByAmount(ticket)) return Number(units(ticket.quantity));
  const bound = Number(priceBound(ticket, context));
  if (bound === 0) return 0;
  const { tickSize, stepSize, unit } = gridOfPair(context.pair);
  const locked = lotsForAmount(Number(units(ticket.amount)), (bound / tickSize) * unit) * stepSize;
  return locked > MAX_UNITS ? Infinity : locked;
}

function amountOf(price: bigint, quantity: bigint): number {
  const amount = Number(ceilDiv(price * quantity, UNIT));
  return amount > MAX_UNITS ? Infinity : amount;
}

/** The amount plus its fee. */
function reserveOf(amount: number, pair: Pair): number {
  const reserveRate = Math.max(Number(units(pair.makerFeeRate)), Number(units(pair.takerFeeRate)));
  return amount > MAX_UNITS ? Infinity : buyReserve({ feeInQuote: pair.feeMode === 'QUOTE', reserveRate }, amount, 0);
}

/** Parsed levels, kept for each book: books do not change, and every keystroke needs them. */
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

function gridOfPair(pair: Pair): Grid {
  const grid = gridOf(Number(units(pair.tickSize)), Number(units(pair.stepSize)), SCALE, SCALE);
  if (!grid) throw new Error(`${pair.symbol} has no grid`);
  return grid;
}

function scaleTo8(scale: number): bigint {
  return 10n ** BigInt(SCALE - scale);
}
