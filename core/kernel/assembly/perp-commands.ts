/** Commands about orders of perpetuals, as they were read (read-commands.ts): what they will touch, and their carrying out. */
import { ACCOUNT, BUY, CLIENT_ID_FLAG, FLAGS, HOLDING, KEY, NEXT, PREVIOUS, USER_NEXT } from '../order-record.ts';
import * as layout from '../layout.ts';
import * as perp from '../perp-layout.ts';
import { named } from './commands.ts';
import { levelOf } from './ladder.ts';
import { accountAt, accountOfUser, holdingAt, holdingOf } from './perp-holdings.ts';
import { amendPerp, cancelPerp, placePerp } from './perp-orders.ts';
import { int, ladderOf, orderAt, rowAt, sideOf, state, useIds } from './records.ts';
import { userAt } from './users.ts';

const LINE = 64;

export function isPerp(command: i32): bool {
  return load<i32>(command + layout.GROUP_KIND) >= layout.PLACE_PERP_ORDER;
}

/** Notes the record of the order that a command names, or of the holding of a new one; 0 where only the core knows it. */
export function findPerp(command: i32): void {
  const isPlace = load<i32>(command + layout.GROUP_KIND) == layout.PLACE_PERP_ORDER;
  store<i32>(command + layout.GROUP_ORDER, isPlace ? holdingFor(command) : orderFor(command));
}

function orderFor(command: i32): i32 {
  useIds(true);
  const order = named(load<f64>(command + layout.GROUP_ID));
  useIds(false);
  return order;
}

function holdingFor(command: i32): i32 {
  const account = accountOfUser(load<i32>(command + layout.GROUP_USER));
  const contract = load<i32>(load<i32>(command + layout.GROUP_MARKET) + layout.MARKET_INDEX);
  return account == 0 ? 0 : holdingOf(load<i32>(account + perp.ACCOUNT_INDEX), contract);
}

/** Asks for the memory that the command will touch; what it answers means nothing. */
export function askForPerp(command: i32): i32 {
  const found = load<i32>(command + layout.GROUP_ORDER);
  const isPlace = load<i32>(command + layout.GROUP_KIND) == layout.PLACE_PERP_ORDER;
  if (found == 0 && !isPlace) return 0;
  const contract = load<i32>(command + layout.GROUP_MARKET);
  const side = isPlace ? load<i32>(command + layout.GROUP_FLAGS) & 1 : sideOf(found);
  const ladder = ladderOf(contract, side);
  const ticks = load<f64>(command + layout.GROUP_PRICE) / load<f64>(contract + layout.TICK_SIZE);
  const key = ticks < 2147483648.0 ? (ticks as i32) : 0;
  const asked = load<i32>(levelOf(ladder, side == BUY ? -key : key)) + askForAccount(accountFor(command));
  if (isPlace) return asked + askForFigures(found);
  const holding = holdingAt(int(found, HOLDING));
  const own = load<i32>(holding) + load<i32>(holding + LINE) + askForFigures(holding);
  return asked + own + askForNeighbours(ladder, found);
}

/** Of a holding, or of none. */
function askForFigures(holding: i32): i32 {
  return load<i32>(holding + 2 * LINE) + load<i32>(holding + 3 * LINE);
}

/** Of an account, or of none. */
function askForAccount(account: i32): i32 {
  return load<i32>(account) + load<i32>(account + LINE);
}

/** The wallet of the command's account, its user, and the holding that it counts anew first, once the account is there. */
export function askForWallet(command: i32): i32 {
  if (!isPerp(command)) return 0;
  const account = accountFor(command);
  if (account == 0) return 0;
  const touched = holdingAt(load<i32>(account + perp.ACCOUNT_FIRST_TOUCHED));
  return (
    load<i32>(rowAt(load<i32>(account + perp.ACCOUNT_ROW))) +
    load<i32>(userAt(load<i32>(account + perp.ACCOUNT_USER))) +
    load<i32>(touched) +
    load<i32>(touched + LINE) +
    askForFigures(touched)
  );
}

/** Of a new order's user, or of the order that `findPerp` found; 0 for none. */
function accountFor(command: i32): i32 {
  if (load<i32>(command + layout.GROUP_KIND) == layout.PLACE_PERP_ORDER)
    return accountOfUser(load<i32>(command + layout.GROUP_USER));
  const found = load<i32>(command + layout.GROUP_ORDER);
  return found == 0 ? 0 : accountAt(int(found, ACCOUNT));
}

function askForNeighbours(ladder: i32, order: i32): i32 {
  const level = load<i32>(levelOf(ladder, int(order, KEY)));
  return (
    level + int(orderAt(int(order, NEXT)), PREVIOUS) + int(orderAt(int(order, PREVIOUS)), NEXT) + int(order, USER_NEXT)
  );
}

function isNamed(order: i32): bool {
  return order != 0 && (int(order, FLAGS) & CLIENT_ID_FLAG) != 0;
}

/** Carries the command out; answers as placePerp, amendPerp and cancelPerp (perp-orders.ts). */
export function donePerp(command: i32, timeMs: f64): i32 {
  if (state(layout.PERPS_WAIT) != 0) return layout.NOT_MINE;
  useIds(true);
  const done = carriedOut(command, timeMs);
  useIds(false);
  return done;
}

function carriedOut(command: i32, timeMs: f64): i32 {
  const kind = load<i32>(command + layout.GROUP_KIND);
  const contract = load<i32>(command + layout.GROUP_MARKET);
  const price = load<f64>(command + layout.GROUP_PRICE);
  const quantity = load<f64>(command + layout.GROUP_QUANTITY);
  const uid = load<f64>(command + layout.GROUP_UID);
  const id = load<f64>(command + layout.GROUP_ID);
  const found = load<i32>(command + layout.GROUP_ORDER);
  if (kind == layout.CANCEL_PERP_ORDER) return cancelPerp(contract, uid, id, timeMs);
  // What is remembered of it under a key shows its name, which the core has.
  if (kind == layout.AMEND_PERP_ORDER && load<i32>(command + layout.GROUP_KEY_TAG) != 0 && isNamed(named(id)))
    return layout.NOT_MINE;
  if (kind == layout.AMEND_PERP_ORDER) return amendPerp(contract, uid, id, price, quantity, timeMs);
  const account = accountOfUser(load<i32>(command + layout.GROUP_USER));
  if (account == 0) return layout.NOT_MINE;
  // It may have been made since the group was read.
  const holding = found != 0 ? found : holdingFor(command);
  return placePerp(contract, account, holding, load<i32>(command + layout.GROUP_FLAGS), price, quantity, timeMs);
}
