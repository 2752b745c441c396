/** The page of a coin: its price over time, where it is traded, and how it comes here. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';
import { barriers } from './probes.ts';

const site = visitSharedExchange();

test('R25 a coin’s page draws its price for a day to a year, and shows spot market and perpetual live, each with favorite and alert', async () => {
  const { page, context, troubles } = await site.visit();
  await page.goto('/coin-introduce/BTC');
  const chart = page.getByRole('region', { name: 'Price chart' });
  const drawn = () => chart.getByRole('img').getAttribute('aria-label');
  await expect.poll(drawn).toMatch(/^BTC\/USDT, candles of 24 hours, last [\d,.]+$/);
  await picture(page, 'coin-dark', true);
  for (const [period, label] of [
    ['7 days', /^\d\d-\d\d$/],
    ['30 days', /^\d\d-\d\d$/],
    ['1 year', /^20\d\d-\d\d$/],
  ] as const) {
    await chart.getByText(period, { exact: true }).click();
    await expect.poll(drawn).toContain(`candles of ${period}`);
    const texts = await chart.getByRole('img').locator('text').allTextContents();
    expect(texts.filter((text) => label.test(text)).length).toBeGreaterThan(0);
  }
  await picture(page, 'coin-year');
  const spot = page.getByRole('table', { name: 'Spot' });
  await expect.poll(() => spot.getByRole('row').nth(1).innerText()).toMatch(/BTC\s*\/USDT/);
  const futures = page.getByRole('table', { name: 'Futures' });
  await futures.getByRole('button', { name: 'Price alert for BTCUSDT' }).waitFor();
  const star = futures.getByRole('button', { name: 'BTCUSDT is a favorite' });
  await star.click();
  await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true');
  const lead = page.locator('article > p');
  await lead.getByRole('button', { name: 'BTC/USDT is a favorite' }).click();
  // The same market is the same favorite wherever its star stands.
  await expect
    .poll(() => spot.getByRole('button', { name: 'BTC/USDT is a favorite' }).getAttribute('aria-pressed'))
    .toBe('true');
  const price = () => lead.locator('bdi').innerText();
  const first = await price();
  await expect.poll(price, { timeout: 30_000 }).not.toBe(first);
  expect(await barriers(page, 'main')).toEqual([]);
  expect(await metAbove(page)).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});

/** What the keyboard meets after something that stands wholly below it, in the same part of the width. */
async function metAbove(page: Page): Promise<string[]> {
  return page.locator('main').evaluate((main) => {
    const targets = [...main.querySelectorAll('a, button, input')].filter((one) => one.checkVisibility());
    const boxes = targets.map((one) => ({
      name: one.ariaLabel ?? one.textContent,
      ...one.getBoundingClientRect().toJSON(),
    }));
    return boxes.slice(1).flatMap((box, at) => {
      const before = boxes[at]!;
      const isAbove = box.bottom <= before.top && box.left < before.right && before.left < box.right;
      return isAbove ? [`${box.name} after ${before.name}`] : [];
    });
  });
}

test('a chart whose candles cannot be loaded says so, and is drawn when it is asked again', async () => {
  const { page, context } = await site.visit();
  await page.goto('/coin-introduce/ETH');
  const chart = page.getByRole('region', { name: 'Price chart' });
  await page.route('**/kline/spot*', (route) => route.abort());
  await chart.getByText('7 days', { exact: true }).click();
  await chart.getByText('This could not be loaded.').waitFor();
  await page.unroute('**/kline/spot*');
  await chart.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => chart.getByRole('img').getAttribute('aria-label')).toContain('ETH/USDT, candles of 7 days');
  await context.close();
});

test.each([
  ['en-us', 320, 'dark'],
  ['fa-ir', 390, 'light'],
] as const)(
  'a visitor reads over which networks a coin comes, and that none leaves yet: %s, %i px',
  async (locale, width, theme) => {
    const { page, context, troubles } = await site.visit({ isPhone: true, width, height: 800, theme });
    await page.goto(`${locale === 'en-us' ? '' : `/${locale}`}/coin-introduce/BTC`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await picture(page, `coin-phone-${locale}`, true);
    if (locale === 'en-us') {
      const networks = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Networks' }) });
      await networks.getByText('Demo chain', { exact: true }).waitFor();
      await networks.getByText('Confirmations needed: 3, about 6 s.').waitFor();
      await networks.getByText('BTC cannot be withdrawn to a network yet.').waitFor();
      await expect
        .poll(() => networks.getByRole('link', { name: 'Deposit BTC' }).getAttribute('href'))
        .toBe('/assets/recharge?coin=BTC');
    }
    expect(troubles).toEqual([]);
    await context.close();
  },
);
