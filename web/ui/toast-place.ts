import { useLayoutEffect, useState, type CSSProperties, type RefObject } from 'react';
import { waitForRoom } from './toast-queue.ts';

/** Below this the tabs of a phone are shown; the same as `md` of the styles. */
const PHONE = '(max-width: 859px)';
/** Of the element in whose lower left corner toasts stand: what it has at its foot and its start edge stays free. */
const FROM_LEFT = 44;
const FROM_BOTTOM = 36;
const LEAST_WIDTH = 380;
const LEAST_HEIGHT = 140;
const BESIDE_EDGE = 8;
const AT_TOP: CSSProperties = { top: BESIDE_EDGE, bottom: 'auto' };

export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** What something takes of the window's height. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}

/** A sheet or a dialog; where its head ends, which has the button that closes it, with the tabs below it that are in sight. */
export interface Sheet extends Span {
  readonly headBottom: number;
}

export interface Phone {
  /** Of the buttons that always stay in sight; null: there are none. */
  readonly barTop: number | null;
  /** The sheet or the dialog that is open. */
  readonly sheet: Sheet | null;
  /**
   * What may be pressed in the panel that is open, in the tabs above it and in the market's strip (`data-toast-clear`), and what was pressed
   * last, which is pressed again or stands among such.
   */
  readonly pressed: readonly Span[];
  /** Of all toasts together. */
  readonly height: number;
}

/**
 * Where toasts stand on a page on which everything else is read or pressed: in the lower left corner of what has `data-toast-place`.
 * What is closed has no such corner: then they cover the head of the site. On a phone they stand over the volumes at the foot of the chart:
 * the price is above it, the buttons that buy and sell are below. Where another tab is open or the chart is scrolled away, and where they
 * would cover what is pressed (an own order's line has a button in the chart), they stand at the upper edge, over the head of the site; and
 * just above the buttons that buy and sell, or else in a gap between what is pressed, where the panel, or the market with its price, is at the upper edge. A sheet or a dialog covers all that: then they stand
 * beside it, and those that can wait do where there is no room (`hasRoomBeside`). Null: the page has no such place, and toasts stand where
 * they usually do.
 */
export function placeIn(box: Box | null, phone: Phone | null, windowHeight: number): CSSProperties | null {
  if (phone !== null && phone.sheet !== null) return besideSheet(phone.sheet, phone.height, windowHeight);
  if (box === null) return null;
  if (phone !== null) {
    return phone.barTop === null ? AT_TOP : abovePanels(box, phone, phone.barTop, windowHeight).style;
  }
  if (box.width < LEAST_WIDTH || box.height < LEAST_HEIGHT)
    return { top: BESIDE_EDGE, bottom: 'auto', insetInlineEnd: 2 * BESIDE_EDGE };
  return { left: box.left + FROM_LEFT, right: 'auto', bottom: windowHeight - box.bottom + FROM_BOTTOM };
}

/** Whether they cover nothing there that is pressed: then each may have as many lines as it needs. */
export function isFreeIn(box: Box | null, phone: Phone | null, windowHeight: number): boolean {
  if (phone === null) return true;
  if (phone.sheet !== null) return hasRoomBeside(phone.sheet, phone.height, windowHeight);
  return box === null || phone.barTop === null || abovePanels(box, phone, phone.barTop, windowHeight).isFree;
}

/**
 * The first place of a terminal on a phone in which toasts cover nothing that is pressed: its usual ones, then the lowest gap between what is
 * pressed. Where there is none, the edge with the least of it.
 */
function abovePanels(
  box: Box,
  { pressed, height }: Phone,
  barTop: number,
  windowHeight: number,
): { readonly style: CSSProperties; readonly isFree: boolean } {
  const endingAt = (bottom: number) => {
    const style: CSSProperties = { top: 'auto', bottom: windowHeight - bottom };
    return { style, top: bottom - height };
  };
  const lowest = barTop - BESIDE_EDGE;
  const atChart = Math.min(lowest, box.bottom - FROM_BOTTOM);
  // It may be closed, or scrolled away.
  const isChartInSight = box.height > 0 && atChart >= windowHeight / 2;
  const edges = [{ style: AT_TOP, top: BESIDE_EDGE }, endingAt(lowest)];
  const gaps = pressed
    .map((span) => endingAt(Math.floor(span.top) - BESIDE_EDGE))
    .filter(({ top }) => top >= BESIDE_EDGE && top <= lowest - height)
    .toSorted((one, other) => other.top - one.top);
  const places = [...(isChartInSight ? [endingAt(atChart)] : []), ...edges, ...gaps];
  const coveredBy = ({ top }: { top: number }) =>
    pressed.filter((span) => span.bottom > top && span.top < top + height).length;
  const free = places.find((place) => coveredBy(place) === 0);
  // Over the head of the site rather than over the price.
  const least = edges.toSorted((one, other) => coveredBy(one) - coveredBy(other))[0]!;
  return { style: (free ?? least).style, isFree: free !== undefined };
}

/**
 * Above it. A sheet that reaches the lower edge has what sends at its foot, and what closes it at its head: without room above they stand
 * below that head, and below the tabs that follow it (`data-toast-below`). A dialog that stands higher leaves room below, and has the field that is typed into at its head.
 */
function besideSheet(sheet: Sheet, height: number, windowHeight: number): CSSProperties {
  if (sheet.top >= height + 2 * BESIDE_EDGE) return AT_TOP;
  const isAtFoot = sheet.bottom >= windowHeight - BESIDE_EDGE;
  if (isAtFoot) return { top: Math.max(BESIDE_EDGE, Math.ceil(sheet.headBottom)), bottom: 'auto' };
  return { top: 'auto', bottom: BESIDE_EDGE };
}

/** Whether so many toasts stand above or below it without covering any of it. */
export function hasRoomBeside(sheet: Span, height: number, windowHeight: number): boolean {
  return Math.max(sheet.top, windowHeight - sheet.bottom) >= height + 2 * BESIDE_EDGE;
}

/** A sheet that is just closing is gone by then, one that comes up has its size and its place, and the focus is back where it was. */
const SETTLED_MS = 300;
/** So often it is looked whether something that is pressed has come under a toast, as an own line's button does when the price moves. */
const MAKE_WAY_MS = 500;

/**
 * Measured when toasts come and go, and when meanwhile the window changes, a sheet opens or goes, or something is pressed, such as a tab;
 * once more shortly after each. What is scrolled is measured when it stands again. `shown`: another text for other toasts.
 */
export function useToastPlace(shown: string, region: RefObject<HTMLElement | null>): CSSProperties | null {
  const [place, setPlace] = useState<CSSProperties | null>(null);
  useLayoutEffect(() => {
    if (shown === '') return undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    const measure = () => {
      const box = document.querySelector('[data-toast-place]')?.getBoundingClientRect() ?? null;
      const fitted = (isCut: boolean) => {
        region.current?.toggleAttribute('data-cut', isCut);
        const heights = heightsIn(region.current);
        return { heights, now: phoneOfNow(heights.all) };
      };
      const whole = fitted(false);
      const { heights, now } = isFreeIn(box, whole.now, innerHeight) ? whole : fitted(true);
      const waits = now !== null && now.sheet !== null && !hasRoomBeside(now.sheet, heights.all, innerHeight);
      waitForRoom(waits);
      const phone = now && waits ? { ...now, height: heights.urgent } : now;
      const next = placeIn(box, phone, innerHeight);
      setPlace((before) => (isSamePlace(before, next) ? before : next));
    };
    const measureLater = () => {
      clearTimeout(again);
      again = setTimeout(measure, SETTLED_MS);
    };
    const follow = () => {
      measure();
      measureLater();
    };
    follow();
    // Where no place is free it covers something for as long as it stands: another look would find the same.
    let looked = '';
    const makeWay = () => {
      const covered = coveredAround(region.current);
      if (covered === null || covered === looked) return;
      looked = covered;
      measure();
    };
    const making = setInterval(makeWay, MAKE_WAY_MS);
    addEventListener('resize', follow);
    addEventListener('click', follow);
    // Parts of a page scroll by themselves.
    addEventListener('scroll', measureLater, true);
    // Sheets and dialogs are put at the end of the page.
    const sheets = new MutationObserver(follow);
    sheets.observe(document.body, { childList: true });
    return () => {
      sheets.disconnect();
      clearTimeout(again);
      clearInterval(making);
      removeEventListener('resize', follow);
      removeEventListener('click', follow);
      removeEventListener('scroll', measureLater, true);
    };
  }, [shown, region]);
  return place;
}

/**
 * What can be pressed, and how high the toasts are, while they cover some of it; null: they cover nothing. Not while a hand is on them: they
 * would slip away from under it. What a sheet covers is not pressed.
 */
function coveredAround(region: HTMLElement | null): string | null {
  if (region === null || region.matches(':hover, :focus-within')) return null;
  const now = phoneOfNow(0);
  if (now === null || now.sheet !== null) return null;
  const { top, bottom, height } = region.getBoundingClientRect();
  if (!now.pressed.some((span) => span.bottom > top && span.top < bottom)) return null;
  return JSON.stringify([height, now.barTop, now.pressed.map((span) => [span.top, span.bottom])]);
}

export function isSamePlace(one: CSSProperties | null, other: CSSProperties | null): boolean {
  const keys = ['top', 'bottom', 'left', 'right', 'insetInlineEnd'] as const;
  return one === other || (one !== null && other !== null && keys.every((key) => one[key] === other[key]));
}

/** Of all toasts together, those that wait among them, and of those that never do. */
function heightsIn(region: HTMLElement | null): { readonly all: number; readonly urgent: number } {
  const [calm = 0, urgent = 0] = [...(region?.children ?? [])].map((list) => (list as HTMLElement).offsetHeight);
  return { all: calm + urgent, urgent };
}

function phoneOfNow(height: number): Phone | null {
  if (!matchMedia(PHONE).matches) return null;
  const bar = document.querySelector('[data-toast-above]');
  const sheets = document.querySelectorAll('[role=dialog]:not([data-closed]), [role=alertdialog]:not([data-closed])');
  return {
    barTop: bar?.getBoundingClientRect().top ?? null,
    // Of several the last one is on top.
    sheet: sheetOf([...sheets].at(-1)),
    pressed: pressedParts(),
    height,
  };
}

function sheetOf(element: Element | undefined): Sheet | null {
  if (element === undefined) return null;
  const { top, bottom } = element.getBoundingClientRect();
  const bottomOf = (part: Element) => part.getBoundingClientRect().bottom;
  const head = element.querySelector('header');
  const tabs = [...element.querySelectorAll('[data-toast-below]')].map(bottomOf);
  // A pop-up without words at its head may have none. Tabs that are scrolled away are above where it ends.
  return { top, bottom, headBottom: Math.max(head === null ? top : bottomOf(head), ...tabs) };
}

const PRESSED = ['a[href]', 'button', 'select', 'input', '[role=button]'].map((kind) => `[data-toast-clear] ${kind}`);

/** Those in sight. */
function pressedParts(): readonly Span[] {
  const { activeElement, body } = document;
  const parts = [...document.querySelectorAll(PRESSED.join())];
  if (activeElement !== null && activeElement !== body) parts.push(activeElement);
  return parts
    .map((part) => part.getBoundingClientRect())
    .filter(({ height, top, bottom }) => height > 0 && bottom > 0 && top < innerHeight);
}
