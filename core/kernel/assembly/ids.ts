/** Orders by id, as core/book/id-table.ts keeps them, in the pages that are near, of spot or of perpetuals (`useIds`). */
import { NEAR_ADDRESS, NEAR_BYTES, NEAR_NUMBER, NEAR_PAGES, PAGE_COUNT, PAGE_FEW, PAGE_IDS } from '../layout.ts';
import { idsAt } from './records.ts';

/** Where the slot of an id stands; 0 where its page is not near. */
export function placeOf(id: f64): i32 {
  const page = nearPage(id);
  return page == 0 ? 0 : placeIn(page, id);
}

/** Enters an id that is not in the table, and whose page is near. */
export function enter(id: f64, slot: i32): void {
  const page = nearPage(id);
  store<i32>(placeIn(page, id), slot);
  store<i32>(page + PAGE_COUNT, load<i32>(page + PAGE_COUNT) + 1);
}

/** Takes out an id that is in the table, where its page is near and stays; false: nothing was done. */
export function leave(id: f64): bool {
  const page = nearPage(id);
  if (page == 0) return false;
  const count = load<i32>(page + PAGE_COUNT);
  if (count <= PAGE_FEW + 1) return false;
  // Not read first: a processor need not wait for a line that it writes.
  store<i32>(placeIn(page, id), 0);
  store<i32>(page + PAGE_COUNT, count - 1);
  return true;
}

function placeIn(page: i32, id: f64): i32 {
  return page + ((id as i64 as i32) & (PAGE_IDS - 1)) * 4;
}

function nearPage(id: f64): i32 {
  const number = (id as i64 as u64) / (PAGE_IDS as u64);
  const near = idsAt() + ((number as i32) & (NEAR_PAGES - 1)) * NEAR_BYTES;
  return load<f64>(near + NEAR_NUMBER) == (number as f64) ? load<i32>(near + NEAR_ADDRESS) : 0;
}
