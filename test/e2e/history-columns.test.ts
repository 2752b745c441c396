/** What people look for in a history is in sight in the narrow panel below a wide chart, and rows are below one row of filters. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { hydrated, picture } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';
import type { TestUser } from '../exchange.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { done, near, trader, quote } = futuresPeople(site);

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

/** Has closed two positions and canceled an order; has bought coins. */
let holder: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  await quote(await trader('5000000'), '3', 0.001);
  holder = await trader('20000');
  const perpetual = { symbol: 'BTCUSDT', type: 'MARKET' };
  for (const quantity of ['0.1', '0.052'])
    for (const side of ['BUY', 'SELL']) await done(holder, '/futures/order/place', { ...perpetual, side, quantity });
  const resting = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', price: await near(0.9), quantity: '0.02' };
  await done(holder, '/futures/order/place', resting);
  await done(holder, '/futures/order/cancel-all', {});
  const maker = await site.exchange.createUser({ BTC: '5' });
  buyer = await site.exchange.createUser({ USDT: '20000' });
  const limit = { symbol: 'BTCUSDT', timeInForce: 'GTC', type: 'LIMIT', price: '94857.19' };
  await done(maker, '/web/spot/order/place', { ...limit, side: 'SELL', quantity: '1' });
  await done(buyer, '/web/spot/order/place', { ...limit, side: 'BUY', quantity: '0.1' });
  await done(buyer, '/web/spot/order/place', { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quoteAmount: '123' });
});

/** Of each column, whether its head and the figures below it are within the panel. */
const columnsInSight = (page: Page) =>
  page.getByRole('tabpanel').evaluate((panel) => {
    const table = panel.querySelector('table');
    if (table === null) return [];
    const { left, right } = table.parentElement!.getBoundingClientRect();
    const isIn = (element: Element) => {
      const box = element.getBoundingClientRect();
      return box.left >= left - 1 && box.right <= right + 1 && getComputedStyle(element).opacity !== '0';
    };
    const rows = [...table.querySelectorAll('tr')];
    return [...table.querySelectorAll('th')].map((_, at) => rows.every((row) => isIn(row.children[at]!)));
  });

/** How high the filters are, and how many of the rows are in sight. */
const roomOf = (page: Page) =>
  page.getByRole('tabpanel').evaluate((panel) => ({
    filtersPx: panel.querySelector('[role=search]')!.getBoundingClientRect().height,
    rows: [...panel.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= innerHeight)
      .length,
  }));

async function openWideChart(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  await page
    .locator('button[aria-haspopup=menu]:has(.lucide-panels-left-bottom, .lucide-layout-panel-left)')
    .first()
    .click();
  await page.getByRole('menuitemradio').nth(3).click();
  await page.locator('.terminal-pro_kline').waitFor();
}

/** The history behind the tab at this place: where it has no room in the row it can be pressed all the same. */
async function openHistory(page: Page, at: number): Promise<void> {
  const tab = page.locator('[class*="[grid-area:table]"] [role=tab]').nth(at);
  await tab.evaluate((element: HTMLElement) => element.click());
  await page.getByRole('tabpanel').locator('tbody tr').first().waitFor();
}

const HISTORIES = [
  { path: 'contract-trade', at: 2, who: () => holder, columns: ['market', 'filled', 'average', 'status', 'time'] },
  {
    path: 'contract-trade',
    at: 4,
    who: () => holder,
    columns: ['market', 'size', 'entry and exit', 'result', 'closed'],
  },
  { path: 'spot-trade', at: 1, who: () => buyer, columns: ['market', 'filled', 'average', 'status', 'time'] },
] as const;

test.each([
  ['en-us', 'dark'],
  ['de-de', 'light'],
  ['ru-ru', 'dark'],
  ['fa-ir', 'light'],
] as const)(
  'R24 S9 in %s below a wide chart a history shows what people look for, with its filters in one row (%s)',
  async (language, theme) => {
    for (const { path, at, who, columns } of HISTORIES) {
      const { page, context, troubles } = await site.visit({ session: who().token, theme });
      await openWideChart(page, `/${language}/${path}/BTCUSDT`);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await openHistory(page, at);
        const name = `${path} ${at} at ${size.width}`;
        const wanted = Object.fromEntries(columns.map((column) => [column, true]));
        const inSight = async () => {
          const seen = await columnsInSight(page);
          return Object.fromEntries(columns.map((column, place) => [column, seen[place]]));
        };
        await expect.poll(inSight, { message: name }).toEqual(wanted);
        const { filtersPx, rows } = await roomOf(page);
        expect(filtersPx, name).toBeLessThan(40);
        expect(rows, name).toBeGreaterThanOrEqual(2);
        await picture(page, `history-columns-${language}-${path}-${at}-${size.width}`);
      }
      expect(troubles).toEqual([]);
      await context.close();
    }
  },
);

test('S9 where the filters have no room they are behind one button, which counts those that are set', async () => {
  const { page, context, troubles } = await site.visit({ session: buyer.token, width: 1280, height: 720 });
  await openWideChart(page, '/spot-trade/BTCUSDT');
  await openHistory(page, 1);
  const filters = page.getByRole('search', { name: 'Filter the entries' });
  const button = filters.getByRole('button', { name: /^Filter/ });
  await button.click();
  const popup = page.getByRole('dialog', { name: 'Filter the entries' });
  await popup.getByLabel('Side').selectOption({ label: 'Sell' });
  await page.getByText('No entry fits these filters.').waitFor();
  await popup.getByLabel('From (UTC)').fill('2026-01-01');
  await picture(page, 'history-filter-popup');
  await page.keyboard.press('Escape');
  await expect.poll(() => button.innerText()).toMatch(/Filter\s*2/);
  // With room they stand in the row.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await filters.getByLabel('From (UTC)').waitFor();
  expect(await button.count()).toBe(0);
  await picture(page, 'history-filter-row');
  await filters.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('tabpanel').getByText('94,857.19').first().waitFor();
  await page.setViewportSize({ width: 1280, height: 720 });
  await button.waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});
