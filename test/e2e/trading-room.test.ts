/** What stays in sight while one trades: what one has, four orders, whole names of tabs, and nothing below a toast. */
import { PRESETS } from '@agio/contracts/display';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated, picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitSharedExchange();
const people = futuresPeople(site);

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

/** Whether all of it is within the window, and nothing lies over its middle. */
const isInSight = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { left, top, width, height, bottom, right } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const isWithin = left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    return height > 0 && isWithin && hit !== null && (element.contains(hit) || hit.contains(element));
  });

async function choosePreset(page: Page, layout: string): Promise<void> {
  await page.context().addCookies([{ name: 'layout', value: layout, url: site.exchange.url }]);
  await page.reload();
  await hydrated(page);
}

test.each([
  ['/contract-trade/BTCUSDT', [/^Available/, /^Equity/, 'Margin in use', /^Margin ratio/]],
  ['/spot-trade/BTCUSDT', [/^Available \(BTC\)/, /^Available \(USDT\)/]],
] as const)(
  'S10 E2 what one has is in sight in each arrangement: %s',
  async (path, names) => {
    const trader = await people.trader('5000');
    const { page, context } = await site.visit({ session: trader.token });
    await page.goto(path);
    for (const layout of [...PRESETS, 'custom'])
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await choosePreset(page, layout);
        for (const name of names) {
          const figure = page.locator('#ticket').getByText(name).filter({ visible: true }).first();
          await figure.waitFor();
          await expect.poll(() => isInSight(figure), { message: `${layout} ${size.width} ${String(name)}` }).toBe(true);
        }
        if (size.height === 720) await picture(page, `account-in-sight-${path.split('/')[1]}-${layout}`);
      }
    await context.close();
  },
  240_000,
);

test.each(['de-de', 'ru-ru', 'fr-fr', 'uz-uz', 'tr-tr'])(
  'S10 E2 what one has and what the order costs stay in sight while faults are shown: %s',
  async (language) => {
    const trader = await people.trader('5000');
    for (const size of SIZES.slice(0, 2)) {
      const { page, context } = await site.visit({ session: trader.token, ...size });
      await page.goto(`/${language}/contract-trade/BTCUSDT`);
      await hydrated(page);
      const fields = page.locator('#ticket form .field-well input');
      const figures = page.locator('#ticket dd').filter({ visible: true });
      const checkAll = async (state: string) => {
        const all = await figures.all();
        expect(all.length).toBeGreaterThanOrEqual(9);
        for (const [index, figure] of all.entries())
          await expect.poll(() => isInSight(figure), { message: `${state} ${size.width} figure ${index}` }).toBe(true);
      };
      await checkAll('empty');
      await fields.nth(1).fill('9');
      await checkAll('too little money');
      await page.locator('#ticket form input[type=checkbox]').first().setChecked(true, { force: true });
      await fields.nth(2).fill('100');
      await fields.nth(3).fill('190000');
      await page.locator('#ticket form [aria-invalid]').nth(2).waitFor();
      await checkAll('three faults');
      // What is typed is not below what stays.
      await expect.poll(() => isInSight(fields.nth(3))).toBe(true);
      await picture(page, `figures-beside-faults-${language}-${size.width}`);
      await context.close();
    }
  },
  120_000,
);

test.each(['en-us', 'de-de', 'ru-ru'])(
  'S10 E2 in %s a limit order with exits stands whole in the ticket of perpetuals at 1280 by 720, without scrolling',
  async (language) => {
    const trader = await people.trader('5000');
    const { page, context } = await site.visit({ session: trader.token, width: 1280, height: 720 });
    await page.goto(`/${language}/contract-trade/BTCUSDT`);
    await hydrated(page);
    const form = page.locator('#ticket form');
    const fields = form.locator('.field-well input');
    const checkAll = async (state: string) => {
      const over = () => form.evaluate((element) => element.scrollHeight - element.clientHeight);
      await expect.poll(over, { message: state }).toBeLessThanOrEqual(0);
      for (const [index, figure] of (await page.locator('#ticket dd').filter({ visible: true }).all()).entries())
        expect(await isInSight(figure), `${state}: figure ${index}`).toBe(true);
      const smallest = await form.evaluate((element) => {
        const texts = [...element.querySelectorAll('dt, dd, label, button, input')];
        return Math.min(...texts.map((text) => parseFloat(getComputedStyle(text).fontSize)));
      });
      expect(smallest).toBeGreaterThanOrEqual(11);
    };
    await form.locator('input[type=checkbox]').first().setChecked(true, { force: true });
    await checkAll('empty');
    await fields.nth(0).fill(await people.near(0.999));
    await fields.nth(1).fill('0.01');
    await fields.nth(2).fill(await people.near(1.02));
    await fields.nth(3).fill(await people.near(0.98));
    await form.getByText(/%/).nth(5).waitFor();
    await checkAll('typed');
    await picture(page, `exits-in-ticket-${language}`);
    await context.close();
  },
);

test('E2 four open orders are in sight at 1280 by 720', async () => {
  const { token } = await site.exchange.createUser({ USDT: '20000' });
  for (const price of ['80000', '80100', '80200', '80300', '80400'])
    await site.exchange.call(
      'POST',
      '/web/spot/order/place',
      { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', price, quantity: '0.001' },
      { token },
    );
  const { page, context } = await site.visit({ session: token, width: 1280, height: 720 });
  await page.goto('/spot-trade/BTCUSDT');
  const rows = page.getByRole('table', { name: 'Open orders' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(5);
  const inSight = await rows.evaluateAll(
    (all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight + 1).length,
  );
  expect(inSight).toBeGreaterThanOrEqual(4);
  await context.close();
});

test('E2 in a narrow panel no name of a tab is cut, the others are in a menu, and the buttons of a position cover no result', async () => {
  const [maker, trader] = [await people.trader('50000'), await people.trader('5000')];
  await people.quote(maker, '0.1', 0.001);
  await people.done(trader, '/futures/order/place', {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'MARKET',
    quantity: '0.01',
  });
  const { page, context } = await site.visit({ session: trader.token, width: 1280, height: 720 });
  await page.goto('/contract-trade/BTCUSDT');
  for (const layout of ['custom', 'pro_kline']) {
    await choosePreset(page, layout);
    const tabs = page.getByRole('tablist', { name: 'Positions and orders' });
    const positions = page.getByRole('table', { name: 'Positions' });
    await positions.getByText('BTCUSDT').waitFor();
    const names = await tabs.getByRole('tab').evaluateAll((all) => {
      const room = all[0]!.parentElement!.getBoundingClientRect();
      const seen = all.filter((tab) => Number(getComputedStyle(tab).opacity) > 0);
      return seen.map((tab) => {
        const { left, right } = tab.getBoundingClientRect();
        return left >= room.left - 1 && right <= room.right + 1;
      });
    });
    expect(names.length).toBeGreaterThan(0);
    expect(names).toEqual(names.map(() => true));
    expect(await isInSight(positions.getByText(/^[+−]?\d+\.\d\d/).first())).toBe(true);
    await page.locator('section', { has: tabs }).getByRole('button', { name: 'More', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Liquidations' }).click();
    await expect.poll(() => tabs.getByRole('tab', { name: 'Liquidations' }).getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => isInSight(tabs.getByRole('tab', { name: 'Liquidations' }))).toBe(true);
    await picture(page, `tabs-in-a-menu-${layout}`);
  }
  await context.close();
});

test.each([
  { width: 1280, height: 720 },
  { width: 390, height: 844, isPhone: true },
])('E2 a toast covers no panel but the foot of the chart, neither the price nor the buttons: %o', async (size) => {
  const { token } = await site.exchange.createUser({ USDT: '20000' });
  const { page, context } = await site.visit({ session: token, ...size });
  await page.goto('/spot-trade/BTCUSDT');
  await hydrated(page);
  const isPhone = 'isPhone' in size;
  if (isPhone) await page.getByRole('button', { name: 'Buy', exact: true }).click();
  const ticket = page.locator('#ticket').filter({ visible: true });
  await ticket.getByLabel('Price', { exact: true }).fill('90000');
  await ticket.getByLabel('Amount', { exact: true }).fill('0.001');
  await ticket.locator('[type=submit]').click();
  const stands = page.locator('[data-toast]').filter({ visible: true }).first();
  const toast = (await stands.boundingBox())!;
  await picture(page, `toast-on-terminal-${size.width}`);
  if (isPhone) {
    await ticket.waitFor({ state: 'hidden' });
    // Under the pointer it stays, however long this machine takes to look.
    await stands.hover();
    const places = async () => {
      const of = async (part: Locator) => (await part.filter({ visible: true }).first().boundingBox())!;
      const moved = await of(stands);
      const market = await of(page.getByRole('region', { name: 'Market', exact: true }));
      const buy = await of(page.getByRole('button', { name: 'Buy', exact: true }));
      return moved.y > market.y + market.height && moved.y + moved.height < buy.y;
    };
    await expect.poll(places).toBe(true);
    await picture(page, 'toast-between-price-and-buttons');
    // The next order's sheet takes the room: the toast stands over it, or waits until the sheet is closed.
    await page.getByRole('button', { name: 'Sell', exact: true }).filter({ visible: true }).first().click();
    const isBesideSheet = async () => {
      const over = await stands.boundingBox({ timeout: 500 }).catch(() => null);
      const sheet = await page.getByRole('dialog').boundingBox();
      return over === null || over.y + over.height <= sheet!.y;
    };
    await page.getByRole('dialog').waitFor();
    await expect.poll(isBesideSheet).toBe(true);
  } else {
    const chart = (await page.getByRole('region', { name: 'Chart' }).boundingBox())!;
    expect(toast.x).toBeGreaterThan(chart.x);
    expect(toast.x + toast.width).toBeLessThan(chart.x + chart.width / 2);
    expect(toast.y).toBeGreaterThan(chart.y + chart.height / 2);
    expect(toast.y + toast.height).toBeLessThan(chart.y + chart.height);
  }
  await context.close();
});

test('E6 at 320 px with large text the head of the site is one row', async () => {
  const { token } = await site.exchange.createUser();
  for (const session of [token, undefined]) {
    const { page, context } = await site.visit({
      width: 320,
      height: 640,
      isPhone: true,
      ...(session ? { session } : {}),
    });
    await context.addCookies([{ name: 'text-size', value: '150', url: site.exchange.url }]);
    await page.goto('/market');
    await hydrated(page);
    const parts = page.locator('header').locator('a:visible, button:visible, summary:visible');
    /** How far the middles of the parts lie apart, and how far the last one reaches. */
    const extent = () =>
      parts.evaluateAll((all) => {
        const boxes = all.map((part) => part.getBoundingClientRect());
        const middles = boxes.map(({ top, bottom }) => (top + bottom) / 2);
        return [Math.max(...middles) - Math.min(...middles), Math.max(...boxes.map(({ right }) => right))];
      });
    await expect.poll(async () => (await extent())[0]).toBeLessThan(6);
    await expect.poll(async () => (await extent())[1]).toBeLessThanOrEqual(320);
    await context.close();
  }
});

test.each(['/contract-trade/BTCUSDT', '/spot-trade/BTCUSDT'])(
  'E2 the ground of the button that sends covers no part of the rows above and below it: %s',
  async (path) => {
    const trader = await people.trader('5000');
    const { page, context } = await site.visit({ session: trader.token, width: 1280, height: 720 });
    await page.goto(path);
    await hydrated(page);
    const covered = () =>
      page.locator('#ticket button[type=submit]').evaluate((button) => {
        const ground = button.parentElement!;
        // What the order costs stands below, and stays in sight together with the button.
        const [above, below] = [ground.parentElement!.previousElementSibling!, ground.nextElementSibling!];
        const { top, bottom } = ground.getBoundingClientRect();
        return [above.getBoundingClientRect().bottom - top, bottom - below.getBoundingClientRect().top].map(Math.round);
      });
    await expect.poll(async () => Math.max(...(await covered()))).toBeLessThanOrEqual(0);
    await context.close();
  },
);

test('E2 where one has no trades the sentence that says so stays within its panel, however low that is', async () => {
  const trader = await people.trader('5000');
  const { page, context } = await site.visit({ session: trader.token, width: 1280, height: 720 });
  await page.goto('/contract-trade/BTCUSDT');
  await hydrated(page);
  await page.getByRole('button', { name: 'My trades' }).click();
  const sentence = page.getByText('You have not traded here yet.').first();
  await sentence.waitFor();
  const isWithin = () =>
    sentence.evaluate((text) => {
      const panel = text.closest('section')!.getBoundingClientRect();
      const own = text.getBoundingClientRect();
      return own.top >= panel.top && own.bottom <= panel.bottom + 1;
    });
  await expect.poll(isWithin).toBe(true);
  await context.close();
});
