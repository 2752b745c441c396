/** Writes the rows of the most frequent events: what each place holds is in core/protocol/event-rows.ts, who reads it in unpack-rows.ts. */
import {
  ACCOUNT,
  AMENDS,
  BUY,
  CREATED,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  hasTerms,
  ID,
  INT_STRIDE,
  KEY,
  LIMIT_TYPE,
  MARKET,
  NUM_STRIDE,
  type OrderPool,
  PREVENTED_LOTS,
  QUOTE_AMOUNT,
  sideOf,
  TOTAL_LOTS,
  typeOf,
  UPDATED,
  USER,
} from '../book/order-pool.ts';
import type { Book } from '../book/book.ts';
import { AVAILABLE, FUTURES, type Ledger, LOCKED } from '../ledger/ledger.ts';
import type { MarginAccounts } from '../perp/account/margin-accounts.ts';
import type { Contract } from '../perp/contract/contract.ts';
import * as row from '../protocol/event-rows.ts';
import { ORDER_CHANGED_CAUSES, type OrderChangedCause, placeOf } from '../protocol/words.ts';
import type { Market } from '../spot/market.ts';
import type { Fill } from '../spot/sink.ts';
import type { Users } from '../users/users.ts';
import { ASSET_NAME, type EventWriter, PERP_SYMBOL, SPOT_SYMBOL } from './event-writer.ts';

export interface OrderParts {
  readonly orders: OrderPool;
  readonly users: Users;
  readonly markets: readonly Market[];
}

/** The order as it stands, without `index` and `userSeq`; answers where the row begins. */
export function writeOrder(to: EventWriter, parts: OrderParts, order: number, cause: OrderChangedCause): number {
  const { int, num } = parts.orders;
  const at = order * INT_STRIDE;
  const numAt = order * NUM_STRIDE;
  const flags = int[at + FLAGS];
  const market = parts.markets[int[at + MARKET]];
  const step = market.stepSize;
  const begin = to.row(row.ORDER, row.ORDER_ROW);
  const { numbers } = to;
  numbers[begin + row.ORDER_CAUSE] = placeOf(ORDER_CHANGED_CAUSES, cause);
  numbers[begin + row.ORDER_ID] = num[numAt + ID];
  numbers[begin + row.ORDER_UID] = parts.users.uidAt(int[at + USER]);
  numbers[begin + row.ORDER_SYMBOL_TEXT] = to.numberedText(SPOT_SYMBOL, market.index, market.symbol);
  numbers[begin + row.ORDER_FLAGS] = flags;
  numbers[begin + row.ORDER_PRICE] = typeOf(flags) === LIMIT_TYPE ? Math.abs(int[at + KEY]) * market.tickSize : 0;
  numbers[begin + row.ORDER_QUANTITY] = num[numAt + TOTAL_LOTS] * step;
  numbers[begin + row.ORDER_QUOTE_AMOUNT] = num[numAt + QUOTE_AMOUNT];
  numbers[begin + row.ORDER_FILLED_QUANTITY] = num[numAt + FILLED_LOTS] * step;
  numbers[begin + row.ORDER_FILLED_AMOUNT] = num[numAt + FILLED_AMOUNT];
  numbers[begin + row.ORDER_PREVENTED_QUANTITY] = num[numAt + PREVENTED_LOTS] * step;
  numbers[begin + row.ORDER_CLIENT_TEXT] = to.text(parts.users.clientIdOf(parts.orders, order));
  numbers[begin + row.ORDER_CREATED] = num[numAt + CREATED];
  numbers[begin + row.ORDER_UPDATED] = num[numAt + UPDATED];
  numbers[begin + row.ORDER_AMENDS] = int[at + AMENDS];
  if (hasTerms(flags)) writeTerms(to, parts.orders, market, order);
  return begin;
}

/** Right behind the order's row, and part of it. */
function writeTerms(to: EventWriter, orders: OrderPool, market: Market, order: number): void {
  const { stopTicks, deltaBips, activationTicks, displayLots, ocoId } = orders.terms(order);
  const begin = to.row(0, row.TERMS_ROW);
  const { numbers } = to;
  numbers[begin + row.TERMS_STOP_PRICE] = stopTicks * market.tickSize;
  numbers[begin + row.TERMS_DELTA] = deltaBips;
  numbers[begin + row.TERMS_ACTIVATION_PRICE] = activationTicks * market.tickSize;
  numbers[begin + row.TERMS_DISPLAY] = displayLots * market.stepSize;
  numbers[begin + row.TERMS_OCO] = ocoId;
}

/** Copies an order's row, with its terms, from what was written elsewhere; answers where it begins. */
export function copyOrder(to: EventWriter, from: EventWriter, at: number): number {
  const begin = to.row(row.ORDER, orderRowLength(from.numbers, at));
  const { numbers } = to;
  numbers.set(from.numbers.subarray(at, at + orderRowLength(from.numbers, at)), begin);
  for (const field of [row.ORDER_SYMBOL_TEXT, row.ORDER_CLIENT_TEXT])
    numbers[begin + field] = to.text(from.textAt(numbers[begin + field]));
  return begin;
}

/** How many numbers the order's row has, its terms included. */
export function orderRowLength(numbers: Float64Array, at: number): number {
  return hasTerms(numbers[at + row.ORDER_FLAGS]) ? row.ORDER_ROW + row.TERMS_ROW : row.ORDER_ROW;
}

/** The order of a contract as it stands, without `index` and `userSeq`; answers where the row begins. */
export function writePerpOrder(
  to: EventWriter,
  parts: { orders: OrderPool; accounts: MarginAccounts; contracts: readonly Contract[] },
  order: number,
  cause: OrderChangedCause,
): number {
  const { int, num } = parts.orders;
  const at = order * INT_STRIDE;
  const numAt = order * NUM_STRIDE;
  const flags = int[at + FLAGS];
  const contract = parts.contracts[int[at + MARKET]];
  const account = parts.accounts.at(int[at + ACCOUNT]);
  const begin = to.row(row.PERP_ORDER, row.PERP_ORDER_ROW);
  const { numbers } = to;
  numbers[begin + row.ORDER_CAUSE] = placeOf(ORDER_CHANGED_CAUSES, cause);
  numbers[begin + row.ORDER_ID] = num[numAt + ID];
  numbers[begin + row.ORDER_UID] = account.user.uid;
  numbers[begin + row.ORDER_SYMBOL_TEXT] = to.numberedText(PERP_SYMBOL, contract.index, contract.symbol);
  numbers[begin + row.ORDER_FLAGS] = flags;
  numbers[begin + row.ORDER_PRICE] = typeOf(flags) === LIMIT_TYPE ? Math.abs(int[at + KEY]) * contract.tickSize : 0;
  numbers[begin + row.ORDER_QUANTITY] = num[numAt + TOTAL_LOTS] * contract.stepSize;
  numbers[begin + row.PERP_ORDER_FILLED_QUANTITY] = num[numAt + FILLED_LOTS] * contract.stepSize;
  numbers[begin + row.PERP_ORDER_FILLED_AMOUNT] = num[numAt + FILLED_AMOUNT];
  numbers[begin + row.PERP_ORDER_WALLET_TEXT] = to.text(account.wallet);
  numbers[begin + row.PERP_ORDER_CLIENT_TEXT] = to.text(parts.orders.clientId(order));
  numbers[begin + row.PERP_ORDER_CREATED] = num[numAt + CREATED];
  numbers[begin + row.PERP_ORDER_UPDATED] = num[numAt + UPDATED];
  numbers[begin + row.PERP_ORDER_AMENDS] = int[at + AMENDS];
  return begin;
}

/** A fill of spot, without `index`. */
export function writeTrade(to: EventWriter, parts: OrderParts, market: Market, fill: Readonly<Fill>): number {
  const { users, orders } = parts;
  const takerSide = sideOf(orders.int[fill.taker * INT_STRIDE + FLAGS]);
  const { feeInQuote } = market;
  const base = assetText(to, feeInQuote ? market.quote : market.base);
  const quote = assetText(to, market.quote);
  const begin = to.row(row.TRADE, row.TRADE_ROW);
  const { numbers } = to;
  numbers[begin + row.TRADE_ID] = market.lastTradeId;
  numbers[begin + row.TRADE_SYMBOL_TEXT] = to.numberedText(SPOT_SYMBOL, market.index, market.symbol);
  numbers[begin + row.TRADE_PRICE] = fill.ticks * market.tickSize;
  numbers[begin + row.TRADE_QUANTITY] = fill.lots * market.stepSize;
  numbers[begin + row.TRADE_AMOUNT] = fill.amount;
  numbers[begin + row.TRADE_TAKER_SIDE] = takerSide;
  numbers[begin + row.TRADE_MAKER_ORDER] = orders.num[fill.maker * NUM_STRIDE + ID];
  numbers[begin + row.TRADE_TAKER_ORDER] = orders.num[fill.taker * NUM_STRIDE + ID];
  numbers[begin + row.TRADE_MAKER_UID] = users.uidAt(orders.int[fill.maker * INT_STRIDE + USER]);
  numbers[begin + row.TRADE_TAKER_UID] = users.uidAt(orders.int[fill.taker * INT_STRIDE + USER]);
  numbers[begin + row.TRADE_MAKER_FEE] = fill.makerFee;
  numbers[begin + row.TRADE_TAKER_FEE] = fill.takerFee;
  numbers[begin + row.TRADE_MAKER_ASSET_TEXT] = takerSide === BUY ? quote : base;
  numbers[begin + row.TRADE_TAKER_ASSET_TEXT] = takerSide === BUY ? base : quote;
  numbers[begin + row.TRADE_MAKER_RATE] = fill.makerRate;
  numbers[begin + row.TRADE_TAKER_RATE] = fill.takerRate;
  numbers[begin + row.TRADE_MAKER_REST] = feeInQuote ? fill.makerRest : -1;
  numbers[begin + row.TRADE_TAKER_REST] = feeInQuote ? fill.takerRest : -1;
  numbers[begin + row.TRADE_MAKER_VOUCHER] = fill.makerVoucher;
  numbers[begin + row.TRADE_TAKER_VOUCHER] = fill.takerVoucher;
  return begin;
}

function assetText(to: EventWriter, { index, name }: Market['base']): number {
  return to.numberedText(ASSET_NAME, index, name);
}

/** One wallet of a user's row of the ledger, without `index` and `userSeq`. */
export function writeBalance(
  to: EventWriter,
  ledger: Ledger,
  { uid, asset, ledgerRow, isFutures }: { uid: number; asset: string; ledgerRow: number; isFutures: boolean },
): number {
  const text = to.numberedText(ASSET_NAME, ledger.assetOf(ledgerRow), asset);
  const begin = to.row(row.BALANCE, row.BALANCE_ROW);
  const { numbers } = to;
  numbers[begin + row.BALANCE_UID] = uid;
  numbers[begin + row.BALANCE_IS_FUTURES] = isFutures ? 1 : 0;
  numbers[begin + row.BALANCE_ASSET_TEXT] = text;
  ledger.copyLimbs(ledgerRow, isFutures ? FUTURES : AVAILABLE, numbers, begin + row.BALANCE_AVAILABLE);
  if (isFutures) numbers.fill(0, begin + row.BALANCE_LOCKED, begin + row.BALANCE_ROW);
  else ledger.copyLimbs(ledgerRow, LOCKED, numbers, begin + row.BALANCE_LOCKED);
  return begin;
}

/** What a market and a contract have in common here. */
interface BookOwner {
  readonly index: number;
  readonly symbol: string;
  readonly updateId: number;
  readonly tickSize: number;
  readonly stepSize: number;
  readonly book: Book;
}

/** A level of a book as it stands, without `index`. */
export function writeDepth(to: EventWriter, of: BookOwner, isPerp: boolean, side: number, ticks: number): number {
  const symbolText = to.numberedText(isPerp ? PERP_SYMBOL : SPOT_SYMBOL, of.index, of.symbol);
  const begin = to.row(row.DEPTH, row.DEPTH_ROW);
  const { numbers } = to;
  numbers[begin + row.DEPTH_IS_PERP] = isPerp ? 1 : 0;
  numbers[begin + row.DEPTH_SYMBOL_TEXT] = symbolText;
  numbers[begin + row.DEPTH_UPDATE_ID] = of.updateId;
  numbers[begin + row.DEPTH_SIDE] = side;
  numbers[begin + row.DEPTH_PRICE] = ticks * of.tickSize;
  numbers[begin + row.DEPTH_QUANTITY] = of.book.levelLots(side, ticks) * of.stepSize;
  return begin;
}
