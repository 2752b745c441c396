/** What closing a part of a position comes to. All amounts are units of 10^-8. */
import { ceilDiv, ONE, reduce } from '@agio/core/formulas';
import { floorTo } from '../../../../ui/decimal.ts';
import type { Contract, FuturesTicker, Position } from '../../../api/calls/futures.ts';
import type { Side } from '../../../api/types.ts';
import type { Book } from '../../../live/book.ts';
import { openPartOf, unitsOf } from '../margin.ts';
import { boundOf, takenFromBook, type TicketContext } from '../ticket/ticket-preview.ts';

export const closingSide = ({ direction }: Pick<Position, 'direction'>): Side =>
  direction === 'LONG' ? 'SELL' : 'BUY';

/** A share of the position in whole steps, rounded down; all of it at 100. */
export function shareOf(position: Position, percent: number, contract: Contract): bigint {
  const open = unitsOf(position.quantity);
  return percent === 100 ? open : floorTo((open * BigInt(percent)) / 100n, unitsOf(contract.stepSize));
}

/** What the question for a part begins with: half, so that all of it is never closed by mistake; all of a position that has no half. */
export function firstPart(position: Position, contract: Contract): bigint {
  const half = shareOf(position, 50, contract);
  return half === 0n ? unitsOf(position.quantity) : half;
}

export interface Prices {
  readonly ticker: Pick<FuturesTicker, 'bidPrice' | 'askPrice'> | undefined;
  /** Null of a contract whose book is not on the screen. */
  readonly book: Book | null;
  readonly mark: bigint;
}

export interface EstimatePrices extends Prices {
  readonly feeRates: TicketContext['feeRates'];
}

/** What a market order of this size would get on average; without a book, the best price that is known. */
export function marketPrice(position: Position, contract: Contract, quantity: bigint, prices: Prices): bigint {
  const side = closingSide(position);
  if (prices.book !== null && quantity > 0n) {
    const bound = boundOf(side, { state: { contract, mark: prices.mark } });
    const taken = takenFromBook(contract, prices.book, { side, quantity, bound });
    if (taken.quantity > 0n) return (taken.amount * ONE) / taken.quantity;
  }
  const best = unitsOf((side === 'SELL' ? prices.ticker?.bidPrice : prices.ticker?.askPrice) ?? '0');
  return best > 0n ? best : prices.mark;
}

/** Whether a limit order at this price would trade at once and so pay the taker's fee. */
export function crosses(position: Position, price: bigint, ticker: Prices['ticker']): boolean {
  const side = closingSide(position);
  const best = unitsOf((side === 'SELL' ? ticker?.bidPrice : ticker?.askPrice) ?? '0');
  return best > 0n && (side === 'SELL' ? price <= best : price >= best);
}

/** The result of closing `quantity` at `price` after its fee (trading B4); the fee rounds up, a rebate down. */
export function closingResult(
  position: Position,
  { quantity, price, feeRate }: { readonly quantity: bigint; readonly price: bigint; readonly feeRate: bigint },
): { readonly realised: bigint; readonly fee: bigint } {
  const { realised } = reduce(openPartOf(position), quantity, price);
  return { realised, fee: feeOf(quantity, price, feeRate) };
}

/** Rounded up; a rebate is rounded down. */
export function feeOf(quantity: bigint, price: bigint, feeRate: bigint): bigint {
  const notional = (quantity * price) / ONE;
  return feeRate < 0n ? -((notional * -feeRate) / ONE) : ceilDiv(notional * feeRate, ONE);
}

/** What closes: an order at the market, or one at a typed price. Units of 10^-8; the price of a market order is not looked at. */
export interface Closing {
  readonly type: 'MARKET' | 'LIMIT';
  readonly price: bigint;
  readonly quantity: bigint;
}

/** All of a position by a market order. */
export const closingAtMarket = ({ quantity }: Pick<Position, 'quantity'>): Closing => ({
  type: 'MARKET',
  price: 0n,
  quantity: unitsOf(quantity),
});

export interface ClosingEstimate {
  readonly price: bigint;
  readonly realised: bigint;
  readonly fee: bigint;
}

/** Null while there is nothing to count. */
export function closingEstimate(
  position: Position,
  contract: Contract,
  { type, price, quantity }: Closing,
  { feeRates, ...prices }: EstimatePrices,
): ClosingEstimate | null {
  if (quantity === 0n || quantity > unitsOf(position.quantity)) return null;
  const at = type === 'LIMIT' ? price : marketPrice(position, contract, quantity, prices);
  if (at === 0n) return null;
  const feeRate = type === 'LIMIT' && !crosses(position, at, prices.ticker) ? feeRates.maker : feeRates.taker;
  return { price: at, ...closingResult(position, { quantity, price: at, feeRate }) };
}

export interface ReversalEstimate {
  readonly closing: ClosingEstimate;
  /** What as much is opened at on the other side, after the closing has taken its part of the book. */
  readonly openingPrice: bigint;
  readonly openingFee: bigint;
}

/** All of a position turned round by two market orders, one after the other; null while there is nothing to count. */
export function reversalEstimate(
  position: Position,
  contract: Contract,
  prices: EstimatePrices,
): ReversalEstimate | null {
  const closing = closingEstimate(position, contract, closingAtMarket(position), prices);
  if (closing === null) return null;
  const quantity = unitsOf(position.quantity);
  const openingPrice = nextPrice(position, contract, quantity, prices) ?? closing.price;
  return { closing, openingPrice, openingFee: feeOf(quantity, openingPrice, prices.feeRates.taker) };
}

/** What a second market order of this size gets on average, once a first one has traded; null where the book does not tell. */
function nextPrice(position: Position, contract: Contract, quantity: bigint, { book, mark }: Prices): bigint | null {
  if (book === null) return null;
  const side = closingSide(position);
  const bound = boundOf(side, { state: { contract, mark } });
  const [first, both] = [quantity, 2n * quantity].map((wanted) =>
    takenFromBook(contract, book, { side, quantity: wanted, bound }),
  );
  const traded = both!.quantity - first!.quantity;
  return traded > 0n ? ((both!.amount - first!.amount) * ONE) / traded : null;
}

/** Results and fees of several together; null where one is not known: a sum without it would look like that of all. */
export function sumOfClosings(
  estimates: readonly (ClosingEstimate | null)[],
): Pick<ClosingEstimate, 'realised' | 'fee'> | null {
  let [realised, fee] = [0n, 0n];
  for (const estimate of estimates) {
    if (estimate === null) return null;
    realised += estimate.realised;
    fee += estimate.fee;
  }
  return { realised, fee };
}
