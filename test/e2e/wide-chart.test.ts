/** The preset that is called “Wide chart”: its chart is large in every window, with all its tools, and the whole ticket in sight. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated, picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();

const SIZES = [
  // The trades stand below the table.
  { width: 1024, height: 768 },
  { width: 1200, height: 900 },
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  // The lowest window in which the ticket stands below the chart.
  { width: 1920, height: 1300 },
  { width: 2560, height: 1440 },
];

async function chooseWideChart(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  await page
    .locator('button[aria-haspopup=menu]:has(.lucide-panels-left-bottom, .lucide-layout-panel-left)')
    .first()
    .click();
  // Standard, ticket at the right, ticket at the left, wide chart.
  await page.getByRole('menuitemradio').nth(3).click();
  await page.locator('.terminal-pro_kline').waitFor();
}

/** What is measured of the terminal as it stands; a tool that a scroll of its column does not bring into the column counts as cut. */
const measured = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const chart = document.querySelector('section[data-toast-place]')!;
    const book = document.querySelector('[class*="[grid-area:book]"]')!;
    const ticket = document.querySelector('section#ticket')!;
    const table = document.querySelector('[class*="[grid-area:table]"]')!;
    const form = ticket.querySelector('form')!;
    const tools = chart.querySelector('[aria-orientation=vertical]')!;
    const cut = [...tools.querySelectorAll('button')].filter((tool) => {
      tool.scrollIntoView({ block: 'nearest' });
      return boxOf(tool).top < boxOf(tools).top || boxOf(tool).bottom > boxOf(tools).bottom;
    });
    return {
      share: boxOf(chart).height / innerHeight,
      chartWidth: boxOf(chart).width / innerWidth,
      tableWidth: boxOf(table).width,
      isBookBelow: boxOf(book).top >= boxOf(chart).bottom,
      hasToScroll: form.scrollHeight > form.clientHeight || boxOf(ticket).bottom > innerHeight,
      toolsBelow: Math.max(0, tools.scrollHeight - tools.clientHeight),
      cut: cut.length,
    };
  });

test.each([
  ['/spot-trade/BTCUSDT', 'dark'],
  ['/contract-trade/BTCUSDT', 'light'],
  ['/fa-ir/contract-trade/BTCUSDT', 'dark'],
] as const)(
  'S10 R24 the wide chart has nearly half of the height of every usual window, all drawing tools and the whole ticket: %s, %s',
  async (path, theme) => {
    const user = await site.exchange.createUser({ USDT: '20000' });
    const { page, context, troubles } = await site.visit({ session: user.token, theme });
    await chooseWideChart(page, path);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const name = `${size.width} × ${size.height}`;
      await expect
        .poll(async () => (await measured(page)).share, { message: name, timeout: 5_000 })
        .toBeGreaterThanOrEqual(0.45);
      const now = await measured(page);
      expect(now, name).toMatchObject({ isBookBelow: true, hasToScroll: false, toolsBelow: 0, cut: 0 });
      expect(now.chartWidth, name).toBeGreaterThan(size.width < 1280 ? 0.7 : 0.75);
      expect(now.tableWidth, name).toBeGreaterThan(450);
      await picture(page, `wide-chart-${theme}-${path.split('/')[1]}-${size.width}x${size.height}`);
    }
    expect(troubles).toEqual([]);
    await context.close();
  },
);

test('R24 in a window so low that the drawing tools do not fit they scroll, and their column shows that there are more', async () => {
  const { page, context } = await site.visit({ width: 1280, height: 500 });
  await chooseWideChart(page, '/spot-trade/BTCUSDT');
  const now = await measured(page);
  expect(now.toolsBelow).toBeGreaterThan(0);
  expect(now.cut).toBe(0);
  const tools = page.locator('section[data-toast-place] [aria-orientation=vertical]');
  await tools.evaluate((column) => column.scrollTo({ top: 0 }));
  expect(await tools.evaluate((column) => getComputedStyle(column).backgroundAttachment)).toContain('local');
  await picture(page, 'wide-chart-low');
  await context.close();
});

test.each(['', '/de-de', '/fa-ir'])(
  'R24 in the narrow table of the wide chart the row over the order history is no wider than its panel: %s',
  async (language) => {
    const user = await site.exchange.createUser({ USDT: '20000' });
    const { page, context } = await site.visit({ session: user.token, width: 900, height: 800 });
    await chooseWideChart(page, `${language}/contract-trade/BTCUSDT`);
    await page.getByRole('tab').nth(2).click();
    const row = page.getByRole('search').last();
    await row.getByRole('radiogroup').waitFor();
    await expect.poll(() => row.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await picture(page, `wide-chart-history${language.replace('/', '-')}`);
    // Each word of the switch has its own room on a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    const rooms = await row.locator('label').evaluateAll((labels) =>
      labels.map((label) => {
        const words = document.createRange();
        words.selectNodeContents(label.lastChild!);
        return label.clientWidth - words.getBoundingClientRect().width;
      }),
    );
    for (const room of rooms) expect(room).toBeGreaterThanOrEqual(15);
    await context.close();
  },
);
