/**
 * What users call their orders of spot. A name belongs to the newest order of a user and market that has it, live or ended, for as long as that order is
 * remembered (trading A4, A7). Most users name none; a program names each.
 */
import type { KnownNames } from '../kernel/known-names.ts';

/** A name that is taken: by which order, and with which tag (core/kernel/known-names.ts). */
interface Taken {
  id: number;
  readonly tag: number;
}

/** Of one user. A key is the market's index and the name. */
interface Own {
  /** By whose newest order a key is taken. */
  readonly taken: Map<string, Taken>;
  /** The key of every remembered order that has a name: of an ended one nothing else keeps it. */
  readonly keys: Map<number, string>;
}

interface Owner {
  readonly index: number;
  readonly uid: number;
}

export class OrderNames {
  /** By the index of the user. */
  private readonly owners = new Map<number, Own>();
  private readonly known: KnownNames;

  constructor(known: KnownNames) {
    this.known = known;
  }

  /** The id of the newest order of that name in a market (by index); 0 for a name that none has. */
  newest({ index }: Owner, market: number, name: string): number {
    return this.owners.get(index)?.taken.get(keyOf(market, name))?.id ?? 0;
  }

  /** Lets this order answer to the name, which is not empty, unless a newer one does. `tag`: where the kernel has noted already that the name is taken. */
  add(owner: Owner, market: number, name: string, orderId: number, tag?: number): void {
    const own = this.ownOf(owner);
    const key = keyOf(market, name);
    own.keys.set(orderId, key);
    const taken = own.taken.get(key);
    if (taken === undefined)
      own.taken.set(key, { id: orderId, tag: tag ?? this.known.add(owner.uid, market + 1, name) });
    else taken.id = Math.max(taken.id, orderId);
  }

  private ownOf({ index }: Owner): Own {
    const known = this.owners.get(index);
    if (known !== undefined) return known;
    const own: Own = { taken: new Map(), keys: new Map() };
    this.owners.set(index, own);
    return own;
  }

  /** The names of a user that are taken, each in a market (by index). */
  taken({ index }: Owner): { readonly market: number; readonly name: string }[] {
    const keys = [...(this.owners.get(index)?.taken.keys() ?? [])];
    return keys.map((key) => ({ market: Number.parseInt(key, 10), name: nameIn(key) }));
  }

  /** How many orders of the user with a name are remembered. */
  countOf({ index }: Owner): number {
    return this.owners.get(index)?.keys.size ?? 0;
  }

  /** Empty for an order without a name. */
  of(index: number, orderId: number): string {
    const key = this.owners.get(index)?.keys.get(orderId);
    return key === undefined ? '' : nameIn(key);
  }

  /** The order is not remembered any more. */
  forget({ index }: Owner, orderId: number): void {
    const own = this.owners.get(index);
    const key = own?.keys.get(orderId);
    if (own === undefined || key === undefined) return;
    own.keys.delete(orderId);
    if (own.keys.size === 0) this.owners.delete(index);
    const taken = own.taken.get(key);
    if (taken?.id !== orderId) return;
    own.taken.delete(key);
    this.known.remove(taken.tag);
  }
}

function keyOf(market: number, name: string): string {
  return `${market}:${name}`;
}
function nameIn(key: string): string {
  return key.slice(key.indexOf(':') + 1);
}
