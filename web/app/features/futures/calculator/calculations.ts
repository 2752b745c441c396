/**
 * What a position would win, where it would reach a result, where it would be liquidated, and how large it may be: for one that does not
 * exist yet, without other positions or orders. The sums are the core's formulas. All numbers are units of 10^-8.
 */
import { ceilDiv, increase, notionalOf, ONE, reduce, returnOnEquity } from '@agio/core/formulas';
import { ceilTo, floorDiv, floorTo, formatUnits } from '../../../../ui/decimal.ts';
import type { Contract, Preference } from '../../../api/calls/futures.ts';
import type { Side } from '../../../api/types.ts';
import { ceilingOf, costOf, type MarginState, outcomeOf, type Planned, unitsOf } from '../margin.ts';

/** A position as it would be opened: BUY is long. */
export interface Opened {
  readonly side: Side;
  readonly quantity: bigint;
  readonly entry: bigint;
  readonly leverage: number;
}

export interface Result {
  /** Before fees. */
  readonly pnl: bigint;
  /** Of opening and closing, both as taker. */
  readonly fees: bigint;
  readonly margin: bigint;
  /** Share of the margin, rounded down. */
  readonly returned: bigint;
}

/** What closing at `exit` would bring (trading B4). */
export function resultOf({ side, quantity, entry, leverage }: Opened, exit: bigint, takerRate: bigint): Result {
  const empty = { direction: side === 'BUY' ? (1n as const) : (-1n as const), quantity: 0n, cost: 0n };
  const position = increase(empty, quantity, entry);
  const feeAt = (price: bigint) => ceilDiv(notionalOf(quantity, price) * takerRate, ONE);
  return {
    pnl: reduce(position, quantity, exit).realised,
    fees: feeAt(entry) + feeAt(exit),
    margin: ceilDiv(position.cost, BigInt(leverage)),
    returned: position.cost === 0n ? 0n : returnOnEquity(position, exit, BigInt(leverage)),
  };
}

/**
 * The first price of the contract at which a position has won this share of its margin; for a share below zero, the last one at which it
 * has lost no more than that. Null where no price above zero does.
 */
export function targetPrice(
  { side, entry, leverage }: Omit<Opened, 'quantity'>,
  returned: bigint,
  { tickSize }: Pick<Contract, 'tickSize'>,
): bigint | null {
  const tick = unitsOf(tickSize);
  const scale = BigInt(leverage) * ONE;
  const [whole, move] = [entry * scale, entry * returned];
  // On the tick that reaches it: the next one up of a long, the next one down of a short.
  const price =
    side === 'BUY' ? ceilTo(ceilDiv(whole + move, scale), tick) : floorTo(floorDiv(whole - move, scale), tick);
  return price > 0n ? price : null;
}

export interface Wallet {
  readonly marginMode: Preference['marginMode'];
  /** Under cross margin all of it backs the position. */
  readonly balance: bigint;
}

/** Where the position would be liquidated, its opening fee paid (trading B11); null: at no price. */
export function liquidationOf(opened: Opened, wallet: Wallet, contract: Contract, takerRate: bigint): bigint | null {
  return outcomeOf(stateOf(contract, opened.leverage, wallet, opened.entry), plannedOf(opened), takerRate).liquidation;
}

/** The largest quantity that the balance, the ladder of the contract and its largest order allow at this price (trading B2, B5). */
export function largestQuantity(
  opened: Omit<Opened, 'quantity'>,
  balance: bigint,
  mark: bigint,
  contract: Contract,
): bigint {
  const state = stateOf(contract, opened.leverage, { marginMode: 'CROSS', balance }, mark);
  const step = unitsOf(contract.stepSize);
  const isAllowed = (quantity: bigint): boolean => {
    const planned = plannedOf({ ...opened, quantity });
    return costOf(state, planned) <= balance && ceilingOf(state, planned) >= opened.leverage;
  };
  const most = unitsOf(contract.maxLimitQuantity);
  const margined = (balance * BigInt(opened.leverage) * ONE) / opened.entry;
  let [low, high] = [0n, (most > 0n && most < margined ? most : margined) / step];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (isAllowed(middle * step)) low = middle;
    else high = middle - 1n;
  }
  return low * step;
}

/** The highest leverage at which the position may be opened, and what it takes from the balance then (trading B2, B5). */
export function carriedBy(opened: Opened, contract: Contract): { readonly ceiling: number; readonly cost: bigint } {
  const state = stateOf(contract, opened.leverage, { marginMode: 'CROSS', balance: 0n }, opened.entry);
  const planned = plannedOf(opened);
  return { ceiling: ceilingOf(state, planned), cost: costOf(state, planned) };
}

function plannedOf({ side, quantity, entry }: Omit<Opened, 'leverage'>): Planned {
  return { side, positionSide: 'BOTH', quantity, price: entry, isReduceOnly: false };
}

/** Nothing is open. */
function stateOf(contract: Contract, leverage: number, { marginMode, balance }: Wallet, mark: bigint): MarginState {
  const { symbol } = contract;
  const preference = { symbol, positionMode: 'ONE_WAY', marginMode, longLeverage: leverage, shortLeverage: leverage };
  return {
    contract,
    contracts: [contract],
    preference: preference as Preference,
    mark,
    positions: [],
    orders: [],
    capital: { balance: formatUnits(balance, 8), expMoney: '0', bonuses: [] },
    marks: new Map([[symbol, mark]]),
  };
}
