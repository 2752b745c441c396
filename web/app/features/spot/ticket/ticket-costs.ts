/** What an order of the ticket takes from the book and what it locks. Price limits and the walk are the core's formulas. */
import type { Amount, Price } from '@agio/core/fixed';
import { gridOf, marketCapPrice, walkBook, type BookSide, type Estimate, type Grid } from '@agio/core/formulas';
import { ceilDiv } from '../../../../ui/decimal.ts';
import type { Pair } from '../../../api/types.ts';
import type { BookLevel } from '../../../live/book.ts';
import { scalesOf } from '../../../live/book-view.ts';
import {
  callbackBips,
  hasLimit,
  isByAmount,
  isConditional,
  isSet,
  SCALE,
  text,
  UNIT,
  units,
  type Ticket,
  type TicketContext,
} from './ticket.ts';

const BIPS_ONE = 10_000n;

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

/** Where a waiting order would enter; of a trailing stop, when nothing moves. 0 while that is not known. */
export function triggerPrice(ticket: Ticket, context: TicketContext): bigint {
  if (ticket.type !== 'TRAILING_STOP') return units(ticket.stopPrice);
  const from = units(isSet(ticket.activationPrice) ? ticket.activationPrice : context.lastPrice);
  const delta = BigInt(callbackBips(ticket));
  return (from * (ticket.side === 'BUY' ? BIPS_ONE + delta : BIPS_ONE - delta)) / BIPS_ONE;
}

/** The highest price a buy of this ticket sets money aside for (trading A5.1); 0 while it is not known. */
export function reservePrice(ticket: Ticket, context: TicketContext): bigint {
  if (ticket.type === 'MARKET') return priceBound(ticket, context);
  const premium = (price: bigint): bigint => ceilDiv(price * (UNIT + units(context.pair.premiumFactor)), UNIT);
  const own = hasLimit(ticket) ? units(ticket.price) : premium(triggerPrice(ticket, context));
  if (ticket.type !== 'OCO') return own;
  // Both orders share what the dearer one needs (trading A1.4).
  const stop = isSet(ticket.stopLimitPrice) ? units(ticket.stopLimitPrice) : premium(units(ticket.stopPrice));
  return own > stop ? own : stop;
}

/** Quote that a buy needs. */
export function cost(ticket: Ticket, context: TicketContext): bigint {
  if (isByAmount(ticket)) return units(ticket.amount);
  if (ticket.type === 'MARKET') return estimate(ticket, context).amount;
  return (reservePrice(ticket, context) * units(ticket.quantity)) / UNIT;
}

/** Base that a sell needs. */
export function sellQuantity(ticket: Ticket, context: TicketContext): string {
  if (!isByAmount(ticket)) return ticket.quantity;
  const last = units(context.lastPrice);
  return last === 0n ? '0' : text((units(ticket.amount) * UNIT) / last);
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

function gridOfPair(pair: Pair): Grid {
  const grid = gridOf(Number(units(pair.tickSize)), Number(units(pair.stepSize)), SCALE, SCALE);
  if (!grid) throw new Error(`${pair.symbol} has no grid`);
  return grid;
}

function scaleTo8(scale: number): bigint {
  return 10n ** BigInt(SCALE - scale);
}
