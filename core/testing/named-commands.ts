/** Names for commands about orders that have none: new ones, some of before, and some that only the core reads. */
import { INT_STRIDE, USER_NEXT } from '../book/order-pool.ts';
import type { CommandBody } from '../protocol/commands.ts';
import type { Core } from '../protocol/core.ts';
import { KnownNames, OF_KEYS } from '../kernel/known-names.ts';
import { Bytes } from '../kernel/memory.ts';
import { SHARED } from '../kernel/layout.ts';
import { NAME_STRAYS, NAME_TAG_BITS, NAME_TAGS_AT } from '../kernel/name-layout.ts';
import type { IdempotencyKeys } from '../state-machine/idempotency.ts';
import type { User } from '../users/user.ts';
import { keysOf, machineOf, recordsIn } from './exchange.ts';

type Named = CommandBody & { uid: number; orderId?: number; clientOrderId: string; idempotency?: object | null };

/** Letters beyond those that the kernel reads, and texts that are too long for it, or for anybody. */
const ODD_KEYS = ['schlüssel', 'x'.repeat(65), 'x'.repeat(64), 'y'.repeat(200), 'y'.repeat(201), ''];
const ODD_NAMES = ['größe', 'x'.repeat(64), 'x'.repeat(65), 'a'];
const ODD_FINGERPRINTS = ['', 'ß', 'f'.repeat(64), 'f'.repeat(65), 'f'.repeat(32)];
const HAVE_KEYS: readonly string[] = ['PlaceOrder', 'AmendOrder', 'PlacePerpOrder', 'AmendPerpOrder'];
const [A, B, C] = [0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d];

export class NameGiver {
  private count = 0;
  private readonly keys = new Map<number, string[]>();
  private readonly names = new Map<number, string[]>();

  /** The same command, with or without names, as its number says. */
  give(fields: CommandBody): CommandBody {
    this.count += 1;
    if (!('clientOrderId' in fields)) return fields;
    const named = { ...(fields as Named) };
    const [name, key] = [this.pick(A, 8), this.pick(B, 8)];
    const isOfSpot = named.kind === 'PlaceOrder' || named.kind === 'AmendOrder' || named.kind === 'CancelOrder';
    // Named orders of perpetuals are the core's: few have one.
    if (named.kind === 'PlacePerpOrder' && name > 2) named.clientOrderId = '';
    else if (named.kind === 'PlaceOrder' || named.kind === 'PlacePerpOrder')
      named.clientOrderId = this.textFor(this.names, named.uid, name, ODD_NAMES);
    else if (isOfSpot && name < 2) {
      named.clientOrderId = this.before(this.names, named.uid);
      if (named.clientOrderId !== '') named.orderId = 0;
    }
    if (HAVE_KEYS.includes(named.kind) && key > 1) {
      const fingerprint = ODD_FINGERPRINTS[this.pick(C, ODD_FINGERPRINTS.length)]!;
      named.idempotency = { key: this.textFor(this.keys, named.uid, key, ODD_KEYS), fingerprint };
    }
    return named;
  }

  private textFor(given: Map<number, string[]>, uid: number, choice: number, odd: readonly string[]): string {
    if (choice === 0) return '';
    if (choice === 7) return odd[this.pick(C, odd.length)]!;
    const text = choice === 6 ? this.before(given, uid) || 'first' : `${this.count} of ${uid}`;
    given.set(uid, [...(given.get(uid) ?? []), text].slice(-40));
    return text;
  }

  private before(given: Map<number, string[]>, uid: number): string {
    const texts = given.get(uid) ?? [];
    return texts[this.pick(A + B, Math.max(1, texts.length))] ?? '';
  }

  private pick(factor: number, choices: number): number {
    const mixed = Math.imul(this.count, factor);
    return ((mixed ^ (mixed >>> 15)) >>> 8) % choices;
  }
}

/** Are the tags of all names that are taken in the table that the kernel reads, and no others? Answers how many there are; throws where not. */
export function checkNames(core: Core): number {
  const { memory } = machineOf(core).orders;
  const keys = keysOf(core);
  const fresh = new KnownNames(new Bytes());
  const expected = tagsOf(core, keys, fresh).sort((a, b) => a - b);
  const shared = new Int32Array(memory.buffer, SHARED);
  const table = new Int32Array(memory.buffer, shared[NAME_TAGS_AT >> 2]! >>> 0, 1 << shared[NAME_TAG_BITS >> 2]!);
  const found = [...table].filter((tag) => tag !== 0).sort((a, b) => a - b);
  const strays = shared[NAME_STRAYS >> 2]!;
  for (const user of machineOf(core).users.all()) checkCount(core, user);
  if (found.length + strays !== expected.length || (strays === 0 && found.join() !== expected.join()))
    throw new Error(`${found.length} tags and ${strays} strays of ${expected.length} names`);
  return expected.length;
}

/** Names are kept of just the orders of the user that are remembered and have one. */
function checkCount(core: Core, user: User): void {
  const { users, orders } = machineOf(core);
  users.settle();
  let count = 0;
  users.forEachEnded(user.index, (slot) => (count += users.clientIdOf(users.recalled, slot) === '' ? 0 : 1));
  for (let slot = user.firstOrder; slot !== 0; slot = orders.int[slot * INT_STRIDE + USER_NEXT]!)
    count += users.clientIdOf(orders, slot) === '' ? 0 : 1;
  if (users.orderNames.countOf(user) !== count)
    throw new Error(`${users.orderNames.countOf(user)} names of ${count} orders that have one`);
}

function tagsOf(core: Core, keys: IdempotencyKeys, fresh: KnownNames): number[] {
  const { users } = machineOf(core);
  const tags = [keys.money, keys.orders].flatMap(recordsIn).map(({ uid, key }) => fresh.add(uid, OF_KEYS, key));
  for (const user of users.all()) {
    for (const { market, name } of users.orderNames.taken(user)) tags.push(fresh.add(user.uid, market + 1, name));
  }
  return tags.filter((tag) => tag !== 0);
}
