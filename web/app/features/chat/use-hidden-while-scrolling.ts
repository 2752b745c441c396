import { useEffect, useState } from 'react';

/** Pixels. A finger held still on the screen moves by less than this, which is not scrolling. */
const LEAST_PX = 8;

/** True while the page is scrolled down: floating elements hide then, and come back when it is scrolled up. */
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
