/** Choosing a language: by the menu, the footer's list, an address; before the app is there, and without it. */
import { expect, test } from 'vitest';
import { follow, open, picture, where } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();
const visit = site.visit;

test('L6 the language menu keeps the page and its query, and is remembered for a year', async () => {
  const { page, context } = await visit();
  await open(page, '/market?sort=change');
  await page.getByRole('button', { name: /English/ }).click();
  await page.getByRole('menuitem', { name: 'English' }).waitFor();
  await picture(page, 'language-menu');
  await expect.poll(() => page.locator('[role=menuitem][lang]').count()).toBe(21);
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await page.waitForURL('**/de-de/market?sort=change');
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de-DE');
  const cookie = (await context.cookies()).find(({ name }) => name === 'language');
  expect(cookie).toMatchObject({ value: 'de-de', sameSite: 'Lax', path: '/', httpOnly: false });
  expect(Math.round((cookie!.expires - Date.now() / 1000) / 86_400)).toBe(365);
  // An address without a language is in the chosen one from now on, and back again.
  await open(page, '/');
  expect(where(page)).toBe('/de-de');
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await context.close();
});

test('L6 a language that is chosen before the app has taken over the page is kept too', async () => {
  const { page, context } = await visit();
  // On their way for ever: files that fail would have the page loaded anew, maybe over the link that is pressed.
  await page.route('**/static/**/*.js', () => undefined);
  await context.addCookies([{ name: 'language', value: 'de-de', url: site.exchange.url }]);
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForURL('**/de-de', { waitUntil: 'commit' });
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
  await page.waitForURL((url) => url.pathname === '/', { waitUntil: 'commit' });
  await context.close();
});

test('L1 L3 an address that names English is in English from then on, whatever was chosen before', async () => {
  const { page, context } = await visit();
  await context.addCookies([{ name: 'language', value: 'de-de', url: site.exchange.url }]);
  for (const [from, target] of [
    ['/en-us/market?sort=change', '/market?sort=change'],
    ['/en-us', '/'],
  ] as const) {
    await open(page, '/market');
    await open(page, from);
    expect(where(page)).toBe(target);
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en-US');
    await page.reload();
    expect(where(page)).toBe(target);
  }
  // Inside the app too.
  await open(page, '/de-de/market');
  await context.addCookies([{ name: 'language', value: 'de-de', url: site.exchange.url }]);
  expect(await follow(page, '/en-us/market')).toBe('/market');
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en-US');
  await context.close();
});

test('L6 without scripts the language links lead to their language and stay there', async () => {
  const context = await site.browser.newContext({
    baseURL: site.exchange.url,
    javaScriptEnabled: false,
    locale: 'de-DE',
  });
  const page = await context.newPage();
  await page.goto('/market');
  expect(where(page)).toBe('/de-de/market');
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
  await page.waitForURL((url) => url.pathname === '/market');
  await page.getByRole('banner').getByRole('link', { name: 'Markets' }).click();
  expect(where(page)).toBe('/market');
  await context.close();
});
