import { useLayoutEffect, useState, type CSSProperties } from 'react';

/** Below this the tabs of a phone are shown; the same as `md` of the styles. */
const PHONE = '(max-width: 767px)';
/** Of the element in whose lower left corner toasts stand: what it has at its foot and its start edge stays free. */
const FROM_LEFT = 44;
const FROM_BOTTOM = 36;
const LEAST_WIDTH = 380;
const LEAST_HEIGHT = 140;
const BESIDE_EDGE = 8;

export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Where toasts stand on a page on which everything else is read or pressed: in the lower left corner of what has `data-toast-place`.
 * A phone has no such corner, and what is closed has none either: then they cover the head of the site. Null: the page has no such
 * place, and toasts stand where they usually do.
 */
export function placeIn(box: Box | null, isPhone: boolean, windowHeight: number): CSSProperties | null {
  if (box === null) return null;
  if (isPhone) return { top: BESIDE_EDGE };
  if (box.width < LEAST_WIDTH || box.height < LEAST_HEIGHT)
    return { top: BESIDE_EDGE, bottom: 'auto', insetInlineEnd: 2 * BESIDE_EDGE };
  return { left: box.left + FROM_LEFT, right: 'auto', bottom: windowHeight - box.bottom + FROM_BOTTOM };
}

/** Measured when toasts come and go, and when the window changes meanwhile. */
export function useToastPlace(count: number): CSSProperties | null {
  const [place, setPlace] = useState<CSSProperties | null>(null);
  useLayoutEffect(() => {
    if (count === 0) return undefined;
    const measure = () => {
      const element = document.querySelector('[data-toast-place]');
      setPlace(placeIn(element?.getBoundingClientRect() ?? null, matchMedia(PHONE).matches, innerHeight));
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [count]);
  return place;
}
