import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/**
 * How many parts of a row have to fold, at most `most`, so that nothing in it is cut. `contents` names what is in the row: other words
 * need another width. What folds first, and into what, is the row's own.
 */
export function useFolds(row: RefObject<HTMLElement | null>, most: number, contents: string): number {
  const [state, setState] = useState({ contents, folds: 0 });
  /** The width that the row needs with so many parts folded, as far as it was seen. */
  const needed = useRef<number[]>([]);
  const folds = state.contents === contents ? Math.min(state.folds, most) : 0;
  useLayoutEffect(() => {
    needed.current = [];
  }, [contents]);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const look = () => {
      const { scrollWidth, clientWidth } = element;
      const isCut = scrollWidth > clientWidth;
      if (isCut) needed.current[folds] = scrollWidth;
      const next = isCut ? Math.min(most, folds + 1) : foldsFor(clientWidth, folds, needed.current);
      if (next !== folds) setState({ contents, folds: next });
    };
    look();
    const sizes = new ResizeObserver(look);
    // Fonts that come late and figures that grow are seen at the parts.
    for (const part of [element, ...element.children]) sizes.observe(part);
    return () => sizes.disconnect();
  }, [row, most, contents, folds]);
  return folds;
}

/** The fewest folds with which a row of this width is known to be in sight whole. Pure. */
export function foldsFor(width: number, folds: number, needed: readonly number[]): number {
  const fewest = needed.findIndex((least, count) => count < folds && least <= width);
  return fewest === -1 ? folds : fewest;
}
