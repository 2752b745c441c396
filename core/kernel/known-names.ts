/**
 * Which names are taken: keys of commands and names of orders, each as a tag of 32 bits, in a hash table that the kernel reads and adds to
 * (core/kernel/assembly/names.ts). While every tag has a place (no strays), a name whose tag is not there is new for certain. One whose tag is there is
 * looked up where the texts are (core/users/order-names.ts, core/state-machine/idempotency.ts). Two names with one tag have two entries.
 */
import { hashPlace } from './hash-places.ts';
import { InParts } from './in-parts.ts';
import * as layout from './layout.ts';
import { grown, NAME_TAGS } from './limits.ts';
import * as name from './name-layout.ts';
import type { Bytes } from './memory.ts';

const AT = name.NAME_TAGS_AT >> 2;
const BITS = name.NAME_TAG_BITS >> 2;
const USED = name.NAME_TAGS_USED >> 2;
const STRAYS = name.NAME_STRAYS >> 2;
const SECRET = name.NAME_SECRET >> 2;
/** Past one half the table grows, while it may; past three quarters what comes is only counted. */
const FULL = 0.5;
const CROWDED = 0.75;
/** Where a tag of a key belongs; one of an order's name belongs to its market, which counts from 1 here. */
export const OF_KEYS = 0;
const TWO_32 = 4_294_967_296;
const KNOWN_SECRET = Uint32Array.from(
  { length: name.NAME_SECRET_WORDS },
  (_, at) => Math.imul(at + 1, 0x9e37_79b1) ^ at,
);

export class KnownNames {
  /** Tests set a smaller one, so that they can reach it. */
  mostPlaces = NAME_TAGS.most;
  private readonly memory: Bytes;
  private readonly secret: Uint32Array;
  /** Of the text whose tag is made. */
  private readonly letters = new Uint8Array(name.NAME_BYTES);
  private places = NAME_TAGS.first;
  private address: number;
  private tags!: Int32Array;
  private shared!: Int32Array;

  /** `secret`: NAME_SECRET_WORDS numbers; who knows them can choose names whose tags meet (CoreOptions). */
  constructor(memory: Bytes, secret: Uint32Array = KNOWN_SECRET) {
    this.memory = memory;
    this.secret = secret;
    this.address = memory.allocate(this.places * 4);
    memory.follow(() => this.view());
  }

  /** `scope`: OF_KEYS, or one more than the index of a market. Answers its tag, with which it is removed. */
  add(uid: number, scope: number, text: string): number {
    const tag = this.tagOf(uid, scope, text);
    this.addTag(tag);
    return tag;
  }

  /** As `add`, of a name with that tag. */
  addTag(tag: number): void {
    if (tag === 0) return;
    if (this.shared[USED] >= this.places * CROWDED) {
      this.shared[STRAYS] += 1;
      return;
    }
    this.tags[this.find(tag, 0)] = tag;
    this.shared[USED] += 1;
  }

  /** The same of many. Growing voids arrays over the memory. */
  addTags(tags: Int32Array): void {
    this.reserve(tags.length);
    const { places } = this;
    // Only so many as get a place: if those beyond the limit took part, the first parts of the table would be filled to their last place, and the last parts stay empty.
    const room = Math.max(0, places * CROWDED - this.shared[USED]);
    const first = tags.subarray(0, room);
    const inOrder = new InParts(
      first.map((tag) => hashPlace(tag, places)),
      places,
    ).ints(first);
    for (let i = 0; i < inOrder.length; i += 1) this.addTag(inOrder[i]);
    for (let i = room; i < tags.length; i += 1) this.addTag(tags[i]);
  }

  /** The tag of a name that was added before, here or by the kernel. */
  remove(tag: number): void {
    if (tag === 0) return;
    const place = this.find(tag, tag);
    if (place < 0) this.shared[STRAYS] -= 1;
    else this.free(place);
  }

  /** Room for the names of one command, and for some of the next run. Growing voids arrays over the memory: call it between commands. */
  makeRoom(): void {
    if (this.shared[USED] > this.places * FULL && this.places < this.mostPlaces)
      this.growTo(grown(this.places, NAME_TAGS));
  }

  private reserve(count: number): void {
    let { places } = this;
    while (this.shared[USED] + count > places * FULL && places < this.mostPlaces) places = grown(places, NAME_TAGS);
    if (places > this.places) this.growTo(places);
  }

  private growTo(more: number): void {
    const { address, places, tags } = this;
    const before = tags.slice();
    this.places = more;
    this.address = this.memory.allocate(this.places * 4);
    this.shared[USED] = 0;
    this.view();
    for (const tag of before) this.addTag(tag);
    this.memory.release(address, places * 4);
  }

  /** The first place of those of a tag that has `wanted`: the tag, or 0, which is a free one; -1 where there is none before a free one. */
  private find(tag: number, wanted: number): number {
    const { tags, places } = this;
    for (let place = hashPlace(tag, places); ; place = (place + 1) & (places - 1)) {
      if (tags[place] === wanted) return place;
      if (tags[place] === 0) return -1;
    }
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

  /** As `tagOfLetters`, of a text. */
  tagOf(uid: number, scope: number, text: string): number {
    const { length } = text;
    if (length > name.NAME_BYTES) return 0;
    for (let at = 0; at < length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit > 127) return 0;
      this.letters[at] = unit;
    }
    return this.tagOfLetters(uid, scope, this.letters, 0, length);
  }

  /**
   * The tag of the name whose letters stand there, as `tagOf` of core/kernel/assembly/names.ts computes it: the upper half of the sum, modulo 2^64, of words of 32 bits each times a secret number of 64
   * (multilinear hashing). A whole number of 32 bits that is not 0; 0 for an empty or long text and one with letters from 128 on: the kernel reads none of those.
   */
  tagOfLetters(uid: number, scope: number, letters: Uint8Array, from: number, length: number): number {
    if (length === 0 || length > name.NAME_BYTES) return 0;
    const sum = new Sum(this.secret);
    sum.add(uid | 0);
    sum.add(Math.floor(uid / TWO_32) | 0);
    sum.add(scope);
    sum.add(length);
    for (let at = 0; at < length; at += 4) {
      let word = 0;
      for (let i = Math.min(length - at, 4) - 1; i >= 0; i -= 1) {
        const letter = letters[from + at + i];
        if (letter > 127) return 0;
        word = (word << 8) | letter;
      }
      sum.add(word);
    }
    return sum.high === 0 ? 1 : sum.high;
  }

  /** A hash of 32 bits of any name, with or without a tag, that nobody can foresee. */
  hashOf(uid: number, text: string): number {
    let hash = this.secret[0] ^ uid ^ Math.floor(uid / TWO_32);
    for (let at = 0; at < text.length; at += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(at), this.secret[1] | 1);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  private view(): void {
    const { buffer } = this.memory;
    this.tags = new Int32Array(buffer, this.address, this.places);
    this.shared = new Int32Array(buffer, layout.SHARED, layout.SHARED_BYTES >> 2);
    this.shared[AT] = this.address;
    this.shared[BITS] = Math.log2(this.places);
    this.shared.set(this.secret, SECRET);
  }
}

/** Of words, each a whole number of 32 bits, times secret numbers of 64 bits: modulo 2^64. */
class Sum {
  /** A whole number of 32 bits. */
  high: number;
  private low: number;
  private readonly secret: Uint32Array;
  private at = 2;

  constructor(secret: Uint32Array) {
    this.secret = secret;
    this.low = secret[0] | 0;
    this.high = secret[1] | 0;
  }

  add(word: number): void {
    const factor = this.secret[this.at];
    const wordLow = word & 0xffff;
    const wordHigh = word >>> 16;
    const factorLow = factor & 0xffff;
    const factorHigh = factor >>> 16;
    // In halves of 16 bits: Math.imul multiplies whole numbers of 32 bits sooner than `*` does doubles, but gives only the lower 32 bits of a product.
    const crossed = Math.imul(wordLow, factorHigh);
    const other = Math.imul(wordHigh, factorLow);
    const carries = (Math.imul(wordLow, factorLow) >>> 16) + (crossed & 0xffff) + (other & 0xffff);
    const upper = Math.imul(wordHigh, factorHigh) + (crossed >>> 16) + (other >>> 16) + (carries >>> 16);
    const before = this.low;
    this.low = (before + Math.imul(word, factor)) | 0;
    const carry = this.low >>> 0 < before >>> 0 ? 1 : 0;
    this.high = (this.high + Math.imul(word, this.secret[this.at + 1]) + upper + carry) | 0;
    this.at += 2;
  }
}
