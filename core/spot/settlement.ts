/** The money of one fill: one transfer per asset, each summing to zero (trading C2 "spot trade", A5.2 to A5.4). */
import {
  BASE_ROW,
  BUY,
  FEE_REST,
  FLAGS,
  INT_STRIDE,
  NUM_STRIDE,
  type OrderPool,
  QUOTE_AMOUNT,
  QUOTE_ROW,
  sideOf,
  FILLED_AMOUNT,
  FILLED_LOTS,
  KEY,
} from '../book/order-pool.ts';
import { MAX_UNITS } from '../fixed.ts';
import { cumulativeFee, feeOfFill, nextFeeRest } from '../formulas/fee.ts';
import { AVAILABLE, type Ledger, LOCKED } from '../ledger/ledger.ts';
import { assert } from '../protocol/invariant.ts';
import type { Fill } from './sink.ts';
import type { Market } from './market.ts';
import { buyReserve } from '../formulas/spot-reserve.ts';
import { unpaidAmount } from './reservation.ts';

/**
 * Moves the money of a fill and counts it in both orders. Reads maker, taker, ticks, lots and rates of `fill`
 * and writes its amount and fees.
 */
export function settle(ledger: Ledger, orders: OrderPool, market: Market, fill: Fill): void {
  assert(fill.ticks > 0 && fill.lots > 0, 'a fill has a price and a quantity');
  fill.amount = fill.ticks * fill.lots * market.unit;
  assert(fill.amount <= MAX_UNITS, 'the amount of a fill is at most 2^53 - 1');
  if (market.feeInQuote) settleFeesInQuote(ledger, orders, market, fill);
  else settleFeesInReceived(ledger, orders, market, fill);
  addFilled(orders, fill.maker, fill.lots, fill.amount);
  addFilled(orders, fill.taker, fill.lots, fill.amount);
}

/** RECEIVED: the buyer pays the fee in base, the seller in quote, each out of what it gets. */
function settleFeesInReceived(ledger: Ledger, orders: OrderPool, market: Market, fill: Fill): void {
  const { int } = orders;
  const takerAt = fill.taker * INT_STRIDE;
  const makerAt = fill.maker * INT_STRIDE;
  const takerBuys = sideOf(int[takerAt + FLAGS]) === BUY;
  const buyerAt = takerBuys ? takerAt : makerAt;
  const sellerAt = takerBuys ? makerAt : takerAt;
  const { amount } = fill;
  const quantity = fill.lots * market.stepSize;
  fill.takerFee = feeOfFill(takerBuys ? quantity : amount, fill.takerRate);
  fill.makerFee = feeOfFill(takerBuys ? amount : quantity, fill.makerRate);
  const buyerFee = takerBuys ? fill.takerFee : fill.makerFee;
  const sellerFee = takerBuys ? fill.makerFee : fill.takerFee;

  ledger.take(int[buyerAt + QUOTE_ROW], LOCKED, amount);
  giveNet(ledger, int[sellerAt + QUOTE_ROW], amount, sellerFee);
  ledger.giveHouse(market.quote.index, sellerFee);

  ledger.take(int[sellerAt + BASE_ROW], LOCKED, quantity);
  giveNet(ledger, int[buyerAt + BASE_ROW], quantity, buyerFee);
  ledger.giveHouse(market.base.index, buyerFee);

  // A resting order trades at its own price; only an incoming one can pay less than it locked.
  if (takerBuys && orders.num[fill.taker * NUM_STRIDE + QUOTE_AMOUNT] === 0) {
    const gain = -int[takerAt + KEY] * fill.lots * market.unit - amount;
    if (gain > 0) ledger.shift(int[takerAt + QUOTE_ROW], LOCKED, AVAILABLE, gain);
  }
}

/** QUOTE: both pay in quote, the buyer on top of the amount, each cumulatively over its order's fills. */
function settleFeesInQuote(ledger: Ledger, orders: OrderPool, market: Market, fill: Fill): void {
  const { int } = orders;
  const takerBuys = sideOf(int[fill.taker * INT_STRIDE + FLAGS]) === BUY;
  const buyer = takerBuys ? fill.taker : fill.maker;
  const buyerAt = buyer * INT_STRIDE;
  const sellerAt = (takerBuys ? fill.maker : fill.taker) * INT_STRIDE;
  const { amount } = fill;
  const quantity = fill.lots * market.stepSize;
  const unpaidBefore = unpaidAmount(orders, market, buyer);
  const reservedBefore = buyReserve(market, unpaidBefore, int[buyerAt + FEE_REST]);
  fill.takerFee = chargeCumulative(orders, fill.taker, amount, fill.takerRate);
  fill.makerFee = chargeCumulative(orders, fill.maker, amount, fill.makerRate);
  const buyerFee = takerBuys ? fill.takerFee : fill.makerFee;
  const sellerFee = takerBuys ? fill.makerFee : fill.takerFee;

  const byAmount = orders.num[buyer * NUM_STRIDE + QUOTE_AMOUNT] !== 0;
  const covered = byAmount ? amount : Math.abs(int[buyerAt + KEY]) * fill.lots * market.unit;
  const reservedAfter = buyReserve(market, unpaidBefore - covered, int[buyerAt + FEE_REST]);
  const setAside = reservedBefore - reservedAfter;
  assert(setAside >= amount + buyerFee, 'a buy has set aside what its fill costs');
  ledger.take(int[buyerAt + QUOTE_ROW], LOCKED, setAside);
  ledger.give(int[buyerAt + QUOTE_ROW], AVAILABLE, setAside - amount - buyerFee);
  giveNet(ledger, int[sellerAt + QUOTE_ROW], amount, sellerFee);
  ledger.giveHouse(market.quote.index, buyerFee + sellerFee);
  ledger.move(int[sellerAt + BASE_ROW], LOCKED, int[buyerAt + BASE_ROW], AVAILABLE, quantity);
}

/** With a rebate the sum of both may pass 2^53 - 1: it is given in two postings. */
function giveNet(ledger: Ledger, row: number, received: number, fee: number): void {
  if (fee >= 0) {
    ledger.give(row, AVAILABLE, received - fee);
  } else {
    ledger.give(row, AVAILABLE, received);
    ledger.give(row, AVAILABLE, -fee);
  }
}

function chargeCumulative(orders: OrderPool, order: number, amount: number, rate: number): number {
  const at = order * INT_STRIDE + FEE_REST;
  const rest = orders.int[at];
  orders.int[at] = nextFeeRest(amount, rate, rest);
  return cumulativeFee(amount, rate, rest);
}

/** Lots leave the rest of the order elsewhere: a resting one's through the book, which keeps the level's sum. */
function addFilled(orders: OrderPool, order: number, lots: number, amount: number): void {
  const { num } = orders;
  const at = order * NUM_STRIDE;
  num[at + FILLED_LOTS] += lots;
  num[at + FILLED_AMOUNT] += amount;
}
