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

export interface Phone {
  /** Of the buttons that always stay in sight; null: there are none. */
  readonly barTop: number | null;
  /** A sheet or a dialog is open. */
  readonly isCovered: boolean;
}

/**
 * Where toasts stand on a page on which everything else is read or pressed: in the lower left corner of what has `data-toast-place`.
 * What is closed has no such corner: then they cover the head of the site. On a phone they stand over the volumes at the foot of the chart:
 * the price is above it, the buttons that buy and sell are below; where another tab is open, just above those buttons; and over a sheet, which
 * covers both, at the upper edge. Null: the page has no such place, and toasts stand where they usually do.
 */
export function placeIn(box: Box | null, phone: Phone | null, windowHeight: number): CSSProperties | null {
  if (box === null) return null;
  if (phone !== null) {
    if (phone.isCovered || phone.barTop === null) return { top: BESIDE_EDGE };
    const lowest = phone.barTop - BESIDE_EDGE;
    const wanted = box.height === 0 ? lowest : Math.min(lowest, box.bottom - FROM_BOTTOM);
    // The chart may be scrolled away.
    const bottom = wanted < windowHeight / 2 ? lowest : wanted;
    return { top: 'auto', bottom: windowHeight - bottom };
  }
  if (box.width < LEAST_WIDTH || box.height < LEAST_HEIGHT)
    return { top: BESIDE_EDGE, bottom: 'auto', insetInlineEnd: 2 * BESIDE_EDGE };
  return { left: box.left + FROM_LEFT, right: 'auto', bottom: windowHeight - box.bottom + FROM_BOTTOM };
}

/** A sheet that is just closing is gone by then. */
const CLOSED_MS = 300;

/** Measured when toasts come and go, once more shortly after, and when the window changes or a sheet opens or goes meanwhile. */
export function useToastPlace(count: number): CSSProperties | null {
  const [place, setPlace] = useState<CSSProperties | null>(null);
  useLayoutEffect(() => {
    if (count === 0) return undefined;
    const measure = () => {
      const element = document.querySelector('[data-toast-place]');
      setPlace(placeIn(element?.getBoundingClientRect() ?? null, phoneOfNow(), innerHeight));
    };
    measure();
    const again = setTimeout(measure, CLOSED_MS);
    addEventListener('resize', measure);
    // Sheets and dialogs are put at the end of the page.
    const sheets = new MutationObserver(measure);
    sheets.observe(document.body, { childList: true });
    return () => {
      sheets.disconnect();
      clearTimeout(again);
      removeEventListener('resize', measure);
    };
  }, [count]);
  return place;
}

function phoneOfNow(): Phone | null {
  if (!matchMedia(PHONE).matches) return null;
  const bar = document.querySelector('[data-toast-above]');
  return {
    barTop: bar?.getBoundingClientRect().top ?? null,
    isCovered:
      document.querySelector('[role=dialog]:not([data-closed]), [role=alertdialog]:not([data-closed])') !== null,
  };
}
