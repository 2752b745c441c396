/**
 * Makes room for live orders. Ended ones are remembered only so that a second cancel is answered ORDER_CLOSED (trading A7) and an
 * order is found without asking SQL. Even a user without funds can make orders that end at once and so fill the memory: when it
 * gets scarce, ended orders are forgotten first. Done at the beginning of a command, before anything in it refers to an order.
 */
import type { StateMachine } from './state-machine.ts';

export function makeRoom({ users, perps, knownNames }: StateMachine): void {
  // Reads may have done it before: whether there is room must not depend on them.
  users.settle();
  // Those of perpetuals first: they have slots, which those of spot do not.
  if (perps.orders.isCrowded) perps.lifecycle.forgetEnded();
  if (users.isCrowded) users.forgetEnded();
  knownNames.makeRoom();
  if (perps.stops.endedCount > perps.stops.mostEnded) perps.stops.forgetEnded();
}
