/** No figure of a table is shown by half: 94,85 of 94,857.19 reads as another price. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { picture } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { done, trader, near } = futuresPeople(site);

/** Figures of the table's rows that are shown and of which the panel's edge or the pinned buttons cover a part; and those in whole. */
const figuresOf = (page: Page, caption: string) =>
  page.getByRole('table', { name: caption }).evaluate((table) => {
    const panel = table.parentElement!.getBoundingClientRect();
    const isFromRight = getComputedStyle(table).direction === 'rtl';
    const isFigure = [...table.querySelectorAll('th')].map(({ dataset }) => dataset['figure'] !== undefined);
    const found = { cut: [] as string[], whole: [] as string[] };
    for (const row of table.querySelectorAll('tbody tr')) {
      const cells = [...row.children].filter((cell, at) => isFigure[at] && getComputedStyle(cell).opacity !== '0');
      const pinned = row.lastElementChild!.getBoundingClientRect();
      const [left, right] = isFromRight ? [pinned.right, panel.right] : [panel.left, pinned.left];
      for (const cell of cells) {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const text = node.textContent!.trim();
          const range = document.createRange();
          range.selectNodeContents(node);
          const box = range.getBoundingClientRect();
          if (!/\d/.test(text) || box.width === 0 || box.left >= right || box.right <= left) continue;
          const isWhole = box.left >= left - 1 && box.right <= right + 1;
          found[isWhole ? 'whole' : 'cut'].push(text);
        }
      }
    }
    return found;
  });

async function chooseLayout(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Layout' }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await page.keyboard.press('Escape');
}

test('R24 in a narrow panel an order shows its price in whole, and no figure by half while it is scrolled', async () => {
  const user = await site.exchange.createUser({ BTC: '1', USDT: '20000' });
  const order = { symbol: 'BTCUSDT', timeInForce: 'GTC', quantity: '0.1' };
  await done(user, '/web/spot/order/place', { ...order, side: 'BUY', type: 'LIMIT', price: '94857.19' });
  await done(user, '/web/spot/order/place', { ...order, side: 'SELL', type: 'STOP_MARKET', stopPrice: '94466.18' });
  const { page, context, troubles } = await site.visit({ session: user.token, width: 1440, height: 900 });
  await chooseLayout(page, '/spot-trade/BTCUSDT', 'Wide chart');
  const table = page.getByRole('table', { name: 'Open orders' });
  await table.getByText('94,857.19').waitFor();
  await picture(page, 'cut-figures-wide-chart');
  await expect.poll(async () => (await figuresOf(page, 'Open orders')).whole).toContain('94,857.19');
  for (const left of [0, 20, 45, 70, 110, 400]) {
    await table.locator('..').evaluate((panel, to) => panel.scrollTo({ left: to }), left);
    await expect.poll(async () => (await figuresOf(page, 'Open orders')).cut).toEqual([]);
  }
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 beside conditions the side of an order is read in whole on the narrowest screen that has panels', async () => {
  const user = await site.exchange.createUser({ BTC: '1', USDT: '20000' });
  const order = { symbol: 'BTCUSDT', timeInForce: 'GTC', quantity: '0.1', side: 'SELL', type: 'STOP_LIMIT' };
  await done(user, '/web/spot/order/place', { ...order, stopPrice: '84466.18', price: '84400' });
  const { page, context } = await site.visit({ session: user.token, width: 1024, height: 768 });
  await page.goto('/de-de/spot-trade/BTCUSDT');
  const row = page.getByRole('table', { name: 'Offene Orders' }).getByRole('row').nth(1);
  const side = row.getByRole('cell').getByText('Verkaufen', { exact: true });
  await side.waitFor();
  await picture(page, 'side-in-whole');
  const buttons = async () => (await row.getByRole('cell').last().boundingBox())!.x;
  await expect
    .poll(async () => {
      const { x, width } = (await side.boundingBox())!;
      return x + width - (await buttons());
    })
    .toBeLessThanOrEqual(0);
  await context.close();
});

test('R24 in a language of long words the exits of a position are not covered by its buttons', async () => {
  const [maker, user] = [await trader('5000000'), await trader('20000')];
  const offer = { symbol: 'BTCUSDT', type: 'LIMIT', quantity: '1' };
  await done(maker, '/futures/order/place', { ...offer, side: 'SELL', price: await near(1.0005) });
  await done(user, '/futures/order/place', { symbol: 'BTCUSDT', type: 'MARKET', side: 'BUY', quantity: '0.1' });
  const exits = { takeProfit: { triggerPrice: await near(1.05) }, stopLoss: { triggerPrice: await near(0.95) } };
  await done(user, '/futures/position/exits', { symbol: 'BTCUSDT', ...exits });
  for (const [locale, caption] of [
    ['ru-ru', 'Позиции'],
    ['de-de', 'Positionen'],
    ['fa-ir', 'موقعیت‌ها'],
  ] as const) {
    const { page, context } = await site.visit({ session: user.token, width: 1440, height: 900 });
    await chooseLayout(page, '/contract-trade/BTCUSDT', 'Standard');
    await page.goto(`/${locale}/contract-trade/BTCUSDT`);
    const sl = Number(exits.stopLoss.triggerPrice).toLocaleString('en-US', { minimumFractionDigits: 1 });
    await page.getByRole('table', { name: caption }).getByText(sl).waitFor();
    await expect.poll(() => figuresOf(page, caption)).toMatchObject({ cut: [] });
    await expect.poll(async () => (await figuresOf(page, caption)).whole).toContain(sl);
    await picture(page, `cut-figures-${locale}`);
    await context.close();
  }
});

test('R24 on the narrowest screen with panels the result of a position is in sight, and a shade shows that the table goes on', async () => {
  const [maker, user] = [await trader('5000000'), await trader('20000')];
  const offer = { symbol: 'BTCUSDT', type: 'LIMIT', quantity: '1' };
  await done(maker, '/futures/order/place', { ...offer, side: 'SELL', price: await near(1.0005) });
  await done(user, '/futures/order/place', { symbol: 'BTCUSDT', type: 'MARKET', side: 'BUY', quantity: '0.1' });
  for (const [locale, caption] of [
    ['de-de', 'Positionen'],
    ['fa-ir', 'موقعیت‌ها'],
  ] as const) {
    const { page, context } = await site.visit({ session: user.token, width: 1024, height: 768 });
    await chooseLayout(page, '/contract-trade/BTCUSDT', 'Standard');
    await page.goto(`/${locale}/contract-trade/BTCUSDT`);
    const table = page.getByRole('table', { name: caption });
    const panel = table.locator('..');
    const result = table.getByRole('columnheader', { name: /^PnL|سود و زیان/ });
    await picture(page, `result-in-sight-${locale}`);
    const [figure, buttons] = [result, table.getByRole('columnheader').last()].map((head) => head.boundingBox());
    const [one, other] = [(await figure)!, (await buttons)!];
    expect(one.x + one.width <= other.x + 1 || one.x + 1 >= other.x + other.width).toBe(true);
    await page.setViewportSize({ width: 900, height: 768 });
    await expect.poll(() => panel.getAttribute('data-more')).toBe('pinned');
    await panel.evaluate((box) => box.scrollTo({ left: getComputedStyle(box).direction === 'rtl' ? -999 : 999 }));
    await expect.poll(() => panel.getAttribute('data-more')).toBe(locale === 'fa-ir' ? 'right' : 'left');
    await context.close();
  }
});

test('R24 on a phone a large loss of a position is read in whole', async () => {
  const [maker, user] = [await trader('50000000'), await trader('400000')];
  const offer = { symbol: 'BTCUSDT', type: 'LIMIT', quantity: '20' };
  await done(maker, '/futures/order/place', { ...offer, side: 'SELL', price: await near(1.02) });
  await done(user, '/futures/order/place', {
    symbol: 'BTCUSDT',
    type: 'LIMIT',
    side: 'BUY',
    quantity: '20',
    price: await near(1.025),
  });
  for (const width of [320, 390]) {
    const { page, context } = await site.visit({ session: user.token, width, height: 844, isPhone: true });
    await page.goto('/ru-ru/contract-trade/BTCUSDT');
    await page.locator('main [role=group]').first().getByRole('button').nth(1).click();
    const loss = page.getByRole('cell').filter({ hasText: 'ROE' }).locator('bdi').first();
    await expect.poll(() => loss.innerText()).toMatch(/\d\d,\d{3}\.\d\d/);
    await loss.scrollIntoViewIfNeeded();
    await picture(page, `large-loss-${width}`);
    const over = await loss.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const right = Math.max(...[...range.getClientRects()].map((box) => box.right));
      return right - element.closest('[role=cell]')!.getBoundingClientRect().right;
    });
    expect(over).toBeLessThan(1);
    await context.close();
  }
});
