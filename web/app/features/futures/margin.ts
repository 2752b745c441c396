/**
 * What a perpetual order takes and leads to, counted as the core counts (trading B2 to B7, B11): all amounts are units of 10^-8.
 * Needs are those of one contract; what other contracts need is in the wallet's available balance already.
 */
import {
  buildTiers,
  ceilDiv,
  increase,
  initialMarginHedge,
  initialMarginOneWay,
  isolatedOrderMargin,
  hedgeLiquidationPrice,
  leverageCeiling,
  liquidationPrice,
  maintenanceMargin,
  notionalOf,
  ONE,
  reachableLiquidation,
  reduce,
  type Position as OpenPosition,
  type Tier,
  unrealised,
} from '@agio/core/formulas';
import type { Capital, Contract, FuturesOrder, Position, Preference } from '../../api/calls/futures.ts';
import type { Side } from '../../api/types.ts';
import { decimal, formatUnits } from '../../../ui/decimal.ts';

export type { OpenPosition };

const SCALE = 8;
export const unitsOf = (text: string): bigint => decimal(text, SCALE);
/** The same of a figure that may be negative. */
export const signedUnits = (text: string): bigint => (text.startsWith('-') ? -unitsOf(text.slice(1)) : unitsOf(text));

const tiersByContract = new WeakMap<Contract, readonly Tier[]>();

export function tiersOf(contract: Contract): readonly Tier[] {
  const known = tiersByContract.get(contract);
  if (known) return known;
  const rules = contract.tiers.map(({ cap, maxLeverage, maintenanceMarginRate }) => ({
    cap: unitsOf(cap),
    maxLeverage,
    rate: unitsOf(maintenanceMarginRate),
  }));
  const made = buildTiers(rules);
  tiersByContract.set(contract, made);
  return made;
}

export const directionOf = ({ direction }: Pick<Position, 'direction'>): 1n | -1n => (direction === 'LONG' ? 1n : -1n);

/** Quantity and exact cost, which the shown entry price has rounded: cost = notional − direction × unrealised result. */
export function openPartOf(position: Position): OpenPosition {
  const direction = directionOf(position);
  const cost = unitsOf(position.notional) - direction * unitsOf(position.unrealised);
  return { direction, quantity: unitsOf(position.quantity), cost };
}

/** Everything that the sums of one contract depend on. */
export interface MarginState {
  readonly contract: Contract;
  readonly preference: Preference;
  readonly mark: bigint;
  readonly positions: readonly Position[];
  /** The live orders of the contract. */
  readonly orders: readonly FuturesOrder[];
  readonly capital: Pick<Capital, 'balance' | 'expMoney' | 'bonuses'>;
  /** By symbol, of the contracts of all positions. */
  readonly marks: ReadonlyMap<string, bigint>;
  readonly contracts: readonly Contract[];
}

/** What the needs of one contract depend on, whatever the wallet has. */
export type NeedsState = Pick<MarginState, 'contract' | 'preference' | 'mark' | 'orders'> & {
  readonly positions: readonly HeldPart[];
};
type HeldPart = Pick<Position, 'symbol' | 'direction' | 'quantity'>;

/** An order that is not placed yet; `price` of a market order is the one that the engine assumes (trading B5). */
export interface Planned {
  readonly side: Side;
  readonly positionSide: Position['positionSide'];
  readonly quantity: bigint;
  readonly price: bigint;
  readonly isReduceOnly: boolean;
}

/** In hedge mode a side that is named and traded against closes. */
export function closesOnly({ side, positionSide, isReduceOnly }: Omit<Planned, 'quantity' | 'price'>): boolean {
  return isReduceOnly || (positionSide !== 'BOTH' && (positionSide === 'LONG') === (side === 'SELL'));
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

interface SideSums {
  notional: bigint;
  loss: bigint;
  fees: bigint;
}

/**
 * Sums over the orders of a side that may open: their value, what their opening parts lose against the mark at once, and their
 * highest fees. In one-way mode the orders at the best prices take back an opposite position first, which costs nothing (trading B5).
 */
function sumsOf(state: NeedsState, side: Side, planned: Planned | null): SideSums {
  const orders = openingOrders(state, side, planned);
  const takerRate = unitsOf(state.contract.takerFeeRate);
  const sums = { notional: 0n, loss: 0n, fees: 0n };
  let offset = offsetOf(state, side);
  for (const { quantity, price } of orders) {
    sums.notional += notionalOf(quantity, price);
    const opening = max(0n, quantity - offset);
    offset = max(0n, offset - quantity);
    const adverse = side === 'BUY' ? price - state.mark : state.mark - price;
    sums.loss += adverse > 0n ? notionalOf(opening, adverse) : 0n;
    sums.fees += ceilDiv(notionalOf(opening, price) * takerRate, ONE);
  }
  return sums;
}

interface OpeningOrder {
  readonly quantity: bigint;
  readonly price: bigint;
}

/** The best price first. */
function openingOrders(state: NeedsState, side: Side, planned: Planned | null): readonly OpeningOrder[] {
  const resting = state.orders
    .filter((order) => order.side === side && order.type !== 'MARKET')
    .filter(({ positionSide, reduceOnly }) => !closesOnly({ side, positionSide, isReduceOnly: reduceOnly }))
    .map((order) => ({
      quantity: unitsOf(order.quantity) - unitsOf(order.filledQuantity),
      price: unitsOf(order.price),
    }));
  const all = planned && planned.side === side && !closesOnly(planned) ? [...resting, planned] : resting;
  return all.toSorted((a, b) => Number(side === 'BUY' ? b.price - a.price : a.price - b.price));
}

/** How much of an opposite position there is to take back. */
function offsetOf({ preference, positions, contract }: NeedsState, side: Side): bigint {
  if (preference.positionMode === 'HEDGE') return 0n;
  const opposite = positions.find(
    ({ symbol, direction }) => symbol === contract.symbol && direction === (side === 'BUY' ? 'SHORT' : 'LONG'),
  );
  return opposite === undefined ? 0n : unitsOf(opposite.quantity);
}

/** What orders need, by what it is for. */
export interface CostParts {
  /** Initial margin. */
  readonly margin: bigint;
  /** What opens loses at once against the mark. */
  readonly loss: bigint;
  /** The highest fees. */
  readonly fees: bigint;
}

/** What orders and positions of the contract need together (trading B5). */
export function needsOf(state: NeedsState, planned: Planned | null = null): CostParts {
  const [buys, sells] = [sumsOf(state, 'BUY', planned), sumsOf(state, 'SELL', planned)];
  const margin = initialMarginOf(state, buys.notional, sells.notional);
  return { margin, loss: buys.loss + sells.loss, fees: buys.fees + sells.fees };
}

/** `buys` and `sells`: the notional of the orders that may open. */
function initialMarginOf(state: NeedsState, buys: bigint, sells: bigint): bigint {
  const { preference, positions, contract } = state;
  const own = positions.filter(({ symbol }) => symbol === contract.symbol);
  const notionalAt = (position: HeldPart) => notionalOf(unitsOf(position.quantity), state.mark);
  const [long, short] = [BigInt(preference.longLeverage), BigInt(preference.shortLeverage)];
  if (preference.positionMode === 'HEDGE') {
    const held = (direction: Position['direction']) =>
      own.filter((position) => position.direction === direction).reduce((sum, one) => sum + notionalAt(one), 0n);
    const isIsolated = preference.marginMode === 'ISOLATED';
    return initialMarginHedge({
      longNotional: isIsolated ? 0n : held('LONG'),
      shortNotional: isIsolated ? 0n : held('SHORT'),
      openingBuys: buys,
      openingSells: sells,
      longLeverage: long,
      shortLeverage: short,
    });
  }
  const signed = own.reduce((sum, one) => sum + directionOf(one) * notionalAt(one), 0n);
  const exposure = { positionNotional: signed, buys, sells, leverage: long };
  return preference.marginMode === 'ISOLATED' ? isolatedOrderMargin(exposure) : initialMarginOneWay(exposure);
}

const NO_COST: CostParts = { margin: 0n, loss: 0n, fees: 0n };

/** What the order takes from the available balance, by what for; nothing of one that only closes (trading B5, B19). */
export function costPartsOf(state: MarginState, planned: Planned): CostParts {
  if (closesOnly(planned)) return NO_COST;
  const [before, after] = [needsOf(state, null), needsOf(state, planned)];
  const parts = {
    margin: after.margin - before.margin,
    loss: after.loss - before.loss,
    fees: after.fees - before.fees,
  };
  return parts.margin + parts.loss + parts.fees > 0n ? parts : NO_COST;
}

/**
 * What an order that opens takes from the available balance once it has filled for `amount`, by what is open then (trading B6, B7): its
 * fee and its margin. What it fills worse than the mark takes from a cross wallet at once, and what it fills better adds to it; of an isolated
 * position that is a part of its own margin, and the balance does not change by it.
 */
export function spentOf(
  state: MarginState,
  { side, quantity }: Pick<Planned, 'side' | 'quantity'>,
  { amount, fee }: { readonly amount: bigint; readonly fee: bigint },
): bigint {
  const { contract, preference, mark, positions } = state;
  const direction = side === 'BUY' ? 'LONG' : 'SHORT';
  const isSame = (one: Position): boolean => one.symbol === contract.symbol && one.direction === direction;
  const held = positions.filter(isSame).reduce((sum, one) => sum + unitsOf(one.quantity), quantity);
  const opened: HeldPart = { symbol: contract.symbol, direction, quantity: formatUnits(held, SCALE) };
  const after = { ...state, positions: [...positions.filter((one) => !isSame(one)), opened] };
  const needs = totalOf(needsOf(after)) - totalOf(needsOf(state)) + fee;
  if (preference.marginMode === 'ISOLATED') {
    const leverage = BigInt(side === 'BUY' ? preference.longLeverage : preference.shortLeverage);
    return needs + ceilDiv(amount, leverage);
  }
  const worth = notionalOf(quantity, mark);
  return needs + (side === 'BUY' ? amount - worth : worth - amount);
}

const totalOf = ({ margin, loss, fees }: CostParts): bigint => margin + loss + fees;

/** The sum of its parts. */
export function costOf(state: MarginState, planned: Planned): bigint {
  return totalOf(costPartsOf(state, planned));
}

/** The highest leverage that the position allows once the order has filled (trading B2). */
export function ceilingOf(state: MarginState, planned: Planned): number {
  return leverageCeiling(tiersOf(state.contract), sideNotional(state, planned.side, planned));
}

/** Whether the opposite position takes up this order and all others of its side: no limit of positions holds it then (trading B19). */
export function opensNothing(state: MarginState, planned: Planned): boolean {
  const all = openingOrders(state, planned.side, planned).reduce((sum, { quantity }) => sum + quantity, 0n);
  return closesOnly(planned) || all <= offsetOf(state, planned.side);
}

/** The highest leverage that what is open and ordered on a side allows; null where there is nothing (trading B2, B3). */
export function ceilingOfSide(state: MarginState, side: Side): number | null {
  const notional = sideNotional(state, side, null);
  return notional === 0n ? null : leverageCeiling(tiersOf(state.contract), notional);
}

/** What a side would come to if all its orders filled: hedged beside its own position, in one-way mode with the only one, signed. */
export function sideNotional(state: MarginState, side: Side, planned: Planned | null): bigint {
  const { notional } = sumsOf(state, side, planned);
  const sign = side === 'BUY' ? 1n : -1n;
  const held = state.positions
    .filter(({ symbol }) => symbol === state.contract.symbol)
    .filter((one) => state.preference.positionMode === 'ONE_WAY' || directionOf(one) === sign)
    .reduce((sum, one) => sum + sign * directionOf(one) * notionalOf(unitsOf(one.quantity), state.mark), 0n);
  return max(0n, held + notional);
}

export interface Outcome {
  /** Null: the order closes what is open. */
  readonly position: OpenPosition | null;
  /** Null: no price liquidates it, or nothing is open. */
  readonly liquidation: bigint | null;
}

/** The position once the order has filled at this price and rate, and where it would be liquidated then (trading B4, B11). */
export function outcomeOf(state: MarginState, planned: Planned, feeRate: bigint): Outcome {
  const { contract, preference } = state;
  const before = targetOf(state, planned);
  const direction = planned.side === 'BUY' ? 1n : -1n;
  const open = before === undefined ? null : openPartOf(before);
  const fee = ceilDiv(notionalOf(planned.quantity, planned.price) * max(feeRate, 0n), ONE);
  const { after, realised, opened } = filled(open, direction, planned, closesOnly(planned));
  const leverage = BigInt(after?.direction === -1n ? preference.shortLeverage : preference.longLeverage);
  if (after === null) return { position: null, liquidation: null };
  if (preference.marginMode === 'CROSS') {
    const others = state.positions.filter((one) => one !== before);
    const wallet = unitsOf(state.capital.balance) + unitsOf(state.capital.expMoney) + realised - fee;
    return { position: after, liquidation: reachableLiquidation(crossLiquidation(state, after, others, wallet)) };
  }
  const kept = open === null || before === undefined || opened.isFlip ? 0n : unitsOf(before.margin);
  const left =
    open !== null && after.quantity < open.quantity
      ? kept - (kept * (open.quantity - after.quantity)) / open.quantity
      : kept;
  const balance = left + ceilDiv(notionalOf(opened.quantity, planned.price), leverage);
  const inputs = { ...after, balance, otherMaintenance: 0n, otherUnrealised: 0n, tiers: tiersOf(contract) };
  return { position: after, liquidation: reachableLiquidation(liquidationPrice(inputs)) };
}

/** The position that the order changes. */
function targetOf({ positions, contract }: MarginState, { positionSide }: Planned): Position | undefined {
  return positions.find((one) => one.symbol === contract.symbol && one.positionSide === positionSide);
}

interface Filled {
  readonly after: OpenPosition | null;
  readonly realised: bigint;
  readonly opened: { readonly quantity: bigint; readonly isFlip: boolean };
}

function filled(
  open: OpenPosition | null,
  direction: 1n | -1n,
  { quantity, price }: Planned,
  onlyCloses: boolean,
): Filled {
  const empty = { direction, quantity: 0n, cost: 0n };
  const opening = (from: OpenPosition, by: bigint, isFlip: boolean, realised: bigint): Filled => ({
    after: by === 0n ? null : increase(from, by, price),
    realised,
    opened: { quantity: by, isFlip },
  });
  if (open === null) return opening(empty, onlyCloses ? 0n : quantity, false, 0n);
  if (open.direction === direction) return opening(open, onlyCloses ? 0n : quantity, false, 0n);
  const closing = quantity < open.quantity ? quantity : open.quantity;
  const { position, realised } = reduce(open, closing, price);
  if (position !== null) return { after: position, realised, opened: { quantity: 0n, isFlip: false } };
  return opening(empty, onlyCloses ? 0n : quantity - closing, true, realised);
}

/** Under cross margin the other positions stand at their marks (trading B11); long and short of one contract go together. */
function crossLiquidation(
  { contract, marks, contracts }: MarginState,
  after: OpenPosition,
  positions: readonly Position[],
  balance: bigint,
): bigint | null {
  const cross = positions.filter((one) => one.marginMode === 'CROSS');
  const opposite = cross.find((one) => one.symbol === contract.symbol && directionOf(one) !== after.direction);
  let [otherMaintenance, otherUnrealised] = [0n, 0n];
  for (const one of cross) {
    const mark = marks.get(one.symbol) ?? unitsOf(one.markPrice);
    const its = contracts.find(({ symbol }) => symbol === one.symbol);
    if (one === opposite || its === undefined) continue;
    otherMaintenance += maintenanceMargin(tiersOf(its), notionalOf(unitsOf(one.quantity), mark));
    otherUnrealised += unrealised(openPartOf(one), mark);
  }
  const shared = { balance, otherMaintenance, otherUnrealised, tiers: tiersOf(contract) };
  if (opposite === undefined) return liquidationPrice({ ...after, ...shared });
  const [long, short] = after.direction === 1n ? [after, openPartOf(opposite)] : [openPartOf(opposite), after];
  return hedgeLiquidationPrice({ long, short, ...shared });
}

/** The figures of an open position at this mark. */
export function figuresOf(position: Position, mark: bigint, contract: Contract) {
  const open = openPartOf(position);
  const notional = notionalOf(open.quantity, mark);
  const result = unrealised(open, mark);
  const margin =
    position.marginMode === 'ISOLATED' ? unitsOf(position.margin) : ceilDiv(notional, BigInt(position.leverage));
  const maintenance = maintenanceMargin(tiersOf(contract), notional);
  /** 10^-8 of 1; null without a cost. */
  const returned = open.cost === 0n ? null : (result * BigInt(position.leverage) * ONE) / open.cost;
  return { notional, result, margin, maintenance, returned };
}

/** What the cross positions gain or lose at the marks of now. */
export function crossResult(positions: readonly Position[], marks: ReadonlyMap<string, bigint>): bigint {
  return positions
    .filter((one) => one.marginMode === 'CROSS')
    .reduce((sum, one) => sum + unrealised(openPartOf(one), marks.get(one.symbol) ?? unitsOf(one.markPrice)), 0n);
}

/** The marks among the figures of contracts, by symbol. */
export const marksOf = (tickers: ReadonlyMap<string, { readonly markPrice: string }>): ReadonlyMap<string, bigint> =>
  new Map([...tickers].map(([symbol, { markPrice }]) => [symbol, unitsOf(markPrice)]));
