/** Parts of a page that stand there from the start and are taken over when they come near the window (decision 059). */
import { expect, test } from 'vitest';
import { visitExchange } from './exchange-visit.ts';

const site = visitExchange();
const PHONE = { width: 375, height: 600, isPhone: true } as const;
const TABS = '[role="tab"]';

test('what stands below the window is there, and its code comes when it is seen', async () => {
  const { page, troubles, context } = await site.visit(PHONE);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const snippet = page.getByRole('tab', { name: 'REST' });
  expect(await snippet.count()).toBe(1);
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

test('the way to another page waits for no part that was not seen', async () => {
  const { page, troubles, context } = await site.visit(PHONE);
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.getByRole('link', { name: 'Markets' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Markets' }).waitFor();
  // Not a new document: the router went there, footer and all.
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  await page.goBack();
  await page.locator(TABS).first().waitFor({ state: 'attached' });
  expect(troubles).toEqual([]);
  await context.close();
});

test('a redrawing of the page before a part is seen leaves that part alone', async () => {
  const { exchange } = site;
  const person = await exchange.createUser({ USDT: '1000' });
  const { page, troubles, context } = await site.visit({ ...PHONE, session: person.token });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const fees = page.getByRole('contentinfo').getByRole('link', { name: 'Markets' });
  await fees.click();
  await page.waitForURL('**/market');
  expect(troubles).toEqual([]);
  await context.close();
});

test('without JavaScript no part is missing', async () => {
  const { page, context } = await site.visit({ ...PHONE, javaScript: false });
  await page.goto('/');
  expect(await page.locator(TABS).count()).toBe(3);
  expect(await page.getByRole('contentinfo').getByRole('link').count()).toBeGreaterThan(20);
  expect(await page.locator('body').innerText()).toContain('ccxt');
  // Nothing waits hidden for a script that puts it in its place.
  expect(await page.locator('div[hidden][id^="S:"]').count()).toBe(0);
  await context.close();
});
