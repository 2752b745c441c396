import { useEffect, useState } from 'react';

/** Pixels. A finger that is held still on the screen moves by less than this: that is no scrolling. */
const LEAST_PX = 8;

/** True while the page is scrolled down: what floats over it gives way to what is read, and is back when it is scrolled up. */
export function useHiddenWhileScrolling(): boolean {
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const onScroll = () => {
      const now = window.scrollY;
      if (Math.abs(now - last) < LEAST_PX) return;
      setIsAway(now > last && now > 0);
      last = now;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return isAway;
}
