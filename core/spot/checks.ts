/** What an order must satisfy before it may touch money, in the order of trading A4. Pure: they read and answer. */
import { BUY, FOK, GTC, GTX, IOC, LIMIT_TYPE, MARKET_TYPE, NO_TRIGGER, STP_NONE } from '../book/order-pool.ts';
import { isClientId, isCount, isUid } from '../protocol/field-checks.ts';
import { type PlaceOrder } from '../protocol/commands.ts';
import { RATE_ONE } from '../fixed.ts';
import { ICEBERG_PARTS, MAX_TICKS } from '../formulas/order-limits.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { type Market } from './market.ts';
import { ORDER_TYPES, STP_MODES, TIMES_IN_FORCE } from '../protocol/words.ts';

/** Order types that become a limit order when their trigger fires. */
const LIMIT_AFTER_TRIGGER: readonly string[] = ORDER_TYPES.filter(
  (type, at) => at > MARKET_TYPE && type.endsWith('_LIMIT'),
);

/** An order as it asks to be, in the market's ticks and lots. Reused from command to command. */
export interface Intent {
  side: number;
  type: number;
  timeInForce: number;
  stpMode: number;
  /** The limit price; for a market order its price cap, once known. */
  ticks: number;
  /** 0 for a market order by amount. */
  lots: number;
  quoteAmount: number;
  maxSlippage: number;
  /** NO_TRIGGER for an order that enters at once. */
  trigger: number;
  /** Of an iceberg; otherwise 0. */
  displayLots: number;
}

export function newIntent(): Intent {
  return {
    side: 0,
    type: 0,
    timeInForce: 0,
    stpMode: 0,
    ticks: 0,
    lots: 0,
    quoteAmount: 0,
    maxSlippage: 0,
    trigger: NO_TRIGGER,
    displayLots: 0,
  };
}

/** Which new orders a market takes now (trading A8). */
export function checkStatus(market: Market, type: string, timeInForce: string, timeMs: number): RejectCode | null {
  const isPostOnly = type === 'LIMIT' && timeInForce === 'GTX';
  // A protected start takes no market orders and nothing that could become one.
  if (market.status === 'TRADING') return type !== 'LIMIT' && timeMs < market.protectUntilMs ? 'MARKET_STATUS' : null;
  return (market.status === 'POST_ONLY' || market.status === 'PRE_OPEN') && isPostOnly ? null : 'MARKET_STATUS';
}

/** Reads the command's fields into the intent, or answers why they do not fit together. */
export function readIntent(command: PlaceOrder, market: Market, intent: Intent): RejectCode | null {
  const { price, quantity, quoteAmount, maxSlippage } = command;
  if (!isUid(command.uid) || !isClientId(command.clientOrderId)) return 'BAD_FIELDS';
  if (!isCount(price) || !isCount(quantity) || !isCount(quoteAmount) || !isCount(maxSlippage)) return 'BAD_FIELDS';
  if (command.side !== 'BUY' && command.side !== 'SELL') return 'BAD_FIELDS';
  const timeInForce = timeInForceCode(command.timeInForce);
  const isMarket = command.type === 'MARKET';
  const isLimit = command.type === 'LIMIT' || (!isMarket && LIMIT_AFTER_TRIGGER.includes(command.type));
  if (isLimit) {
    if (price === 0 || quantity === 0 || quoteAmount !== 0 || maxSlippage !== 0 || timeInForce < 0) return 'BAD_FIELDS';
  } else if (isMarket || ORDER_TYPES.includes(command.type)) {
    // A market order cannot choose its time in force (trading A2): GTC and IOC both mean IOC.
    if (timeInForce !== IOC && timeInForce !== GTC) return 'BAD_FIELDS';
    if (price !== 0 || (quantity === 0) === (quoteAmount === 0) || maxSlippage >= RATE_ONE) return 'BAD_FIELDS';
  } else {
    return 'BAD_FIELDS';
  }
  intent.side = command.side === 'BUY' ? BUY : 1;
  intent.type = isLimit ? LIMIT_TYPE : MARKET_TYPE;
  intent.timeInForce = intent.type === MARKET_TYPE ? IOC : timeInForce;
  intent.ticks = price / market.tickSize;
  intent.lots = quantity / market.stepSize;
  intent.quoteAmount = quoteAmount;
  intent.maxSlippage = maxSlippage;
  intent.trigger = NO_TRIGGER;
  intent.displayLots = 0;
  return readStpMode(command, market, intent);
}

/** Only limit orders that rest show themselves in slices (trading A1.5); and what enters at once has no trigger. */
export function readDisplay(command: PlaceOrder, market: Market, intent: Intent): RejectCode | null {
  const { stopPrice = 0, deltaBips = 0, activationPrice = 0, displayQuantity = 0 } = command;
  if (stopPrice !== 0 || deltaBips !== 0 || activationPrice !== 0) return 'BAD_FIELDS';
  if (displayQuantity === 0) return null;
  if (!isCount(displayQuantity) || intent.type !== LIMIT_TYPE || !mayRest(intent)) return 'BAD_FIELDS';
  intent.displayLots = displayQuantity / market.stepSize;
  return null;
}

/** -1 for an unknown one. Every new order comes by here: comparisons cost less than a search of the list. */
function timeInForceCode(timeInForce: PlaceOrder['timeInForce']): number {
  if (timeInForce === 'GTC') return GTC;
  if (timeInForce === 'IOC') return IOC;
  return TIMES_IN_FORCE.indexOf(timeInForce);
}

/** The mode of self-trade prevention that the command names, or the market's; STP_MODE where NONE is not the market's own (trading A3). */
export function readStpMode(command: Pick<PlaceOrder, 'stpMode'>, market: Market, intent: Intent): RejectCode | null {
  intent.stpMode = command.stpMode === '' ? market.defaultStpMode : STP_MODES.indexOf(command.stpMode);
  if (intent.stpMode < 0) return 'BAD_FIELDS';
  return intent.stpMode === STP_NONE && market.defaultStpMode !== STP_NONE ? 'STP_MODE' : null;
}

/** Trading A4.1 to A4.6. */
export function checkFilters(market: Market, intent: Intent): RejectCode | null {
  return (
    (intent.type === LIMIT_TYPE ? checkPrice(market, intent.ticks) : null) ??
    (intent.quoteAmount === 0 ? checkQuantity(market, intent.lots) : null) ??
    (intent.displayLots === 0 ? null : checkDisplay(market, intent)) ??
    checkAmount(market, intent) ??
    (intent.type === LIMIT_TYPE ? checkDistance(market, intent.side, intent.ticks) : null)
  );
}

/** PRICE_TICK off the market's grid of ticks, PRICE_RANGE outside its smallest and largest price (trading A4.1). */
export function checkPrice(market: Market, ticks: number): RejectCode | null {
  if (Math.floor(ticks) !== ticks) return 'PRICE_TICK';
  const price = ticks * market.tickSize;
  const { minPrice, maxPrice } = market.parameters;
  return price < minPrice || (maxPrice !== 0 && price > maxPrice) || ticks > MAX_TICKS ? 'PRICE_RANGE' : null;
}

/** QUANTITY_STEP off the grid of lots, QUANTITY_RANGE outside the market's smallest and largest volume (trading A4.2). */
export function checkQuantity(market: Market, lots: number): RejectCode | null {
  if (Math.floor(lots) !== lots) return 'QUANTITY_STEP';
  const quantity = lots * market.stepSize;
  const { minVolume, maxVolume } = market.parameters;
  return quantity < minVolume || (maxVolume !== 0 && quantity > maxVolume) ? 'QUANTITY_RANGE' : null;
}

/** The slice keeps the rules of a quantity, and there are few of them (trading A1.5, A4.2). */
function checkDisplay(market: Market, { displayLots, lots }: Intent): RejectCode | null {
  const refusal = checkQuantity(market, displayLots);
  return refusal ?? (Math.ceil(lots / displayLots) > ICEBERG_PARTS ? 'QUANTITY_RANGE' : null);
}

/** Notional: own price, the amount asked for, or the reference price; unknown before any price is (trading A4.7). */
export function checkAmount(market: Market, intent: Intent, reference = market.referenceTicks): RejectCode | null {
  const { minAmount, maxAmount, maxLimitOrderAmount, maxMarketOrderAmount } = market.parameters;
  const isLimit = intent.type === LIMIT_TYPE;
  const ticks = isLimit ? intent.ticks : reference;
  if (intent.quoteAmount === 0 && ticks === 0) return null;
  const amount = intent.quoteAmount !== 0 ? intent.quoteAmount : ticks * intent.lots * market.unit;
  if (amount < minAmount) return 'MIN_AMOUNT';
  const maxOfType = isLimit ? maxLimitOrderAmount : maxMarketOrderAmount;
  if ((maxAmount !== 0 && amount > maxAmount) || (maxOfType !== 0 && amount > maxOfType)) return 'MAX_AMOUNT';
  return null;
}

/** Around the last price, or around a dormant order's trigger price (trading A4.7). */
export function checkDistance(market: Market, side: number, ticks: number, trigger = 0): RejectCode | null {
  const bounds = trigger === 0 ? market.priceBounds() : market.priceBoundsAround(trigger);
  if (bounds === null) return null;
  if (side === BUY ? ticks < bounds.lowestBuy : ticks > bounds.highestSell) return 'PRICE_OFFSET';
  if (side === BUY ? ticks > bounds.highestBuy : ticks < bounds.lowestSell) return 'PRICE_BAND';
  return null;
}

export const isPostOnly = (timeInForce: number): boolean => timeInForce === GTX;
export const mayRest = (intent: Intent): boolean => intent.timeInForce === GTC || intent.timeInForce === GTX;
export const isFillOrKill = (intent: Intent): boolean => intent.timeInForce === FOK;

/** Does an order of this type enter at once, without a trigger? An unknown type is refused with the plain ones. */
export function isPlain(type: string): boolean {
  return type === 'LIMIT' || type === 'MARKET' || !(ORDER_TYPES as readonly string[]).includes(type);
}
