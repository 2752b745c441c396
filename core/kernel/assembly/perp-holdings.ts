/**
 * Margin accounts, what they hold in contracts, and their live orders there: core/kernel/perp-layout.ts says what stands where, and core/perp/account
 * keeps it too.
 */
import { BUY, HOLDING, USER_NEXT, USER_PREVIOUS } from '../order-record.ts';
import * as layout from '../layout.ts';
import * as perp from '../perp-layout.ts';
import { int, orderAt, setInt, setState, state } from './records.ts';
import { placeFor } from './seats.ts';
import { userAt } from './users.ts';

/** The record of an account or of a contract, by index, and of a holding, by its number, which counts from 1. */
export function accountAt(index: i32): i32 {
  return state(layout.ACCOUNTS_AT) + index * perp.ACCOUNT_BYTES;
}
export function contractAt(index: i32): i32 {
  return load<i32>(state(layout.CONTRACTS_AT) + index * 4);
}
export function holdingAt(number: i32): i32 {
  return state(layout.HOLDINGS_AT) + number * perp.HOLDING_BYTES;
}
export function numberOf(holding: i32): i32 {
  return (holding - state(layout.HOLDINGS_AT)) / perp.HOLDING_BYTES;
}

/** The account that holds the FUTURES wallet of a user (by index); 0 without one. */
export function accountOfUser(user: i32): i32 {
  const one = load<i32>(userAt(user) + layout.USER_ACCOUNT);
  return one == 0 ? 0 : accountAt(one - 1);
}

/** What an account (by index) has in a contract (by index); 0 where only the core knows whether it has anything. */
export function holdingOf(account: i32, contract: i32): i32 {
  const key = keyOf(account, contract);
  const bits = state(layout.PLACE_BITS);
  const last = (1 << bits) - 1;
  let place = placeFor(key, bits);
  while (keyAt(place) != key && keyAt(place) != 0) place = (place + 1) & last;
  return keyAt(place) == 0 ? 0 : holdingAt(load<i32>(placeAt(place) + perp.PLACE_HOLDING));
}

/**
 * The record of a holding that an account does not have yet, with the settings of its contract; it is one once `keepHolding` was called. 0 where the core has
 * to make room.
 */
export function newHolding(account: i32, contract: i32): i32 {
  const used = state(layout.HOLDINGS_USED);
  const isFull = (state(layout.PLACES_USED) + 1) * 4 > (1 << state(layout.PLACE_BITS)) * 3;
  if (used >= state(layout.HOLDING_ROOM) || isFull) return 0;
  const holding = holdingAt(used);
  const leverage = load<f64>(contract + perp.LEVERAGE_DEFAULT);
  memory.fill(holding, 0, perp.HOLDING_BYTES);
  store<i32>(holding + perp.HOLDING_ACCOUNT, load<i32>(account + perp.ACCOUNT_INDEX));
  store<i32>(holding + perp.HOLDING_CONTRACT, load<i32>(contract + layout.MARKET_INDEX));
  store<f64>(holding + perp.LONG_LEVERAGE, leverage);
  store<f64>(holding + perp.SHORT_LEVERAGE, leverage);
  store<f64>(holding + perp.SUMS_MARK, NaN);
  return holding;
}

/** The record of `newHolding` is one from now on, and is found. */
export function keepHolding(account: i32, holding: i32): void {
  const number = state(layout.HOLDINGS_USED);
  const key = keyOf(load<i32>(holding + perp.HOLDING_ACCOUNT), load<i32>(holding + perp.HOLDING_CONTRACT));
  const bits = state(layout.PLACE_BITS);
  let place = placeFor(key, bits);
  while (keyAt(place) != 0) place = (place + 1) & ((1 << bits) - 1);
  store<i32>(placeAt(place) + perp.PLACE_KEY, key);
  store<i32>(placeAt(place) + perp.PLACE_HOLDING, number);
  setState(layout.HOLDINGS_USED, number + 1);
  setState(layout.PLACES_USED, state(layout.PLACES_USED) + 1);
  noteNewer(account, holding);
}

/** The core's object of the holding is an older one, or it has none: it makes one of the record when it asks for it (MarginAccount.holdings). */
export function noteNewer(account: i32, holding: i32): void {
  if (hasFlag(holding, perp.IS_NEWER)) return;
  setFlag(holding, perp.IS_NEWER, true);
  store<i32>(holding + perp.NEXT_NEWER, load<i32>(account + perp.ACCOUNT_NEWER));
  store<i32>(account + perp.ACCOUNT_NEWER, numberOf(holding));
}

/** No key is 0, which stands where a place is free. */
function keyOf(account: i32, contract: i32): i32 {
  return ((account << perp.CONTRACT_BITS) | contract) + 1;
}

function keyAt(place: i32): i32 {
  return load<i32>(placeAt(place) + perp.PLACE_KEY);
}
function placeAt(place: i32): i32 {
  return state(layout.PLACES_AT) + place * perp.PLACE_BYTES;
}

export function hasFlag(holding: i32, flag: i32): bool {
  return (load<i32>(holding + perp.HOLDING_FLAGS) & flag) != 0;
}
export function setFlag(holding: i32, flag: i32, isOn: bool): void {
  const flags = load<i32>(holding + perp.HOLDING_FLAGS);
  store<i32>(holding + perp.HOLDING_FLAGS, isOn ? flags | flag : flags & ~flag);
}

/** Quantity of the one-way position: above 0 a long, below 0 a short. */
export function positionOf(holding: i32): f64 {
  return load<f64>(holding + perp.BOTH_QUANTITY);
}

/** What the opposite one-way position takes up before orders of a side open anything (offsetOf of core/perp/account/order-needs.ts). */
export function offsetOf(holding: i32, side: i32): f64 {
  const quantity = positionOf(holding);
  return Math.max(0, side == BUY ? -quantity : quantity);
}

/**
 * May the kernel count what a holding comes to? Not where only the core knows its positions and orders, nor where it keeps many orders in line beside a
 * position that may close some of them.
 */
export function isCountable(holding: i32): bool {
  if (hasFlag(holding, perp.HOLDING_IS_LEFT)) return false;
  return positionOf(holding) == 0 || load<i32>(holding + perp.HOLDING_ORDERS) <= perp.FEW_ORDERS;
}

/** Puts a new order behind the others of its holding, as OrderChain.add of core/perp/account does. */
export function openPerpOrder(slot: i32, account: i32, holding: i32): void {
  const order = orderAt(slot);
  const last = load<i32>(holding + perp.HOLDING_LAST_ORDER);
  setInt(order, HOLDING, numberOf(holding));
  setInt(order, USER_NEXT, 0);
  setInt(order, USER_PREVIOUS, last);
  if (last != 0) setInt(orderAt(last), USER_NEXT, slot);
  else store<i32>(holding + perp.HOLDING_FIRST_ORDER, slot);
  store<i32>(holding + perp.HOLDING_LAST_ORDER, slot);
  countOrders(account, holding, 1);
}

/** Takes an order that ends out of those of its holding. */
export function closePerpOrder(order: i32, account: i32, holding: i32): void {
  const next = int(order, USER_NEXT);
  const previous = int(order, USER_PREVIOUS);
  if (next != 0) setInt(orderAt(next), USER_PREVIOUS, previous);
  else store<i32>(holding + perp.HOLDING_LAST_ORDER, previous);
  if (previous != 0) setInt(orderAt(previous), USER_NEXT, next);
  else store<i32>(holding + perp.HOLDING_FIRST_ORDER, next);
  countOrders(account, holding, -1);
}

function countOrders(account: i32, holding: i32, change: i32): void {
  store<i32>(account + perp.ACCOUNT_ORDERS, load<i32>(account + perp.ACCOUNT_ORDERS) + change);
  store<i32>(holding + perp.HOLDING_ORDERS, load<i32>(holding + perp.HOLDING_ORDERS) + change);
}
