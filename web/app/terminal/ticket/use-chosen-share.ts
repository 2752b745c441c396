import { useLayoutEffect, useRef } from 'react';
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
  const choose = (percent: number) => {
    store.setState(sized(store.getState(), percent));
    chosen.current = { percent, ticket: store.getState() };
  };
  // Before the new prices are painted: nobody sees the old size judged by them.
  useLayoutEffect(() => {
    if (chosen.current === null) return;
    const { percent, ticket } = chosen.current;
    const now = store.getState();
    const differs = (one: T, other: T): boolean => fields.some((field) => one[field] !== other[field]);
    if (differs(now, ticket)) chosen.current = null;
    else if (differs(sized(now, percent), now)) choose(percent);
  });
  return {
    choose,
    end: () => {
      chosen.current = null;
    },
  };
}
