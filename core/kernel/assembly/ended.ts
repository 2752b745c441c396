/** Ended orders as bytes in chains of blocks: core/users/ended-orders.ts says what stands where, and reads them. */
import {
  AMENDS,
  CLIENT_ID_FLAG,
  CREATED,
  FEE_REST,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  ID,
  KEY,
  LOTS,
  MARKET,
  PREVENTED_AMOUNT,
  PREVENTED_LOTS,
  QUOTE_AMOUNT,
  TERMS_FLAG,
  TOTAL_LOTS,
  UPDATED,
  USER,
} from '../order-record.ts';
import * as ended from '../ended-layout.ts';
import * as layout from '../layout.ts';
import { leave, placeOf } from './ids.ts';
import { noteForgotten } from './names.ts';
import { giveSlot } from './pool.ts';
import { int, num, orderAt, setState, state } from './records.ts';

/** Bytes from the beginning of a record on in which its length, its id and its flags stand. */
const MOST_READ: i32 = ended.ENDED_HEAD + 8 + 5;

/** Bytes of two words of 64 bits. */
const PAIR: i32 = 16;

/**
 * Keeps an order that ended, as Users.settle does, and gives its slot back. False: nothing was done. An owner's first one is noted for the core, which knows who
 * has some.
 */
export function keepEnded(slot: i32): bool {
  const order = orderAt(slot);
  const owner = int(order, USER);
  if ((int(order, FLAGS) & TERMS_FLAG) != 0 || owner >= state(layout.ENDED_OWNER_ROOM)) return false;
  const known = state(layout.ENDED_OWNERS_AT) + owner * ended.OWNER_BYTES;
  const count = load<i32>(known + ended.OWNER_COUNT);
  const place = placeOf(num(order, ID));
  if (count >= ended.ENDED_MOST || place == 0 || (count == 0 && !mayNoteOwner())) return false;
  const end = write(order);
  const length = end - layout.SHARED - layout.ENDED_RECORD;
  const room = count == 0 ? 0 : ended.BLOCK_ROOM - load<i32>(known + ended.OWNER_END_AT);
  const next = length > room ? freeBlock() : 0;
  if (length > room && next == 0) return false;

  append(known, length, room, next);
  if (count == 0) noteOwner(owner, known, next);
  store<i32>(known + ended.OWNER_COUNT, count + 1);
  setState(layout.ENDED_BYTES, state(layout.ENDED_BYTES) + length);
  store<i32>(place, -owner);
  giveSlot(slot);
  setState(layout.POOL_STORED, state(layout.POOL_STORED) + 1);
  return true;
}

/**
 * Forgets the oldest ended orders of an owner, `most` of them, and their names, which are noted in a run. Answers how many are left to the core: it stops
 * at the first one that needs more than this, which is the owner's last one, one whose page of ids goes or is not near, or outside of a run one with a
 * name.
 */
export function forgetOldest(owner: i32, most: i32, isInRun: bool): i32 {
  const known = state(layout.ENDED_OWNERS_AT) + owner * ended.OWNER_BYTES;
  const count = load<i32>(known + ended.OWNER_COUNT);
  let block = load<i32>(known + ended.OWNER_START_BLOCK);
  let at = load<i32>(known + ended.OWNER_START_AT);
  let bytes = 0;
  let done = 0;
  for (; done < most && count - done > 1; done += 1) {
    const begin = blockAt(block);
    const record = at + MOST_READ > ended.BLOCK_ROOM ? copyAcross(block, at) : begin + at;
    const id = take(record + ended.ENDED_HEAD) as f64;
    const isNamed = ((take(behind(record + ended.ENDED_HEAD)) as i32) & CLIENT_ID_FLAG) != 0;
    if ((isNamed && !isInRun) || !leave(id)) break;
    if (isNamed) noteForgotten(owner, id);
    const length = ended.ENDED_HEAD + (load<u16>(record) as i32);
    bytes += length;
    at += length;
    if (at < ended.BLOCK_ROOM) continue;
    // The block has nothing else then, and the next one begins with what is left of the record, if anything.
    at -= ended.BLOCK_ROOM;
    const next = load<i32>(begin + ended.BLOCK_NEXT);
    store<i32>(begin + ended.BLOCK_NEXT, state(layout.ENDED_FIRST_FREE));
    setState(layout.ENDED_FIRST_FREE, block);
    block = next;
  }
  setState(layout.POOL_STORED, state(layout.POOL_STORED) - done);
  setState(layout.ENDED_BYTES, state(layout.ENDED_BYTES) - bytes);
  store<i32>(known + ended.OWNER_COUNT, count - done);
  store<i32>(known + ended.OWNER_START_BLOCK, block);
  store<i32>(known + ended.OWNER_START_AT, at);
  return most - done;
}

function mayNoteOwner(): bool {
  return state(ended.NEW_OWNER_COUNT) < ended.MOST_NEW_OWNERS;
}

/** An owner has a first ended order, which begins with that block. */
function noteOwner(owner: i32, known: i32, block: i32): void {
  const count = state(ended.NEW_OWNER_COUNT);
  store<i32>(known + ended.OWNER_START_BLOCK, block);
  store<i32>(known + ended.OWNER_START_AT, 0);
  setState(layout.ENDED_OWNER_COUNT, state(layout.ENDED_OWNER_COUNT) + 1);
  store<i32>(layout.SHARED + ended.NEW_OWNERS + count * 4, owner);
  setState(ended.NEW_OWNER_COUNT, count + 1);
}

/** A copy of the first MOST_READ bytes of a record, some of which are in the next block: no record is shorter. */
function copyAcross(block: i32, at: i32): i32 {
  const copied = layout.SHARED + layout.ENDED_RECORD;
  const here = ended.BLOCK_ROOM - at;
  memory.copy(copied, blockAt(block) + at, here);
  memory.copy(copied + here, blockAt(load<i32>(blockAt(block) + ended.BLOCK_NEXT)), MOST_READ - here);
  return copied;
}

/** Has the user (by index) as many ended orders as are remembered at most? */
export function hasMostEnded(user: i32): bool {
  if (user >= state(layout.ENDED_OWNER_ROOM)) return false;
  return load<i32>(state(layout.ENDED_OWNERS_AT) + user * ended.OWNER_BYTES + ended.OWNER_COUNT) == ended.ENDED_MOST;
}

/** As EndedOrders.isCrowded. */
export function hasMuchEnded(): bool {
  const room = ended.BLOCK_ROOM as i64;
  const most = 2 * (state(layout.ENDED_OWNER_COUNT) as i64) * room + (state(layout.ENDED_BYTES) as i64);
  return most >= (state(layout.CROWDED_BLOCKS) as i64) * room;
}

/** Where the bytes of a user's next ended order go; 0 of one who has none. */
export function endOf(user: i32): i32 {
  if (user >= state(layout.ENDED_OWNER_ROOM)) return 0;
  const known = state(layout.ENDED_OWNERS_AT) + user * ended.OWNER_BYTES;
  const block = load<i32>(known + ended.OWNER_END_BLOCK);
  return block == 0 ? 0 : blockAt(block) + load<i32>(known + ended.OWNER_END_AT);
}

/** A number of `put`, and where it ends. */
function take(begin: i32): u64 {
  let value: u64 = 0;
  let at = begin;
  for (let shift: u64 = 0; load<u8>(at) >= 128; shift += 7) {
    value |= ((load<u8>(at) as u64) & 127) << shift;
    at += 1;
  }
  return value | ((load<u8>(at) as u64) << (((at - begin) as u64) * 7));
}
function behind(begin: i32): i32 {
  let at = begin;
  while (load<u8>(at) >= 128) at += 1;
  return at + 1;
}

/** Writes the record; answers where it ends. */
function write(order: i32): i32 {
  const begin = layout.SHARED + layout.ENDED_RECORD;
  let at = put(begin + ended.ENDED_HEAD, num(order, ID) as u64);
  at = putInt(at, int(order, FLAGS));
  at = putInt(at, int(order, MARKET));
  at = putInt(at, int(order, AMENDS));
  at = putInt(at, int(order, FEE_REST));
  at = putInt(at, abs(int(order, KEY)));
  at = putNum(at, order, LOTS);
  at = putNum(at, order, TOTAL_LOTS);
  at = putNum(at, order, QUOTE_AMOUNT);
  at = putNum(at, order, FILLED_LOTS);
  at = putNum(at, order, FILLED_AMOUNT);
  at = putNum(at, order, PREVENTED_LOTS);
  at = putNum(at, order, PREVENTED_AMOUNT);
  at = putNum(at, order, CREATED);
  at = put(at, (num(order, UPDATED) - num(order, CREATED)) as u64);
  store<u16>(begin, (at - begin - ended.ENDED_HEAD) as u16);
  return at;
}

function putInt(at: i32, value: i32): i32 {
  return put(at, value as u32 as u64);
}
function putNum(at: i32, order: i32, field: i32): i32 {
  return put(at, num(order, field) as u64);
}

/** Seven bits a byte, lowest first; answers where the number ends. */
function put(begin: i32, value: u64): i32 {
  let at = begin;
  let rest = value;
  while (rest >= 128) {
    store<u8>(at, (rest as u8) | 128);
    rest >>= 7;
    at += 1;
  }
  store<u8>(at, rest as u8);
  return at + 1;
}

/**
 * Puts the record behind the owner's newest; what has no room there, all of an owner's first one, goes to the block `next`. In front of a first one stands the block
 * number 0, whose link is written and never read.
 */
function append(known: i32, length: i32, room: i32, next: i32): void {
  const block = blockAt(load<i32>(known + ended.OWNER_END_BLOCK));
  const at = load<i32>(known + ended.OWNER_END_AT);
  const record = layout.SHARED + layout.ENDED_RECORD;
  const before = min(length, room);
  if (((length + PAIR - 1) & -PAIR) <= room) copyPairs(block + at, record, length);
  else copy(block + at, record, before);
  if (next == 0) {
    store<i32>(known + ended.OWNER_END_AT, at + before);
    return;
  }
  store<i32>(block + ended.BLOCK_NEXT, next);
  copy(blockAt(next), record + before, length - before);
  store<i32>(known + ended.OWNER_END_BLOCK, next);
  store<i32>(known + ended.OWNER_END_AT, length - before);
}

/** Copies whole pairs of words, the last of which may go beyond those bytes: the record that comes next is written over that. */
function copyPairs(to: i32, from: i32, bytes: i32): void {
  for (let done = 0; done < bytes; done += PAIR) {
    store<u64>(to + done, load<u64>(from + done));
    store<u64>(to + done + 8, load<u64>(from + done + 8));
  }
}

function copy(to: i32, from: i32, bytes: i32): void {
  let done = 0;
  for (; done + 8 <= bytes; done += 8) store<u64>(to + done, load<u64>(from + done));
  for (; done < bytes; done += 1) store<u8>(to + done, load<u8>(from + done));
}

/** 0 when none is left. */
function freeBlock(): i32 {
  const free = state(layout.ENDED_FIRST_FREE);
  if (free != 0) {
    setState(layout.ENDED_FIRST_FREE, load<i32>(blockAt(free) + ended.BLOCK_NEXT));
    return free;
  }
  const fresh = state(layout.ENDED_BLOCK_COUNT);
  if (fresh >= state(layout.ENDED_BLOCK_ROOM)) return 0;
  setState(layout.ENDED_BLOCK_COUNT, fresh + 1);
  return fresh;
}

function blockAt(block: i32): i32 {
  const chunk = load<i32>(state(layout.ENDED_CHUNKS_AT) + (block >> ended.CHUNK_BITS) * 4);
  return chunk + (block & (ended.CHUNK_BLOCKS - 1)) * ended.BLOCK_BYTES;
}
