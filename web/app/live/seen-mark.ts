/**
 * Up to where a list of news was seen. The account keeps it, so that what was seen on one device is not new on another; what a device
 * kept before that is given to the account once.
 */
import type { BodyOf, DataOf } from '@agio/contracts/calls';
import type { KeptTexts } from '../choices/browser-storage.ts';
import { createStore, type Store } from './store.ts';

export interface SeenMark {
  readonly upTo: Store<number>;
  /** Asks the account, and tells it what it does not know yet. Rejects where it does not answer; may be called again. */
  load(): Promise<void>;
  mark(upTo: number): void;
}

export interface SeenMarkInput {
  /** What the account knows; null: nothing yet. */
  readonly read: () => Promise<number | null>;
  readonly tell: (upTo: number) => Promise<unknown>;
  /** What this device kept before accounts did; `forget`: the account knows by now. */
  readonly device: { get(): number | null; forget(): void };
  /** Where somebody begins of whom nothing is known: what happened before the first visit is history, not news. */
  readonly first: number;
}

/**
 * When this device first heard of somebody whose account may know nothing yet; the device keeps it until the account does. A page that is
 * left before that would else begin anew on the next one, and what happened on it would never have been new.
 */
export function keptFirst(storage: KeptTexts, name: string, now: number): number {
  const kept = Number(storage.getItem(name));
  // A device whose clock was ahead would hide what is yet to come.
  if (kept > 0 && kept <= now) return kept;
  storage.setItem(name, String(now));
  return now;
}

export function createSeenMark({ read, tell, device, first }: SeenMarkInput): SeenMark {
  const upTo = createStore(device.get() ?? first);
  /** What the account may not know. */
  let untold = device.get();
  /** The first answer may lie before `first`; from then on, or once something was seen, it never moves back. */
  let isKnown = false;
  const send = async () => {
    const told = untold;
    if (told === null) return;
    await tell(told);
    if (untold === told) untold = null;
    device.forget();
  };
  return {
    upTo,
    async load() {
      const known = await read();
      if (known === null) untold ??= first;
      else if (untold !== null && untold <= known) untold = null;
      const answered = Math.max(known ?? 0, untold ?? 0);
      upTo.set(isKnown ? Math.max(upTo.get(), answered) : answered);
      isKnown = true;
      if (untold === null) device.forget();
      await send();
    },
    mark(next) {
      if (next <= upTo.get()) return;
      upTo.set(next);
      isKnown = true;
      untold = next;
      // One that failed is told with the next asking.
      send().catch(() => undefined);
    },
  };
}

type Seen = DataOf<'GET /web/user/notifications/seen'>;
type News = BodyOf<'POST /web/user/notifications/seen/update'>;

export interface SeenCalls {
  readonly ask: () => Promise<Seen>;
  readonly tell: (news: News) => Promise<unknown>;
}

/** Somebody else is logged in by now: both calls would be about that person. */
class OtherUserError extends Error {
  override readonly name = 'OtherUserError';
}

/** The marks of whoever is logged in. Both lists begin at the same moment: one call of theirs serves both. */
export function createSeenMarks({ ask, tell }: SeenCalls) {
  let current: { readonly user: number; reading: Promise<Seen> | undefined } | undefined;
  return (user: number, kind: keyof News, rest: Pick<SeenMarkInput, 'device' | 'first'>): SeenMark => {
    if (current?.user !== user) current = { user, reading: undefined };
    const own = current;
    const assertOwn = () => {
      if (own !== current) throw new OtherUserError(`user ${user} has left`);
    };
    return createSeenMark({
      read: async () => {
        assertOwn();
        own.reading ??= ask().finally(() => (own.reading = undefined));
        const seen = await own.reading;
        assertOwn();
        return seen[kind];
      },
      tell: async (upTo) => {
        assertOwn();
        await tell({ [kind]: upTo });
      },
      ...rest,
    });
  };
}
