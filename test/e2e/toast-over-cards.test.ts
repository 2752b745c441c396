/** On a phone a toast lies on nothing that is pressed in the panel that is open: a position's buttons stay in reach. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { framesOf, hydrated, picture, reads } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { done, trader, quote } = futuresPeople(site);

/** Longer than a toast takes to its place (web/ui/toast-place.ts), and shorter than it stays. */
const SETTLED_MS = 500;

/** Names of the buttons of which the toast that stands covers a part; once it has its place. */
async function covered(panel: Locator, toast: Locator): Promise<string[]> {
  await toast.waitFor();
  await panel.page().waitForTimeout(SETTLED_MS);
  const names = await panel.getByRole('button').evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return [0.05, 0.5, 0.95].some((part) => {
          const hit = document.elementFromPoint(left + width / 2, top + height * part);
          return hit !== null && hit.closest('[data-toast]') !== null;
        });
      })
      .map((button) => button.ariaLabel ?? button.textContent),
  );
  expect(await toast.isVisible()).toBe(true);
  return names;
}

/** How often it is tried anew whether a place is free, while two seconds pass in which nothing changes. */
const looksAround = (toast: Locator): Promise<number> =>
  toast.evaluate(async (card) => {
    let looks = 0;
    const tries = new MutationObserver((seen) => void (looks += seen.length));
    tries.observe(card.closest('[class*="group/toasts"]')!, { attributeFilter: ['data-cut'] });
    await new Promise((passed) => setTimeout(passed, 2_000));
    tries.disconnect();
    return looks;
  });

/** Buttons all over the window that are neither seen nor in the way of a press. */
function fillWithButtons(): void {
  const rows = document.createElement('div');
  rows.dataset['toastClear'] = '';
  for (let top = 0; top < innerHeight; top += 20) {
    const button = document.createElement('button');
    button.style.cssText = `position: fixed; top: ${top}px; height: 10px; width: 20px; opacity: 0; pointer-events: none`;
    rows.append(button);
  }
  document.body.append(rows);
}

/** The terminal once it hears of the user's fills: its tabs, what toasts keep clear of, and the first toast. */
async function openTerminal(page: Page, language: string) {
  const frames = framesOf(page);
  await page.goto(`${language}/contract-trade/BTCUSDT`);
  await hydrated(page);
  await reads(frames, 'user_deal', 2);
  const tabs = page.locator('main [role=group]').first().getByRole('button');
  const panel = page.locator('[data-toast-clear]');
  const toast = page.locator('[data-toast]').first();
  return { tabs, panel, toast };
}

test.each(['', '/fa-ir'])('E2 on a phone the toast of a fill covers no button of a position: %s', async (language) => {
  const [maker, user] = [await trader('5000000'), await trader('20000')];
  await quote(maker, '1', 0.001);
  const buy = (quantity: string) =>
    done(user, '/futures/order/place', { symbol: 'BTCUSDT', type: 'MARKET', side: 'BUY', quantity });
  await buy('0.01');
  const { page, context, troubles } = await site.visit({
    session: user.token,
    width: 390,
    height: 844,
    isPhone: true,
    theme: language === '' ? 'dark' : 'light',
  });
  const { tabs, panel, toast } = await openTerminal(page, language);
  for (const [at, name] of ['chart', 'positions'].entries()) {
    await tabs.nth(at).click();
    await buy('0.01');
    expect(await covered(panel, toast)).toEqual([]);
    await picture(page, `toast-over-cards-${name}${language.replace('/', '-')}`);
    await toast.waitFor({ state: 'detached' });
  }
  // The chart is scrolled away, and the cards stand where it was.
  await tabs.first().click();
  await panel
    .getByRole('button')
    .last()
    .evaluate((button) => {
      const bar = document.querySelector('[data-toast-above]')!.getBoundingClientRect();
      const below = button.getBoundingClientRect().bottom + 8 - bar.top;
      let scroller = button.parentElement;
      while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight) scroller = scroller.parentElement;
      (scroller ?? document.documentElement).scrollBy(0, below);
    });
  await buy('0.01');
  expect(await covered(panel, toast)).toEqual([]);
  await picture(page, `toast-over-cards-scrolled${language.replace('/', '-')}`);
  expect(troubles).toEqual([]);
  await context.close();
});

test.each([
  [390, 844, ''],
  [320, 640, '/ru-ru'],
])(
  'E2 a toast keeps clear of the lines in the chart and makes way when another tab is opened: %i px',
  async (width, height, language) => {
    const [maker, user] = [await trader('5000000'), await trader('20000')];
    await quote(maker, '1', 0.001);
    const trade = (side: 'BUY' | 'SELL') =>
      done(user, '/futures/order/place', { symbol: 'BTCUSDT', type: 'MARKET', side, quantity: '0.05' });
    const buy = () => trade('BUY');
    const { page, context, troubles } = await site.visit({ session: user.token, width, height, isPhone: true });
    const { tabs, panel, toast } = await openTerminal(page, language);
    await buy();
    await page.locator('[data-part=pill]').first().waitFor();
    expect(await covered(panel, toast)).toEqual([]);
    await tabs.nth(1).click();
    expect(await covered(panel, toast)).toEqual([]);
    await picture(page, `toast-after-tab-${width}`);
    await toast.waitFor({ state: 'detached' });
    // Of three together the narrowest phone shows one, and each has its turn.
    if (width < 360) {
      await Promise.all([buy(), buy(), buy()]);
      for (let turn = 0; turn < 3; turn += 1) {
        await toast.waitFor();
        expect(await page.locator('[data-toast]').count()).toBe(1);
        const shown = await toast.elementHandle();
        await picture(page, `toast-turn-${turn}`);
        await page.waitForFunction((element) => !element!.isConnected, shown);
      }
      // Where it covers nothing that is pressed it has as many lines as it needs.
      await trade('SELL');
      expect(await covered(panel, toast)).toEqual([]);
      const whole = (await toast.boundingBox())!.height;
      await picture(page, 'toast-four-lines');
      await toast.waitFor({ state: 'detached' });
      // Where no place is free, what takes more than three lines is cut, and whole once it is pressed.
      await page.evaluate(fillWithButtons);
      await trade('SELL');
      await toast.waitFor();
      // Whoever points at it has as long as he likes.
      await toast.dispatchEvent('pointerover', { pointerType: 'mouse' });
      await page.waitForTimeout(SETTLED_MS);
      const cut = (await toast.boundingBox())!.height;
      expect(cut).toBeLessThan(whole - 8);
      await picture(page, 'toast-three-lines');
      expect(await looksAround(toast)).toBeLessThan(3);
      await toast.locator('p').last().click();
      await expect.poll(async () => (await toast.boundingBox())!.height).toBe(whole);
      await picture(page, 'toast-whole');
    }
    expect(troubles).toEqual([]);
    await context.close();
  },
);
