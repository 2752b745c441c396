/**
 * Trailing stops as they follow the price. No event tells that: a print may move thousands of them, and few are looked at. So those whose
 * users read the channel are read from the engine a few times a second, each by its id, and the ones that moved are told.
 */
import type { Publisher } from '@agio/contracts/channel';
import type { Trail } from '@agio/core';
import type { Job } from '../jobs.ts';
import { priceText } from './service.ts';

const EVERY_MS = 250;
/** Every user's stream on a private channel is one topic to the gateway. */
const OWN = '';

/** The fields of an order on the wire; none of one whose extreme is not known here, such as that of an event. */
export function trailView(order: Partial<Trail>): { extremePrice?: string; firesAtPrice?: string } {
  const { extremePrice, firesAtPrice } = order;
  if (extremePrice === undefined || firesAtPrice === undefined) return {};
  return { extremePrice: priceText(extremePrice), firesAtPrice: priceText(firesAtPrice) };
}

/** A trailing stop that waits. */
interface Following extends Trail {
  readonly uid: number;
  readonly updatedAtMs: number;
}

export interface OrderName {
  readonly uid: number;
  readonly id: number;
}

export interface TrailTellerParts<Order extends Following> {
  /** Its name in the metrics, should it fail. */
  readonly name: string;
  readonly channel: string;
  publisher(): Publisher | null;
  /** Those of these orders that still wait. */
  read(names: readonly OrderName[]): Promise<readonly Order[]>;
  idOf(order: Order): number;
  /** Those of one user that moved. */
  tell(uid: number, orders: readonly Order[]): void;
}

export interface TrailTeller {
  /** A trailing stop that waits. It is forgotten when it waits no longer, or when its user reads the channel on no socket. */
  follow(name: OrderName): void;
  readonly job: Job;
}

export function createTrailTeller<Order extends Following>(parts: TrailTellerParts<Order>): TrailTeller {
  const { name, channel, publisher, read, idOf, tell } = parts;
  /** By id. */
  const followed = new Map<number, OrderName>();
  /** By id: the extreme that the user has seen, and of which state of the order. */
  let told = new Map<number, string>();
  const run = async (): Promise<void> => {
    const to = publisher();
    for (const { uid, id } of followed.values()) if (!to?.hasReaders(channel, OWN, uid)) followed.delete(id);
    const names = [...followed.values()];
    const orders = names.length === 0 ? [] : await read(names);
    const waiting = new Set(orders.map(idOf));
    for (const { id } of names) if (!waiting.has(id)) followed.delete(id);
    const before = told;
    told = new Map(orders.map((order) => [idOf(order), `${order.extremePrice} ${order.updatedAtMs}`]));
    const moved = orders.filter((order) => before.get(idOf(order)) !== told.get(idOf(order)));
    for (const [uid, own] of Map.groupBy(moved, (order) => order.uid)) tell(uid, own);
  };
  return { follow: (name) => void followed.set(name.id, name), job: { name, everyMs: EVERY_MS, run } };
}
