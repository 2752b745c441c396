/**
 * Which names are taken: keys of commands and names of orders, each as a tag of 32 bits, in a hash table that the kernel reads and adds to
 * (core/kernel/assembly/names.ts). A name without its tag here is certainly new; one with it may be, and is looked up where the texts are
 * (core/users/order-names.ts, core/state-machine/idempotency.ts). Two names with one tag have two entries.
 */
import { hashPlace } from './hash-places.ts';
import * as layout from './layout.ts';
import * as name from './name-layout.ts';
import { grown, NAME_TAGS } from './limits.ts';
import type { Bytes } from './memory.ts';

const AT = name.NAME_TAGS_AT >> 2;
const BITS = name.NAME_TAG_BITS >> 2;
const USED = name.NAME_TAGS_USED >> 2;
const STRAYS = name.NAME_STRAYS >> 2;
/** Past one half the table grows; past three quarters, at its largest, what comes is only counted. */
const FULL = 0.5;
const CROWDED = 0.75;
/** Where a tag of a key belongs; one of an order's name belongs to its market, which counts from 1 here. */
export const OF_KEYS = 0;

export class KnownNames {
  /** Tests set a smaller one, so that they can reach it. */
  mostPlaces = NAME_TAGS.most;
  private readonly memory: Bytes;
  private places = NAME_TAGS.first;
  private address: number;
  private tags!: Int32Array;
  private shared!: Int32Array;

  constructor(memory: Bytes) {
    this.memory = memory;
    this.address = memory.allocate(this.places * 4);
    memory.follow(() => this.view());
  }

  /** `scope`: OF_KEYS, or one more than the index of a market. Answers its tag, with which it is removed. */
  add(uid: number, scope: number, text: string): number {
    const tag = nameTag(uid, scope, text);
    if (tag !== 0) this.addTag(tag);
    return tag;
  }

  /** The tag of a name that was added before, here or by the kernel. */
  remove(tag: number): void {
    if (tag === 0) return;
    const place = this.find(tag, tag);
    if (place < 0) this.shared[STRAYS] -= 1;
    else this.free(place);
  }

  /** Growing voids arrays over the memory: call it between commands. */
  makeRoom(): void {
    if (this.shared[USED] <= this.places * FULL || this.places >= this.mostPlaces) return;
    const { address, places, tags } = this;
    const before = tags.slice();
    this.places = grown(places, NAME_TAGS);
    this.address = this.memory.allocate(this.places * 4);
    this.shared[USED] = 0;
    this.view();
    for (const tag of before) if (tag !== 0) this.addTag(tag);
    this.memory.release(address, places * 4);
  }

  private addTag(tag: number): void {
    const place = this.shared[USED] < this.places * CROWDED ? this.find(tag, 0) : -1;
    if (place < 0) {
      this.shared[STRAYS] += 1;
      return;
    }
    this.tags[place] = tag;
    this.shared[USED] += 1;
  }

  /** Where `wanted`, the tag or 0 for a free place, is found first among the places of a tag; -1 where it is at none of those. */
  private find(tag: number, wanted: number): number {
    const { tags, places } = this;
    const home = hashPlace(tag, places);
    for (let step = 0; step < name.NAME_TAG_STEPS; step += 1) {
      const place = (home + step) & (places - 1);
      if (tags[place] === wanted) return place;
      if (tags[place] === 0) return -1;
    }
    return -1;
  }

  /** Empties a place, and moves those behind it up that would not be found any more. */
  private free(place: number): void {
    const { tags, places } = this;
    const last = places - 1;
    let hole = place;
    for (let at = (hole + 1) & last; tags[at] !== 0; at = (at + 1) & last) {
      const home = hashPlace(tags[at], places);
      if (((at - home) & last) < ((at - hole) & last)) continue;
      tags[hole] = tags[at];
      hole = at;
    }
    tags[hole] = 0;
    this.shared[USED] -= 1;
  }

  private view(): void {
    const { buffer } = this.memory;
    this.tags = new Int32Array(buffer, this.address, this.places);
    this.shared = new Int32Array(buffer, layout.SHARED, layout.SHARED_BYTES >> 2);
    this.shared[AT] = this.address;
    this.shared[BITS] = Math.log2(this.places);
  }
}

/**
 * The tag of a name, as `tagOf` of core/kernel/assembly/names.ts computes it of bytes: a whole number of 32 bits that is not 0. 0 for an empty text and
 * one with letters from 128 on: the kernel reads none of those.
 */
function nameTag(uid: number, scope: number, text: string): number {
  const { length } = text;
  if (length === 0 || length > name.NAME_BYTES) return 0;
  let hash = beginning(uid, scope) ^ length;
  for (let at = 0; at < length; at += 4) {
    let word = 0;
    for (let i = Math.min(length - at, 4) - 1; i >= 0; i -= 1) {
      const unit = text.charCodeAt(at + i);
      if (unit > 127) return 0;
      word = (word << 8) | unit;
    }
    hash = stirred(hash, word);
  }
  return finished(hash);
}

function beginning(uid: number, scope: number): number {
  const high = Math.floor(uid / 4_294_967_296);
  return Math.imul(uid | 0, 0x9e37_79b1) ^ Math.imul(high | 0, 0x85eb_ca77) ^ Math.imul(scope, 0xc2b2_ae3d);
}

/** A step, and the end, of MurmurHash3. */
function stirred(hash: number, word: number): number {
  const mixed = Math.imul(turned(Math.imul(word, 0xcc9e_2d51), 15), 0x1b87_3593);
  return (Math.imul(turned(hash ^ mixed, 13), 5) + 0xe654_6b64) | 0;
}
function finished(hash: number): number {
  let end = hash;
  end = Math.imul(end ^ (end >>> 16), 0x85eb_ca6b);
  end = Math.imul(end ^ (end >>> 13), 0xc2b2_ae35);
  end ^= end >>> 16;
  return end === 0 ? 1 : end;
}
function turned(bits: number, by: number): number {
  return (bits << by) | (bits >>> (32 - by));
}
