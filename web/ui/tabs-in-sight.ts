import { useEffect, useState, type RefObject } from 'react';

/** A tab that is in sight but for a fraction of a pixel is in sight. */
const WHOLE = 0.98;

/** Which tabs of a row that scrolls are not in sight as a whole, by their places. The chosen one is scrolled into sight. */
export function useTabsOutOfSight(list: RefObject<HTMLElement | null>, chosen: string): ReadonlySet<number> {
  const [outside, setOutside] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const row = list.current;
    if (!row) return undefined;
    const observer = new IntersectionObserver(
      (seen) =>
        setOutside((before) => {
          const tabs = [...row.querySelectorAll('[role=tab]')];
          const next = new Set(before);
          for (const { target, intersectionRatio } of seen) {
            if (intersectionRatio < WHOLE) next.add(tabs.indexOf(target));
            else next.delete(tabs.indexOf(target));
          }
          return next;
        }),
      { root: row, threshold: [0, WHOLE] },
    );
    for (const tab of row.querySelectorAll('[role=tab]')) observer.observe(tab);
    return () => observer.disconnect();
  }, [list]);
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector('[aria-selected=true]');
    if (!row || !tab) return;
    const [room, its] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (its.right > room.right) row.scrollBy(its.right - room.right, 0);
    else if (its.left < room.left) row.scrollBy(its.left - room.left, 0);
  }, [list, chosen]);
  return outside;
}
