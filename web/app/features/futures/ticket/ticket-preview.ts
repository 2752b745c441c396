/** What the ticket's order would cost and lead to. All sums are the core's formulas (margin.ts). */
import type { Amount, Price } from '@agio/core/fixed';
import {
  ceilDiv,
  ceilShift,
  floorShift,
  gridOf,
  ONE,
  reduceAtValue,
  trailingFiresAt,
  walkBook,
} from '@agio/core/formulas';
import { floorTo } from '../../../../ui/decimal.ts';
import type { Capital, Contract } from '../../../api/calls/futures.ts';
import type { Side } from '../../../api/types.ts';
import type { Book, BookLevel } from '../../../live/book.ts';
import { isSet, units } from '../../../terminal/ticket/typed-units.ts';
import { costOf, costPartsOf, type MarginState, openPartOf, outcomeOf, type Planned, unitsOf } from '../margin.ts';
import { closableSize } from './ticket-closing.ts';
import { hasLimit, isConditional, positionSideOf, type FuturesTicket } from './ticket.ts';

export interface TicketContext {
  readonly state: MarginState;
  /** Whether positions and orders were told yet: while they were not there are none in the state, which says nothing of what could be closed. */
  readonly isAccountKnown: boolean;
  readonly book: Book;
  readonly lastPrice: string;
  /** In 10^-8; 0 while it is not known. */
  readonly index: bigint;
  /** Units of the settlement asset. */
  readonly available: bigint;
  /** The user's own fee rates, in 10^-8. */
  readonly feeRates: { readonly maker: bigint; readonly taker: bigint };
}

export interface Preview {
  /** Everything in units of 10^-8. Of an order that only closes, what it can close at most. */
  readonly quantity: bigint;
  readonly value: bigint;
  /** What the order is expected to cost: its margin at the expected price, and its fee. 0 of one that only closes. */
  readonly cost: bigint;
  /** What is set aside until it fills, at the worst price that it may fill at; nothing while it waits for its trigger (trading B5). */
  readonly reserved: bigint;
  readonly margin: bigint;
  /** What bonus has to carry of what is set aside because own funds do not (trading E2); 0: they do. */
  readonly fromBonus: bigint;
  readonly fee: bigint;
  readonly feeRate: bigint;
  readonly isMaker: boolean;
  /** What an order that only closes brings before its fee (trading B4); null of one that may open. */
  readonly realised: bigint | null;
  readonly averagePrice: bigint;
  readonly liquidationNow: bigint | null;
  readonly liquidationAfter: bigint | null;
  /** After it there is a position, and no price liquidates that. */
  readonly isCovered: boolean;
  /** Whether the known book fills all of a market order within its bound. */
  readonly isComplete: boolean;
}

/** Null while there is nothing to count. */
export function previewOf(ticket: FuturesTicket, context: TicketContext): Preview | null {
  const closable = closableSize(ticket, context.state);
  const typed = units(ticket.quantity);
  const quantity = closable !== null && closable.quantity < typed ? closable.quantity : typed;
  const asked = askedPrice(ticket, context);
  if (quantity === 0n || asked === 0n) return null;
  const { state, feeRates } = context;
  const planned = plannedOf(ticket, context, quantity);
  const taken = takenOf(ticket, context, quantity);
  const isMaker = !isConditional(ticket) && ticket.type === 'LIMIT' && (ticket.isPostOnly || taken.quantity === 0n);
  const rests = quantity - taken.quantity;
  const isWhole = ticket.type !== 'MARKET';
  const value = taken.amount + (isWhole ? (rests * asked) / ONE : 0n);
  const traded = isWhole ? quantity : taken.quantity;
  const averagePrice = traded === 0n ? asked : (value * ONE) / traded;
  const feeRate = isMaker ? feeRates.maker : feeRates.taker;
  const needed = costOf(state, planned);
  const now = state.positions.find(
    (one) => one.symbol === state.contract.symbol && one.positionSide === planned.positionSide,
  );
  const expected = { ...planned, quantity: traded, price: averagePrice };
  const after = outcomeOf(state, expected, feeRate);
  const margin = costPartsOf(state, expected).margin;
  const fee = feeRate < 0n ? -((value * -feeRate) / ONE) : ceilDiv(value * feeRate, ONE);
  const canBePaid = needed <= context.available;
  const liquidationNow = now && unitsOf(now.liquidationPrice) > 0n ? unitsOf(now.liquidationPrice) : null;
  const closed = closable?.position ?? null;
  return {
    quantity,
    value,
    realised: closed === null || traded === 0n ? null : reduceAtValue(openPartOf(closed), traded, value).realised,
    cost: needed === 0n ? 0n : margin + fee,
    reserved: isConditional(ticket) ? 0n : needed,
    margin,
    fromBonus: fromBonus(needed, ticket.side, context),
    fee,
    feeRate,
    isMaker,
    averagePrice,
    liquidationNow,
    // An order that cannot be paid has no position after it.
    liquidationAfter: canBePaid ? after.liquidation : null,
    isCovered: canBePaid && after.position !== null && after.liquidation === null,
    isComplete: isWhole || rests === 0n,
  };
}

export function plannedOf(ticket: FuturesTicket, context: TicketContext, quantity: bigint): Planned {
  const { preference } = context.state;
  return {
    side: ticket.side,
    positionSide: positionSideOf(ticket, preference),
    quantity,
    price: assumedPrice(ticket, context),
    isReduceOnly: preference.positionMode === 'ONE_WAY' && ticket.isReduceOnly,
  };
}

/** What is available counts bonus as well; own funds are the rest, and they carry an order first (trading E2). */
function fromBonus(cost: bigint, side: Side, { available, state }: TicketContext): bigint {
  const bonus = unitsOf(state.capital.expMoney);
  const own = available > bonus ? available - bonus : 0n;
  const missing = cost > own ? cost - own : 0n;
  const usable = bonus - barredBonus(side, state).amount;
  return missing < usable ? missing : usable;
}

export interface BarredBonus {
  /** In units of the settlement asset. */
  readonly amount: bigint;
  /** The highest leverage with which some of it would count in this contract; null: none counts there. */
  readonly leverage: number | null;
}

/** The free bonus that may not back an order of this side, because of its leverage or its contract (trading E2). */
export function barredBonus(
  side: Side,
  { contract, preference, capital }: Pick<MarginState, 'contract' | 'preference' | 'capital'>,
): BarredBonus {
  const leverage = side === 'BUY' ? preference.longLeverage : preference.shortLeverage;
  const isHere = ({ symbols }: Bonus) => symbols.length === 0 || symbols.includes(contract.symbol);
  const barred = capital.bonuses.filter(
    (bonus) => !isHere(bonus) || (bonus.maxLeverage > 0 && leverage > bonus.maxLeverage),
  );
  const limits = barred.filter(isHere).map(({ maxLeverage }) => maxLeverage);
  return {
    amount: barred.reduce((sum, { free }) => sum + unitsOf(free), 0n),
    leverage: limits.length === 0 ? null : Math.max(...limits),
  };
}
type Bonus = Capital['bonuses'][number];

/** Its limit, its trigger, or the best price of the other side; 0 while it is not known. */
export function askedPrice(ticket: FuturesTicket, context: TicketContext): bigint {
  const { book, lastPrice, state } = context;
  if (hasLimit(ticket)) return units(ticket.price);
  if (ticket.type === 'STOP' || ticket.type === 'TAKE_PROFIT') return units(ticket.triggerPrice);
  if (ticket.type === 'TRAILING_STOP' && isSet(ticket.callback)) return trailingPrice(ticket, context);
  const best = ticket.side === 'BUY' ? book.asks[0] : book.bids[0];
  if (best) return best.price * scaleOf(state.contract.pricePrecision);
  return units(lastPrice);
}

/** Where a trailing stop would fire if the price that it follows turned now, or at its activation (trading B15); 0 while that is not known. */
function trailingPrice(ticket: FuturesTicket, { lastPrice, index, state }: TicketContext): bigint {
  const followed = { LAST: units(lastPrice), MARK: state.mark, INDEX: index }[ticket.source];
  const extreme = isSet(ticket.activationPrice) ? units(ticket.activationPrice) : followed;
  // The field is in percent.
  const callbackRate = units(ticket.callback) / 100n;
  const tick = unitsOf(state.contract.tickSize);
  const price = trailingFiresAt({ isBuy: ticket.side === 'BUY', extreme, callbackRate, tick });
  return price > 0n ? price : 0n;
}

/**
 * What margin is counted at: a market buy at the highest price that it may pay, a market sell at the better of bid and mark (trading B5);
 * a price that is not typed yet as the last one.
 */
function assumedPrice(ticket: FuturesTicket, context: TicketContext): bigint {
  if (ticket.type !== 'MARKET') return askedPrice(ticket, context) || units(context.lastPrice);
  if (ticket.side === 'BUY') return boundOf('BUY', context);
  const bid = context.book.bids[0];
  const price = bid ? bid.price * scaleOf(context.state.contract.pricePrecision) : 0n;
  return price > context.state.mark ? price : context.state.mark;
}

/** The highest price that a buy may pay, the lowest that a sell may get (trading B18). */
export function boundOf(side: Side, { state }: { readonly state: Pick<MarginState, 'contract' | 'mark'> }): bigint {
  const { contract, mark } = state;
  const [tick, scope] = [unitsOf(contract.tickSize), unitsOf(contract.priceProtectScope)];
  if (side === 'BUY') return floorTo((mark * (ONE + scope)) / ONE, tick);
  const lowest = ceilDiv(mark * (ONE - scope), ONE);
  return floorTo(lowest + tick - 1n, tick);
}

/** How far the side that waits may stand from the last price, which the mark stands for before the first trade (trading B18); null: anywhere. */
export function waitingBound(side: Side, contract: Contract, mark: bigint, last: bigint): bigint | null {
  const rate = unitsOf(side === 'BUY' ? contract.minBuyPriceOffset : contract.maxSellPriceOffset);
  if (rate === 0n) return null;
  const tick = unitsOf(contract.tickSize);
  const ticks = Number((last === 0n ? mark : last) / tick);
  return BigInt(side === 'BUY' ? ceilShift(ticks, Number(rate)) : floorShift(ticks, Number(rate))) * tick;
}

/** Whether a post-only order would trade at once, by the book as it is known here: it is refused then (trading A2). */
export function isPostOnlyRefused(ticket: FuturesTicket, context: TicketContext): boolean {
  if (ticket.type !== 'LIMIT' || !ticket.isPostOnly) return false;
  return takenOf(ticket, context, units(ticket.quantity)).quantity > 0n;
}

/** What the order would take from the book at once. */
function takenOf(ticket: FuturesTicket, context: TicketContext, quantity: bigint): Taken {
  if (isConditional(ticket)) return { quantity: 0n, amount: 0n };
  const { contract } = context.state;
  const bound = ticket.type === 'MARKET' ? boundOf(ticket.side, context) : units(ticket.price);
  return takenFromBook(contract, context.book, { side: ticket.side, quantity, bound });
}

/** Units of 10^-8 of the base and of the settlement asset. */
export interface Taken {
  readonly quantity: bigint;
  readonly amount: bigint;
}

/** The levels of the known book that this side trades with, without those beyond `bound` (0: all); everything in 10^-8. */
export function levelsWithin(contract: Contract, book: Book, side: Side, bound: bigint): readonly BookLevel[] {
  const [price, amount] = [scaleOf(contract.pricePrecision), scaleOf(contract.amountPrecision)];
  const levels = side === 'BUY' ? book.asks : book.bids;
  const scaled = levels.map((level) => ({ price: level.price * price, quantity: level.quantity * amount }));
  if (bound === 0n) return scaled;
  return scaled.filter((level) => (side === 'BUY' ? level.price <= bound : level.price >= bound));
}

/** What an order of this size takes from the known book without passing `bound` (10^-8). */
export function takenFromBook(
  contract: Contract,
  book: Book,
  { side, quantity, bound }: { readonly side: Side; readonly quantity: bigint; readonly bound: bigint },
): Taken {
  const grid = gridOf(Number(unitsOf(contract.tickSize)), Number(unitsOf(contract.stepSize)), 8, 8);
  if (!grid || quantity > BigInt(Number.MAX_SAFE_INTEGER)) return { quantity: 0n, amount: 0n };
  const rows = levelsWithin(contract, book, side, bound).map(
    (level) => [Number(level.price) as Price, Number(level.quantity) as Amount] as const,
  );
  const wanted = { quantity: Number(quantity) as Amount, quoteAmount: 0 as Amount };
  const taken = walkBook(rows, side, wanted, Number(bound) as Price, grid);
  return { quantity: BigInt(taken.quantity), amount: BigInt(taken.amount) };
}

/** The average price of what was taken and its fee, in units of 10^-8; null: nothing was. */
export function averageAndFee(
  { quantity, amount }: Taken,
  takerRate: bigint,
): { readonly averagePrice: bigint; readonly fee: bigint } | null {
  if (quantity === 0n) return null;
  return { averagePrice: (amount * ONE) / quantity, fee: ceilDiv(amount * takerRate, ONE) };
}

function scaleOf(precision: number): bigint {
  return 10n ** BigInt(8 - precision);
}
