/**
 * Keys with their first answers, oldest first, as the bytes that a snapshot has of them. An answer is read when its key comes again, which is seldom, so
 * nothing is kept of a key but its bytes and a few whole numbers: over millions of objects the collection of garbage would have to walk.
 *
 * The bytes stand in pages. A key that goes leaves a hole; two neighbouring pages become one when what they still hold fills three quarters of one, so that
 * at least about three eighths of all pages are in use.
 */
import { hashPlace } from '../kernel/hash-places.ts';
import { InParts, numbersFrom } from '../kernel/in-parts.ts';
import { lengthened } from '../kernel/lengthened.ts';
import { HashChains } from './hash-chains.ts';

const PAGE_BYTES = 65_536;
/** Not more: with a page that is full at once the next key begins another one, which the next one that goes would join again. */
const JOINED_BYTES = (3 / 4) * PAGE_BYTES;

/** Whole numbers of an entry, of which the last is not used: an entry lies in one cache line so. Entries count from 1. Where its bytes stand: the number of the page, the place in it, and how many. */
const ENTRY_WORDS = 8;
const PAGE = 0;
const PLACE = 1;
const LENGTH = 2;
const TAG = 3;
/** The next newer entry and the next older one. */
const NEXT = 4;
const PREVIOUS = 5;
/** The next newer one of the same owner, where that is kept. */
const NEXT_OF_OWNER = 6;

/** Whole numbers of an owner, of which the last is not used; owners count from 1. The entries of the oldest and the newest key, where those are kept. */
const OWNER_WORDS = 4;
const COUNT = 0;
const OLDEST = 1;
const NEWEST = 2;

const FIRST_ROOM = 64;

/** Of whom a key is, the tag under which its name is taken (core/kernel/known-names.ts), 0 for none, and a hash of both uid and name. */
export interface KeyName {
  readonly uid: number;
  readonly tag: number;
  readonly hash: number;
}

/** Records that stand one behind the other in bytes. */
export interface EncodedKeys {
  readonly bytes: Uint8Array;
  readonly count: number;
  /** Of each record its user, and where it begins; one more `begins` is where the last one ends. */
  readonly uids: Float64Array;
  readonly begins: Float64Array;
  /** The text of its key: where it stands, and of how many letters, each of one byte as far as all of them are below 128. */
  readonly keysAt: Float64Array;
  readonly keyLengths: Uint32Array;
}

interface Page {
  readonly number: number;
  readonly bytes: Uint8Array;
  used: number;
  /** Of the bytes that are used, those of keys that are still there; and how many those are, and the first. */
  live: number;
  count: number;
  first: number;
  next: Page | null;
  previous: Page | null;
}

export class KeyLog {
  /** Is the oldest key of each user kept (`oldestOf`)? */
  private readonly keepsOldest: boolean;
  private readonly uidIn: (record: Uint8Array) => number;
  /** Entries by the hashes of their keys. */
  private readonly hashes = new HashChains();
  private entries = new Int32Array(FIRST_ROOM * ENTRY_WORDS);
  private readonly freeEntries: number[] = [];
  private entriesUsed = 1;
  private readonly uids = new HashChains();
  private owners = new Int32Array(FIRST_ROOM * OWNER_WORDS);
  private ownerUids = new Float64Array(FIRST_ROOM);
  private readonly freeOwners: number[] = [];
  private ownersUsed = 1;
  /** By number. */
  private readonly pages: (Page | null)[] = [];
  private readonly freePages: number[] = [];
  private oldestPage: Page | null = null;
  private newestPage: Page | null = null;
  private oldestEntry = 0;
  private newestEntry = 0;
  /** How many keys there are. */
  count = 0;

  /** `uidIn`: whose key a record is of. */
  constructor(keepsOldest: boolean, uidIn: (record: Uint8Array) => number) {
    this.keepsOldest = keepsOldest;
    this.uidIn = uidIn;
  }

  /** The entry of the oldest key; 0 where there is none. */
  get oldest(): number {
    return this.oldestEntry;
  }

  /** How many keys the user has. */
  countOf(uid: number): number {
    return this.owners[this.ownerOf(uid) * OWNER_WORDS + COUNT];
  }

  /** The entry of the user's oldest key, where that is kept; 0 where the user has none. */
  oldestOf(uid: number): number {
    return this.owners[this.ownerOf(uid) * OWNER_WORDS + OLDEST];
  }

  uidOf(entry: number): number {
    return this.uidIn(this.bytesOf(entry));
  }

  tagOf(entry: number): number {
    return this.entries[entry * ENTRY_WORDS + TAG];
  }

  /** An entry of a user's key with that hash; 0 where there is none. Others of the user with the same hash: `another`. */
  find(uid: number, hash: number): number {
    return this.of(uid, this.hashes.first(hash));
  }
  another(entry: number): number {
    return this.of(this.uidOf(entry), this.hashes.next(entry));
  }

  /** The bytes that were added: a view, which holds until keys are added or dropped. */
  bytesOf(entry: number): Uint8Array {
    const at = entry * ENTRY_WORDS;
    const place = this.entries[at + PLACE];
    return this.pageOf(entry).bytes.subarray(place, place + this.entries[at + LENGTH]);
  }

  /** The newest key. Its record is copied. */
  add({ uid, tag, hash }: KeyName, record: Uint8Array): void {
    const entry = this.freeEntries.pop() ?? this.entriesUsed++;
    this.reserveEntry(entry);
    const { entries } = this;
    const at = entry * ENTRY_WORDS;
    const page = this.pageFor(record.length);
    if (page.count === 0) page.first = entry;
    entries[at + PAGE] = page.number;
    entries[at + PLACE] = page.used;
    entries[at + LENGTH] = record.length;
    entries[at + TAG] = tag;
    page.bytes.set(record, page.used);
    page.used += record.length;
    page.live += record.length;
    page.count += 1;
    entries[at + NEXT] = 0;
    entries[at + PREVIOUS] = this.newestEntry;
    if (this.newestEntry === 0) this.oldestEntry = entry;
    else entries[this.newestEntry * ENTRY_WORDS + NEXT] = entry;
    this.newestEntry = entry;
    this.hashes.add(entry, hash);
    this.giveTo(uid, entry);
    this.count += 1;
  }

  /** As adding them one after the other. */
  addAll(records: EncodedKeys, tags: Int32Array, hashes: Int32Array): void {
    const { count, uids } = records;
    const first = this.entriesUsed;
    this.entriesUsed += count;
    this.reserveEntry(this.entriesUsed);
    for (let at = 0; at < count;) at = this.fillPage(records, at, first, tags);
    this.hashes.addAll(first, hashes);
    this.reserveOwners(count);
    const parts = new InParts(ownerPlacesOf(uids), OWNER_PLACES);
    const [owners, order] = [parts.doubles(uids), parts.ints(numbersFrom(first, count))];
    for (let i = 0; i < count; i += 1) this.giveTo(owners[i], order[i]);
    if (count === 0) return;
    const { entries } = this;
    entries[first * ENTRY_WORDS + PREVIOUS] = this.newestEntry;
    entries[(first + count - 1) * ENTRY_WORDS + NEXT] = 0;
    if (this.newestEntry === 0) this.oldestEntry = first;
    else entries[this.newestEntry * ENTRY_WORDS + NEXT] = first;
    this.newestEntry = first + count - 1;
    this.count += count;
  }

  /** Copies records from that one on, as many as one page has room for, and makes their entries; answers the next one. */
  private fillPage({ bytes, begins, count }: EncodedKeys, from: number, first: number, tags: Int32Array): number {
    const begin = begins[from];
    const page = this.pageFor(begins[from + 1] - begin);
    const room = Math.max(begins[from + 1] - begin, PAGE_BYTES - page.used);
    if (page.count === 0) page.first = first + from;
    let to = from;
    const { entries } = this;
    for (; to < count && begins[to + 1] - begin <= room; to += 1) {
      const entry = first + to;
      const at = entry * ENTRY_WORDS;
      entries[at + PAGE] = page.number;
      entries[at + PLACE] = page.used + begins[to] - begin;
      entries[at + LENGTH] = begins[to + 1] - begins[to];
      entries[at + TAG] = tags[to];
      entries[at + NEXT] = entry + 1;
      entries[at + PREVIOUS] = entry - 1;
    }
    const length = begins[to] - begin;
    page.bytes.set(bytes.subarray(begin, begin + length), page.used);
    page.used += length;
    page.live += length;
    page.count += to - from;
    return to;
  }

  drop(entry: number): void {
    const { entries } = this;
    const at = entry * ENTRY_WORDS;
    const page = this.pageOf(entry);
    const [next, previous] = [entries[at + NEXT], entries[at + PREVIOUS]];
    if (previous === 0) this.oldestEntry = next;
    else entries[previous * ENTRY_WORDS + NEXT] = next;
    if (next === 0) this.newestEntry = previous;
    else entries[next * ENTRY_WORDS + PREVIOUS] = previous;
    if (page.first === entry) page.first = next;
    page.live -= entries[at + LENGTH];
    page.count -= 1;
    this.hashes.remove(entry);
    this.takeFromOwner(entry);
    this.freeEntries.push(entry);
    this.count -= 1;
    this.tidy(page);
  }

  /** The bytes of all keys, oldest first, in pieces of one or many keys. */
  *pieces(): Generator<Uint8Array> {
    for (let page = this.oldestPage; page !== null; page = page.next) {
      if (page.live === page.used) yield page.bytes.subarray(0, page.used);
      else for (const entry of this.entriesIn(page)) yield this.bytesOf(entry);
    }
  }

  /** `entry`, or the next one with its tag, that is of this user. */
  private of(uid: number, entry: number): number {
    let at = entry;
    while (at !== 0 && this.uidOf(at) !== uid) at = this.hashes.next(at);
    return at;
  }

  private reserveEntry(entry: number): void {
    const words = (entry + 1) * ENTRY_WORDS;
    if (words > this.entries.length) this.entries = lengthened(this.entries, Math.max(words, 2 * this.entries.length));
  }

  private pageOf(entry: number): Page {
    return this.pages[this.entries[entry * ENTRY_WORDS + PAGE]]!;
  }

  /** A page with room for so many bytes at its end: a long record has one of its own. */
  private pageFor(bytes: number): Page {
    const { newestPage } = this;
    if (newestPage !== null && newestPage.used + bytes <= PAGE_BYTES) return newestPage;
    const number = this.freePages.pop() ?? this.pages.length;
    const room = new Uint8Array(Math.max(PAGE_BYTES, bytes));
    const page = { number, bytes: room, used: 0, live: 0, count: 0, first: 0, next: null, previous: newestPage };
    this.pages[number] = page;
    if (newestPage === null) this.oldestPage = page;
    else newestPage.next = page;
    this.newestPage = page;
    return page;
  }

  private *entriesIn({ first, count }: Page): Generator<number> {
    for (let entry = first, left = count; left > 0; left -= 1) {
      yield entry;
      entry = this.entries[entry * ENTRY_WORDS + NEXT];
    }
  }

  /** After a key of the page went. */
  private tidy(page: Page): void {
    if (page.count === 0) {
      this.unlink(page);
      return;
    }
    const { previous, next } = page;
    if (previous !== null && previous.live + page.live <= JOINED_BYTES) this.join(previous, page);
    else if (next !== null && next.live + page.live <= JOINED_BYTES) this.join(page, next);
  }

  /** What the second page holds goes into the first, behind what that still holds. */
  private join(into: Page, from: Page): void {
    if (into.live < into.used) this.close(into);
    for (const entry of this.entriesIn(from)) this.moveTo(into, entry);
    into.live += from.live;
    into.count += from.count;
    this.unlink(from);
  }

  /** Closes the holes of a page. */
  private close(page: Page): void {
    page.used = 0;
    for (const entry of this.entriesIn(page)) this.moveTo(page, entry);
  }

  /** The bytes of the entry come next in the page, in which they are moved to the front where they stood already. */
  private moveTo(page: Page, entry: number): void {
    const bytes = this.bytesOf(entry);
    page.bytes.set(bytes, page.used);
    this.entries[entry * ENTRY_WORDS + PAGE] = page.number;
    this.entries[entry * ENTRY_WORDS + PLACE] = page.used;
    page.used += bytes.length;
  }

  private unlink(page: Page): void {
    if (page.previous === null) this.oldestPage = page.next;
    else page.previous.next = page.next;
    if (page.next === null) this.newestPage = page.previous;
    else page.next.previous = page.previous;
    this.pages[page.number] = null;
    this.freePages.push(page.number);
  }

  /** 0 for a user without keys, whose numbers are all 0. */
  private ownerOf(uid: number): number {
    let owner = this.uids.first(hashOfUid(uid));
    while (owner !== 0 && this.ownerUids[owner] !== uid) owner = this.uids.next(owner);
    return owner;
  }

  private giveTo(uid: number, entry: number): void {
    const owner = this.ownerOf(uid) || this.newOwner(uid);
    const { entries, owners } = this;
    const at = owner * OWNER_WORDS;
    owners[at + COUNT] += 1;
    if (!this.keepsOldest) return;
    entries[entry * ENTRY_WORDS + NEXT_OF_OWNER] = 0;
    if (owners[at + COUNT] === 1) owners[at + OLDEST] = entry;
    else entries[owners[at + NEWEST] * ENTRY_WORDS + NEXT_OF_OWNER] = entry;
    owners[at + NEWEST] = entry;
  }

  private newOwner(uid: number): number {
    const owner = this.freeOwners.pop() ?? this.ownersUsed++;
    if (owner >= this.ownerUids.length) this.reserveOwners(owner);
    this.ownerUids[owner] = uid;
    this.uids.add(owner, hashOfUid(uid));
    return owner;
  }

  /** Room for so many more, which may be too much. */
  private reserveOwners(count: number): void {
    const room = this.ownersUsed + count;
    if (room <= this.ownerUids.length) return;
    const uids = new Float64Array(room);
    uids.set(this.ownerUids);
    this.ownerUids = uids;
    this.owners = lengthened(this.owners, room * OWNER_WORDS);
    this.uids.reserve(room);
  }

  private takeFromOwner(entry: number): void {
    const owner = this.ownerOf(this.uidOf(entry));
    this.owners[owner * OWNER_WORDS + COUNT] -= 1;
    if (this.keepsOldest) this.unchain(entry, owner);
    if (this.owners[owner * OWNER_WORDS + COUNT] > 0) return;
    this.uids.remove(owner);
    this.freeOwners.push(owner);
  }

  private unchain(entry: number, owner: number): void {
    const { entries, owners } = this;
    const at = owner * OWNER_WORDS;
    const next = entries[entry * ENTRY_WORDS + NEXT_OF_OWNER];
    if (owners[at + OLDEST] === entry) owners[at + OLDEST] = next;
    else {
      // Keys go oldest first, nearly always: the way to another one is short.
      let before = owners[at + OLDEST];
      while (entries[before * ENTRY_WORDS + NEXT_OF_OWNER] !== entry)
        before = entries[before * ENTRY_WORDS + NEXT_OF_OWNER];
      entries[before * ENTRY_WORDS + NEXT_OF_OWNER] = next;
      if (next === 0) owners[at + NEWEST] = before;
    }
  }
}

/** Places of a table of owners of any size, in a smaller one: what is near in one is near in the other. */
const OWNER_PLACES = 1 << 16;

function ownerPlacesOf(uids: Float64Array): Int32Array {
  const places = new Int32Array(uids.length);
  for (let i = 0; i < places.length; i += 1) places[i] = hashPlace(hashOfUid(uids[i]), OWNER_PLACES);
  return places;
}

function hashOfUid(uid: number): number {
  return (uid ^ Math.floor(uid / 2 ** 32)) | 0;
}
