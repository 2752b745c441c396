/** Lists of markets find coins by their names in the reader's language, however these come. */
import { expect, test } from 'vitest';
import { hydrated } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();

test('C15 E6 the lists of /market find a coin by its Russian name; its texts come when one types', async () => {
  const { page, context } = await site.visit();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/[?&,=]names\b/.test(decodeURIComponent(request.url()))) asked.push(request.url());
  });
  await page.goto('/ru-ru/market');
  await hydrated(page);
  const find = page.getByRole('searchbox', { name: 'Найти пару' });
  const rows = page.locator('main section table tbody tr');
  await rows.first().waitFor();
  expect(asked).toEqual([]);
  await find.fill('эфир');
  // While the names are on their way nothing is found.
  const areFound = (texts: readonly string[]) => texts.length > 0 && texts.every((text) => text.includes('ETH'));
  await expect.poll(() => rows.allInnerTexts().then(areFound)).toBe(true);
  expect(asked.length).toBeGreaterThan(0);
  await context.close();
});

test('R24 E6 the choice of markets in the terminal finds a coin by its Persian name, also with Arabic letters', async () => {
  const { page, context } = await site.visit({ theme: 'light' });
  await page.goto('/fa-ir/spot-trade/BTCUSDT');
  await hydrated(page);
  await page.getByRole('button', { name: 'BTC/USDT' }).first().click();
  const options = page.locator('[role=listbox] [role=option]');
  const found = async (coin: string) => {
    const all = await options.allInnerTexts();
    return all.length > 0 && all.every((one) => one.includes(coin));
  };
  await page.locator('input[role=combobox]').fill('اتریوم');
  await expect.poll(() => found('ETH')).toBe(true);
  await page.locator('input[role=combobox]').fill('ب\u064aت كوين');
  await expect.poll(() => found('BTC')).toBe(true);
  await context.close();
});
