/** Everything at its limit fits into the memory of the kernel, and a memory that is full of it still works. */
import { expect, test } from 'vitest';
import { INT_STRIDE } from '../book/order-pool.ts';
import * as ended from './ended-layout.ts';
import * as layout from './layout.ts';
import * as name from './name-layout.ts';
import {
  type Growth,
  grown,
  LEDGER_ROWS,
  ACCOUNTS,
  HOLDING_PLACES,
  HOLDINGS,
  MOST_BOOKS,
  MOST_ID_PAGES,
  NAME_TAGS,
  ORDERS,
  OWNERS,
  SEATS,
  UIDS,
  USERS,
} from './limits.ts';
import { ACCOUNT_BYTES, CONTRACT_BYTES, HOLDING_BYTES, PLACE_BYTES } from './perp-layout.ts';
import { KernelMemory } from './memory.ts';

/** Every array that it was while it grew: in the worst case nothing takes the place of those that were left. */
function arraysOf(growth: Growth, bytes: number): number[] {
  const rooms = [growth.first];
  while (rooms.at(-1)! < growth.most) rooms.push(grown(rooms.at(-1)!, growth));
  expect(rooms.at(-1)).toBe(growth.most);
  return rooms.map((room) => room * bytes);
}
const all = (count: number, bytes: number): number[] => Array.from({ length: count }, () => bytes);

test('FLT-16 orders, accounts, users, ids, ended orders and markets at their limits fit into the memory of the kernel, whatever grew first', () => {
  const memory = new KernelMemory();
  const records = [
    ...arraysOf(ORDERS, INT_STRIDE * 4),
    ...arraysOf(LEDGER_ROWS, layout.ROW_BYTES),
    ...arraysOf(LEDGER_ROWS, layout.PLACES_OF_ROW * 4),
    ...arraysOf(USERS, layout.USER_BYTES),
    ...arraysOf(OWNERS, ended.OWNER_BYTES),
    ...all(2 * (MOST_ID_PAGES + 1), layout.PAGE_BYTES),
    ...all(ended.MOST_CHUNKS, ended.BLOCK_BYTES * ended.CHUNK_BLOCKS),
    ...all(2 * MOST_BOOKS, layout.LADDER_BYTES),
    ...all(MOST_BOOKS, Math.max(layout.MARKET_BYTES, CONTRACT_BYTES)),
    ...arraysOf(ACCOUNTS, ACCOUNT_BYTES),
    ...arraysOf(HOLDINGS, HOLDING_BYTES),
    ...arraysOf(HOLDING_PLACES, PLACE_BYTES),
    ...arraysOf(SEATS, layout.SEAT_BYTES),
    ...arraysOf(UIDS, 4),
    ...arraysOf(NAME_TAGS, 4),
    name.NAME_NOTES_ROOM * name.NAME_NOTE_BYTES,
    ...all(2, layout.NEAR_PAGES * layout.NEAR_BYTES),
    ...all(2, layout.SYMBOL_PLACES * 4),
    layout.COMMANDS_ROOM,
    layout.SNAPSHOT_ROOM,
    layout.TOLD_ROOM * 8,
    layout.ANSWERS_ROOM * 4,
  ];
  const last = records.map((bytes) => memory.allocate(bytes)).at(-1)!;
  expect(last).toBeGreaterThan(2 ** 31);
  // Numbers at addresses that are below 0 as whole numbers of 32 bits.
  const words = new Int32Array(memory.buffer);
  words[last >>> 2] = 7;
  expect(words[(last | 0) >>> 2]).toBe(7);
});
