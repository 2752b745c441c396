/** The choice of another market under the name of the one that a terminal shows. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';
import { barriers } from './probes.ts';

const site = visitSharedExchange();

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Find a pair' });
const rowsOf = (page: Page) => page.getByRole('listbox', { name: 'Choose another market' }).getByRole('option');
const options = (page: Page) => rowsOf(page).allInnerTexts();
const active = (page: Page) => page.getByRole('listbox').getByRole('option', { selected: true }).innerText();

test('R24 the menu of pairs is searched, chosen from and left by keys alone', async () => {
  const { page, context, troubles } = await site.visit();
  await page.goto('/spot-trade/BTCUSDT');
  await page.getByRole('button', { name: 'Choose another market' }).click();
  const field = fieldOf(page);
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect((await options(page)).length).toBeGreaterThan(5);
  expect(await active(page)).toContain('BTC');
  await page.keyboard.type('ether');
  await expect
    .poll(async () => (await options(page)).map((text) => text.split('\n')[0]))
    .toEqual(['ETH/USDT', 'ETH/BTC']);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => active(page)).toContain('ETH/BTC');
  await picture(page, 'market-menu-found');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/spot-trade/ETHUSDT');
  await field.waitFor({ state: 'detached' });

  // The button of the new market: that of the old one goes with its page, and its menu with it.
  await page.getByRole('button', { name: 'Choose another market' }).filter({ hasText: 'ETH' }).click();
  await fieldOf(page).fill('nothing like it');
  await page.getByText('No pair matches these filters.').waitFor();
  await page.keyboard.press('Escape');
  await fieldOf(page).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Choose another market');
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 what is typed before the field of the menu has the focus reaches it: at the first opening, and at every later one', async () => {
  const { page, context, troubles } = await site.visit();
  await page.goto('/spot-trade/BTCUSDT');
  // The code of the menu comes late, as on a slow line.
  let comes = () => undefined as void;
  const isLate = new Promise<void>((resolve) => (comes = resolve));
  await page.route('**/popover-popup*', async (route) => {
    await isLate;
    await route.continue();
  });
  const opener = page.getByRole('button', { name: 'Choose another market' });
  await opener.click();
  await page.keyboard.type('etherx');
  await page.keyboard.press('Backspace');
  comes();
  const field = fieldOf(page);
  await expect.poll(() => field.inputValue()).toBe('ether');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });

  // In the turn of the press itself: nothing has the focus yet.
  await opener.evaluate((button: HTMLElement) => {
    button.click();
    for (const key of ['s', 'o', 'l', 'Enter'])
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
  await page.waitForURL('**/spot-trade/SOLUSDT');
  await field.waitFor({ state: 'detached' });
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 C15 favorites stand first in the menu of contracts and say so; the menu has no barriers', async () => {
  const { token } = await site.exchange.createUser();
  const { page, context, troubles } = await site.visit({ session: token });
  await page.goto('/contract-trade/SOLUSDT');
  await page.getByRole('button', { name: 'SOLUSDT is a favorite' }).click();
  await page.getByRole('button', { name: 'Choose another market' }).click();
  await expect.poll(async () => (await options(page))[0]).toContain('SOLUSDT');
  await rowsOf(page).first().getByRole('img', { name: 'SOLUSDT is a favorite' }).waitFor();
  expect(await barriers(page, '[role=dialog]')).toEqual([]);
  await rowsOf(page).filter({ hasText: 'ETHUSDT' }).click();
  await page.waitForURL('**/contract-trade/ETHUSDT');
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 on a phone of 320 px and from right to left the menu fits the page', async () => {
  const { page, context } = await site.visit({ width: 320, height: 640, isPhone: true, theme: 'light' });
  await page.goto('/fa-ir/spot-trade/BTCUSDT');
  await page.locator('section h1 + button[aria-haspopup=dialog]').first().tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('option').first().waitFor();
  const box = await dialog.boundingBox();
  expect(box!.x).toBeGreaterThanOrEqual(0);
  expect(box!.x + box!.width).toBeLessThanOrEqual(320);
  expect(box!.y + box!.height).toBeLessThanOrEqual(640);
  await picture(page, 'market-menu-320');
  await context.close();
});
