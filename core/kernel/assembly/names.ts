/**
 * Names that callers give: keys of commands and names of orders. The kernel knows which are new for certain (core/kernel/known-names.ts); their texts are the
 * core's, which finds in the notes what the commands of a run were called and what became of their orders (core/state-machine/run-names.ts).
 */
import { ID, INT_STRIDE, MARKET } from '../order-record.ts';
import * as layout from '../layout.ts';
import * as name from '../name-layout.ts';
import { int, num, orderAt, setInt, setNum, setState, state } from './records.ts';
import { placeFor } from './seats.ts';

/** Some bit of these is set in four letters of which one is not below 128. */
const HIGH_BITS: u32 = 0x80808080;
const SECRET = layout.SHARED + name.NAME_SECRET;

/** The tag of the text whose length stands there, and that is not empty, as `tagOf` of core/kernel/known-names.ts; 0 of one that is the core's to read. */
export function tagOf(uid: f64, scope: i32, at: i32): i32 {
  const length = load<u8>(at) as i32;
  if (length > name.NAME_BYTES) return 0;
  const whole = uid as u64;
  let sum =
    load<u64>(SECRET) +
    (whole & 0xffffffff) * secretAt(0) +
    (whole >> 32) * secretAt(1) +
    (scope as u64) * secretAt(2) +
    (length as u64) * secretAt(3);
  for (let i = 0; i < length; i += 4) {
    const word = wordAt(at + 1 + i, length - i);
    if ((word & HIGH_BITS) != 0) return 0;
    sum += (word as u64) * secretAt(4 + (i >> 2));
  }
  const tag = (sum >> 32) as i32;
  return tag == 0 ? 1 : tag;
}

/** The factor of a word. */
function secretAt(place: i32): u64 {
  return load<u64>(SECRET + 8 + place * 8);
}

/** Four letters, or as many as there are left. */
function wordAt(at: i32, left: i32): u32 {
  const word = load<u32>(at);
  return left >= 4 ? word : word & ((1 << (left * 8)) - 1);
}

/** Has the text whose length stands there only letters below 128? */
export function isPlainText(at: i32): bool {
  const length = load<u8>(at) as i32;
  let bits: u32 = 0;
  for (let i = 0; i < length; i += 4) bits |= wordAt(at + 1 + i, length - i);
  return (bits & HIGH_BITS) == 0;
}

export function hasNames(command: i32): bool {
  return load<u64>(command + layout.GROUP_NAME_TAG) != 0;
}

/** Are the names of a command that was read new for certain, and is there room for them? */
export function areNew(command: i32): bool {
  if (state(name.NAME_STRAYS) != 0) return false;
  // Two more are added then.
  if ((state(name.NAME_TAGS_USED) + 2) * 4 > (1 << state(name.NAME_TAG_BITS)) * 3) return false;
  const own = load<i32>(command + layout.GROUP_NAME_TAG);
  const key = load<i32>(command + layout.GROUP_KEY_TAG);
  return (own == 0 || isFree(placeOf(own))) && (key == 0 || isFree(placeOf(key))) && own != key;
}

/** Asks for the memory in which the names are looked for; what it answers means nothing. */
export function askForNames(command: i32): i32 {
  return askFor(load<i32>(command + layout.GROUP_NAME_TAG)) + askFor(load<i32>(command + layout.GROUP_KEY_TAG));
}
function askFor(tag: i32): i32 {
  return tag == 0 ? 0 : load<i32>(state(name.NAME_TAGS_AT) + placeFor(tag, state(name.NAME_TAG_BITS)) * 4);
}

/** The address of the first of the places of a tag that has it, or that is free. */
function placeOf(tag: i32): i32 {
  const bits = state(name.NAME_TAG_BITS);
  const last = (1 << bits) - 1;
  const table = state(name.NAME_TAGS_AT);
  let place = placeFor(tag, bits);
  while (load<i32>(table + place * 4) != 0 && load<i32>(table + place * 4) != tag) place = (place + 1) & last;
  return table + place * 4;
}
function isFree(place: i32): bool {
  return load<i32>(place) == 0;
}

/** One that `areNew`. */
function addTag(tag: i32): void {
  if (tag == 0) return;
  store<i32>(placeOf(tag), tag);
  setState(name.NAME_TAGS_USED, state(name.NAME_TAGS_USED) + 1);
}

/** Is there room for what one more command may note? */
export function mayNote(): bool {
  return state(name.NAME_NOTE_COUNT) + name.MOST_NAME_NOTES <= name.NAME_NOTES_ROOM;
}

function newNote(): i32 {
  const count = state(name.NAME_NOTE_COUNT);
  setState(name.NAME_NOTE_COUNT, count + 1);
  return state(name.NAME_NOTES_AT) + count * name.NAME_NOTE_BYTES;
}

/** The command, the last one of the run so far, was carried out, and its order is as it left it, or trades on in the core. */
export function noteNames(command: i32, isPerp: bool): void {
  const nameTag = load<i32>(command + layout.GROUP_NAME_TAG);
  const keyTag = load<i32>(command + layout.GROUP_KEY_TAG);
  addTag(nameTag);
  addTag(keyTag);
  const note = newNote();
  const slot = state(layout.NAMED);
  store<i32>(note + name.NOTE_KIND, isPerp ? name.NOTE_OF_PERP : name.NOTE_OF_SPOT);
  store<i32>(note + name.NOTE_NAME, nameTag == 0 ? 0 : load<i32>(command + layout.GROUP_NAME));
  store<i32>(note + name.NOTE_KEY, keyTag == 0 ? 0 : load<i32>(command + layout.GROUP_KEY));
  store<i32>(note + name.NOTE_NAME_TAG, nameTag);
  store<i32>(note + name.NOTE_KEY_TAG, keyTag);
  store<i32>(note + name.NOTE_SLOT, slot);
  store<f64>(note + name.NOTE_UID, load<f64>(command + layout.GROUP_UID));
  store<f64>(note + name.NOTE_SEQ, load<f64>(layout.SHARED + layout.RUN_SEQ));
  store<f64>(note + name.NOTE_TIME, load<f64>(command + layout.GROUP_TIME));
  keepOrder(note + name.NOTE_ORDER, orderAt(slot), keyTag == 0);
}

/** Copies the record of an order, or only what says which one it is. */
function keepOrder(to: i32, order: i32, isNameOnly: bool): void {
  if (isNameOnly) {
    setInt(to, MARKET, int(order, MARKET));
    setNum(to, ID, num(order, ID));
    return;
  }
  for (let at = 0; at < INT_STRIDE * 4; at += 8) store<u64>(to + at, load<u64>(order + at));
}

/** An ended order of the user (by index) that had a name was forgotten. */
export function noteForgotten(user: i32, id: f64): void {
  const note = newNote();
  store<i32>(note + name.NOTE_KIND, name.NOTE_FORGOTTEN);
  store<i32>(note + name.NOTE_FORGOTTEN_USER, user);
  store<f64>(note + name.NOTE_FORGOTTEN_ID, id);
}
