/**
 * Things that commands name by an id of their own: vouchers, grants, ads, orders … A command whose id was seen answers the
 * same again and does nothing, also when its key has aged out. Of each kind the last 100,000 that ended are remembered
 * (their ids, what they were and how they ended); of those that live there may be a million.
 */
import { assert } from '../protocol/invariant.ts';
import type { RejectCode } from '../protocol/rejects.ts';

const LIVE_MAX = 1 << 20;
const ENDED_KEPT = 100_000;
/** They are forgotten in groups, which costs less than one by one. */
const ENDED_MAX = ENDED_KEPT + 1_024;

export interface Item {
  readonly id: number;
  /** The terms of its first command, to tell a repeat from another thing under the same id. */
  readonly terms: string;
}

export interface EndedItem extends Item {
  /** The event that ended it; empty if it ended at once. */
  readonly ending: string;
  /** The amount that this event answered. */
  readonly answer: number;
}

export class Register<T extends Item = Item> {
  private readonly live = new Map<number, T>();
  private readonly ended = new Map<number, EndedItem>();

  get isFull(): boolean {
    return this.live.size >= LIVE_MAX;
  }

  find(id: number): T | undefined {
    return this.live.get(id);
  }

  /** For a command that begins a thing: null if the id is new, REPEAT if it came before with the same terms. */
  seen(id: number, terms: string): 'REPEAT' | 'ALREADY_EXISTS' | null {
    const known = this.live.get(id) ?? this.ended.get(id);
    if (known === undefined) return null;
    return known.terms === terms ? 'REPEAT' : 'ALREADY_EXISTS';
  }

  /** For a command that needs it alive. */
  living(id: number): T | RejectCode {
    return this.live.get(id) ?? (this.ended.has(id) ? 'ALREADY_ENDED' : 'UNKNOWN_ID');
  }

  /** How it ended, when it did. */
  end(id: number): EndedItem | undefined {
    return this.ended.get(id);
  }

  add(item: T): void {
    assert(!this.live.has(item.id) && !this.ended.has(item.id), 'a thing that begins has an id of its own');
    this.live.set(item.id, item);
  }

  /** Also for a thing that never lived: it is done at once. */
  close(item: Item, ending: string, answer: number): void {
    assert(!this.ended.has(item.id), 'a thing ends once');
    this.live.delete(item.id);
    this.remember({ id: item.id, terms: item.terms, ending, answer });
  }

  /** Also how a restored state gets them. */
  remember(item: EndedItem): void {
    this.ended.set(item.id, item);
    if (this.ended.size < ENDED_MAX) return;
    for (const id of this.ended.keys()) {
      this.ended.delete(id);
      if (this.ended.size === ENDED_KEPT) break;
    }
  }

  /** In the order in which they came. */
  all(): readonly T[] {
    return [...this.live.values()];
  }
  /** In the order in which they ended. */
  allEnded(): readonly EndedItem[] {
    return [...this.ended.values()];
  }
}

/**
 * The terms of a thing as one text, to compare two under the same id. Each field is written with its length, because callers choose the
 * texts.
 */
export function termsOf(...fields: readonly (string | number | boolean | readonly string[])[]): string {
  return fields
    .map((field) => (typeof field === 'object' ? `[${field.map(measured).join('')}]` : measured(field)))
    .join('');
}

function measured(field: string | number | boolean): string {
  const text = String(field);
  return `${text.length}:${text}`;
}
