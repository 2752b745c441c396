/** One command by itself, called by the core; of one that nobody hears what it tells is counted here, where it is done. */
import { FOK, TIF_SHIFT, USER } from '../order-record.ts';
import * as layout from '../layout.ts';
import * as commands from './commands.ts';
import * as ended from './ended.ts';
import * as fills from './fills.ts';
import { int, orderAt, state } from './records.ts';
import { tellRest } from './told.ts';
import { countTold } from './users.ts';

export function amend(market: i32, uid: f64, id: f64, price: f64, quantity: f64, timeMs: f64, isUnheard: bool): i32 {
  return counted(market, commands.amend(market, uid, id, price, quantity, timeMs), isUnheard);
}

export function place(
  market: i32,
  flags: i32,
  user: i32,
  price: f64,
  quantity: f64,
  timeMs: f64,
  isUnheard: bool,
): i32 {
  // One that cannot fill would have to be ended, which only a run does (run.ts).
  if (((flags >> TIF_SHIFT) & 3) == FOK) return layout.NOT_MINE;
  return counted(market, commands.place(market, flags, user, price, quantity, timeMs), isUnheard);
}

export function cancel(market: i32, uid: f64, id: f64, timeMs: f64, isUnheard: bool): i32 {
  return counted(market, commands.cancel(market, uid, id, timeMs), isUnheard);
}

export function match(market: i32, taker: i32, makerRate: f64, takerRate: f64, timeMs: f64, isUnheard: bool): i32 {
  return fills.match(market, taker, makerRate, takerRate, timeMs, isUnheard, false);
}

/** Names of those that are forgotten outside of a run are the core's to forget. */
export function forgetEnded(owner: i32): bool {
  return ended.forgetOldest(owner, 1, false) == 0;
}

function counted(market: i32, done: i32, isUnheard: bool): i32 {
  if (done != layout.DONE || !isUnheard) return done;
  countTold(int(orderAt(state(layout.NAMED)), USER), 1);
  tellRest(market);
  return done;
}
