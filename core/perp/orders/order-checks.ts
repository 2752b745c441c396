/** What an order of a perpetual must satisfy before it may touch margin, in the order of trading B19. They only read. */
import { BUY, FOK, GTC, GTX, INT_STRIDE, IOC, KEY, LIMIT_TYPE, MARKET_TYPE, SELL } from '../../book/order-pool.ts';
import { MAX_UNITS, mulDivCeil, RATE_ONE } from '../../fixed.ts';
import { ceilShift, floorShift } from '../../formulas/price-bounds.ts';
import { notionalOf } from '../../formulas/rounding.ts';
import { leverageCeiling } from '../../formulas/perp/tiers.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import { isClientId, isCount } from '../../protocol/field-checks.ts';
import { MAX_TICKS, SHARE_CAP, SHARE_CAP_FROM } from '../../formulas/order-limits.ts';
import type { Holding, MarginAccount } from '../account/accounts.ts';
import type { PlacePerpOrder } from '../../protocol/perp-commands.ts';
import type { Contract } from '../contract/contract.ts';
import { closingPart } from '../account/fill-plan.ts';
import type { PerpParts } from '../account/parts.ts';
import type { NewOrder } from './perp-orders.ts';
import { sumOf } from '../account/risk.ts';
import { UNDECIDED } from '../account/unit-checks.ts';
import type { PlannedOrder } from '../account/order-needs.ts';
import { PERP_STP_MODES, type PositionSide, STP_MODES, TIMES_IN_FORCE } from '../../protocol/words.ts';

const SHARE = BigInt(SHARE_CAP);
const SHARE_FROM = BigInt(SHARE_CAP_FROM);

/** An order as it asks to be; `ticks` of a market order is its cap. */
export type OrderRequest = { -readonly [K in keyof NewOrder]: NewOrder[K] };

/** NONE is a configuration's, and DECREMENT the spot markets' (trading A3, B7). Empty: the contract's default. */
const ASKED_STP_MODES: readonly string[] = ['', ...PERP_STP_MODES];

type Asked = Pick<
  PlacePerpOrder,
  | 'side'
  | 'positionSide'
  | 'type'
  | 'timeInForce'
  | 'price'
  | 'quantity'
  | 'reduceOnly'
  | 'closePosition'
  | 'stpMode'
  | 'clientOrderId'
>;

/** Which orders a contract takes now (trading B1, B17). Conditional ones are asked again when they fire. */
export function checkContractStatus(contract: Contract, closes: boolean, isPostOnly: boolean): RejectCode | null {
  if (contract.isFrozen || contract.mark === 0n) return 'MARKET_STATUS';
  switch (contract.status) {
    case 'OPEN':
      return null;
    case 'PRE_OPEN':
      return isPostOnly ? null : 'MARKET_STATUS';
    case 'REDUCE_ONLY':
      return closes ? null : 'CLOSE_ONLY';
    default:
      return 'MARKET_STATUS';
  }
}

/** Whether the order can only close: by reduceOnly or closePosition, or by its side in hedge mode (trading B17). */
export function closesOnly(
  asked: Pick<PlacePerpOrder, 'side' | 'positionSide' | 'reduceOnly' | 'closePosition'>,
): boolean {
  const { side, positionSide } = asked;
  const closesSide = positionSide !== 'BOTH' && (positionSide === 'LONG') === (side === 'SELL');
  return asked.reduceOnly || asked.closePosition || closesSide;
}

/** Reads the fields of a command into an order request, or answers why they do not fit together. */
export function readRequest(asked: Asked, account: MarginAccount, holding: Holding): OrderRequest | RejectCode {
  const { contract } = holding;
  const { price, quantity, closePosition } = asked;
  if (!isClientId(asked.clientOrderId) || !isCount(price) || !isCount(quantity)) return 'BAD_FIELDS';
  if (asked.side !== 'BUY' && asked.side !== 'SELL') return 'BAD_FIELDS';
  const isLimit = asked.type === 'LIMIT';
  const timeInForce = TIMES_IN_FORCE.indexOf(asked.timeInForce);
  if (!isLimit && asked.type !== 'MARKET') return 'BAD_FIELDS';
  if (isLimit ? price === 0 || timeInForce < 0 : price !== 0 || (timeInForce !== IOC && timeInForce !== GTC))
    return 'BAD_FIELDS';
  if ((quantity === 0) !== closePosition || (closePosition && isLimit)) return 'BAD_FIELDS';
  const sideRefusal = checkPositionSide(account, asked.positionSide);
  if (sideRefusal !== null) return sideRefusal;
  if (!ASKED_STP_MODES.includes(asked.stpMode)) return 'STP_MODE';
  const stpMode = asked.stpMode === '' ? contract.defaultStpMode : STP_MODES.indexOf(asked.stpMode);
  const side = asked.side === 'BUY' ? BUY : SELL;
  const { positionSide } = asked;
  const open = holding.position(positionSide)?.quantity ?? 0n;
  return {
    side,
    positionSide,
    type: isLimit ? LIMIT_TYPE : MARKET_TYPE,
    timeInForce: isLimit ? timeInForce : IOC,
    stpMode,
    ticks: price / contract.tickSize,
    lots: closePosition ? contract.lotsOf(open) : quantity / contract.stepSize,
    reduceOnly: closesOnly(asked),
    origin: 0,
    clientOrderId: asked.clientOrderId,
  };
}

/** BOTH in one-way mode, the side in hedge mode (trading B3). */
export function checkPositionSide(account: MarginAccount, positionSide: PositionSide): RejectCode | null {
  if (positionSide !== 'BOTH' && positionSide !== 'LONG' && positionSide !== 'SHORT') return 'BAD_FIELDS';
  return (account.mode === 'ONE_WAY') === (positionSide === 'BOTH') ? null : 'POSITION_SIDE';
}

/** PRICE_TICK off the contract's grid of ticks, PRICE_RANGE below one tick or above what the book takes (trading B18). */
export function checkPrice(ticks: number): RejectCode | null {
  if (Math.floor(ticks) !== ticks) return 'PRICE_TICK';
  return ticks < 1 || ticks > MAX_TICKS ? 'PRICE_RANGE' : null;
}

/** QUANTITY_STEP off the grid of lots, QUANTITY_RANGE outside the contract's smallest and largest order (trading B18). */
export function checkQuantity(contract: Contract, lots: number, isLimit: boolean): RejectCode | null {
  if (Math.floor(lots) !== lots) return 'QUANTITY_STEP';
  const { minQuantity, maxLimitQuantity, maxMarketQuantity } = contract.parameters;
  const most = isLimit ? maxLimitQuantity : maxMarketQuantity;
  const quantity = lots * contract.stepSize;
  return quantity < minQuantity || lots < 1 || (most !== 0 && quantity > most) ? 'QUANTITY_RANGE' : null;
}

/** Price, quantity, notional and bands of an order that is about to enter. */
export function checkFilters(holding: Holding, request: OrderRequest, isWhole: boolean): RejectCode | null {
  const { contract } = holding;
  const isLimit = request.type === LIMIT_TYPE;
  const refusal =
    (isLimit ? checkPrice(request.ticks) : null) ??
    (isWhole ? null : checkQuantity(contract, request.lots, isLimit)) ??
    checkNotional(holding, request);
  if (refusal !== null) return refusal;
  return isLimit ? checkBands(contract, request.side, request.ticks) : null;
}

/** Only what opens has a smallest notional (trading B15, B19). */
export function checkNotional(holding: Holding, request: OrderRequest, lots = request.lots): RejectCode | null {
  const { contract } = holding;
  const { minNotional } = contract.parameters;
  if (request.reduceOnly || isWorth(contract, request, lots, minNotional)) return null;
  const quantity = contract.quantityOf(lots);
  if (closingPart(holding, request.side, request.positionSide, quantity) === quantity) return null;
  const price = request.type === LIMIT_TYPE ? contract.priceOf(request.ticks) : contract.mark;
  return notionalOf(quantity, price) < BigInt(minNotional) ? 'MIN_AMOUNT' : null;
}

/** Whether the notional is certainly no smaller, asked in numbers; of a market order at the mark. */
function isWorth(contract: Contract, { type, ticks }: OrderRequest, lots: number, least: number): boolean {
  if (type === LIMIT_TYPE) return ticks * lots * contract.unit >= least;
  return contract.markUnits <= MAX_UNITS && mulDivCeil(lots * contract.stepSize, contract.markUnits, RATE_ONE) >= least;
}

/** Aggressive side around the mark, passive side around the last price (trading B18). */
export function checkBands(contract: Contract, side: number, ticks: number): RejectCode | null {
  const { minBuyPriceOffset, maxSellPriceOffset } = contract.parameters;
  const last = contract.lastTicks === 0 ? contract.markTicks : contract.lastTicks;
  if (side === BUY && minBuyPriceOffset !== 0 && ticks < ceilShift(last, minBuyPriceOffset)) return 'PRICE_OFFSET';
  if (side === SELL && maxSellPriceOffset !== 0 && ticks > floorShift(last, maxSellPriceOffset)) return 'PRICE_OFFSET';
  const bound = capTicks(contract, side);
  return (side === BUY ? ticks > bound : ticks < bound) ? 'PRICE_BAND' : null;
}

/** The highest price a buy may pay, the lowest a sell may get: of market orders their cap (trading B18). */
export function capTicks(contract: Contract, side: number): number {
  const mark = contract.markTicks;
  const { priceProtectScope } = contract.parameters;
  return side === BUY
    ? Math.min(floorShift(mark, priceProtectScope), MAX_TICKS)
    : Math.max(1, ceilShift(mark, -priceProtectScope));
}

/** At which price a market order is margined: a buy at its cap, a sell at the better of best bid and mark (trading B5). */
export function assumedTicks(parts: PerpParts, contract: Contract, request: OrderRequest): number {
  if (request.type === LIMIT_TYPE || request.side === BUY) return request.ticks;
  const best = contract.book.first(BUY);
  const bid = best === 0 ? 0 : Math.abs(parts.orders.int[best * INT_STRIDE + KEY]);
  return Math.max(bid, contract.markTicks);
}

/** Leverage of the tier, position limit, share and cap of the open interest: of orders that open (trading B2, B18). */
export function checkLimits(parts: PerpParts, account: MarginAccount, planned: PlannedOrder): RejectCode | null {
  const { inUnits } = parts.risk;
  const verdict = inUnits === null ? UNDECIDED : inUnits.limits(account, planned);
  return verdict === UNDECIDED ? limitsByRule(parts, account, planned) : verdict;
}

function limitsByRule(parts: PerpParts, account: MarginAccount, planned: PlannedOrder): RejectCode | null {
  const { holding } = planned;
  const { contract } = holding;
  const opening = parts.risk.openingQuantity(account, planned);
  if (opening === 0n) return null;
  const notional = parts.risk.sideNotional(account, planned);
  const leverage = Number(holding.leverageOf(planned.side === BUY ? 1n : -1n));
  if (leverage > leverageCeiling(contract.tiers, notional)) return 'LEVERAGE_TIER';
  const interest = notionalOf(contract.openQuantity, contract.mark);
  const isTooLargeAShare = interest > SHARE_FROM && notional * SHARE > interest;
  if (notional > (contract.tiers.at(-1)?.cap ?? 0n) || isTooLargeAShare) return 'POSITION_LIMIT';
  const cap = BigInt(contract.parameters.openInterestCap);
  if (cap !== 0n && interest + notionalOf(opening, contract.mark) > cap) return 'OPEN_INTEREST_CAP';
  return null;
}

/** Is there margin for it? Asked only where it makes the needs grow (trading B19). */
export function checkMargin(parts: PerpParts, account: MarginAccount, planned: PlannedOrder): RejectCode | null {
  const { inUnits } = parts.risk;
  const verdict = inUnits === null ? UNDECIDED : inUnits.margin(account, planned);
  return verdict === UNDECIDED ? marginByRule(parts, account, planned) : verdict;
}

function marginByRule(parts: PerpParts, account: MarginAccount, planned: PlannedOrder): RejectCode | null {
  const { risk } = parts;
  // Needs add up over the contracts, and only those of this one change.
  const before = risk.needsOf(account, planned.holding);
  const changed = risk.needsOf(account, planned.holding, planned);
  if (sumOf(changed) <= sumOf(before)) return null;
  const after = risk.needsWith(account, planned.holding, changed);
  const { contract } = planned.holding;
  const leverage = Number(planned.holding.leverageOf(planned.side === BUY ? 1n : -1n));
  // Bonus counts as far as its grants allow this contract at this leverage (trading E2).
  const barred = risk.freeBonus(account) - parts.bonus.freeFor(account, contract, leverage);
  if (risk.free(account, after) < barred) return 'INSUFFICIENT_BALANCE';
  if (changed.isolatedOrders <= before.isolatedOrders) return null;
  // Isolated margin never comes from gains that are not realised (trading B7).
  const own = risk.wallet(account) + risk.freeBonus(account) - barred;
  return after.isolatedOrders > own ? 'INSUFFICIENT_BALANCE' : null;
}

/**
 * The lots that one order may hold: neither its amount nor the sum of its level passes 2^53 - 1, and an exit, whose size was not checked,
 * keeps to the largest quantity of its order type (trading B15).
 */
export function mostLots(contract: Contract, request: OrderRequest, bestTicks: number): number {
  const { maxLimitQuantity, maxMarketQuantity } = contract.parameters;
  const byType = request.type === LIMIT_TYPE ? maxLimitQuantity : maxMarketQuantity;
  return Math.min(
    byType === 0 ? contract.maxLots : Math.floor(byType / contract.stepSize),
    Math.floor(MAX_UNITS / (Math.max(request.ticks, bestTicks) * contract.unit)),
    contract.maxLots - contract.book.levelLots(request.side, request.ticks),
  );
}

export const mayRest = (timeInForce: number): boolean => timeInForce === GTC || timeInForce === GTX;
export const isFillOrKill = (timeInForce: number): boolean => timeInForce === FOK;
