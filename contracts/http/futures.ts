/** A user's orders, positions and wallet of USDT perpetuals. Every call here needs a log-in. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  asset,
  clientOrderId,
  decimal,
  decimalAboveZero,
  page,
  pageSize,
  priceSource,
  side,
  signedDecimal,
  symbol,
  timeInForce,
  timeMs,
  wholeNumber,
} from '../types.ts';
import {
  capital,
  closedPosition,
  endedStopOrder,
  futuresFill,
  endedOrder,
  futuresOrder,
  futuresOrderType,
  marginMode,
  position,
  positionMode,
  positionSide,
  preference,
  receipt,
  selfTradePreventionMode,
  stopOrder,
  stopOrderType,
} from './futures-shapes.ts';
import { DIRECTIONS } from '@agio/core/words';

/** A wallet that can hold positions. */
const marginWallet = z.string().regex(/^(?:FUTURES|ELITE|COPY:[1-9][0-9]{0,15})$/, 'must be FUTURES, ELITE or COPY:n');
const exit = z.object({ triggerPrice: decimal, source: priceSource.default('LAST'), price: decimal.optional() });
const ofSymbol = { symbol, positionSide: positionSide.default('BOTH') };

export const placeFuturesOrder = endpoint({
  method: 'POST',
  path: '/futures/order/place',
  summary: 'Places an order (Idempotency-Key)',
  body: z.object({
    ...ofSymbol,
    side,
    type: futuresOrderType,
    timeInForce: timeInForce.optional(),
    price: decimal.optional(),
    quantity: decimal.optional(),
    reduceOnly: z.boolean().default(false),
    /** By market, whatever is open; then without quantity. */
    closePosition: z.boolean().default(false),
    clientOrderId: clientOrderId.optional(),
    selfTradePreventionMode: selfTradePreventionMode.optional(),
    takeProfit: exit.optional(),
    stopLoss: exit.optional(),
  }),
  data: z.object({ order: futuresOrder }),
});

const named = z.object({ symbol, orderId: z.int().positive().optional(), clientOrderId: clientOrderId.optional() });

export const cancelFuturesOrder = endpoint({
  method: 'POST',
  path: '/futures/order/cancel',
  summary: 'Cancels one order, named by either id',
  body: named,
  data: z.object({ order: futuresOrder }),
});

export const cancelAllFutures = endpoint({
  method: 'POST',
  path: '/futures/order/cancel-all',
  summary: 'Cancels the orders and conditional orders of one contract or of all',
  body: z.object({ symbol: symbol.optional() }),
  data: z.object({ orders: z.array(futuresOrder), stopOrders: z.array(stopOrder) }),
});

export const amendFuturesOrder = endpoint({
  method: 'POST',
  path: '/futures/order/amend',
  summary: 'Changes price or quantity; only a smaller quantity keeps its place (Idempotency-Key)',
  body: z.object({
    symbol,
    orderId: z.int().positive(),
    price: decimalAboveZero.optional(),
    quantity: decimalAboveZero.optional(),
  }),
  data: z.object({ order: futuresOrder }),
});

export const openFuturesOrders = endpoint({
  method: 'GET',
  path: '/futures/order/open',
  summary: 'Open orders, oldest first',
  query: z.object({ symbol: symbol.optional() }),
  data: z.object({ orders: z.array(futuresOrder) }),
});

const moment = wholeNumber(0).optional();
const history = z.object({ symbol: symbol.optional(), page, pageSize });
/** `from` and `to` are both included: when an order was placed, a fill or payment made, a position closed. */
const datedHistory = history.extend({ from: moment, to: moment });
const sidedHistory = datedHistory.extend({ side: side.optional() });

/** `lost`: only those that ended without their user wanting it, the one that ended last first. */
const endedHistory = sidedHistory.extend({ lost: z.literal('true').optional() });

export const futuresOrderHistory = endpoint({
  method: 'GET',
  path: '/futures/order/history',
  summary:
    'Orders that ended, newest first; with `lost` those alone that ended against their user’s will, the one that ended last first',
  query: endedHistory,
  data: z.object({ items: z.array(endedOrder), total: z.int() }),
  weight: 4,
});

export const futuresFills = endpoint({
  method: 'GET',
  path: '/futures/order/fills',
  summary: 'Fills, newest first',
  query: sidedHistory,
  data: z.object({ items: z.array(futuresFill), total: z.int() }),
  weight: 4,
});

export const placeStopOrder = endpoint({
  method: 'POST',
  path: '/futures/stop-order/place',
  summary: 'Places a conditional order: stop, take-profit or trailing (Idempotency-Key)',
  body: z.object({
    ...ofSymbol,
    side,
    type: stopOrderType,
    source: priceSource.default('LAST'),
    triggerPrice: decimal.optional(),
    price: decimal.optional(),
    timeInForce: timeInForce.optional(),
    quantity: decimal.optional(),
    reduceOnly: z.boolean().default(false),
    closePosition: z.boolean().default(false),
    callbackRate: decimal.optional(),
    activationPrice: decimal.optional(),
    priceProtect: z.boolean().default(false),
    clientOrderId: clientOrderId.optional(),
  }),
  data: z.object({ order: stopOrder }),
});

export const cancelStopOrder = endpoint({
  method: 'POST',
  path: '/futures/stop-order/cancel',
  summary: 'Cancels one conditional order or exit',
  body: z.object({ symbol, stopOrderId: z.int().positive().optional(), clientOrderId: clientOrderId.optional() }),
  data: z.object({ order: stopOrder }),
});

export const amendStopOrder = endpoint({
  method: 'POST',
  path: '/futures/stop-order/amend',
  summary:
    'Changes a conditional order or exit that waits: trigger, limit price, quantity, callback, activation (Idempotency-Key)',
  /** What is not named stays. An exit has no quantity of its own; only one with a limit price gets another. */
  body: z.object({
    symbol,
    stopOrderId: z.int().positive(),
    triggerPrice: decimalAboveZero.optional(),
    price: decimalAboveZero.optional(),
    quantity: decimalAboveZero.optional(),
    callbackRate: decimalAboveZero.optional(),
    activationPrice: decimalAboveZero.optional(),
  }),
  data: z.object({ order: stopOrder }),
});

export const openStopOrders = endpoint({
  method: 'GET',
  path: '/futures/stop-order/open',
  summary: 'Conditional orders and exits that wait, oldest first',
  query: z.object({ symbol: symbol.optional() }),
  data: z.object({ orders: z.array(stopOrder) }),
});

export const stopOrderHistory = endpoint({
  method: 'GET',
  path: '/futures/stop-order/history',
  summary:
    'Conditional orders that fired or ended, newest first; with `lost` those alone that ended against their user’s will, the one that ended last first',
  query: endedHistory,
  data: z.object({ items: z.array(endedStopOrder), total: z.int() }),
  weight: 4,
});

export const positions = endpoint({
  method: 'GET',
  path: '/futures/position/list',
  summary: 'Open positions',
  query: z.object({ symbol: symbol.optional() }),
  data: z.object({ positions: z.array(position) }),
});

export const positionHistory = endpoint({
  method: 'GET',
  path: '/futures/position/history',
  summary: 'Closed positions, newest first',
  query: datedHistory.extend({ direction: z.enum(DIRECTIONS).optional() }),
  data: z.object({ items: z.array(closedPosition), total: z.int() }),
  weight: 4,
});

export const setExits = endpoint({
  method: 'POST',
  path: '/futures/position/exits',
  summary: 'Take-profit and stop-loss of a position: for all of it, or for a quantity (Idempotency-Key)',
  body: z.object({ ...ofSymbol, quantity: decimal.optional(), takeProfit: exit.optional(), stopLoss: exit.optional() }),
  data: z.object({ orders: z.array(stopOrder) }),
});

export const moveMargin = endpoint({
  method: 'POST',
  path: '/futures/position/margin',
  summary: 'Adds margin to an isolated position, or removes it (Idempotency-Key)',
  body: z.object({ ...ofSymbol, action: z.enum(['ADD', 'REMOVE']), amount: decimal }),
  data: z.object({ positions: z.array(position) }),
});

export const setAutoAdd = endpoint({
  method: 'POST',
  path: '/futures/position/auto-add',
  summary: 'Lets an isolated position take margin from the wallet before it would be liquidated',
  body: z.object({ ...ofSymbol, on: z.boolean() }),
  data: z.object({ positions: z.array(position) }),
});

export const preferences = endpoint({
  method: 'GET',
  path: '/futures/account/preference',
  summary: 'Modes and leverage of a contract',
  query: z.object({ symbol }),
  data: z.object({ preference }),
});

export const setLeverage = endpoint({
  method: 'POST',
  path: '/futures/account/leverage',
  summary: 'Sets the leverage of a contract; hedged and isolated of each side',
  body: z.object({ ...ofSymbol, leverage: z.int().min(1).max(1000) }),
  data: z.object({ preference }),
  weight: 2,
});

export const setMarginMode = endpoint({
  method: 'POST',
  path: '/futures/account/margin-mode',
  summary: 'Cross or isolated margin of a contract, while nothing is open in it',
  body: z.object({ symbol, marginMode }),
  data: z.object({ preference }),
});

export const setPositionMode = endpoint({
  method: 'POST',
  path: '/futures/account/position-mode',
  summary: 'One position a contract or long and short side by side, while nothing is open at all',
  body: z.object({ positionMode }),
  data: z.object({ positionMode }),
});

export const futuresCapital = endpoint({
  method: 'GET',
  path: '/futures/account/capital',
  summary: 'The futures wallet: balance, margins, what is available and what may leave',
  data: z.object({ capital }),
});

export const fundingPayments = endpoint({
  method: 'GET',
  path: '/futures/account/funding',
  summary: 'Funding that was paid and received, newest first',
  query: datedHistory,
  data: z.object({
    items: z.array(
      z.object({
        /** By which GET /web/receipt gives the whole of it. */
        receiptId: z.string(),
        symbol,
        positionSide,
        quantity: decimal,
        rate: signedDecimal,
        markPrice: decimal,
        /** Negative: paid. */
        amount: signedDecimal,
        time: timeMs,
      }),
    ),
    total: z.int(),
  }),
  weight: 4,
});

const ENTRY_TYPES = [
  /** The balance of the wallet before statements were recorded. */
  'OPENING',
  'TRANSFER',
  'REALISED',
  'FEE',
  'LIQUIDATION_FEE',
  'FUNDING',
  'FEE_VOUCHER',
  'BONUS',
  'DEBT_COVERED',
  'VOUCHER_PROFIT',
  'PRIZE',
  'PRIZE_CLAW_BACK',
  'COVER',
  'CORRECTION',
  'PROFIT_WITHHELD',
  'PROFIT_SHARE',
] as const;

export const statement = endpoint({
  method: 'GET',
  path: '/futures/account/statement',
  summary:
    'What changed the own funds of a margin wallet, newest first; all of it adds up to balance and isolated margin',
  query: z.object({
    wallet: marginWallet.default('FUTURES'),
    asset: asset.default('USDT'),
    type: z.enum(ENTRY_TYPES).optional(),
    symbol: symbol.optional(),
    /** Both included. */
    from: moment,
    to: moment,
    page,
    pageSize,
  }),
  data: z.object({
    items: z.array(
      z.object({
        type: z.enum(ENTRY_TYPES),
        /** Empty where no contract is concerned. */
        symbol: z.string(),
        /** Negative: paid. */
        amount: signedDecimal,
        /** How many entries it sums up: results and fees older than a week are one line an hour. */
        parts: z.int(),
        time: timeMs,
      }),
    ),
    total: z.int(),
    /** The sum of all entries that the query finds, not only of this page. */
    sum: signedDecimal,
  }),
  weight: 10,
});

export const receipts = endpoint({
  method: 'GET',
  path: '/futures/account/receipts',
  summary: 'Receipts of liquidations and deleveragings, newest first',
  /** `closings`: only the steps that closed or took over something, so that the beginning of a liquidation is no row of its own. */
  query: datedHistory.extend({ closings: z.enum(['true', 'false']).optional() }),
  data: z.object({ items: z.array(receipt), total: z.int() }),
  weight: 4,
});
