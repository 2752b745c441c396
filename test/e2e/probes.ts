/** Questions of browser tests to a page: focus, stacking, barriers. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** The checker of barriers, as text to run in a page. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The z-index of the element or its nearest ancestor that has one. */
export const zOf = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const z = Number(getComputedStyle(at).zIndex);
      if (z > 0) return z;
    }
    return 0;
  });
/** Whether the middle of the element is not covered by another one. */
export const isOnTop = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
export const holdsFocus = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((found) => document.querySelector(found)?.contains(document.activeElement) ?? false, selector);
/** What axe finds in a part of the page. */
export const barriers = async (page: Page, selector: string): Promise<string[]> => {
  await page.evaluate(AXE);
  return page.evaluate(
    `axe.run(${JSON.stringify(selector)}).then(({ violations }) => violations.map(({ id }) => id))`,
  ) as Promise<string[]>;
};

/** A sentence for each barrier in a part of the page: the rule and the first element. In the light theme only colors can differ. */
export async function barriersOf(page: Page, state: string, part: string): Promise<string[]> {
  await page.locator(part).first().waitFor();
  await page.evaluate(AXE);
  const found: string[] = [];
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
    // What comes in, or changes its theme, has its colors only at the end of the movement. Elsewhere prices flash all the time.
    await page.waitForFunction(
      (selector) =>
        [...document.querySelectorAll(selector)].every((element) =>
          element.getAnimations({ subtree: true }).every(({ playState }) => playState !== 'running'),
        ),
      part,
    );
    const which =
      theme === 'light'
        ? { runOnly: { type: 'rule', values: ['color-contrast'] } }
        : { rules: { 'meta-viewport': { enabled: false } } };
    const violations = (await page.evaluate(
      `axe.run(${JSON.stringify(part)}, ${JSON.stringify({ resultTypes: ['violations'], ...which })})
        .then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0]?.target.join(' ')))`,
    )) as string[];
    found.push(...violations.map((text) => `${state}, ${theme}: ${text}`));
  }
  return found;
}
