/**
 * Room for what lives. The core remembers what ended only to answer a second cancel by the right word (trading A7) and to find an
 * order without a look into SQL; whoever has no funds may end orders all the same. So when memory gets scarce that goes first.
 * Done at the beginning of a command, before anything of it refers to an order.
 */
import type { Engine } from './engine.ts';

export function makeRoom({ orders, users, perps }: Engine): void {
  if (orders.isCrowded) users.forgetEnded();
  if (perps.orders.isCrowded) perps.lifecycle.forgetEnded();
  if (perps.stops.endedCount > perps.stops.mostEnded) perps.stops.forgetEnded();
}
