import { useLayoutEffect, useRef, useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';

interface Sizing<T> {
  readonly store: StoreApi<T>;
  /** What the size is made of: a change of one of them is somebody's own, and ends the choice. */
  readonly fields: readonly (keyof T)[];
  /** The ticket with this share of what is available now, in percent. */
  readonly sized: (ticket: T, percent: number) => T;
}

interface ChosenShare {
  readonly choose: (percent: number) => void;
  /** The chosen share while it stands: the thumb stays where it was put, though the size is of whole steps or ended by a rule. */
  readonly percent: number | null;
  /**
   * Once the order is confirmed or sent: the size that is sent is the one that the person saw in the question, and what it takes from the
   * balance must not change what is asked for again.
   */
  readonly end: () => void;
}

/**
 * A chosen share stays one: while nothing of the size is typed or chosen anew, it follows prices and balance. All that is available is
 * then never more than that because a price moved.
 */
export function useChosenShare<T>({ store, fields, sized }: Sizing<T>): ChosenShare {
  const chosen = useRef<{ readonly percent: number; readonly ticket: T } | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const choose = (next: number) => {
    store.setState(sized(store.getState(), next));
    chosen.current = { percent: next, ticket: store.getState() };
    setPercent(next);
  };
  const end = () => {
    chosen.current = null;
    setPercent(null);
  };
  // Before the new prices are painted: nobody sees the old size judged by them.
  useLayoutEffect(() => {
    if (chosen.current === null) return;
    const { percent: share, ticket } = chosen.current;
    const now = store.getState();
    const differs = (one: T, other: T): boolean => fields.some((field) => one[field] !== other[field]);
    if (differs(now, ticket)) end();
    else if (differs(sized(now, share), now)) choose(share);
  });
  return { choose, percent, end };
}
