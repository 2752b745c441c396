/** An order by the keyboard alone, and the question before a price that stands far from the last one. */
import type { Ticker } from '@agio/contracts/http/markets';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();

async function openTerminal() {
  const user = await site.exchange.createUser({ USDT: '20000' });
  const visit = await site.visit({ session: user.token });
  await visit.page.goto('/spot-trade/BTCUSDT');
  await hydrated(visit.page);
  return visit;
}
/** This share of the last price, in whole numbers. */
async function near(factor: number): Promise<string> {
  const { data } = await site.exchange.call<{ tickers: Ticker[] }>('GET', '/web/spot/tickers');
  const { lastPrice } = data.tickers.find(({ symbol }) => symbol === 'BTCUSDT')!;
  return String(Math.round(Number(lastPrice) * factor));
}
async function press(page: Page, ...keys: string[]): Promise<number> {
  for (const key of keys) await page.keyboard.press(key);
  return keys.length;
}

test('an order is placed with fewer than eight keys from the loaded page, digits not counted, and the focus stays', async () => {
  const { page, context } = await openTerminal();
  const price = await near(0.98);
  // The second stop leads to the ticket: the price field holds the last price, marked as a whole once it is reached.
  let pressed = await press(page, 'Tab', 'Tab');
  expect(await page.locator(':focus').innerText()).toBe('Jump to the order ticket');
  pressed += await press(page, 'Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('#ticket') !== null)).toBe(true);
  await page.locator(':focus').fill('');
  await page.keyboard.type(price);
  pressed += await press(page, 'Tab', 'Tab');
  await page.keyboard.type('0.01');
  pressed += await press(page, 'Enter');
  await page.getByRole('row', { name: /Limit.*Buy/ }).waitFor();
  expect(pressed).toBeLessThan(8);
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('#ticket') !== null)).toBe(true);
  await context.close();
});

test('K3 who does not want to be asked about a far price is not, until the settings say so again', async () => {
  const { page, context, troubles } = await openTerminal();
  const ticket = page.locator('section#ticket');
  const send = async () => {
    await ticket.getByLabel('Price', { exact: true }).fill(await near(1.04));
    await ticket.getByLabel('Amount', { exact: true }).fill('0.001');
    await ticket.getByRole('button', { name: /^Buy 0.001/ }).click();
  };
  const filled = () =>
    page
      .getByText(/^Buy filled/)
      .first()
      .waitFor();
  const question = page.getByRole('dialog', { name: 'Is this price right?' });
  await send();
  await question.getByText('Do not ask again').click();
  await question.getByRole('button', { name: 'Send as it is' }).click();
  await filled();
  await send();
  await expect.poll(() => page.getByText(/^Buy filled/).count()).toBe(2);
  expect(await question.count()).toBe(0);
  await page.reload();
  await hydrated(page);
  await page.getByRole('button', { name: /^EN/ }).click();
  await page.getByRole('menuitem', { name: 'Display and currency' }).click();
  const settings = page.getByRole('dialog', { name: 'Display' });
  await settings.getByRole('tab', { name: 'Trading' }).click();
  await settings.getByText('Unusual ones', { exact: true }).click();
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'detached' });
  await send();
  await question.waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});
