/** How large what can be pressed is for a finger: WCAG 2.2, target size (minimum), with its exception for targets that stand apart. */
import type { Page } from 'playwright-core';

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

/**
 * All that can be pressed in the part of a page. A target is as large as presses reach it, which is more than its box where a wider area is
 * laid around it, and less where something covers it: asked of the browser, pixel by pixel from the middle. Left out are links within a
 * sentence, as the rule has it, and what is disabled.
 */
export function targetsIn(page: Page, part: string): Promise<Target[]> {
  return page.evaluate(
    ({ part: selector, least }) => {
      const KINDS =
        'a[href], button, select, textarea, summary, input:not([type=hidden]), [role=button], [role=tab], [role=slider], [role=switch]';
      const REACH = 24;
      interface Box {
        left: number;
        right: number;
        top: number;
        bottom: number;
      }
      const isShown = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.closest('[inert], [aria-hidden=true]') === null;
      const isInSentence = (element: Element) => {
        if (!element.matches('a') || getComputedStyle(element).display !== 'inline') return false;
        return element.parentElement!.textContent.trim().length > element.textContent.trim().length + 1;
      };
      /** What is pressed: of a control that is drawn by its label, or stands in a field, the whole of that. */
      const pressed = (element: Element): Element => {
        if (!element.matches('input')) return element;
        const box = element.getBoundingClientRect();
        const label = element.closest('label');
        return label && box.width < 4 ? label : element;
      };
      const reaches = (target: Element, x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (target.contains(hit) || hit.closest('label')?.contains(target) === true);
      };
      /** How far presses reach from the middle, each way. */
      const reachOf = (target: Element): Box => {
        target.scrollIntoView({ block: 'center', inline: 'center' });
        const { left, top, width, height } = target.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const half = { left: width / 2, right: width / 2, top: height / 2, bottom: height / 2 };
        // A middle that is covered says nothing of the size.
        if (!reaches(target, x, y)) return half;
        const far = (stepX: number, stepY: number) => {
          let pixels = 0;
          while (pixels < REACH && reaches(target, x + stepX * (pixels + 1), y + stepY * (pixels + 1))) pixels += 1;
          return pixels + 0.5;
        };
        // Past its own box nothing is asked where the middle of a long target is far from its ends.
        return {
          left: Math.max(far(-1, 0), Math.min(half.left, REACH)),
          right: Math.max(far(1, 0), Math.min(half.right, REACH)),
          top: Math.max(far(0, -1), Math.min(half.top, REACH)),
          bottom: Math.max(far(0, 1), Math.min(half.bottom, REACH)),
        };
      };
      const nameOf = (element: Element) =>
        `${element.getAttribute('role') ?? element.tagName.toLowerCase()} “${(
          element.getAttribute('aria-label') ??
          (element.textContent.trim() || element.getAttribute('title'))
        )?.slice(0, 60)}”`;
      const elements = [...document.querySelectorAll(selector)].flatMap((root) => [...root.querySelectorAll(KINDS)]);
      const targets = [...new Set(elements.filter((one) => !one.matches(':disabled')).map(pressed))].filter(
        (one) => isShown(one) && !isInSentence(one) && one.getClientRects().length > 0,
      );
      // Of all targets at one moment, before any is scrolled to.
      const boxes = targets.map((target) => target.getBoundingClientRect());
      const sizes = targets.map(reachOf).map((reach, index) => {
        const { width, height } = boxes[index]!;
        return {
          width: Math.max(reach.left + reach.right, Math.min(width, 2 * REACH)),
          height: Math.max(reach.top + reach.bottom, Math.min(height, 2 * REACH)),
        };
      });
      const isSmall = (index: number) => sizes[index]!.width < least - 0.5 || sizes[index]!.height < least - 0.5;
      const middle = ({ left, top, width, height }: DOMRect) => ({ x: left + width / 2, y: top + height / 2 });
      /** The circle around a small target may touch neither another target nor the circle around another small one. */
      const isNear = (index: number, other: number) => {
        const [a, b] = [middle(boxes[index]!), boxes[other]!];
        if (targets[index]!.contains(targets[other]!) || targets[other]!.contains(targets[index]!)) return false;
        const x = Math.max(b.left, Math.min(a.x, b.right)) - a.x;
        const y = Math.max(b.top, Math.min(a.y, b.bottom)) - a.y;
        if (Math.hypot(x, y) < least / 2 - 0.5) return true;
        const c = middle(b);
        return isSmall(other) && Math.hypot(c.x - a.x, c.y - a.y) < least - 0.5;
      };
      return targets.map((target, index) => ({
        name: nameOf(target),
        width: Math.round(sizes[index]!.width),
        height: Math.round(sizes[index]!.height),
        isTooSmall: isSmall(index) && targets.some((_, other) => other !== index && isNear(index, other)),
      }));
    },
    { part, least: LEAST_TARGET },
  );
}
