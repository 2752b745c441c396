/** Live orders as the outside sees them now. Of a trailing stop that is more than its last event told: its extreme moves with the price. */
import { FLAGS, INT_STRIDE, isDormant, TRAILING_TRIGGER, triggerOf } from '../book/order-pool.ts';
import { openStopOrderView } from '../perp/account/views.ts';
import type { Perps } from '../perp/perps.ts';
import type { OpenOrderView, OpenStopOrderView, StopOrderName } from '../protocol/core.ts';
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

/** Those of these orders that are trailing stops and still wait. Costs as much as there are ids. */
export function trailingOrdersOf(
  { ids, users, orders, markets }: StateMachine,
  orderIds: readonly number[],
): OpenOrderView[] {
  return orderIds
    .map((orderId) => ids.get(orderId))
    .filter((order) => order > 0 && isWaitingTrailingStop(orders.int[order * INT_STRIDE + FLAGS]))
    .map((order) => openOrderView(orders, users, markets, order));
}

function isWaitingTrailingStop(flags: number): boolean {
  return isDormant(flags) && triggerOf(flags) === TRAILING_TRIGGER;
}

/** Oldest first; an empty symbol means every contract. */
export function openStopsOf({ accounts, contracts }: Perps, { uid, wallet, symbol }: PerpOwner): OpenStopOrderView[] {
  const stops = [...(accounts.find(uid, wallet)?.stops.values() ?? [])];
  const views = stops.map((stop) => openStopOrderView(stop, accounts, contracts));
  return symbol === '' ? views : views.filter((view) => view.symbol === symbol);
}

/** Those of these conditional orders that are trailing stops and still wait. Costs as much as there are names. */
export function trailingStopsOf(
  { accounts, contracts }: Perps,
  names: readonly StopOrderName[],
  wallet: string,
): OpenStopOrderView[] {
  return names
    .map(({ uid, stopOrderId }) => accounts.find(uid, wallet)?.stops.get(stopOrderId))
    .filter((stop) => stop?.type === 'TRAILING_STOP')
    .map((stop) => openStopOrderView(stop!, accounts, contracts));
}
