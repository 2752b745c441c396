/**
 * Finds numbered things by hashes of 32 bits: those whose hashes share a place stand in one chain. Arrays of whole numbers, because of millions of
 * entries of a Map V8 would have to collect the garbage.
 */
import { hashPlace } from '../kernel/hash-places.ts';
import { InParts, numbersFrom } from '../kernel/in-parts.ts';
import { lengthened } from '../kernel/lengthened.ts';

const FIRST_PLACES = 64;

export class HashChains {
  private heads = new Int32Array(FIRST_PLACES);
  /** By number: the next of its chain, and its hash. */
  private nexts = new Int32Array(FIRST_PLACES + 1);
  private hashes = new Int32Array(FIRST_PLACES + 1);

  /** Room for things up to that number: nothing grows before there are more. */
  reserve(most: number): void {
    let places = this.heads.length;
    while (places < most) places *= 2;
    if (places === this.heads.length) return;
    this.nexts = lengthened(this.nexts, places + 1);
    this.hashes = lengthened(this.hashes, places + 1);
    const before = this.heads;
    this.heads = new Int32Array(places);
    for (const head of before) {
      for (let at = head, next = 0; at !== 0; at = next) {
        next = this.nexts[at];
        this.link(at);
      }
    }
  }

  /** The thing of that number, 1 or more, is found by the hash from here on. */
  add(number: number, hash: number): void {
    this.reserve(number);
    this.hashes[number] = hash;
    this.link(number);
  }

  /** The same of many, whose numbers follow one another. */
  addAll(first: number, hashes: Int32Array): void {
    this.reserve(first + hashes.length - 1);
    this.hashes.set(hashes, first);
    const { heads, nexts } = this;
    const homes = hashes.map((hash) => hashPlace(hash, heads.length));
    const parts = new InParts(homes, heads.length);
    const [places, inOrder] = [parts.ints(homes), parts.ints(numbersFrom(first, hashes.length))];
    for (let i = 0; i < inOrder.length; i += 1) {
      const number = inOrder[i];
      nexts[number] = heads[places[i]];
      heads[places[i]] = number;
    }
  }

  remove(number: number): void {
    const place = hashPlace(this.hashes[number], this.heads.length);
    if (this.heads[place] === number) this.heads[place] = this.nexts[number];
    else {
      let before = this.heads[place];
      while (this.nexts[before] !== number) before = this.nexts[before];
      this.nexts[before] = this.nexts[number];
    }
  }

  hashOf(number: number): number {
    return this.hashes[number];
  }

  /** The number of a thing with that hash; 0 where there is none. */
  first(hash: number): number {
    return this.withHash(this.heads[hashPlace(hash, this.heads.length)], hash);
  }

  /** Another one with the same hash; 0 behind the last: from `first` on all come, each once. */
  next(number: number): number {
    return this.withHash(this.nexts[number], this.hashes[number]);
  }

  private withHash(from: number, hash: number): number {
    let at = from;
    while (at !== 0 && this.hashes[at] !== hash) at = this.nexts[at];
    return at;
  }

  private link(number: number): void {
    const place = hashPlace(this.hashes[number], this.heads.length);
    this.nexts[number] = this.heads[place];
    this.heads[place] = number;
  }
}
