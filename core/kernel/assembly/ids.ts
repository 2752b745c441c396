/** Orders by id, as core/book/id-table.ts keeps them, in the pages that are near, of spot or of perpetuals (`useIds`). */
import { NEAR_ADDRESS, NEAR_BYTES, NEAR_NUMBER, NEAR_PAGES, PAGE_COUNT, PAGE_FEW, PAGE_IDS } from '../layout.ts';
import { idsAt } from './records.ts';

/** Where the slot of an id stands; 0 where its page is not near. */
export function placeOf(id: f64): i32 {
  const page = nearPage(id);
  return page == 0 ? 0 : page + ((id - Math.floor(id / PAGE_IDS) * PAGE_IDS) as i32) * 4;
}

/** Enters an id that is not in the table, and whose page is near. */
export function enter(id: f64, slot: i32): void {
  const page = nearPage(id);
  store<i32>(placeOf(id), slot);
  store<i32>(page + PAGE_COUNT, load<i32>(page + PAGE_COUNT) + 1);
}

/** Takes out an id where its page is near and stays; false: nothing was done. */
export function leave(id: f64): bool {
  const page = nearPage(id);
  if (page == 0 || load<i32>(page + PAGE_COUNT) <= PAGE_FEW + 1 || load<i32>(placeOf(id)) == 0) return false;
  store<i32>(placeOf(id), 0);
  store<i32>(page + PAGE_COUNT, load<i32>(page + PAGE_COUNT) - 1);
  return true;
}

function nearPage(id: f64): i32 {
  const number = Math.floor(id / PAGE_IDS);
  const near = idsAt() + ((number as i64 as i32) & (NEAR_PAGES - 1)) * NEAR_BYTES;
  return load<f64>(near + NEAR_NUMBER) == number ? load<i32>(near + NEAR_ADDRESS) : 0;
}
