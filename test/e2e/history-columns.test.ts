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

/** What the heads of its columns say: as it is shown, since what is narrow says it shorter. */
const headsOf = (page: Page) =>
  page
    .getByRole('tabpanel')
    .locator('th')
    .evaluateAll((heads) => heads.map((head) => (head as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim()));

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

const OF_ORDERS = ['Market / Side', 'Filled / Amount', 'Average price / Price', 'Status', 'Time · UTC'];
/** What a position brought, with little room and with more. */
const NET = { short: 'Net PnL (USDT) · ROE', long: 'PnL after all fees (USDT) / ROE' };
const OF_POSITIONS = ['Market', 'Closed size', 'Entry / Exit', NET.short, 'Closed'];
/** By their heads in English; in other languages they stand in the same places. */
const HISTORIES = [
  { path: 'contract-trade', at: 2, who: () => holder, columns: OF_ORDERS },
  { path: 'contract-trade', at: 4, who: () => holder, columns: OF_POSITIONS },
  { path: 'spot-trade', at: 1, who: () => buyer, columns: OF_ORDERS },
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
        if (language === 'en-us') {
          const heads = (await headsOf(page)).slice(0, columns.length);
          const isWide = size.width === 1920;
          expect(heads, name).toEqual(columns.map((head) => (head === NET.short && isWide ? NET.long : head)));
        }
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

test('S9 a filter that is chosen by keyboard keeps the focus, and what has no room folds only when the focus has left it', async () => {
  const { page, context, troubles } = await site.visit({ session: buyer.token, width: 1920, height: 1080 });
  await openWideChart(page, '/spot-trade/BTCUSDT');
  await openHistory(page, 1);
  const filters = page.getByRole('search', { name: 'Filter the entries' });
  const button = filters.getByRole('button', { name: /^Filter/ });
  const side = filters.getByLabel('Side');
  const widenTo = async (width: number) => {
    await page.setViewportSize({ width, height: 1080 });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  };
  // The narrowest window in which all fields stand in the row.
  let width = 1920;
  while ((await button.count()) === 0) await widenTo((width -= 8));
  await widenTo(1920);
  await widenTo((width += 8));
  await side.focus();
  await page.keyboard.press('ArrowDown');
  await filters.getByRole('button', { name: 'Clear filters' }).waitFor();
  const hasFocus = () => side.evaluate((field) => field === document.activeElement);
  expect(await hasFocus()).toBe(true);
  await widenTo(width - 48);
  expect(await hasFocus()).toBe(true);
  await picture(page, 'history-filter-focus');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  expect(await hasFocus()).toBe(true);
  await side.blur();
  await button.waitFor();
  await widenTo(1920);
  await filters.getByRole('button', { name: 'Clear filters' }).press('Enter');
  expect(await filters.evaluate((row) => row.contains(document.activeElement))).toBe(true);
  expect(troubles).toEqual([]);
  await context.close();
});

test('S9 on a phone that is held sideways the last filter can be reached', async () => {
  const options = { session: buyer.token, width: 568, height: 320, isPhone: true } as const;
  const { page, context, troubles } = await site.visit(options);
  await page.goto('/spot-trade/BTCUSDT');
  await hydrated(page);
  await page
    .getByRole('tab', { name: 'Order history' })
    .or(page.getByRole('button', { name: 'History' }))
    .first()
    .click();
  await picture(page, 'history-filter-sideways');
  await page
    .getByRole('search', { name: 'Filter the entries' })
    .getByRole('button', { name: /^Filter/ })
    .click();
  const popup = page.getByRole('dialog', { name: 'Filter the entries' });
  await popup.getByLabel('Side').selectOption({ label: 'Sell' });
  const footOf = async (part: typeof popup) => {
    const { y, height } = (await part.boundingBox())!;
    return y + height;
  };
  const clear = popup.getByRole('button', { name: 'Clear filters' });
  // As low as the keyboard or the bars of a browser leave it.
  await page.setViewportSize({ width: 568, height: 200 });
  await expect.poll(() => footOf(popup)).toBeLessThanOrEqual(204);
  const seen = (await popup.boundingBox())!;
  await page.mouse.move(seen.x + seen.width / 2, seen.y + seen.height / 2);
  await page.mouse.wheel(0, 400);
  await picture(page, 'history-filter-sideways-open');
  await expect.poll(async () => (await footOf(popup)) - (await footOf(clear))).toBeGreaterThanOrEqual(0);
  expect(await footOf(popup)).toBeLessThanOrEqual(204);
  expect(troubles).toEqual([]);
  await context.close();
});
