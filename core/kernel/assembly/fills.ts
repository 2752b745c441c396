/**
 * Fills (trading A5), as core/spot/match-orders.ts and settlement.ts make them: the money, both orders, the book. Whatever is not plain is left to the
 * core, fill by fill.
 */
import {
  BASE_ROW,
  BUY,
  FILLED,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  KEY,
  LOTS,
  MARKET,
  NO_REASON,
  PARTIALLY_FILLED,
  QUOTE_AMOUNT,
  QUOTE_ROW,
  STP_NONE,
  STP_SHIFT,
  UPDATED,
  USER,
} from '../order-record.ts';
import * as layout from '../layout.ts';
import { first, isLastBeforeFar, reduceLevel, remove } from './ladder.ts';
import { isQuiet } from './markets.ts';
import { feeOfFill, give, giveHouse, mayTouch, shift, take } from './money.ts';
import {
  demand,
  int,
  isPlain,
  ladderOf,
  MAX_UNITS,
  num,
  orderAt,
  setInt,
  setNum,
  setStatus,
  sideOf,
} from './records.ts';
import { seatOf } from './seats.ts';
import { closeOrder, countTold, hasOwnTerms } from './users.ts';

/**
 * Trades an incoming plain order with what rests, price before time, at the market's own rates, and notes each fill (layout.ts). Answers why it
 * stopped: FILLED_UP, PRICE_LIMIT or BOOK_EMPTY; FILLS_FULL, to be called again; or LEFT_TO_CORE, where the next fill, or what prevents it, is the
 * core's. `isUnheard`: the makers' events are only counted. `isAlone`: prints for which conditional orders wait are left to the core.
 */
export function match(
  market: i32,
  takerSlot: i32,
  makerRate: f64,
  takerRate: f64,
  timeMs: f64,
  isUnheard: bool,
  isAlone: bool,
): i32 {
  store<i32>(layout.SHARED + layout.FILL_COUNT, 0);
  const taker = orderAt(takerSlot);
  if (!isPlain(taker) || num(taker, QUOTE_AMOUNT) != 0 || hasOwnTerms(taker)) return layout.LEFT_TO_CORE;
  const ladder = ladderOf(market, 1 - sideOf(taker));
  const limit = -int(taker, KEY);
  const user = int(taker, USER);
  const prevents = ((int(taker, FLAGS) >> STP_SHIFT) & 7) != STP_NONE;
  for (let count = 0; ; count += 1) {
    if (num(taker, LOTS) == 0) return layout.FILLED_UP;
    const makerSlot = first(ladder);
    if (makerSlot == 0) return layout.BOOK_EMPTY;
    const maker = orderAt(makerSlot);
    if (int(maker, KEY) > limit) return layout.PRICE_LIMIT;
    if (isAlone && !isQuiet(market, int(maker, KEY))) return layout.LEFT_TO_CORE;
    if (hasOwnTerms(maker) || (prevents && int(maker, USER) == user)) return layout.LEFT_TO_CORE;
    if (count == layout.MOST_FILLS) return layout.FILLS_FULL;
    const lots = min(num(taker, LOTS), num(maker, LOTS));
    if (!trade(market, makerSlot, takerSlot, lots, makerRate, takerRate, timeMs)) return layout.LEFT_TO_CORE;
    noteFill(count, makerSlot, lots);
    if (isUnheard) countTold(int(maker, USER), 1);
  }
  return layout.LEFT_TO_CORE;
}

/** Beside the amounts of the last fill, which stand where `settle` put them. */
function noteFill(count: i32, maker: i32, lots: f64): void {
  const at = layout.SHARED + layout.FILLS + count * layout.FILL_BYTES;
  store<f64>(at + layout.FILL_MAKER, maker as f64);
  store<f64>(at + layout.FILL_LOTS, lots);
  store<f64>(at + layout.FILL_AMOUNT, load<f64>(layout.SHARED + layout.LAST_FILL + layout.FILL_AMOUNT));
  store<f64>(at + layout.FILL_MAKER_FEE, load<f64>(layout.SHARED + layout.LAST_FILL + layout.FILL_MAKER_FEE));
  store<f64>(at + layout.FILL_TAKER_FEE, load<f64>(layout.SHARED + layout.LAST_FILL + layout.FILL_TAKER_FEE));
  store<i32>(layout.SHARED + layout.FILL_COUNT, count + 1);
}

/**
 * One fill at the maker's price (trading A5): the money, both orders, the book. A maker whose last lots went is FILLED, and in no book and no user's
 * list; to keep it among the ended ones is left to the core. The rates are those that each side pays. False: nothing was done.
 */
export function trade(
  market: i32,
  makerSlot: i32,
  takerSlot: i32,
  lots: f64,
  makerRate: f64,
  takerRate: f64,
  timeMs: f64,
): bool {
  const maker = orderAt(makerSlot);
  const taker = orderAt(takerSlot);
  const ladder = ladderOf(market, sideOf(maker));
  if (!isPlain(maker) || !isPlain(taker)) return false;
  const takerLots = num(taker, LOTS);
  demand(lots <= num(maker, LOTS) && (takerLots == 0 || lots <= takerLots), layout.FILL_FITS);
  const endsMaker = num(maker, LOTS) == lots;
  // What is told of its wallets needs the seat, too.
  const seat = seatOf(int(maker, USER), int(maker, MARKET));
  if (seat == 0 || !mayTouch() || (endsMaker && isLastBeforeFar(ladder, maker))) return false;
  settle(market, maker, taker, lots, makerRate, takerRate);
  if (takerLots != 0) setNum(taker, LOTS, takerLots - lots);
  setNum(maker, UPDATED, timeMs);
  if (endsMaker) {
    remove(ladder, maker);
    setNum(maker, LOTS, 0);
    setStatus(maker, FILLED, NO_REASON);
    closeOrder(maker, seat);
  } else {
    reduceLevel(ladder, int(maker, KEY), lots);
    setNum(maker, LOTS, num(maker, LOTS) - lots);
    setStatus(maker, PARTIALLY_FILLED, NO_REASON);
  }
  return true;
}

/** The buyer pays the fee in base, the seller in quote, each out of what it gets (trading A5.3, C2). */
function settle(market: i32, maker: i32, taker: i32, lots: f64, makerRate: f64, takerRate: f64): void {
  const takerBuys = sideOf(taker) == BUY;
  const buyer = takerBuys ? taker : maker;
  const seller = takerBuys ? maker : taker;
  const unit = load<f64>(market + layout.UNIT);
  const amount = (abs(int(maker, KEY)) as f64) * lots * unit;
  const quantity = lots * load<f64>(market + layout.STEP_SIZE);
  demand(lots > 0 && int(maker, KEY) != 0 && amount <= MAX_UNITS, layout.FILL_HAS_SIZE);
  const takerFee = feeOfFill(takerBuys ? quantity : amount, takerRate);
  const makerFee = feeOfFill(takerBuys ? amount : quantity, makerRate);
  const buyerFee = takerBuys ? takerFee : makerFee;
  const sellerFee = takerBuys ? makerFee : takerFee;
  const quote = load<i32>(market + layout.QUOTE_ASSET);
  const base = load<i32>(market + layout.BASE_ASSET);

  take(int(buyer, USER), int(buyer, QUOTE_ROW), quote, layout.ROW_LOCKED, amount);
  give(int(seller, USER), int(seller, QUOTE_ROW), quote, layout.ROW_AVAILABLE, amount - sellerFee);
  giveHouse(load<i32>(market + layout.QUOTE_HOUSE_ROW), quote, sellerFee);
  take(int(seller, USER), int(seller, BASE_ROW), base, layout.ROW_LOCKED, quantity);
  give(int(buyer, USER), int(buyer, BASE_ROW), base, layout.ROW_AVAILABLE, quantity - buyerFee);
  giveHouse(load<i32>(market + layout.BASE_HOUSE_ROW), base, buyerFee);

  // A resting order trades at its own price; only an incoming one can pay less than it locked.
  if (takerBuys && num(taker, QUOTE_AMOUNT) == 0) {
    const gain = (-int(taker, KEY) as f64) * lots * unit - amount;
    if (gain > 0) shift(int(taker, USER), int(taker, QUOTE_ROW), layout.ROW_LOCKED, layout.ROW_AVAILABLE, gain);
  }
  addFilled(maker, lots, amount);
  addFilled(taker, lots, amount);
  store<f64>(layout.SHARED + layout.LAST_FILL + layout.FILL_AMOUNT, amount);
  store<f64>(layout.SHARED + layout.LAST_FILL + layout.FILL_MAKER_FEE, makerFee);
  store<f64>(layout.SHARED + layout.LAST_FILL + layout.FILL_TAKER_FEE, takerFee);
}

function addFilled(order: i32, lots: f64, amount: f64): void {
  setNum(order, FILLED_LOTS, num(order, FILLED_LOTS) + lots);
  setNum(order, FILLED_AMOUNT, num(order, FILLED_AMOUNT) + amount);
}
