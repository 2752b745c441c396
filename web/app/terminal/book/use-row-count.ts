import { useEffect, useRef, useState, type RefObject } from 'react';
import { watchSize } from '../../../ui/watch-size.ts';

/** Height of a row while text has its normal size. */
const ROW_PX = 20;
/** Rows of each side that are drawn before the height is known. */
const FIRST = 20;
const LEAST = 5;

/** How many rows of one side fit: rows that nobody sees are not kept up to date. */
export function useRowCount(): readonly [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(FIRST);
  useEffect(() => {
    if (!box.current) return;
    return watchSize(box.current, (height) => {
      if (height > 0) setRows(Math.max(LEAST, Math.ceil(height / 2 / (ROW_PX * textScale()))));
    });
  }, []);
  return [box, rows];
}

function textScale(): number {
  return Number(getComputedStyle(document.documentElement).getPropertyValue('--text-scale')) || 1;
}
