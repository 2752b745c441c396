/** Slots of orders, as core/book/order-pool.ts hands them out and takes them back; orders with terms are the core's. */
import { INT_STRIDE, NEXT } from '../order-record.ts';
import * as layout from '../layout.ts';
import { int, orderAt, setInt, setState, state } from './records.ts';

/** The slot that `takeSlot` takes; 0 where the core has to make room first. */
export function nextSlot(): i32 {
  const free = state(layout.POOL_FREE);
  if (free != 0) return free;
  const used = state(layout.POOL_USED);
  return used < state(layout.POOL_CAPACITY) ? used : 0;
}

/** Takes the slot of `nextSlot`: its record is all zero. */
export function takeSlot(slot: i32): void {
  const order = orderAt(slot);
  if (state(layout.POOL_FREE) == slot) {
    setState(layout.POOL_FREE, int(order, NEXT));
    setState(layout.POOL_FREE_COUNT, state(layout.POOL_FREE_COUNT) - 1);
  } else {
    setState(layout.POOL_USED, slot + 1);
  }
  const end = order + INT_STRIDE * 4;
  // Not `at < end`: as numbers of 32 bits, addresses from 2^31 on are below 0.
  for (let at = order; at != end; at += 32) {
    store<u64>(at, 0);
    store<u64>(at, 0, 8);
    store<u64>(at, 0, 16);
    store<u64>(at, 0, 24);
  }
}

export function giveSlot(slot: i32): void {
  setInt(orderAt(slot), NEXT, state(layout.POOL_FREE));
  setState(layout.POOL_FREE, slot);
  setState(layout.POOL_FREE_COUNT, state(layout.POOL_FREE_COUNT) + 1);
}

/** As OrderPool.isCrowded. */
export function isCrowded(): bool {
  const held = state(layout.POOL_USED) - 1 - state(layout.POOL_FREE_COUNT) + state(layout.POOL_STORED);
  return held >= state(layout.CROWDED_ORDERS);
}
