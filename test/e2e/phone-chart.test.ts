/** The chart on a phone, where it is one tab among others. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();

const newest = (page: Page) => page.getByRole('button', { name: 'Newest candle' });
const tab = (page: Page, name: string) =>
  page.locator('[role=group] button[aria-pressed]').getByText(name, { exact: true }).first();

/** The library measures in the picture after a change of size, and draws in the one after. */
async function drawn(page: Page): Promise<void> {
  await page.waitForTimeout(700);
}

test.each([
  ['/spot-trade/BTCUSDT', 320],
  ['/contract-trade/BTCUSDT', 390],
])('on a phone the newest candle is still in sight when the chart is shown again: %s at %i px', async (path, width) => {
  const user = await site.exchange.createUser({ USDT: '100' });
  const { page, troubles, context } = await site.visit({ width, height: 780, isPhone: true, session: user.token });
  await page.goto(path);
  const chart = page.getByRole('region', { name: 'Chart' });
  await chart.locator('canvas').first().waitFor();
  await drawn(page);
  expect(await newest(page).count()).toBe(0);
  for (const other of ['Book', 'Trades']) {
    await tab(page, other).click();
    await drawn(page);
    await tab(page, 'Chart').click();
    await drawn(page);
    expect(await newest(page).count()).toBe(0);
  }

  // Turned while another tab is shown.
  await tab(page, 'Book').click();
  await page.setViewportSize({ width: 780, height: width });
  await drawn(page);
  await tab(page, 'Chart').click();
  await drawn(page);
  expect(await newest(page).count()).toBe(0);
  await page.setViewportSize({ width, height: 780 });
  await drawn(page);
  expect(await newest(page).count()).toBe(0);

  // Whoever has looked for older candles finds them again.
  const box = (await chart.locator('canvas').first().boundingBox())!;
  for (let drag = 0; drag < 2; drag += 1) {
    await page.mouse.move(box.x + 40, box.y + 150);
    await page.mouse.down();
    await page.mouse.move(box.x + 230, box.y + 150, { steps: 4 });
    await page.mouse.up();
  }
  await newest(page).waitFor();
  await tab(page, 'Book').click();
  await drawn(page);
  await tab(page, 'Chart').click();
  await drawn(page);
  expect(await newest(page).count()).toBe(1);
  expect(troubles).toEqual([]);
  await context.close();
});

test('on a phone “Trade” leads to the market that was looked at last, spot or perpetual, and the positions reach down to the buttons', async () => {
  const user = await site.exchange.createUser({ USDT: '100' });
  const { page, context } = await site.visit({ width: 390, height: 844, isPhone: true, session: user.token });
  await page.goto('/contract-trade/ETHUSDT');
  const trade = page.getByRole('navigation').getByRole('link', { name: 'Trade', exact: true });
  await expect.poll(() => trade.getAttribute('href')).toBe('/contract-trade/ETHUSDT');
  await tab(page, 'Positions').click();
  const buttons = page.locator('[data-toast-above]');
  const gap = async () => {
    const panel = (await page.locator('.terminal-grid > :visible').last().boundingBox())!;
    return (await buttons.boundingBox())!.y - (panel.y + panel.height);
  };
  await expect.poll(gap).toBeLessThan(8);
  await picture(page, 'phone-positions');
  await page.goto('/assets');
  await expect.poll(() => trade.getAttribute('href')).toBe('/contract-trade/ETHUSDT');
  await page.goto('/spot-trade/ETHUSDT');
  await expect.poll(() => trade.getAttribute('href')).toBe('/spot-trade/ETHUSDT');
  // A page that does not exist is not kept.
  await page.goto('/spot-trade/NONEUSDT');
  await expect.poll(() => trade.getAttribute('href')).toBe('/spot-trade');
  await page.goto('/market');
  await expect.poll(() => trade.getAttribute('href')).toBe('/spot-trade/ETHUSDT');
  await trade.click();
  await page.waitForURL('**/spot-trade/ETHUSDT');
  await context.close();
});
