/**
 * Makes room for live orders. Ended ones are remembered only so that a second cancel is answered ORDER_CLOSED (trading A7) and an
 * order is found without asking SQL. Even a user without funds can make orders that end at once and so fill the memory: when it
 * gets scarce, ended orders are forgotten first. Done at the beginning of a command, before anything in it refers to an order.
 */
import type { StateMachine } from './state-machine.ts';

export function makeRoom(machine: StateMachine): void {
  const { users, perps } = machine;
  settle(machine);
  // Those of perpetuals first: they have slots, which those of spot do not.
  if (perps.orders.isCrowded) perps.lifecycle.forgetEnded();
  if (users.isCrowded) users.forgetEnded();
  forgetStops(machine);
}

/** Before commands that the kernel carries out: nothing that shows in the state. Where orders are crowded it leaves the next command to the core. */
export function settle({ users, knownNames }: StateMachine): void {
  // Reads may have done it before: whether there is room must not depend on them.
  users.settle();
  knownNames.makeRoom();
}

/** After commands that the kernel carried out. None of them ends a conditional order, so that as many are remembered as before the first one, when the core alone would have forgotten them. */
export function forgetStops({ perps }: StateMachine): void {
  if (perps.stops.endedCount > perps.stops.mostEnded) perps.stops.forgetEnded();
}
