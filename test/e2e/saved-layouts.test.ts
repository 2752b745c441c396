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
