/** How the panels of a terminal stand: presets, an own arrangement, the whole screen; and the keys. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hydrated, picture, type VisitOptions } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';
import { turnOf } from './look-seed.ts';

const site = visitSharedExchange();

async function openTerminal(path = '/spot-trade/BTCUSDT', size: VisitOptions = {}) {
  const user = await site.exchange.createUser({ USDT: '20000' });
  const visit = await site.visit({ session: user.token, ...size });
  await visit.page.goto(path);
  await hydrated(visit.page);
  return visit;
}

async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: 'Panel layout' }).click();
  await page
    .getByRole(/^(Standard|Ticket|Wide|Custom)/.test(item) ? 'menuitemradio' : 'menuitem', { name: item })
    .click();
}

async function boxOf(page: Page, name: string) {
  const box = await page.getByRole('region', { name, exact: true }).boundingBox();
  if (!box) throw new Error(`${name} is not on the page`);
  return box;
}

const order = async (page: Page) => {
  const [chart, book, ticket] = await Promise.all(
    ['Chart', 'Order book', 'Order ticket'].map((name) => boxOf(page, name)),
  );
  return { chart: chart!, book: book!, ticket: ticket! };
};

test('S10 E2 layouts pro_right, standard, pro_left, pro_kline: each is drawn at once, and stays chosen on the next page, from its first paint on', async () => {
  const { page, context, troubles } = await openTerminal();
  for (const [item, stands] of [
    ['Ticket right', ({ ticket, chart }) => ticket.x > chart.x && ticket.height > chart.height],
    ['Ticket left', ({ ticket, chart, book }) => ticket.x < chart.x && chart.x < book.x],
    [
      'Wide chart',
      ({ chart, book, ticket }) =>
        book.y > chart.y && book.x + book.width < chart.x + chart.width && ticket.y === chart.y,
    ],
    ['Standard', ({ ticket, chart, book }) => chart.x < book.x && book.x < ticket.x && book.height === chart.height],
  ] as [string, (boxes: Awaited<ReturnType<typeof order>>) => boolean][]) {
    await choose(page, item);
    await expect.poll(async () => stands(await order(page))).toBe(true);
    await picture(page, `layout-${item}`);
  }
  await choose(page, 'Ticket left');
  await page.goto('/contract-trade/BTCUSDT', { waitUntil: 'commit' });
  await page.getByRole('region', { name: 'Order ticket' }).waitFor();
  const { ticket, chart } = await order(page);
  expect(ticket.x).toBeLessThan(chart.x);
  expect(troubles).toEqual([]);
  await context.close();
});

test('S10 E2 custom layout and floating: an own arrangement, closed, floating and alone, and after a reload as it was left', async () => {
  const { page, context, troubles } = await openTerminal();
  await choose(page, 'Custom');
  const tab = (name: string) => page.locator('.dv-tab', { hasText: name });
  await tab('Trades').waitFor();
  await picture(page, 'layout-custom');
  await page.getByRole('button', { name: 'Close Trades' }).click();
  expect(await tab('Trades').count()).toBe(0);
  await page.getByRole('button', { name: 'Float Order book' }).click();
  await expect.poll(() => page.locator('.dv-resize-container', { hasText: 'Order book' }).count()).toBe(1);
  await picture(page, 'layout-floating');
  await page.waitForTimeout(500);
  await page.reload();
  await hydrated(page);
  await expect.poll(() => page.locator('.dv-resize-container', { hasText: 'Order book' }).count()).toBe(1);
  await expect.poll(() => tab('Trades').count()).toBe(0);
  await choose(page, 'Show Trades');
  await tab('Trades').waitFor();
  await page.getByRole('button', { name: 'Maximize Chart' }).click();
  await expect.poll(async () => (await boxOf(page, 'Chart')).width).toBeGreaterThan(1300);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Maximize Chart' }).waitFor();
  await choose(page, 'Reset the arrangement');
  await expect.poll(() => page.locator('.dv-resize-container').count()).toBe(0);
  // The ticket of the dock places orders as the one of a preset does.
  const ticket = page.locator('section#ticket');
  await ticket.getByLabel('Amount', { exact: true }).fill('0.001');
  await ticket.getByLabel('Price', { exact: true }).fill('1000');
  expect(troubles).toEqual([]);
  await context.close();
});

test('S10 E2 fullscreen: the panels have the whole screen, and the head comes back with the window', async () => {
  const { page, context, troubles } = await openTerminal();
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(isFull).toBe(true);
  await expect.poll(() => page.getByRole('banner').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await expect.poll(isFull).toBe(false);
  await page.getByRole('banner').waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

/** What is seen only in part of the rows of the order book. */
async function cutRows(page: Page): Promise<string[]> {
  return page.locator('section[aria-label="Order book"] ol').evaluateAll((sides) =>
    sides.flatMap((side) => {
      const { top, bottom } = side.getBoundingClientRect();
      const rows = [...side.children].map((row) => ({ text: row.textContent, box: row.getBoundingClientRect() }));
      if (rows.length === 0) return ['a side without rows'];
      return rows.filter(({ box }) => box.top < top - 0.5 || box.bottom > bottom + 0.5).map(({ text }) => text);
    }),
  );
}

const PRESETS = ['Ticket right', 'Ticket left', 'Wide chart', 'Standard'];
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  // The lowest of each arrangement, and where the account begins to fit into the ticket.
  { width: 1280, height: 801 },
  { width: 1280, height: 896 },
  { width: 1440, height: 961 },
  { width: 1280, height: 720 },
];

describe('R24 the whole ticket is in sight without scrolling in every preset, for every type of order down to its last figure', () => {
  test.each([
    ['/spot-trade/BTCUSDT', ['STOP_LIMIT', 'STOP_MARKET', 'TAKE_PROFIT', 'TRAILING_STOP', 'OCO'], 'You receive'],
    ['/contract-trade/BTCUSDT', ['STOP', 'TAKE_PROFIT', 'TRAILING_STOP'], 'Est. liq. price'],
  ] as const)('%s', async (path, waiting, lastFigure) => {
    const { page, context } = await openTerminal(path);
    const ticket = page.locator('section#ticket');
    const types = ['Limit', 'Market', ...waiting];
    const chooseType = (type: string) =>
      ['Limit', 'Market', 'OCO'].includes(type)
        ? ticket.getByRole('button', { name: type, exact: true }).click()
        : ticket.getByLabel('Conditional order type').selectOption(type);
    // All rows are there once something is counted; the ticket keeps its figures from type to type.
    for (const type of types) {
      await chooseType(type);
      for (const [label, text] of [
        ['Price', '90000'],
        ['Amount', '0.1'],
      ] as const) {
        const field = ticket.getByLabel(label, { exact: true });
        if (await field.isVisible()) await field.fill(text);
      }
    }
    /** What has to be scrolled, and how far the last figure ends below its panel. */
    const cut: string[] = [];
    for (const [turn, preset] of PRESETS.entries()) {
      await choose(page, preset);
      // A third of the sizes in each run, others for each preset.
      for (const size of SIZES.filter((_size, place) => turnOf(place + turn, 3) === 0)) {
        await page.setViewportSize(size);
        for (const type of types) {
          await chooseType(type);
          const [scroll, below] = await ticket.evaluate((panel, words) => {
            const form = panel.querySelector('form')!;
            const figure = [...form.querySelectorAll('dt')].find((term) => term.textContent.startsWith(words))!;
            const end = Math.min(panel.getBoundingClientRect().bottom, innerHeight);
            return [form.scrollHeight - form.clientHeight, figure.getBoundingClientRect().bottom - end];
          }, lastFigure);
          if (scroll! > 0 || below! > 0)
            cut.push(`${preset}, ${size.width} × ${size.height}, ${type}: ${scroll} px to scroll, ${below} px below`);
        }
      }
      await picture(page, `ticket-720-${path.split('/')[1]}-${preset}`);
      await expect.poll(() => cutRows(page), { message: `rows of the book, ${preset}` }).toEqual([]);
    }
    expect(cut).toEqual([]);
    // The heads of book and trades have one line.
    const heads = page
      .locator('section[aria-label="Order book"], section[aria-label="Trades"]')
      .getByText(/^(Price|Amount|Sum) \(/);
    const heights = await heads.evaluateAll((all) =>
      all.map((head) => Math.round(head.getBoundingClientRect().height)),
    );
    expect(heights).toEqual([20, 20, 20, 20, 20]);
    await context.close();
  });
});

test.each(['en-us', 'uz-uz', 'fr-fr'])('R24 on phones the funding stands in one line: %s', async (locale) => {
  const { token } = await site.exchange.createUser();
  for (const width of [390, 320]) {
    const { page, context } = await site.visit({ width, height: 844, isPhone: true, session: token });
    await page.goto(`${locale === 'en-us' ? '' : `/${locale}`}/contract-trade/BTCUSDT`);
    await page.locator('main h1 ~ div button[aria-haspopup=dialog]').click();
    const funding = page.getByRole('dialog').locator('dl > div').nth(2);
    await expect.poll(() => funding.innerText()).toMatch(/%/);
    expect((await funding.locator('dd').boundingBox())!.height, `${width} px`).toBeLessThan(24);
    await picture(page, `funding-${locale}-${width}`);
    await context.close();
  }
});

test('S10 the sheet of keys has a button of its own', async () => {
  const { page, context } = await openTerminal();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Use keyboard shortcuts').waitFor();
  await context.close();
});

test.each(['/spot-trade/BTCUSDT', '/contract-trade/BTCUSDT'])(
  'E6, E7 on a phone of 320 px the star and the market’s facts are there, and nothing is wider than the screen: %s',
  async (path) => {
    const { token } = await site.exchange.createUser();
    const { page, context } = await site.visit({ width: 320, height: 700, isPhone: true, session: token });
    await page.goto(path);
    await page.getByRole('button', { name: 'All figures of the market' }).click();
    const figures = page.getByRole('dialog', { name: 'All figures of the market' });
    const star = figures.getByRole('button', { name: /favorite/i });
    await star.click();
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Escape');
    await figures.waitFor({ state: 'detached' });
    expect(await page.locator('nav:has(a[href="/market"]) [aria-current=page]:visible').allInnerTexts()).toEqual([
      'Trade',
    ]);
    await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Info' }).click();
    const facts = page.getByRole('region', { name: 'Info' });
    await facts.getByText('Price step').waitFor();
    await expect
      .poll(() => facts.getByRole('link', { name: 'About BTC' }).getAttribute('href'))
      .toMatch(/\/coin-introduce\/BTC$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await context.close();
  },
);

test('the keys do nothing until they are turned on, and each can be changed', async () => {
  const { page, context, troubles } = await openTerminal();
  const isSide = (side: string) =>
    page.locator('section#ticket').getByRole('radio', { name: side, exact: true }).isChecked();
  await page.keyboard.press('s');
  await page.waitForTimeout(300);
  expect(await isSide('Sell')).toBe(false);
  await page.keyboard.press('Shift+?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Use keyboard shortcuts').click();
  await picture(page, 'hotkeys');
  await sheet.getByRole('button', { name: 'Change the key for: Buy' }).click();
  await page.keyboard.press('s');
  await sheet.getByText('S already does something else. Choose another key.').waitFor();
  await page.keyboard.press('q');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('s');
  await expect.poll(() => isSide('Sell')).toBe(true);
  await page.keyboard.press('b');
  await page.waitForTimeout(300);
  expect(await isSide('Sell')).toBe(true);
  await page.keyboard.press('q');
  await expect.poll(() => isSide('Buy')).toBe(true);
  await page.keyboard.press('t');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('#ticket') !== null)).toBe(true);
  // Inside a field letters are letters.
  await page.keyboard.press('s');
  expect(await isSide('Buy')).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await expect
    .poll(() =>
      page.locator('section#ticket').getByRole('button', { name: 'Market', exact: true }).getAttribute('aria-pressed'),
    )
    .toBe('true');
  expect(troubles).toEqual([]);
  await context.close();
});

test('a list of all markets stands among the panels: searched, sorted, with favorites, and a choice stays in the terminal', async () => {
  const { page, context, troubles } = await openTerminal();
  await choose(page, 'Custom');
  await choose(page, 'Show Markets');
  const list = page.getByRole('region', { name: 'Markets', exact: true });
  const rows = list.locator('tbody tr');
  await expect.poll(() => rows.count()).toBeGreaterThan(8);
  await expect.poll(() => rows.first().innerText()).toMatch(/BTC\/USDT\s+[\d,.]+\s+[+−]?[\d.]+%/);
  await list.getByRole('button', { name: 'ETH/BTC is a favorite' }).click();
  await list.getByRole('button', { name: '24h change' }).click();
  await expect.poll(() => list.locator('th[aria-sort=descending]').innerText()).toContain('24h change');
  await picture(page, 'market-list');
  const field = list.getByRole('searchbox', { name: 'Find a pair' });
  await field.fill('zzz');
  await list.getByText('No pair matches these filters.').waitFor();
  await field.fill('solana');
  await expect.poll(() => rows.count()).toBe(1);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await field.press('Enter');
  await page.waitForURL('**/spot-trade/SOLUSDT');
  // The panel stands where it stood, with what was typed, and marks the market of now.
  await expect.poll(() => list.locator('a[aria-current=page]').innerText()).toContain('SOL/USDT');
  await expect.poll(() => field.inputValue()).toBe('solana');
  await field.fill('');
  await list.getByRole('button', { name: 'Futures' }).click();
  await list.getByRole('link', { name: 'ETHUSDT' }).click();
  await page.waitForURL('**/contract-trade/ETHUSDT');
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  // The terminal of perpetuals has an arrangement of its own; the panel is offered there as well.
  await list.waitFor({ state: 'detached' });
  await choose(page, 'Show Markets');
  await expect.poll(() => list.locator('a[aria-current=page]').innerText()).toContain('ETHUSDT');
  await list.getByRole('button', { name: 'Favorites' }).click();
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('ETH/BTC')]);
  await list.getByRole('button', { name: 'ETH/BTC is a favorite' }).click();
  await list.getByText('No favorites yet.').waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test('a fault of one panel takes that panel alone: it says so and comes back when asked, the others go on', async () => {
  const { page, context } = await openTerminal();
  await page.evaluate(() => Object.assign(window, { isFaulty: true }));
  await page.route('**/static/market-list-panel-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default () => { if (window.isFaulty) throw new Error("planted"); return "mended"; };',
    }),
  );
  await choose(page, 'Custom');
  await choose(page, 'Show Markets');
  await page.getByText('This panel stopped because of a fault of ours.').waitFor();
  await picture(page, 'panel-fault');
  const price = page.getByRole('region', { name: 'Ticket' }).getByLabel('Price', { exact: true });
  await price.fill('12345');
  const book = page.getByRole('region', { name: 'Order book' });
  const before = await book.innerText();
  await expect.poll(() => book.innerText()).not.toBe(before);
  await page.evaluate(() => Object.assign(window, { isFaulty: false }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('mended', { exact: true }).waitFor();
  await expect.poll(() => price.inputValue()).toContain('12');
  await context.close();
});

test('where the other kind of markets cannot be loaded the list says so, and comes when it is asked again', async () => {
  const { page, context } = await site.visit({ theme: 'light' });
  await page.goto('/fa-ir/spot-trade/BTCUSDT');
  await hydrated(page);
  await page.locator('button[aria-haspopup=menu]:has(.lucide-panels-left-bottom, .lucide-layout-panel-left)').click();
  await page.getByRole('menuitemradio').last().click();
  await page.locator('button[aria-haspopup=menu]:has(.lucide-panels-left-bottom, .lucide-layout-panel-left)').click();
  await page.getByRole('menuitem', { name: /بازارها/ }).click();
  const list = page.getByRole('region', { name: 'بازارها', exact: true });
  await expect.poll(() => list.locator('tbody tr').count()).toBeGreaterThan(8);
  await picture(page, 'market-list-fa');
  await page.route('**/futures/market/symbol*', (route) => route.abort());
  await list.getByRole('group').getByRole('button').last().click();
  const retry = list.getByRole('button', { name: 'تلاش دوباره' });
  await retry.waitFor();
  await page.unroute('**/futures/market/symbol*');
  // Figures of an open list are asked for by themselves as well: whichever comes first brings the list.
  await retry.click({ timeout: 1_000 }).catch(() => null);
  await expect.poll(() => list.locator('tbody tr').count()).toBeGreaterThan(3);
  await context.close();
});

test.each(['en-us', 'de-de', 'ru-ru', 'fa-ir'])(
  'in %s at 1280 px neither the spread of the book nor the head of the home page is cut',
  async (language) => {
    const { page, context } = await openTerminal(`/${language}/spot-trade/BTCUSDT`, { width: 1280, height: 720 });
    const spread = page.locator('span.truncate bdi', { hasText: '%' }).first();
    await spread.waitFor();
    const isCut = () => spread.evaluate(({ parentElement: text }) => text!.scrollWidth > text!.clientWidth);
    expect(await isCut()).toBe(false);
    await page.goto(`/${language}`);
    const head = page.locator('main section header').first();
    // One line of figures, whatever the language calls them.
    expect((await head.boundingBox())!.height).toBeLessThanOrEqual(60);
    await context.close();
  },
);
