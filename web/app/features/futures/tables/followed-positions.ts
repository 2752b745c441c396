/** The positions that a question is about, followed while it is open: a fill of another order may change them meanwhile. No React. */
import type { Position } from '../../../api/calls/futures.ts';
import { createStore, type Store } from '../../../live/store.ts';
import { unitsOf } from '../margin.ts';

type Named = Pick<Position, 'positionId' | 'direction' | 'quantity'>;

export interface FollowedPositions<P extends Named = Position> {
  /** What was open when the question was asked. */
  readonly asked: readonly P[];
  /** What of it is open now: this is on the screen, and this is what a press is about. */
  readonly now: Store<readonly P[]>;
  /** For the question: its button is off while nothing is left that it could close. */
  readonly off: { readonly get: () => boolean; readonly subscribe: (listener: () => void) => () => void };
  /** From here on they stay as they were last shown. */
  readonly stop: () => void;
}

/** The question is about the positions that it began with: one that opens meanwhile is none of those that a person said yes to. */
export function followPositions<P extends Named>(
  open: Pick<Store<readonly P[] | null>, 'get' | 'subscribe'>,
  asked: readonly P[],
): FollowedPositions<P> {
  const read = (): readonly P[] | null =>
    open.get()?.filter((position) => asked.some((one) => isSame(one, position))) ?? null;
  // The account has waited for its frame already: a second wait would leave a figure on the screen that is not the one sent.
  const now = createStore<readonly P[]>(read() ?? asked, (tell) => tell());
  const stop = open.subscribe(() => now.set(read() ?? now.get()));
  return { asked, now, stop, off: { get: () => now.get().length === 0, subscribe: now.subscribe } };
}

/** A position that was turned round is another one. */
const isSame = (a: Named, b: Named): boolean => a.positionId === b.positionId && a.direction === b.direction;

/** A position as it is now; undefined once it is gone. While the account is not known, as it was. */
export function currentOf<P extends Named>(open: readonly P[] | null, asked: P): P | undefined {
  return open === null ? asked : open.find((one) => isSame(one, asked));
}

/** What opened since the question was asked; nothing while the account is not known. */
export function openedSince<P extends Named>(asked: readonly P[], open: readonly P[] | null): readonly P[] {
  return (open ?? []).filter((position) => !asked.some((one) => isSame(one, position)));
}

/**
 * Why a position may no longer be closed as it was last shown: it is gone, and what may stand in its place is another one, or it has grown,
 * and an order that closes all of it would close what nobody was asked about. Null where nothing speaks against it.
 */
export function faultOfClosing<P extends Named>(shown: P, open: readonly P[] | null): 'gone' | 'grown' | null {
  const now = currentOf(open, shown);
  if (now === undefined) return 'gone';
  return unitsOf(now.quantity) > unitsOf(shown.quantity) ? 'grown' : null;
}

/** Does another position stand in its place, which was turned round? Then nothing is closed. */
export function isTurned<P extends Named & Pick<Position, 'symbol' | 'positionSide'>>(
  shown: P,
  open: readonly P[] | null,
): boolean {
  return (open ?? []).some(
    (one) =>
      one.symbol === shown.symbol && one.positionSide === shown.positionSide && one.direction !== shown.direction,
  );
}

/** Whether one was closed or changed its size since the question was asked. */
export function isChanged(asked: readonly Named[], now: readonly Named[]): boolean {
  const isKept = (one: Named): boolean =>
    now.some((other) => isSame(one, other) && unitsOf(one.quantity) === unitsOf(other.quantity));
  return asked.length !== now.length || !asked.every(isKept);
}
