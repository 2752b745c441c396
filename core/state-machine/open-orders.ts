/** Live orders as the outside sees them now: a trailing stop with what it has followed, which no event tells. */
import { FLAGS, INT_STRIDE, isDormant, TRAILING_TRIGGER, triggerOf } from '../book/order-pool.ts';
import { openStopOrderView } from '../perp/account/views.ts';
import type { Perps } from '../perp/perps.ts';
import type { OpenOrderView, OpenStopOrderView } from '../protocol/core.ts';
import type { PerpOwner } from '../protocol/perp-commands.ts';
import type { StateMachine } from './state-machine.ts';
import { openOrderView } from './views.ts';

/** Oldest first; an empty symbol means every market. */
export function openOrdersOf(machine: StateMachine, uid: number, symbol: string): OpenOrderView[] {
  const market = machine.market(symbol);
  const user = machine.users.find(uid);
  if (user === undefined || (symbol !== '' && market === undefined)) return [];
  const found = machine.canceller.ordersOf(user, (index) => market === undefined || index === market.index);
  return found.map((order) => openOrderView(machine.orders, machine.users, machine.markets, order));
}

export function trailingOrdersOf(machine: StateMachine, uids: readonly number[]): OpenOrderView[] {
  const { users, orders, markets, canceller } = machine;
  const found = uids.flatMap((uid) => {
    const user = users.find(uid);
    return user === undefined ? [] : canceller.ordersOf(user, () => true);
  });
  return found
    .filter((order) => follows(orders.int[order * INT_STRIDE + FLAGS]))
    .map((order) => openOrderView(orders, users, markets, order));
}

/** Is it a trailing stop that still waits? */
function follows(flags: number): boolean {
  return isDormant(flags) && triggerOf(flags) === TRAILING_TRIGGER;
}

/** Oldest first; an empty symbol means every contract. */
export function openStopsOf({ accounts, contracts }: Perps, { uid, wallet, symbol }: PerpOwner): OpenStopOrderView[] {
  const stops = [...(accounts.find(uid, wallet)?.stops.values() ?? [])];
  const views = stops.map((stop) => openStopOrderView(stop, accounts, contracts));
  return symbol === '' ? views : views.filter((view) => view.symbol === symbol);
}

export function trailingStopsOf(
  { accounts, contracts }: Perps,
  uids: readonly number[],
  wallet: string,
): OpenStopOrderView[] {
  return uids
    .flatMap((uid) => [...(accounts.find(uid, wallet)?.stops.values() ?? [])])
    .filter(({ type }) => type === 'TRAILING_STOP')
    .map((stop) => openStopOrderView(stop, accounts, contracts));
}
