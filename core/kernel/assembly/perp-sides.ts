/**
 * One side of a fill of a perpetual: what it would do to the position and whether it may, and then its money and its position, as fill-plan.ts, fill-checks.ts, unit-risk.ts and
 * settle-fills.ts of core/perp have it (trading B4, B7, B17). For plain orders: one-way mode, cross margin, no bonus, vouchers or fee rates of one's own, no
 * reduce-only order, no exits, and a wallet that stays above zero. What is not known to be permitted is left to the core, which decides.
 */
import {
  ACCOUNT,
  BUY,
  FEE_REST,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  HAS_EXITS,
  HOLDING,
  UPDATED,
  USER,
} from '../order-record.ts';
import * as layout from '../layout.ts';
import * as perp from '../perp-layout.ts';
import { giveFutures, giveHouse } from './money.ts';
import { maintenanceOf, resultOf, worthOf } from './perp-figures.ts';
import { accountAt, hasFlag, holdingAt, isCountable, noteNewer, numberOf, positionOf } from './perp-holdings.ts';
import { walletOf } from './perp-margin.ts';
import { UNUSUAL } from './perp-orders.ts';
import { shareCeil, shareFloor } from './perp-units.ts';
import { renewOthers, touch } from './perp-wallet.ts';
import { demand, int, MAX_UNITS, num, setInt, setNum, setState, sideOf, state } from './records.ts';
import { countTold, hasBonus, hasOwnTerms } from './users.ts';

const RATE_ONE: f64 = 100000000;

/** What the last `countFee` found. */
let fee: f64 = 0;
let feeRest: f64 = 0;

/** May the order make a fill of these lots at these ticks, as the maker or the taker? Then its side is ready to be booked (`settle`). False: the core decides. */
export function judge(side: i32, contract: i32, order: i32, ticks: f64, lots: f64, rate: f64): bool {
  const account = accountAt(int(order, ACCOUNT));
  const holding = holdingAt(int(order, HOLDING));
  if (!isPlainSide(account, holding, order) || !renewOthers(account, 0)) return false;
  if (!plan(side, contract, holding, sideOf(order) == BUY ? 1 : -1, ticks, lots)) return false;
  countFee(ticks * lots * load<f64>(contract + layout.UNIT), rate, int(order, FEE_REST) as f64);
  store<f64>(side + perp.SIDE_FEE, fee);
  store<f64>(side + perp.SIDE_FEE_REST, feeRest);
  // Of a wallet that a double may not hold it is known that it is larger than all that one may hold.
  const wallet = Math.min(walletOf(account), MAX_UNITS);
  // No comparison holds for a wallet that is not known.
  if (!(wallet - fee + Math.min(0, load<f64>(side + perp.SIDE_REALISED)) >= 0)) return false;
  if (!fitGains(side, holding)) return false;
  // What guards the position ends with it.
  const closing = load<f64>(side + perp.SIDE_CLOSING);
  if (closing > 0 && closing == abs(positionOf(holding)) && load<i32>(account + perp.ACCOUNT_STOPS) != 0) return false;
  if (closing > 0 && !closesWithin(account, contract, holding, wallet, ticks)) return false;
  return load<f64>(side + perp.SIDE_OPENING) == 0 || permits(side, account, contract, holding, wallet);
}

function isPlainSide(account: i32, holding: i32, order: i32): bool {
  const unusual = perp.IN_HEDGE | perp.CLOSE_ONLY | perp.ACCOUNT_IS_LEFT;
  if ((load<i32>(account + perp.ACCOUNT_FLAGS) & unusual) != 0 || load<i32>(account + perp.ACCOUNT_ISOLATED) != 0)
    return false;
  if ((int(order, FLAGS) & UNUSUAL) != 0 || int(order, HAS_EXITS) != 0 || int(order, HOLDING) == 0) return false;
  if (hasFlag(holding, perp.IS_ISOLATED) || !isCountable(holding)) return false;
  return !hasOwnTerms(order) && !hasBonus(int(order, USER));
}

/** Do gains and fees of the position, since the core last took them over, stay exact with those of the fill? */
function fitGains(side: i32, holding: i32): bool {
  const realised = load<f64>(holding + perp.POSITION_REALISED) + load<f64>(side + perp.SIDE_REALISED);
  return (
    abs(realised) <= MAX_UNITS && load<f64>(holding + perp.POSITION_FEES) + load<f64>(side + perp.SIDE_FEE) <= MAX_UNITS
  );
}

/** planFill: closes first, then opens the other way. */
function plan(side: i32, contract: i32, holding: i32, direction: f64, ticks: f64, lots: f64): bool {
  const step = load<f64>(contract + layout.STEP_SIZE);
  const perLot = ticks * load<f64>(contract + layout.UNIT);
  const before = positionOf(holding);
  const cost = load<f64>(holding + perp.BOTH_COST);
  const held = abs(before);
  const quantity = lots * step;
  const closing = before * direction < 0 ? Math.min(quantity, held) : 0;
  const opening = quantity - closing;
  // Positions lie on the grid: what closes is whole lots, and comes out even.
  const value = perLot * (closing / step);
  const removed =
    closing == held
      ? held == 0
        ? 0
        : cost
      : closing == 0
        ? 0
        : before > 0
          ? shareCeil(cost, closing, held)
          : shareFloor(cost, closing, held);
  const realised = before > 0 ? value - removed : removed - value;
  const isLeft = closing < held;
  const nextQuantity = before + direction * quantity;
  const nextCost = (isLeft ? cost - removed : 0) + perLot * (opening / step);
  store<f64>(side + perp.SIDE_QUANTITY, nextQuantity);
  store<f64>(side + perp.SIDE_COST, nextCost);
  store<f64>(side + perp.SIDE_REALISED, closing == 0 ? 0 : realised);
  store<f64>(side + perp.SIDE_OPENING, opening);
  store<f64>(side + perp.SIDE_CLOSING, closing);
  return abs(nextQuantity) <= MAX_UNITS && nextCost <= MAX_UNITS && perLot * lots <= MAX_UNITS && held <= MAX_UNITS;
}

/** cumulativeFee and nextFeeRest of core/formulas/fee.ts, of a rate that is not below 0 and an amount up to 2^53 - 1. */
function countFee(amount: f64, rate: f64, rest: f64): void {
  const whole = Math.floor(amount / RATE_ONE);
  const part = ((amount - whole * RATE_ONE) as u64) * (rate as u64);
  const one = RATE_ONE as u64;
  const sum = rest + ((part % one) as f64);
  const carry: f64 = sum >= RATE_ONE ? 1 : 0;
  feeRest = sum - carry * RATE_ONE;
  fee = whole * rate + ((part / one) as f64) + carry + (feeRest > 0 ? 1 : 0) - (rest > 0 ? 1 : 0);
}

/** UnitRisk.closesWithin: is the price no worse than that of bankruptcy? (trading B17) */
function closesWithin(account: i32, contract: i32, holding: i32, wallet: f64, ticks: f64): bool {
  const results = sumOf(account, perp.FIGURE_RESULTS);
  const all = sumOf(account, perp.FIGURE_NOTIONAL);
  const equity = Math.min(MAX_UNITS, wallet + results);
  if (!(equity >= 0 && all > 0 && all <= MAX_UNITS)) return false;
  const quantity = positionOf(holding);
  const notional = worthOf(contract, quantity);
  const share = shareFloor(equity, notional, all);
  // A position lies on the grid, so that its value at a price comes out even.
  const value = ticks * load<f64>(contract + layout.UNIT) * (abs(quantity) / load<f64>(contract + layout.STEP_SIZE));
  if (!(value <= MAX_UNITS)) return false;
  return quantity > 0 ? value >= notional - share : value <= notional + share;
}

/** UnitRisk.permits of what opens something: does equity stay above the maintenance margin? (trading B7) */
function permits(side: i32, account: i32, contract: i32, holding: i32, wallet: f64): bool {
  const results = sumOf(account, perp.FIGURE_RESULTS);
  const maintenance = sumOf(account, perp.FIGURE_MAINTENANCE);
  const next = load<f64>(side + perp.SIDE_QUANTITY);
  const notional = worthOf(contract, next);
  const after = resultOf(next > 0, notional, load<f64>(side + perp.SIDE_COST));
  const needed = maintenanceOf(contract, notional);
  const before = positionOf(holding);
  const held = worthOf(contract, before);
  const result = before == 0 ? 0 : resultOf(before > 0, held, load<f64>(holding + perp.BOTH_COST));
  const kept = before == 0 ? 0 : maintenanceOf(contract, held);
  const realised = load<f64>(side + perp.SIDE_REALISED);
  const charge = load<f64>(side + perp.SIDE_FEE);
  const size = abs(results) + maintenance + abs(after) + abs(result) + needed + kept + abs(realised) + charge;
  if (!(size <= MAX_UNITS)) return false;
  return wallet + (results - result + after + realised - charge - (maintenance - kept + needed)) > 0;
}

/** Does the account need no liquidation (Risk.isAllSafe)? False where that is not known. */
export function isSafe(account: i32): bool {
  if (!renewOthers(account, 0)) return false;
  if (sumOf(account, perp.FIGURE_NOTIONAL) == 0) return true;
  const results = sumOf(account, perp.FIGURE_RESULTS);
  const maintenance = sumOf(account, perp.FIGURE_MAINTENANCE);
  const wallet = Math.min(walletOf(account), MAX_UNITS);
  return wallet >= 0 && abs(results) + maintenance <= MAX_UNITS && wallet + (results - maintenance) > 0;
}

function sumOf(account: i32, figure: i32): f64 {
  return load<f64>(account + perp.ACCOUNT_FIGURES + figure);
}

/** What the order has filled with it. */
export function countFilled(side: i32, order: i32, lots: f64, amount: f64, timeMs: f64): void {
  setInt(order, FEE_REST, load<f64>(side + perp.SIDE_FEE_REST) as i32);
  setNum(order, FILLED_LOTS, num(order, FILLED_LOTS) + lots);
  setNum(order, FILLED_AMOUNT, num(order, FILLED_AMOUNT) + amount);
  setNum(order, UPDATED, timeMs);
}

/** FillSettler.apply: the fee and what it realised, then the position; its events are counted, and the core is told of it. */
export function settle(side: i32, contract: i32, order: i32, timeMs: f64): void {
  const account = accountAt(int(order, ACCOUNT));
  const holding = holdingAt(int(order, HOLDING));
  touch(account, holding);
  const hasMoved = pay(side, contract, account);
  const before = positionOf(holding);
  const next = load<f64>(side + perp.SIDE_QUANTITY);
  const closing = load<f64>(side + perp.SIDE_CLOSING);
  const isClosed = closing > 0 && closing == abs(before);
  const isOpened = next != 0 && (before == 0 || isClosed);
  countOpen(side, contract, before, sideOf(order) == BUY);
  demand(next % load<f64>(contract + layout.STEP_SIZE) == 0, layout.POSITION_ON_ITS_GRID);
  store<f64>(holding + perp.BOTH_QUANTITY, next);
  store<f64>(holding + perp.BOTH_COST, load<f64>(side + perp.SIDE_COST));
  if (isOpened) openPosition(holding, timeMs);
  // The fee of a fill that turns a position round was paid with the part that closed.
  if (!isOpened || closing == 0) add(holding + perp.POSITION_FEES, load<f64>(side + perp.SIDE_FEE));
  if (!isOpened) add(holding + perp.POSITION_REALISED, load<f64>(side + perp.SIDE_REALISED));
  // The position, once more where another one begins, and the wallet.
  countTold(int(order, USER), (isClosed ? 1 : 0) + (next != 0 ? 1 : 0) + (hasMoved ? 1 : 0));
  noteNewer(account, holding);
  note(holding, isClosed, isOpened);
}

/** Answers whether any money moved. */
function pay(side: i32, contract: i32, account: i32): bool {
  const charge = load<f64>(side + perp.SIDE_FEE);
  const realised = load<f64>(side + perp.SIDE_REALISED);
  const row = load<i32>(account + perp.ACCOUNT_ROW);
  const clearing = load<i32>(contract + perp.CLEARING_ROW);
  demand(row > 0 && load<i32>(contract + perp.FEE_ROW) > 0 && (realised == 0 || clearing > 0), layout.BOOKED_IN_ROWS);
  const asset = load<i32>(contract + layout.QUOTE_ASSET);
  if (charge != 0) {
    giveFutures(row, asset, -charge);
    giveHouse(load<i32>(contract + perp.FEE_ROW), asset, charge);
  }
  if (realised != 0) {
    giveFutures(row, asset, realised);
    giveHouse(clearing, asset, -realised);
  }
  return charge != 0 || realised != 0;
}

/** The quantity of all longs of the contract. */
function countOpen(side: i32, contract: i32, before: f64, isBuy: bool): void {
  if (before > 0) add(contract + perp.OPEN_UNITS, -load<f64>(side + perp.SIDE_CLOSING));
  if (isBuy) add(contract + perp.OPEN_UNITS, load<f64>(side + perp.SIDE_OPENING));
  demand(load<f64>(contract + perp.OPEN_UNITS) >= 0, layout.OPEN_INTEREST_NOT_BELOW_0);
}

function openPosition(holding: i32, timeMs: f64): void {
  const last = layout.SHARED + perp.LAST_POSITION_ID;
  add(last, 1);
  store<f64>(holding + perp.POSITION_ID, load<f64>(last));
  store<f64>(holding + perp.POSITION_OPENED, timeMs);
  store<f64>(holding + perp.POSITION_REALISED, 0);
  store<f64>(holding + perp.POSITION_FEES, 0);
}

/** Is there room to note both sides of another fill? */
export function mayNote(): bool {
  return state(perp.NOTED_COUNT) + 2 <= perp.NOTED_ROOM;
}

function note(holding: i32, isClosed: bool, isOpened: bool): void {
  const count = state(perp.NOTED_COUNT);
  const became = (isClosed ? perp.NOTED_CLOSED : 0) | (isOpened ? perp.NOTED_OPENED : 0);
  store<i32>(state(perp.NOTED_AT) + count * 4, (numberOf(holding) << perp.NOTED_SHIFT) | became);
  setState(perp.NOTED_COUNT, count + 1);
}

function add(at: i32, change: f64): void {
  store<f64>(at, load<f64>(at) + change);
}
