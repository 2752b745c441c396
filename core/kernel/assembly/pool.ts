/**
 * Slots of orders, as core/book/order-pool.ts hands them out and takes them back, in the pool that `usePool` named last; orders with a client id or
 * terms are the core's.
 */
import { INT_STRIDE, NEXT } from '../order-record.ts';
import * as layout from '../layout.ts';
import { int, orderAt, poolNum, poolState, setInt, setPoolNum, setPoolState } from './records.ts';

/** The slot that `takeSlot` takes; 0 where the core has to make room first. */
export function nextSlot(): i32 {
  const free = poolState(layout.POOL_FREE);
  if (free != 0) return free;
  const used = poolState(layout.POOL_USED);
  return used < poolState(layout.POOL_CAPACITY) ? used : 0;
}

/** Takes the slot of `nextSlot`: its record is all zero. */
export function takeSlot(slot: i32): void {
  const order = orderAt(slot);
  if (poolState(layout.POOL_FREE) == slot) {
    setPoolState(layout.POOL_FREE, int(order, NEXT));
    setPoolState(layout.POOL_FREE_COUNT, poolState(layout.POOL_FREE_COUNT) - 1);
  } else {
    setPoolState(layout.POOL_USED, slot + 1);
  }
  for (let at = 0; at < INT_STRIDE * 4; at += 8) store<u64>(order + at, 0);
}

export function giveSlot(slot: i32): void {
  setInt(orderAt(slot), NEXT, poolState(layout.POOL_FREE));
  setPoolState(layout.POOL_FREE, slot);
  setPoolState(layout.POOL_FREE_COUNT, poolState(layout.POOL_FREE_COUNT) + 1);
}

/** As OrderPool.isCrowded. */
export function isCrowded(): bool {
  const held = poolState(layout.POOL_USED) - 1 - poolState(layout.POOL_FREE_COUNT) + poolState(layout.POOL_STORED);
  return held >= poolState(layout.CROWDED_ORDERS);
}

/** Ids follow each other, in each pool by themselves. */
export function lastOrderId(): f64 {
  return poolNum(layout.LAST_ORDER_ID);
}
export function setLastOrderId(id: f64): void {
  setPoolNum(layout.LAST_ORDER_ID, id);
}
