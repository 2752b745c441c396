/** In languages of long words nothing over the panels is cut: figures of the market give way whole, tools of the chart go into a menu. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated, picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();

/** Figures of the strip that are seen in part, and how many are seen whole. */
const figuresOf = (page: Page) =>
  page
    .locator('main dl')
    .first()
    .evaluate((list) => {
      const row = list.getBoundingClientRect();
      let whole = 0;
      const cut = [...list.children].flatMap((figure) => {
        const { left, right, top, bottom } = figure.getBoundingClientRect();
        if (bottom === top || top >= row.bottom - 1) return [];
        const isIn = left >= row.left - 1 && right <= row.right + 1 && bottom <= row.bottom + 1;
        const isWhole = isIn && [...figure.children].every((part) => part.scrollWidth <= part.clientWidth + 1);
        if (isWhole) whole += 1;
        return isWhole ? [] : [figure.textContent];
      });
      return { cut, whole };
    });

/** By how many pixels the row of tools is too long; its first button says where it is. */
const toolsCut = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const row = document.querySelector(
      'button[aria-haspopup=menu]:has(.lucide-chart-no-axes-combined)',
    )!.parentElement!;
    return row.scrollWidth - row.clientWidth;
  });

test.each(
  ['de-de', 'ru-ru', 'fa-ir', 'pt-br', 'tr-tr'].flatMap((language) =>
    ['spot-trade', 'contract-trade'].map((terminal) => [language, terminal] as const),
  ),
)('S9 in %s nothing of the head of /%s is cut, at 1280 and 1440 px', async (language, terminal) => {
  const { token } = await site.exchange.createUser();
  const { page, context } = await site.visit({ width: 1440, height: 800, session: token });
  await page.goto(`/${language}/${terminal}/BTCUSDT`);
  await hydrated(page);
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => toolsCut(page), { message: `tools at ${width}` }).toBe(0);
    const { cut, whole } = await figuresOf(page);
    expect(cut, `figures at ${width}`).toEqual([]);
    expect(whole).toBeGreaterThanOrEqual(3);
    await picture(page, `head-${language}-${terminal}-${width}`);
  }
  await context.close();
});

test('S9 on the narrowest phone the names of the figures below the price are read in whole, in a language of long words', async () => {
  const { token } = await site.exchange.createUser();
  const { page, context } = await site.visit({ width: 320, height: 640, isPhone: true, session: token });
  await page.goto('/ru-ru/contract-trade/BTCUSDT');
  await hydrated(page);
  const names = page.locator('main dl dt:visible');
  await expect.poll(() => names.allInnerTexts()).toEqual(['Маркировка', 'Финансирование']);
  await picture(page, 'phone-figures-ru-ru');
  const cut = await names.evaluateAll((all) => all.map((name) => name.scrollWidth - name.clientWidth));
  expect(cut).toEqual([0, 0]);
  await context.close();
});

const allFigures = (page: Page) => page.getByRole('button', { name: 'All figures of the market' });

test.each([
  ['spot-trade', 940, ['24h change', '24h high', '24h low', 'Turnover']],
  ['contract-trade', 1280, ['Mark', 'Index', 'Funding', '24h change', '24h high', '24h low', 'Open interest']],
] as const)(
  'S9 figures of /%s that have no room at %i px stand behind a button, by keyboard too; where all have room there is none',
  async (terminal, width, names) => {
    const { token } = await site.exchange.createUser();
    const { page, context, troubles } = await site.visit({ width, height: 800, session: token });
    await page.goto(`/${terminal}/BTCUSDT`);
    await allFigures(page).focus();
    await page.keyboard.press('Enter');
    const figures = page.getByRole('dialog', { name: 'All figures of the market' });
    await figures.waitFor();
    for (const name of names) await figures.getByText(name).first().waitFor();
    await expect
      .poll(async () => (await figures.locator('dd').allInnerTexts()).filter((text) => /\d/.test(text)).length)
      .toBe(await figures.locator('dt').count());
    await picture(page, `all-figures-${terminal}`);
    await page.keyboard.press('Escape');
    await figures.waitFor({ state: 'detached' });
    await expect.poll(() => allFigures(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.setViewportSize({ width: 2000, height: 800 });
    await allFigures(page).waitFor({ state: 'hidden' });
    expect(troubles).toEqual([]);
    await context.close();
  },
);

test.each(['spot-trade', 'contract-trade'])(
  'E6 on a phone the head of /%s leaves three quarters of the screen, and its figures stand behind a button',
  async (terminal) => {
    const { token } = await site.exchange.createUser();
    for (const [width, height] of [
      [390, 740],
      [320, 640],
    ] as const) {
      const { page, context } = await site.visit({ width, height, isPhone: true, session: token });
      await page.goto(`/${terminal}/BTCUSDT`);
      const chart = (await page.getByRole('region', { name: 'Chart' }).boundingBox())!;
      expect(chart.y).toBeLessThanOrEqual(height / 4);
      await picture(page, `phone-head-${terminal}-${width}`);
      await allFigures(page).click();
      const figures = page.getByRole('dialog', { name: 'All figures of the market' });
      await figures.getByText('24h low').waitFor();
      await picture(page, `phone-figures-${terminal}-${width}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await context.close();
    }
  },
);

test('S10 tools that have no room stand in a menu, by the names that they had, and come back with the room', async () => {
  const { token } = await site.exchange.createUser();
  const { page, context, troubles } = await site.visit({ width: 1000, height: 800, session: token });
  await page.goto('/contract-trade/BTCUSDT');
  const chart = page.getByRole('region', { name: 'Chart' });
  const more = chart.getByRole('button', { name: 'More tools' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Save as a picture' }).waitFor();
  await page.getByRole('menuitemradio', { name: 'Filled candles' }).waitFor();
  await picture(page, 'chart-more-tools');
  await page.getByRole('menuitemradio', { name: 'Index' }).click();
  await more.click();
  await expect.poll(() => page.getByRole('menuitemradio', { name: 'Index' }).getAttribute('aria-checked')).toBe('true');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 800 });
  await chart.getByRole('button', { name: 'Chart type' }).waitFor();
  await expect.poll(() => more.count()).toBe(0);
  await expect.poll(() => chart.getByRole('radio', { name: 'Index' }).isChecked()).toBe(true);
  expect(troubles).toEqual([]);
  await context.close();
});

test.each([
  ['/spot-trade/BTCUSDT', 'Orders', 'My orders and assets'],
  ['/contract-trade/BTCUSDT', 'Positions', 'My positions and orders'],
])('E6 on a phone one press on a tab brings what is one’s own to the top: %s', async (path, tab, region) => {
  const { token } = await site.exchange.createUser();
  for (const width of [390, 320]) {
    const { page, context } = await site.visit({ width, height: 740, isPhone: true, session: token });
    await page.goto(path);
    const button = page.getByRole('group', { name: 'View' }).first().getByRole('button', { name: tab, exact: true });
    // In sight without scrolling the row of tabs.
    const { x, width: wide } = (await button.boundingBox())!;
    expect(x + wide).toBeLessThanOrEqual(width);
    await button.click();
    const account = page.getByRole('region', { name: region });
    await expect.poll(async () => (await account.boundingBox())!.y).toBeLessThan(330);
    await picture(page, `phone-account-${path.split('/')[1]}-${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await context.close();
  }
});

/** What of the ticket's head does not fit: buttons of its settings with cut words, and types of order for which the row of tabs is too narrow. */
const ticketCut = async (page: Page): Promise<readonly string[]> => {
  const ticket = page.locator('#ticket');
  const words = ticket.locator('button[aria-label*=":"] bdi');
  const cut = await words.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
  );
  const types = ticket.getByRole('combobox').first();
  const values = await types.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
  for (const value of values.filter((one) => one !== '')) {
    await types.selectOption(value);
    const row = ticket.getByRole('group').first();
    const missing = await row.evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth);
    if (missing > 0) cut.push(`${value}: ${missing}`);
  }
  return cut;
};

test.each(['ru-ru', 'fr-fr', 'uz-uz'])(
  'S9 in %s modes, leverages and types of order of the ticket are whole',
  async (language) => {
    const user = await site.exchange.createUser();
    const set = (path: string, body: object) =>
      site.exchange.call('POST', `/futures/account/${path}`, body, { token: user.token });
    expect(await set('position-mode', { positionMode: 'HEDGE' })).toMatchObject({ code: 0 });
    expect(await set('margin-mode', { symbol: 'BTCUSDT', marginMode: 'ISOLATED' })).toMatchObject({ code: 0 });
    const leverage = { symbol: 'BTCUSDT', positionSide: 'LONG', leverage: 100 };
    expect(await set('leverage', leverage)).toMatchObject({ code: 0 });
    const { page, context } = await site.visit({ width: 1440, height: 900, session: user.token });
    for (const terminal of ['contract-trade', 'spot-trade']) {
      await page.goto(`/${language}/${terminal}/BTCUSDT`);
      await hydrated(page);
      expect(await ticketCut(page), terminal).toEqual([]);
      await picture(page, `ticket-head-${language}-${terminal}`);
    }
    await context.close();
  },
);

test.each(['de-de', 'ru-ru', 'pt-br'])(
  'S9 in %s no head of the open orders is cut by their buttons, at 1280 and 1440 px, beside orders that wait',
  async (language) => {
    const { token } = await site.exchange.createUser({ USDT: '20000', BTC: '1' });
    const { data } = await site.exchange.call<{ bids: [string, string][] }>(
      'GET',
      '/web/spot/depth?symbol=BTCUSDT&limit=5',
    );
    const near = (factor: number) => (Number(data.bids[0]![0]) * factor).toFixed(2);
    const placed = await Promise.all([
      place(token, 'order', { side: 'BUY', type: 'LIMIT', price: near(0.96), quantity: '0.01234' }),
      place(token, 'order/oco', { side: 'SELL', quantity: '0.1', price: near(1.04), stopPrice: near(0.96) }),
    ]);
    expect(placed.map(({ code }) => code)).toEqual([0, 0]);
    const { page, context } = await site.visit({ width: 1440, height: 720, session: token });
    await page.goto(`/${language}/spot-trade/BTCUSDT`);
    await hydrated(page);
    await expect.poll(() => headsCut(page)).not.toBeNull();
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      await expect.poll(() => headsCut(page), { message: `heads at ${width}` }).toEqual([]);
      await picture(page, `open-orders-${language}-${width}`);
    }
    await context.close();
  },
);

const place = (token: string, kind: string, order: object) =>
  site.exchange.call('POST', `/web/spot/${kind}/place`, { symbol: 'BTCUSDT', ...order }, { token });

/** Heads of columns that reach below the pinned one of the buttons; null: there is no table yet. */
const headsCut = (page: Page) =>
  page.evaluate(() => {
    const heads = [...document.querySelectorAll('table:has(td button .lucide-x) th')];
    const buttons = heads.pop()?.getBoundingClientRect();
    if (buttons === undefined) return null;
    return heads.flatMap((head) => {
      const words = document.createRange();
      words.selectNodeContents(head);
      return words.getBoundingClientRect().right > buttons.left + 0.5 ? [head.textContent] : [];
    });
  });

test('S9 on a phone a history begins with its rows: the filters are behind one button, which counts those that are set', async () => {
  const { token } = await site.exchange.createUser({ USDT: '20000' });
  const order = { side: 'BUY', type: 'MARKET', quantity: '0.002' };
  expect((await place(token, 'order', order)).code).toBe(0);
  const { page, context, troubles } = await site.visit({ session: token, width: 390, height: 844, isPhone: true });
  await page.goto('/spot-trade/BTCUSDT');
  await hydrated(page);
  await page.getByRole('tab', { name: 'Order history' }).click();
  const filters = page.getByRole('search', { name: 'Filter the entries' });
  const button = filters.getByRole('button', { name: /^Filter/ });
  const row = page.getByRole('row', { name: /Filled/ }).first();
  await row.waitFor();
  expect(await filters.getByLabel('From (UTC)').count()).toBe(0);
  // Only its button is above the first row.
  expect((await row.boundingBox())!.y - (await button.boundingBox())!.y).toBeLessThan(80);
  await button.click();
  await page.getByRole('dialog').getByLabel('Side').selectOption({ label: 'Buy' });
  await picture(page, 'history-filter-phone-open');
  await page.keyboard.press('Escape');
  await expect.poll(() => button.innerText()).toMatch(/Filter\s*1/);
  await row.waitFor();
  await picture(page, 'history-filter-phone');
  expect(troubles).toEqual([]);
  await context.close();
});
