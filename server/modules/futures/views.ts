/** Contracts, orders, positions and capital as the site's calls and channels show them. */
import type * as shown from '@agio/contracts/http/futures-shapes';
import type { MarkPrice } from '@agio/contracts/ws/futures';
import {
  averagePrice,
  type CapitalView,
  type ContractView,
  PERP_SCALE,
  type PerpOrderView,
  type PositionView,
  type PreferenceView,
  type StopOrderView,
  ticker24h,
  type Trail,
} from '@agio/core';
import { formatUnits, type Price, PRICE_SCALE } from '@agio/core/fixed';
import {
  ceilDiv,
  decimals,
  directionOf,
  entryPrice,
  exitPrice,
  fundingCapOf,
  maintenanceMargin,
  ONE,
  reachableLiquidation,
  reduceAtValue,
  tiersOf,
} from '@agio/core/formulas';
import { type Level, priceText, rateText, trailView } from '../markets/index.ts';
import type { Deal } from './kline-repo.ts';
import type { ClosedPosition, EndedOrder, EndedStopOrder } from './history-repo.ts';
import type { FundMovement } from './fund-movements.ts';
import type { LiveContract } from './live.ts';
import type { LiquidationRow } from './liquidations.ts';
import type { ReceiptEvent } from './repo.ts';
import { SETTLE_ASSET } from './settle-asset.ts';

const SCALES = { baseScale: PERP_SCALE, quoteScale: PERP_SCALE };
export const amountText = (units: number | bigint): string => formatUnits(units, PERP_SCALE);

export function contractOf({ symbol, base, settle, status, parameters }: ContractView): shown.Contract {
  const tiers = tiersOf(parameters).map(({ cap, maxLeverage, rate, deduction }) => ({
    cap: amountText(cap),
    maxLeverage,
    maintenanceMarginRate: rateText(rate),
    deduction: amountText(deduction),
  }));
  const cap = fundingCapOf(BigInt(parameters.fundingCap), BigInt(parameters.tiers[0]?.rate ?? 0));
  return {
    symbol,
    base,
    quote: settle,
    settle,
    status,
    tickSize: priceText(parameters.tickSize),
    stepSize: amountText(parameters.stepSize),
    pricePrecision: decimals(parameters.tickSize, PRICE_SCALE),
    amountPrecision: decimals(parameters.stepSize, PERP_SCALE),
    minQuantity: amountText(parameters.minQuantity),
    minNotional: amountText(parameters.minNotional),
    maxLimitQuantity: amountText(parameters.maxLimitQuantity),
    maxMarketQuantity: amountText(parameters.maxMarketQuantity),
    leverageMin: parameters.leverageMin,
    leverageMax: parameters.leverageMax,
    leverageDefault: parameters.leverageDefault,
    makerFeeRate: rateText(parameters.makerFeeRate),
    takerFeeRate: rateText(parameters.takerFeeRate),
    liquidationFeeRate: rateText(parameters.liquidationFeeRate),
    fundingIntervalHours: parameters.fundingIntervalHours,
    interestRate: rateText(parameters.interestRate),
    fundingCap: rateText(cap),
    priceProtectScope: rateText(parameters.priceProtectScope),
    minBuyPriceOffset: rateText(parameters.minBuyPriceOffset),
    maxSellPriceOffset: rateText(parameters.maxSellPriceOffset),
    maxOpenOrders: parameters.maxOpenOrders,
    maxStopOrders: parameters.maxStopOrders,
    tiers,
  };
}

/** Time passes without trades: klines and days are as of now, or of the newest event when that is later. */
export const nowOf = (contract: Pick<LiveContract, 'timeMs'>): number => Math.max(Date.now(), contract.timeMs);

export function tickerOf(contract: LiveContract): shown.FuturesTicker {
  const { view, book } = contract;
  const now = nowOf(contract);
  const last = (view.lastPrice === 0 ? view.markPrice : view.lastPrice) as Price;
  const day = ticker24h(contract.klines.LAST['1m'], now, last, SCALES);
  return {
    symbol: view.symbol,
    lastPrice: priceText(day.last),
    openPrice: priceText(day.open),
    highPrice: priceText(day.high),
    lowPrice: priceText(day.low),
    volume: amountText(day.baseVolume),
    quoteVolume: amountText(day.quoteVolume),
    change: priceText(day.change),
    changePercent: formatUnits(day.changePercentHundredths, 2),
    bidPrice: priceText(book.bids[0]?.[0] ?? 0),
    askPrice: priceText(book.asks[0]?.[0] ?? 0),
    markPrice: priceText(view.markPrice),
    indexPrice: priceText(view.indexPrice),
    fundingRate: rateText(view.fundingRate),
    nextFundingTime: view.nextFundingMs,
    openInterest: amountText(view.openInterest),
    status: view.status,
    time: now,
  };
}

export function markPriceOf({ view, timeMs }: LiveContract): MarkPrice {
  return {
    symbol: view.symbol,
    markPrice: priceText(view.markPrice),
    indexPrice: priceText(view.indexPrice),
    lastPrice: priceText(view.lastPrice),
    fundingRate: rateText(view.fundingRate),
    nextFundingTime: view.nextFundingMs,
    status: view.status,
    time: timeMs,
  };
}

export function levelTexts(levels: readonly Level[]): [string, string][] {
  return levels.map(([price, quantity]) => [priceText(price), amountText(quantity)]);
}

export function dealOf(deal: Deal): { id: number; price: string; qty: string; time: number; isBuyerMaker: boolean } {
  return {
    id: deal.tradeId,
    price: priceText(deal.price),
    qty: amountText(deal.quantity),
    time: deal.timeMs,
    isBuyerMaker: deal.takerSide === 'SELL',
  };
}

export function orderOf(order: PerpOrderView): shown.FuturesOrder {
  return {
    orderId: order.orderId,
    clientOrderId: order.clientOrderId,
    symbol: order.symbol,
    side: order.side,
    positionSide: order.positionSide,
    type: order.type,
    timeInForce: order.timeInForce,
    price: priceText(order.price),
    quantity: amountText(order.quantity),
    filledQuantity: amountText(order.filledQuantity),
    filledAmount: amountText(order.filledAmount),
    averagePrice: priceText(averagePrice(BigInt(order.filledQuantity), BigInt(order.filledAmount), SCALES)),
    reduceOnly: order.reduceOnly,
    origin: order.origin,
    status: order.status,
    reason: order.reason,
    createdAt: order.createdAtMs,
    updatedAt: order.updatedAtMs,
  };
}

export function stopOrderOf(stop: StopOrderView & Partial<Trail>): shown.StopOrder {
  return {
    stopOrderId: stop.stopOrderId,
    clientOrderId: stop.clientOrderId,
    symbol: stop.symbol,
    side: stop.side,
    positionSide: stop.positionSide,
    type: stop.type,
    source: stop.source,
    triggerPrice: priceText(stop.triggerPrice),
    price: priceText(stop.price),
    quantity: amountText(stop.quantity),
    reduceOnly: stop.reduceOnly,
    closePosition: stop.closePosition,
    callbackRate: rateText(stop.callbackRate),
    activationPrice: priceText(stop.activationPrice),
    ...(stop.type === 'TRAILING_STOP' ? trailView(stop) : {}),
    priceProtect: stop.priceProtect,
    group: stop.group,
    parentOrderId: stop.parentOrderId,
    status: stop.status,
    reason: stop.reason,
    orderId: stop.orderId,
    createdAt: stop.createdAtMs,
    updatedAt: stop.updatedAtMs,
  };
}

export function endedOrderOf({ order, stop }: EndedOrder): shown.EndedOrder {
  return { ...orderOf(order), stop: stop && stopOrderOf(stop) };
}

export function endedStopOrderOf({ stop, order }: EndedStopOrder): shown.EndedStopOrder {
  return { ...stopOrderOf(stop), order: order && orderOf(order) };
}

/** Of each listed contract what a position is valued by. */
interface ValuedContracts {
  readonly contracts: ReadonlyMap<string, { readonly view: Pick<ContractView, 'markPrice' | 'parameters'> }>;
}

export function positionOf(
  live: ValuedContracts,
  position: PositionView & { readonly adlLights?: number },
): shown.Position {
  const contract = live.contracts.get(position.symbol);
  if (contract === undefined) throw new Error(`contract ${position.symbol} is not known here`);
  const { markPrice, parameters } = contract.view;
  const quantity = BigInt(position.quantity);
  const notional = (quantity * BigInt(markPrice)) / ONE;
  const direction = directionOf(position.direction);
  const maintenance = maintenanceMargin(tiersOf(parameters), notional);
  const needed = position.marginMode === 'ISOLATED' ? position.margin : ceilDiv(notional, BigInt(position.leverage));
  return {
    positionId: position.positionId,
    symbol: position.symbol,
    positionSide: position.positionSide,
    direction: position.direction,
    marginMode: position.marginMode,
    leverage: position.leverage,
    quantity: amountText(quantity),
    entryPrice: priceText(quantity === 0n ? 0n : entryPrice({ direction, quantity, cost: position.cost })),
    markPrice: priceText(markPrice),
    notional: amountText(notional),
    unrealised: amountText(direction * (notional - position.cost)),
    margin: amountText(needed),
    maintenanceMargin: amountText(maintenance),
    liquidationPrice: priceText(reachableLiquidation(position.liquidationPrice) ?? 0n),
    autoAdd: position.autoAdd,
    realised: amountText(position.realised),
    fees: amountText(position.fees),
    funding: amountText(position.funding),
    adlLights: position.adlLights ?? 0,
    openedAt: position.openedAtMs,
    updatedAt: position.updatedAtMs,
  };
}

/**
 * A closed position: all that was closed of it, the average prices of all openings and of all closings, and its realised result, which is
 * then their difference times that size. Where the openings were not kept it is as large as it was at most, without an exit price.
 * Values that depend on the present mark price are 0.
 */
export function closedPositionOf(
  live: ValuedContracts,
  { entered, endedBy, liquidationFee, ...position }: ClosedPosition,
): shown.ClosedPosition {
  const none = { notional: '0', unrealised: '0', margin: '0', maintenanceMargin: '0' };
  const opened = entered && { ...entered, direction: directionOf(position.direction) };
  return {
    ...positionOf(live, position),
    ...none,
    ...(opened && { quantity: amountText(opened.quantity), entryPrice: priceText(entryPrice(opened)) }),
    exitPrice: priceText(opened ? exitPrice(opened, position) : 0n),
    endedBy,
    liquidationFee: amountText(liquidationFee),
  };
}

/** A wallet that never traded has its plain balance. */
export function capitalOf(view: CapitalView | null, balance: bigint): shown.Capital {
  const none = {
    crossUnrealised: 0n,
    isolatedUnrealised: 0n,
    crossMargin: 0n,
    isolatedMargin: 0n,
    maintenanceMargin: 0n,
  };
  const rest = { frozen: 0n, bonus: 0n, bonuses: [], mode: 'ONE_WAY' as const, closeOnly: false, asset: SETTLE_ASSET };
  const capital = view ?? { ...none, ...rest, balance, available: balance, transferable: balance };
  return {
    asset: capital.asset,
    balance: amountText(capital.balance),
    available: amountText(capital.available),
    transferable: amountText(capital.transferable),
    crossUnPNLSum: amountText(capital.crossUnrealised),
    isolatedUnPNLSum: amountText(capital.isolatedUnrealised),
    crossMarginSum: amountText(capital.crossMargin),
    isolatedMarginSum: amountText(capital.isolatedMargin),
    maintenanceMarginSum: amountText(capital.maintenanceMargin),
    frozen: amountText(capital.frozen),
    expMoney: amountText(capital.bonus),
    bonuses: capital.bonuses.map(({ free, maxLeverage, symbols }) => ({
      free: amountText(free),
      maxLeverage,
      symbols: [...symbols],
    })),
    positionMode: capital.mode,
    closeOnly: capital.closeOnly,
  };
}

export function preferenceOf(symbol: string, preference: PreferenceView): shown.Preference {
  return {
    symbol,
    positionMode: preference.mode,
    marginMode: preference.marginMode,
    longLeverage: preference.longLeverage,
    shortLeverage: preference.shortLeverage,
  };
}

/** Its price is what the whole quantity was closed for. */
export function liquidationOf({
  symbol,
  side,
  kind,
  quantity,
  amount,
  timeMs,
}: LiquidationRow): shown.PublicLiquidation {
  return { symbol, side, kind, price: closingPrice(amount, quantity), quantity: amountText(quantity), time: timeMs };
}

export const fundMovementOf = ({ timeMs, symbol, kind, amount, balance }: FundMovement): shown.FundMovement => ({
  time: timeMs,
  symbol: symbol === '' ? null : symbol,
  kind,
  amount: amountText(amount),
  balance: amountText(balance),
});

/** Its price is rounded down; a value below zero, which a bankrupt account can have, counts as 0. */
function closingPrice(value: bigint, quantity: bigint): string {
  const price = quantity === 0n || value < 0n ? 0n : (value * 10n ** BigInt(PRICE_SCALE)) / quantity;
  return formatUnits(price, PRICE_SCALE);
}

/**
 * Which position a receipt closed, at what price and with which result. A liquidation's order may have met several: the result is that of
 * closing the same quantity at once, which is within a smallest unit a fill of what the fills booked.
 */
function closedBy(event: ReceiptEvent): Pick<shown.Receipt, 'direction' | 'realised' | 'price'> {
  if (event.kind === 'Deleveraged') {
    const { direction, quantity, value, realised } = event;
    return { direction: direction ?? null, realised: amountText(realised), price: closingPrice(value, quantity) };
  }
  const { symbol, positionSide, quantity } = event;
  // Rows that are older than receipts have neither.
  const scope: typeof event.scope | undefined = event.scope;
  const value = event.step === 'TAKEN_OVER' ? event.bankruptcyValue : event.tradedValue;
  const price = closingPrice(value, quantity);
  const part = scope?.find((one) => one.symbol === symbol && one.positionSide === positionSide);
  if (quantity === 0n || part === undefined || event.step === 'HEDGE_CLOSED')
    return { direction: null, realised: '0', price };
  const position = { direction: directionOf(part.direction), quantity: BigInt(part.quantity), cost: BigInt(part.cost) };
  const { realised } = reduceAtValue(position, quantity, value);
  return { direction: part.direction, realised: amountText(realised), price };
}

export function receiptOf(event: ReceiptEvent): shown.Receipt {
  const { seq, index, symbol, positionSide, markPrice, timeMs: time } = event;
  const receiptId = `${seq}-${index}`;
  const common = {
    receiptId,
    symbol,
    positionSide,
    markPrice: priceText(markPrice),
    quantity: amountText(event.quantity),
    ...closedBy(event),
    time,
  };
  if (event.kind === 'Deleveraged') {
    return {
      kind: 'ADL',
      ...common,
      step: '',
      bankruptcyValue: amountText(event.value),
      tradedValue: amountText(event.value),
      fee: '0',
      equity: '0',
      maintenanceMargin: '0',
      fundBefore: amountText(event.fund),
      fundAfter: amountText(event.fund),
      rank: event.rank,
      score: rateText(event.score),
    };
  }
  return {
    kind: 'LIQUIDATION',
    ...common,
    step: event.step,
    bankruptcyValue: amountText(event.bankruptcyValue),
    tradedValue: amountText(event.tradedValue),
    fee: amountText(event.fee),
    equity: amountText(event.equity),
    maintenanceMargin: amountText(event.maintenanceMargin),
    fundBefore: amountText(event.fundBefore),
    fundAfter: amountText(event.fundAfter),
    rank: 0,
    score: '0',
  };
}
