/** What a conditional order or an exit must satisfy before it may wait (trading B15). They only read. */
import type { RejectCode } from '../../protocol/rejects.ts';
import { isClientId, isCount } from '../../protocol/field-checks.ts';
import type { MarginAccount } from '../account/accounts.ts';
import { type ExitTerms, type PlaceStopOrder } from '../../protocol/perp-commands.ts';
import type { Contract } from '../contract/contract.ts';
import { checkPrice, checkQuantity } from './order-checks.ts';
import { isReached } from '../contract/stop-table.ts';
import { type Side, TIMES_IN_FORCE, TRIGGER_SOURCES, type TriggerSource } from '../../protocol/words.ts';

/** 0.1 % and 10 % (trading B15). */
const MIN_CALLBACK = 100_000;
const MAX_CALLBACK = 10_000_000;

export const isCallback = (rate: number): boolean => rate >= MIN_CALLBACK && rate <= MAX_CALLBACK;

export interface Exits {
  readonly takeProfit: ExitTerms | null;
  readonly stopLoss: ExitTerms | null;
}

/** The present price of a source; before the first trade the mark stands for it. */
export function priceOf(contract: Contract, source: TriggerSource): bigint {
  if (source === 'INDEX') return contract.indexPrice;
  if (source === 'MARK' || contract.lastTicks === 0) return contract.mark;
  return contract.priceOf(contract.lastTicks);
}

/** The exits that are set, each with the type of the conditional order that it becomes (trading B15). */
export function pairsOf({ takeProfit, stopLoss }: Exits): [ExitTerms, 'TAKE_PROFIT' | 'STOP'][] {
  const pairs: [ExitTerms, 'TAKE_PROFIT' | 'STOP'][] = [];
  if (takeProfit !== null) pairs.push([takeProfit, 'TAKE_PROFIT']);
  if (stopLoss !== null) pairs.push([stopLoss, 'STOP']);
  return pairs;
}

/** Exits belong to what opens (trading B15). */
export function checkExitFields(exits: Exits, closes: boolean): RejectCode | null {
  const pairs = pairsOf(exits);
  if (pairs.length > 0 && closes) return 'BAD_FIELDS';
  const isSound = ([exit]: [ExitTerms, string]): boolean =>
    isCount(exit.triggerPrice) && isCount(exit.price) && TRIGGER_SOURCES.includes(exit.source);
  return pairs.every(isSound) ? null : 'BAD_FIELDS';
}

/** The exits of an order or a position are right for the way it opens. */
export function checkExits(contract: Contract, side: Side, limit: number, exits: Exits): RejectCode | null {
  for (const [exit, type] of pairsOf(exits)) {
    const refusal = checkExitGrid(contract, exit);
    if (refusal !== null) return refusal;
    const closing = side === 'BUY' ? 'SELL' : 'BUY';
    // An order with a price of its own is judged at that price, as it will be when it fills.
    const reference = limit !== 0 ? BigInt(limit) : priceOf(contract, exit.source);
    const stop = { type, side: closing, triggerPrice: BigInt(exit.triggerPrice) } as const;
    if (isReached(stop, reference)) return 'WOULD_TRIGGER_NOW';
  }
  return null;
}

/** Conditional orders of all users in one contract: one price may wake them all in one command. */
const MAX_WAITING = 1 << 16;

/** Own conditional orders and exits of orders; those of positions have limits of their own (trading B18). */
export function checkStopCount(account: MarginAccount, contract: Contract, added: number): RejectCode | null {
  const { maxStopOrders } = contract.parameters;
  if (added > 0 && contract.stops.size >= MAX_WAITING) return 'LIMIT_REACHED';
  if (maxStopOrders === 0 || added === 0) return null;
  let count = added;
  for (const { contract: of, group } of account.stops.values())
    if (of === contract.index && (group === 'OWN' || group === 'ORDER')) count += 1;
  return count > maxStopOrders ? 'TOO_MANY_ORDERS' : null;
}

function checkExitGrid(contract: Contract, exit: ExitTerms): RejectCode | null {
  const limit = exit.price === 0 ? null : checkPrice(exit.price / contract.tickSize);
  return checkPrice(exit.triggerPrice / contract.tickSize) ?? limit;
}

/** BAD_FIELDS where fields contradict each other or a number is none; the grid is not looked at (trading B15). */
export function checkStopFields(command: PlaceStopOrder): RejectCode | null {
  const { triggerPrice, price, quantity, callbackRate, activationPrice, closePosition, type } = command;
  if (![triggerPrice, price, quantity, callbackRate, activationPrice].every(isCount)) return 'BAD_FIELDS';
  if (!isClientId(command.clientOrderId) || !TRIGGER_SOURCES.includes(command.source)) return 'BAD_FIELDS';
  if (command.side !== 'BUY' && command.side !== 'SELL') return 'BAD_FIELDS';
  if (!TIMES_IN_FORCE.includes(command.timeInForce)) return 'BAD_FIELDS';
  if ((quantity === 0) !== closePosition || (closePosition && price !== 0)) return 'BAD_FIELDS';
  if (type === 'TRAILING_STOP') {
    if (triggerPrice !== 0 || price !== 0 || !isCallback(callbackRate)) return 'BAD_FIELDS';
    return null;
  }
  if (type !== 'STOP' && type !== 'TAKE_PROFIT') return 'BAD_FIELDS';
  return triggerPrice === 0 || callbackRate !== 0 || activationPrice !== 0 ? 'BAD_FIELDS' : null;
}

/** Prices on the grid of ticks, the quantity on that of lots and within the contract's limits; codes as of plain orders. */
export function checkStopGrid(contract: Contract, command: PlaceStopOrder): RejectCode | null {
  const refusal = checkStopPrices(contract, command);
  if (refusal !== null) return refusal;
  if (command.closePosition) return null;
  return checkQuantity(contract, command.quantity / contract.stepSize, command.price !== 0);
}

/** Prices on the grid of ticks; 0 is none. */
export function checkStopPrices(
  contract: Contract,
  { triggerPrice, price, activationPrice }: Pick<PlaceStopOrder, 'triggerPrice' | 'price' | 'activationPrice'>,
): RejectCode | null {
  for (const one of [triggerPrice, price, activationPrice]) {
    const refusal = one === 0 ? null : checkPrice(one / contract.tickSize);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** What a trigger is judged by. */
type Trigger = Pick<PlaceStopOrder, 'type' | 'side' | 'source' | 'triggerPrice' | 'activationPrice'>;

/** Refuses a trigger that is already reached, and an activation price that is already reached (trading B15). */
export function checkTrigger(contract: Contract, command: Trigger): RejectCode | null {
  const reference = priceOf(contract, command.source);
  if (command.type !== 'TRAILING_STOP') {
    const { type, side } = command;
    return isReached({ type, side, triggerPrice: BigInt(command.triggerPrice) }, reference)
      ? 'WOULD_TRIGGER_NOW'
      : null;
  }
  const activation = BigInt(command.activationPrice);
  if (activation === 0n) return null;
  const isAhead = command.side === 'SELL' ? activation > reference : activation < reference;
  return isAhead ? null : 'WOULD_TRIGGER_NOW';
}
