/** How large what can be pressed is for a finger: WCAG 2.2, target size (minimum), with its exception for targets that stand apart. */
import type { JSHandle, Page } from 'playwright-core';

/** In CSS pixels. */
export const LEAST_TARGET = 24;

export interface Target {
  /** Its role or tag, and its name. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Smaller than it should be, and another target is too near. */
  readonly isTooSmall: boolean;
}

/** In px of the window at one moment. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Placed extends Box {
  readonly name: string;
  /** Places in the list of those that lie within this one. */
  readonly within: readonly number[];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * All that can be pressed in the part of a page. A target is as large as presses reach it, which is more than its box where a wider area is
 * laid around it. Left out are links within a sentence, as the rule has it, and what is disabled.
 */
export async function targetsIn(page: Page, part: string): Promise<Target[]> {
  const elements = await elementsIn(page, part);
  const boxes = await boxesOf(elements);
  const sizes = await reachOf(elements);
  return boxes.map(({ name }, index) => ({
    name,
    width: Math.round(sizes[index]!.width),
    height: Math.round(sizes[index]!.height),
    isTooSmall: isSmall(sizes[index]!) && boxes.some((_, other) => isNear(boxes, sizes, index, other)),
  }));
}

/** Of a control that is drawn by its label, the label. */
function elementsIn(page: Page, part: string): Promise<JSHandle<Element[]>> {
  return page.evaluateHandle((selector) => {
    const kinds =
      'a[href], button, select, textarea, summary, input:not([type=hidden]), [role=button], [role=tab], [role=slider], [role=switch]';
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest('[inert], [aria-hidden=true]') === null &&
      element.getClientRects().length > 0;
    const isInSentence = (element: Element) =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      element.parentElement!.textContent.trim().length > element.textContent.trim().length + 1;
    const pressed = (element: Element): Element => {
      const label = element.matches('input') ? element.closest('label') : null;
      return label && element.getBoundingClientRect().width < 4 ? label : element;
    };
    const all = [...document.querySelectorAll(selector)].flatMap((root) => [...root.querySelectorAll(kinds)]);
    const targets = new Set(all.filter((one) => !one.matches(':disabled')).map(pressed));
    return [...targets].filter((one) => isShown(one) && !isInSentence(one));
  }, part);
}

/** Before any of them is scrolled to, so that their distances are right. */
function boxesOf(elements: JSHandle<Element[]>): Promise<Placed[]> {
  return elements.evaluate((targets) =>
    targets.map((target) => {
      const { left, top, width, height } = target.getBoundingClientRect();
      const words = target.getAttribute('aria-label') ?? (target.textContent.trim() || target.getAttribute('title'));
      return {
        name: `${target.getAttribute('role') ?? target.tagName.toLowerCase()} “${words?.slice(0, 60)}”`,
        left,
        top,
        width,
        height,
        within: targets.flatMap((other, index) => (other !== target && target.contains(other) ? [index] : [])),
      };
    }),
  );
}

/** How far presses reach from the middle, each way, asked of the browser pixel by pixel. */
function reachOf(elements: JSHandle<Element[]>): Promise<Size[]> {
  return elements.evaluate((targets, most) => {
    const reaches = (target: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (target.contains(hit) || hit.closest('label')?.contains(target) === true);
    };
    return targets.map((target) => {
      target.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = target.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      // A middle that is covered says nothing of the size.
      if (!reaches(target, x, y)) return { width, height };
      const far = (stepX: number, stepY: number) => {
        let pixels = 0;
        while (pixels < most && reaches(target, x + stepX * (pixels + 1), y + stepY * (pixels + 1))) pixels += 1;
        return pixels + 0.5;
      };
      // What covers a target on one side, such as a fixed bar, does so only until the page is scrolled on.
      const along = (before: number, after: number, size: number) => Math.max(before + after, Math.min(size, 2 * most));
      return {
        width: along(far(-1, 0), far(1, 0), width),
        height: along(far(0, -1), far(0, 1), height),
      };
    });
  }, LEAST_TARGET);
}

const isSmall = ({ width, height }: Size): boolean => width < LEAST_TARGET - 0.5 || height < LEAST_TARGET - 0.5;

const middleOf = ({ left, top, width, height }: Box) => ({ x: left + width / 2, y: top + height / 2 });

/** The circle around a small target may touch neither another target nor the circle around another small one. */
function isNear(boxes: readonly Placed[], sizes: readonly Size[], index: number, other: number): boolean {
  const [box, another] = [boxes[index]!, boxes[other]!];
  if (index === other || box.within.includes(other) || another.within.includes(index)) return false;
  const { x, y } = middleOf(box);
  const awayX = Math.max(another.left, Math.min(x, another.left + another.width)) - x;
  const awayY = Math.max(another.top, Math.min(y, another.top + another.height)) - y;
  if (Math.hypot(awayX, awayY) < LEAST_TARGET / 2 - 0.5) return true;
  const middle = middleOf(another);
  return isSmall(sizes[other]!) && Math.hypot(middle.x - x, middle.y - y) < LEAST_TARGET - 0.5;
}
