/** Arrangements of the panels that a person keeps under names. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();

async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: 'Panel layout' }).click();
  const role = ['Standard', 'Custom'].includes(item) ? 'menuitemradio' : 'menuitem';
  await page.getByRole(role, { name: item }).click();
}

test('S10 E2 custom layouts are saved under names, put up again after a reload, replaced and deleted', async () => {
  const user = await site.exchange.createUser({ USDT: '20000' });
  const { page, context, troubles } = await site.visit({ session: user.token });
  await page.goto('/spot-trade/BTCUSDT');
  await hydrated(page);
  const tab = (name: string) => page.locator('.dv-tab', { hasText: name });
  const dialog = page.getByRole('dialog', { name: 'Saved layouts' });
  const field = dialog.getByLabel('Save this layout as');
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  await choose(page, 'Saved layouts');
  await dialog.getByText('No layout is saved yet.').waitFor();
  await dialog.getByText('To save a layout, choose “Custom” and arrange the panels.').waitFor();
  await page.keyboard.press('Escape');
  await choose(page, 'Custom');
  await tab('Chart').waitFor();
  await choose(page, 'Saved layouts');
  await field.fill('All panels');
  await press('Save');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close Trades' }).click();
  await tab('Trades').waitFor({ state: 'detached' });
  await choose(page, 'Saved layouts');
  await field.fill(' Without trades ');
  await press('Save');
  await press('All panels');
  await tab('Trades').waitFor();
  await choose(page, 'Standard');
  await page.reload();
  await hydrated(page);
  await choose(page, 'Saved layouts');
  await press('Without trades');
  await tab('Chart').waitFor();
  expect(await tab('Trades').count()).toBe(0);
  await choose(page, 'Saved layouts');
  await field.fill('All panels');
  await press('Replace');
  await press('Delete Without trades');
  await dialog.getByRole('button', { name: 'Without trades', exact: true }).waitFor({ state: 'detached' });
  await page.reload();
  await hydrated(page);
  await tab('Chart').waitFor();
  await choose(page, 'Saved layouts');
  await press('All panels');
  await tab('Chart').waitFor();
  expect(await tab('Trades').count()).toBe(0);
  expect(troubles).toEqual([]);
  await context.close();
});

test('S10 a saved layout that is wider than the window gives way to the preset, which is said, and stays saved', async () => {
  const user = await site.exchange.createUser({ USDT: '20000' });
  const { page, context, troubles } = await site.visit({ session: user.token });
  await page.goto('/spot-trade/BTCUSDT');
  await hydrated(page);
  await choose(page, 'Custom');
  await page.locator('.dv-tab', { hasText: 'Chart' }).waitFor();
  const dialog = page.getByRole('dialog', { name: 'Saved layouts' });
  // Chart, book, trades and ticket side by side.
  await page.getByRole('button', { name: 'Move Trades' }).click();
  await page.getByRole('menuitem', { name: 'To the left', exact: true }).click();
  await choose(page, 'Saved layouts');
  await dialog.getByLabel('Save this layout as').fill('Four columns');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1024, height: 768 });
  await choose(page, 'Saved layouts');
  await dialog.getByRole('button', { name: 'Four columns', exact: true }).click();
  await page.getByText('too wide for this window').waitFor();
  const ticket = page.locator('section#ticket');
  await expect
    .poll(() => ticket.evaluate((panel) => panel.getBoundingClientRect().right <= window.innerWidth))
    .toBe(true);
  await choose(page, 'Saved layouts');
  await dialog.getByRole('button', { name: 'Four columns', exact: true }).waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test('S10 an arrangement that changed just before the page was left is kept', async () => {
  const user = await site.exchange.createUser({ USDT: '20000' });
  const { page, context } = await site.visit({ session: user.token });
  await page.goto('/spot-trade/BTCUSDT');
  await hydrated(page);
  await choose(page, 'Custom');
  const tab = (name: string) => page.locator('.dv-tab', { hasText: name });
  await tab('Trades').waitFor();
  // Both in one go: no clock of the page runs between them.
  await page.getByRole('button', { name: 'Close Trades' }).evaluate((button: HTMLElement) => {
    button.click();
    window.location.reload();
  });
  await page.waitForLoadState('load');
  await hydrated(page);
  await tab('Chart').waitFor();
  expect(await tab('Trades').count()).toBe(0);
  await context.close();
});
