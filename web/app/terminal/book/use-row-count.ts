import { useEffect, useRef, useState, type RefObject } from 'react';
import { watchSize } from '../../../ui/watch-size.ts';

/** Height of a row while none is drawn. */
const ROW_PX = 20;
/** The row between the sides, with its lines. */
const SPREAD_PX = 34;
/** Rows of each side that are drawn before the height is known. */
const FIRST = 20;

/** How many whole rows of one side fit: none is cut, and rows that nobody sees are not kept up to date. */
export function useRowCount(): readonly [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(FIRST);
  useEffect(() => {
    if (!box.current) return;
    return watchSize(box.current, (height) => {
      const row = box.current?.querySelector('li')?.getBoundingClientRect().height ?? ROW_PX;
      if (height > 0) setRows(Math.max(1, Math.floor((height - SPREAD_PX) / 2 / row)));
    });
  }, []);
  return [box, rows];
}
