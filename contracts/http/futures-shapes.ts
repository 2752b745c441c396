/** The shapes of USDT perpetuals: contracts, orders, positions, the futures wallet. Amounts are decimal texts. */
import {
  CONTRACT_STATUSES,
  DIRECTIONS,
  MARGIN_MODES,
  ORDER_ORIGINS,
  PERP_ORDER_TYPES,
  PERP_STP_MODES,
  POSITION_MODES,
  POSITION_SIDES,
  STOP_GROUPS,
  STOP_ORDER_TYPES,
  STOP_STATUSES,
} from '@agio/core/words';
import { z } from 'zod';
import { decimal, orderStatus, priceSource, side, signedDecimal, symbol, timeInForce, timeMs } from '../types.ts';

/** Perpetuals have fewer modes than spot markets (trading B17). */
export const selfTradePreventionMode = z.enum(PERP_STP_MODES);
export const positionSide = z.enum(POSITION_SIDES);
export const marginMode = z.enum(MARGIN_MODES);
export const positionMode = z.enum(POSITION_MODES);
export const contractStatus = z.enum(CONTRACT_STATUSES);
export const futuresOrderType = z.enum(PERP_ORDER_TYPES);
export const stopOrderType = z.enum(STOP_ORDER_TYPES);

const tier = z.object({
  /** Largest notional of the tier. */
  cap: decimal,
  maxLeverage: z.int(),
  maintenanceMarginRate: decimal,
  /** What is taken off notional × rate, so that the margin has no step at a border. */
  deduction: decimal,
});

export const contract = z.object({
  symbol,
  base: z.string(),
  quote: z.string(),
  settle: z.string(),
  status: contractStatus,
  tickSize: decimal,
  stepSize: decimal,
  pricePrecision: z.int(),
  amountPrecision: z.int(),
  minQuantity: decimal,
  minNotional: decimal,
  maxLimitQuantity: decimal,
  maxMarketQuantity: decimal,
  leverageMin: z.int(),
  leverageMax: z.int(),
  leverageDefault: z.int(),
  makerFeeRate: signedDecimal,
  takerFeeRate: decimal,
  liquidationFeeRate: decimal,
  fundingIntervalHours: z.int(),
  interestRate: signedDecimal,
  fundingCap: decimal,
  priceProtectScope: decimal,
  /** How far below the last price a buy may stand, and above it a sell; "0": as far as it likes. */
  minBuyPriceOffset: signedDecimal,
  maxSellPriceOffset: decimal,
  maxOpenOrders: z.int(),
  maxStopOrders: z.int(),
  tiers: z.array(tier),
});
export type Contract = z.output<typeof contract>;

export const futuresTicker = z.object({
  symbol,
  lastPrice: decimal,
  openPrice: decimal,
  highPrice: decimal,
  lowPrice: decimal,
  volume: decimal,
  quoteVolume: decimal,
  change: signedDecimal,
  changePercent: signedDecimal,
  bidPrice: decimal,
  askPrice: decimal,
  markPrice: decimal,
  indexPrice: decimal,
  /** The funding rate if the interval ended now. */
  fundingRate: signedDecimal,
  nextFundingTime: timeMs,
  openInterest: decimal,
  /** What the contract takes now (trading B1, B17). */
  status: contractStatus,
  time: timeMs,
});
export type FuturesTicker = z.output<typeof futuresTicker>;

export const futuresOrder = z.object({
  orderId: z.int(),
  clientOrderId: z.string(),
  symbol,
  side,
  positionSide,
  type: futuresOrderType,
  timeInForce,
  /** "0" for a market order. */
  price: decimal,
  quantity: decimal,
  filledQuantity: decimal,
  filledAmount: decimal,
  averagePrice: decimal,
  reduceOnly: z.boolean(),
  /** Whether the user, one of the user's conditional orders, or the liquidation of the account sent it. */
  origin: z.enum(ORDER_ORIGINS),
  status: orderStatus,
  /**
   * Why it ended without being filled. LIQUIDATION: of a cross account; POSITION_LIQUIDATION: of its isolated position;
   * LIQUIDATION_RECOVERED: either began, and stopped before everything was closed; the account may be liquidated again right after.
   */
  reason: z.string(),
  createdAt: timeMs,
  updatedAt: timeMs,
});
export type FuturesOrder = z.output<typeof futuresOrder>;

export const stopOrder = z.object({
  stopOrderId: z.int(),
  clientOrderId: z.string(),
  symbol,
  side,
  positionSide,
  type: stopOrderType,
  source: priceSource,
  triggerPrice: decimal,
  /** Limit price of the order that it becomes; "0": a market order. */
  price: decimal,
  /** "0": whatever is open then. */
  quantity: decimal,
  reduceOnly: z.boolean(),
  closePosition: z.boolean(),
  /** A fraction: "0.01" is 1 %. */
  callbackRate: decimal,
  activationPrice: decimal,
  /**
   * Only of a trailing stop that waits, where open ones are listed: the best price since it began to follow, the highest of a sell and the
   * lowest of a buy; "0": it does not follow yet.
   */
  extremePrice: decimal.optional(),
  /** Beside extremePrice: where it fires if the price turns now; "0": it does not follow yet. */
  firesAtPrice: decimal.optional(),
  priceProtect: z.boolean(),
  /** OWN, or an exit of an order or of a position. */
  group: z.enum(STOP_GROUPS),
  parentOrderId: z.int(),
  status: z.enum(STOP_STATUSES),
  reason: z.string(),
  /** The order that it became; 0 before. */
  orderId: z.int(),
  createdAt: timeMs,
  updatedAt: timeMs,
});
export type StopOrder = z.output<typeof stopOrder>;

/** An order that ended. */
export const endedOrder = futuresOrder.extend({
  /** The conditional order that placed it; null: none, or it is no longer kept. */
  stop: stopOrder.nullable(),
});
export type EndedOrder = z.output<typeof endedOrder>;

/** One that fired or ended. */
export const endedStopOrder = stopOrder.extend({
  /** The order that it became, as it stands now; null: it became none, or that one ended unfilled too long ago to be kept. */
  order: futuresOrder.nullable(),
});
export type EndedStopOrder = z.output<typeof endedStopOrder>;

export const position = z.object({
  positionId: z.int(),
  symbol,
  positionSide,
  direction: z.enum(DIRECTIONS),
  marginMode,
  leverage: z.int(),
  /** "0": it was closed. */
  quantity: decimal,
  entryPrice: decimal,
  markPrice: decimal,
  /** Value at mark. */
  notional: decimal,
  unrealised: signedDecimal,
  /** Isolated: the margin it holds; cross: the margin it needs. */
  margin: decimal,
  maintenanceMargin: decimal,
  /** "0": there is no liquidation price. */
  liquidationPrice: decimal,
  autoAdd: z.boolean(),
  /** Since it was opened. */
  realised: signedDecimal,
  fees: signedDecimal,
  funding: signedDecimal,
  /** 1 to 5: how near it stands to being deleveraged; 0 where that is not known. */
  adlLights: z.int(),
  openedAt: timeMs,
  updatedAt: timeMs,
});
export type Position = z.output<typeof position>;

/**
 * Its quantity is all that was closed of it, its entry price the average of all openings. One that was opened before these were kept is as
 * large as it was at most, with the average price of that size.
 */
export const closedPosition = position.extend({
  /** The average price of all that closed it; "0": it was opened before this was kept. */
  exitPrice: decimal,
  /** What closed the last of it. */
  endedBy: z.enum(['ORDER', 'LIQUIDATION', 'ADL']),
  /** The part of its fees that liquidations took. */
  liquidationFee: decimal,
});
export type ClosedPosition = z.output<typeof closedPosition>;

export const futuresFill = z.object({
  tradeId: z.int(),
  orderId: z.int(),
  symbol,
  side,
  price: decimal,
  quantity: decimal,
  amount: decimal,
  /** Negative: a rebate. */
  fee: signedDecimal,
  /** The part of the fee that a voucher paid; "0" in fills of before it was kept. */
  voucher: decimal,
  realised: signedDecimal,
  /** What of the quantity closed a position; the rest opened one. Null: not recorded for fills this old. */
  closedQuantity: decimal.nullable(),
  /**
   * Which conditional order sent the order; CONDITIONAL: one that is not known any more. Null: the user sent it, or a liquidation. A stop
   * that is an exit of an order or a position is its STOP_LOSS.
   */
  sentBy: z.enum(['STOP_LOSS', 'TAKE_PROFIT', 'TRAILING_STOP', 'STOP', 'CONDITIONAL']).nullable(),
  /** Of its order; in the history alone. */
  positionSide: positionSide.optional(),
  isMaker: z.boolean(),
  isLiquidation: z.boolean(),
  time: timeMs,
});
export type FuturesFill = z.output<typeof futuresFill>;

/** The futures wallet (specification, section Futures: capital). */
export const capital = z.object({
  asset: z.string(),
  balance: signedDecimal,
  available: decimal,
  transferable: decimal,
  crossUnPNLSum: signedDecimal,
  isolatedUnPNLSum: signedDecimal,
  crossMarginSum: decimal,
  isolatedMarginSum: decimal,
  maintenanceMarginSum: decimal,
  frozen: decimal,
  expMoney: decimal,
  /** What of the bonus is free, by grant, and which orders it may back: `maxLeverage` 0 and no symbols are no limits. */
  bonuses: z.array(z.object({ free: decimal, maxLeverage: z.int(), symbols: z.array(symbol).readonly() })).readonly(),
  positionMode,
  closeOnly: z.boolean(),
});
export type Capital = z.output<typeof capital>;

/** [open time, open, high, low, close, volume, close time, quote volume, trades]; marks and indexes have no volume. */
export const futuresKline = z.tuple([timeMs, decimal, decimal, decimal, decimal, decimal, timeMs, decimal, z.int()]);

export const preference = z.object({
  symbol,
  positionMode,
  marginMode,
  longLeverage: z.int(),
  shortLeverage: z.int(),
});
export type Preference = z.output<typeof preference>;

/** A step of a liquidation, or a deleveraging, with everything that it was computed from. */
export const receipt = z.object({
  /** By which GET /web/receipt gives the whole of it. */
  receiptId: z.string(),
  kind: z.enum(['LIQUIDATION', 'ADL']),
  /** Empty for a whole cross account. */
  symbol: z.string(),
  positionSide,
  /** Of the position that was closed; null: none was, or long and short were closed against each other. */
  direction: z.enum(DIRECTIONS).nullable(),
  /** The step of a liquidation; empty for a deleveraging. */
  step: z.string(),
  markPrice: decimal,
  quantity: decimal,
  /** At the bankruptcy price. */
  bankruptcyValue: signedDecimal,
  tradedValue: decimal,
  fee: decimal,
  equity: signedDecimal,
  maintenanceMargin: decimal,
  fundBefore: decimal,
  fundAfter: decimal,
  /** `rank` and `score` are of a deleveraging; 0 otherwise. */
  rank: z.int(),
  score: signedDecimal,
  /** What the closing gained or lost, before the liquidation fee; "0" where `direction` is null. */
  realised: signedDecimal,
  /** Average price of what was closed, rounded down; "0" where nothing was. */
  price: decimal,
  time: timeMs,
});
export type Receipt = z.output<typeof receipt>;

/** MARKET: closed against the book; TAKEN_OVER: taken over by the exchange at the bankruptcy price. */
export const LIQUIDATION_KINDS = ['MARKET', 'TAKEN_OVER'] as const;

/** Why the insurance fund got or paid something. */
export const FUND_MOVEMENT_KINDS = ['LIQUIDATION_FEE', 'TAKEOVER', 'DEBT', 'FUNDING', 'OPERATOR'] as const;

/** A payment into the insurance fund, or out of it (below zero). */
export const fundMovement = z.object({
  time: timeMs,
  /** Null: it belongs to no contract. */
  symbol: symbol.nullable(),
  /**
   * LIQUIDATION_FEE: the fee of an order that closed a position by force. TAKEOVER: gain or loss when a position that was taken over was
   * closed. DEBT: a wallet below zero was made good. FUNDING: what rounding left of a funding, and what positions that were taken over
   * paid or got by it. OPERATOR: moved by who runs the exchange.
   */
  kind: z.enum(FUND_MOVEMENT_KINDS),
  amount: signedDecimal,
  /** What the fund held afterwards. */
  balance: decimal,
});
export type FundMovement = z.output<typeof fundMovement>;

/** A liquidation as everybody may see it. */
export const publicLiquidation = z.object({
  symbol,
  /** Of the closing: SELL closed a long. */
  side,
  kind: z.enum(LIQUIDATION_KINDS),
  /** Average of the whole quantity, rounded down. */
  price: decimal,
  quantity: decimal,
  time: timeMs,
});
export type PublicLiquidation = z.output<typeof publicLiquidation>;
