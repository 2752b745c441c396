/**
 * Names that callers give: keys of commands and names of orders. The kernel knows which are certainly new (core/kernel/known-names.ts); their texts are the
 * core's, which finds in the notes what the commands of a run were called and what became of their orders (core/state-machine/run-names.ts).
 */
import { INT_STRIDE } from '../order-record.ts';
import * as layout from '../layout.ts';
import * as name from '../name-layout.ts';
import { orderAt, setState, state } from './records.ts';
import { placeFor } from './seats.ts';

/** Some bit of these is set in eight letters of which one is not below 128. */
const HIGH_BITS: u32 = 0x80808080;

/** The tag of the text whose length stands there, and that is not empty, as `nameTag` of core/kernel/known-names.ts; 0 of one that is the core's to read. */
export function tagOf(uid: f64, scope: i32, at: i32): i32 {
  const length = load<u8>(at) as i32;
  if (length > name.NAME_BYTES) return 0;
  const whole = uid as i64;
  let hash =
    ((whole as i32) * (0x9e3779b1 as i32)) ^
    (((whole >> 32) as i32) * (0x85ebca77 as i32)) ^
    (scope * (0xc2b2ae3d as i32));
  hash ^= length;
  for (let i = 0; i < length; i += 4) {
    const left = length - i;
    const mask: u32 = left >= 4 ? 0xffffffff : (((1 << ((left << 3) as u32)) - 1) as u32);
    const word = load<u32>(at + 1 + i) & mask;
    if ((word & HIGH_BITS) != 0) return 0;
    hash = rotl<u32>((hash as u32) ^ (rotl<u32>(word * 0xcc9e2d51, 15) * 0x1b873593), 13) as i32;
    hash = hash * 5 + (0xe6546b64 as i32);
  }
  let end = hash as u32;
  end = (end ^ (end >> 16)) * 0x85ebca6b;
  end = (end ^ (end >> 13)) * 0xc2b2ae35;
  end ^= end >> 16;
  return end == 0 ? 1 : (end as i32);
}

export function hasNames(command: i32): bool {
  return load<u64>(command + layout.GROUP_NAME_TAG) != 0;
}

/** Are the names of a command that was read certainly new, and is there room for them? */
export function areNew(command: i32): bool {
  if (state(name.NAME_STRAYS) != 0) return false;
  // Two more are added then.
  if ((state(name.NAME_TAGS_USED) + 2) * 4 > (1 << state(name.NAME_TAG_BITS)) * 3) return false;
  const name = load<i32>(command + layout.GROUP_NAME_TAG);
  const key = load<i32>(command + layout.GROUP_KEY_TAG);
  return (name == 0 || freePlaceFor(name) != 0) && (key == 0 || freePlaceFor(key) != 0) && name != key;
}

/** Asks for the memory in which the names are looked for; what it answers means nothing. */
export function askForNames(command: i32): i32 {
  return askFor(load<i32>(command + layout.GROUP_NAME_TAG)) + askFor(load<i32>(command + layout.GROUP_KEY_TAG));
}
function askFor(tag: i32): i32 {
  return tag == 0 ? 0 : load<i32>(state(name.NAME_TAGS_AT) + placeFor(tag, state(name.NAME_TAG_BITS)) * 4);
}

/** The address of the first free place of a tag; 0 where it is taken already, or none of its places is free. */
function freePlaceFor(tag: i32): i32 {
  const bits = state(name.NAME_TAG_BITS);
  const last = (1 << bits) - 1;
  const home = placeFor(tag, bits);
  for (let step = 0; step < name.NAME_TAG_STEPS; step += 1) {
    const place = state(name.NAME_TAGS_AT) + ((home + step) & last) * 4;
    if (load<i32>(place) == 0) return place;
    if (load<i32>(place) == tag) return 0;
  }
  return 0;
}

function addTag(tag: i32): void {
  if (tag == 0) return;
  // Its places were looked at before the command; the other name of the command may have taken the last one of them.
  const place = freePlaceFor(tag);
  if (place == 0) {
    setState(name.NAME_STRAYS, state(name.NAME_STRAYS) + 1);
    return;
  }
  store<i32>(place, tag);
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
  memory.copy(note + name.NOTE_ORDER, orderAt(slot), INT_STRIDE * 4);
}

/** An ended order of the user (by index) that had a name was forgotten. */
export function noteForgotten(user: i32, id: f64): void {
  const note = newNote();
  store<i32>(note + name.NOTE_KIND, name.NOTE_FORGOTTEN);
  store<i32>(note + name.NOTE_SLOT, user);
  store<f64>(note + name.NOTE_UID, id);
}
