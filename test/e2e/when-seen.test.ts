/** Parts of a page that stand there from the start and are taken over when they come near the window (decision 059). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();
const PHONE = { width: 375, height: 600, isPhone: true } as const;
const TABS = '[role="tab"]';

test('what stands below the window is there, and its code comes when it is seen', async () => {
  const { page, troubles, context } = await site.visit(PHONE);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const snippet = page.getByRole('tab', { name: 'REST' });
  await expect.poll(() => snippet.count()).toBe(1);
  expect(asked.filter((url) => url.includes('bot-snippet'))).toEqual([]);
  await snippet.scrollIntoViewIfNeeded();
  await expect.poll(() => asked.filter((url) => url.includes('bot-snippet')).length).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      await snippet.click();
      return snippet.getAttribute('aria-selected');
    })
    .toBe('true');
  expect(troubles).toEqual([]);
  await context.close();
});

const CODE_OF_PARTS = /static\/(?:hero-panel|bot-snippet)/;
/** Whether React has taken over anything below the node that `before` marked. */
const footerOf = (page: Page) =>
  page.evaluate(() => {
    const footer = document.querySelector('footer') as (HTMLElement & { isServers?: true }) | null;
    const all = [...(footer?.querySelectorAll('*') ?? [])];
    return {
      isServers: footer?.isServers === true,
      isTaken: all.some((node) => Object.keys(node).some((key) => key.startsWith('__reactFiber'))),
    };
  });

test('going to another page does not wait for unseen parts and does not load them', async () => {
  const { page, troubles, context } = await site.visit(PHONE);
  const asked: string[] = [];
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  page.on('request', (request) => asked.push(request.url()));
  const [parts, data] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(CODE_OF_PARTS, (route) => parts.promise.then(() => route.continue()));
  await page.route(/market\.data/, (route) => data.promise.then(() => route.continue()));
  await page.getByRole('link', { name: 'Markets' }).last().click();
  // The page says that it is on its way, and arrives before any part could have.
  await page.getByRole('progressbar').first().waitFor({ state: 'attached' });
  data.resolve();
  await page.getByRole('heading', { level: 1, name: 'Markets' }).waitFor();
  // The document is the same: the router changed the page, the footer included.
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  expect(asked.filter((url) => /hero-panel|bot-snippet/.test(url))).toEqual([]);
  parts.resolve();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const german = page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' });
  await expect.poll(() => german.getAttribute('href')).toBe('/de-de/market');
  expect(troubles).toEqual([]);
  await context.close();
});

test('who comes by a link finds every part in its place', async () => {
  const { page, troubles, context } = await site.visit({ width: 1440, height: 900 });
  await page.goto('/market');
  await page.waitForLoadState('networkidle');
  await page.route(CODE_OF_PARTS, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.getByRole('banner').getByRole('link').first().click();
  // In the same moment as its heading, though the code of the parts takes a second.
  const parts = await page.waitForFunction(
    () =>
      document.querySelector('#pitch-email') &&
      [...document.querySelectorAll('[role="tab"], table, main section')].length,
  );
  const count = await parts.jsonValue();
  await page.waitForTimeout(1_500);
  await expect.poll(() => page.locator('[role="tab"], table, main section').count()).toBe(count);
  await expect.poll(() => page.locator(TABS).count()).toBe(3);
  expect(troubles).toEqual([]);
  await context.close();
});

test('a redrawing of the page before a part is seen leaves that part as the server drew it', async () => {
  const person = await site.exchange.createUser({ USDT: '1000' });
  const { page, troubles, context } = await site.visit({ ...PHONE, session: person.token });
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      Object.assign(document.querySelector('footer')!, { isServers: true });
    }),
  );
  await page.goto('/');
  // Pages that many share come without a name; the person's comes afterwards and redraws header and frame.
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(person.email) })
    .waitFor();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => footerOf(page)).toEqual({ isServers: true, isTaken: false });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => footerOf(page)).toEqual({ isServers: true, isTaken: true });
  expect(troubles).toEqual([]);
  await context.close();
});

test('without JavaScript no part is missing', async () => {
  const { page, context } = await site.visit({ ...PHONE, javaScript: false });
  await page.goto('/');
  await expect.poll(() => page.locator(TABS).count()).toBe(3);
  await expect.poll(() => page.getByRole('contentinfo').getByRole('link').count()).toBeGreaterThan(20);
  // Parts far from the window are not drawn, so innerText lacks their text.
  await page.locator(TABS).first().scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator('body').innerText()).toContain('ccxt');
  // No part is hidden until a script moves it into its place.
  expect(await page.locator('div[hidden][id^="S:"]').count()).toBe(0);
  await context.close();
});
