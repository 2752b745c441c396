/** A perpetual in little room: an order by few keys, what is in sight of a position, and what becomes of its orders when it is left. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { hydrated, picture, type VisitOptions } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { done, near, trader, quote } = futuresPeople(site);
const SYMBOL = 'BTCUSDT';

async function openTerminal(user: TestUser, options: VisitOptions = {}) {
  const visit = await site.visit({ session: user.token, ...options });
  await visit.page.goto('/contract-trade/BTCUSDT');
  await hydrated(visit.page);
  return visit;
}
const tableOf = (page: Page) => page.getByRole('region', { name: 'My positions and orders' });
const order = (user: TestUser, rest: object) => done(user, '/futures/order/place', { symbol: SYMBOL, ...rest });
const stop = (user: TestUser, rest: object) => done(user, '/futures/stop-order/place', { symbol: SYMBOL, ...rest });

/** A position of this much, bought from somebody else. */
async function long(quantity: string): Promise<TestUser> {
  const [maker, user] = [await trader('1000000'), await trader('50000')];
  await quote(maker, quantity, 0.001);
  await order(user, { side: 'BUY', type: 'MARKET', quantity });
  return user;
}

test('an order of a perpetual is placed with seven keys from the loaded page, digits not counted', async () => {
  const { page, context } = await openTerminal(await trader('20000'));
  const price = await near(0.98);
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await page.locator(':focus').fill('');
  await page.keyboard.type(price);
  for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
  await page.keyboard.type('0.01');
  await page.keyboard.press('Enter');
  await tableOf(page)
    .getByRole('tab', { name: /^Open orders\s*1$/ })
    .waitFor();
  await context.close();
});

/** All that a row shows is in sight: within the table, and not under the pinned buttons. */
async function expectClear(page: Page, row: Locator): Promise<void> {
  const cells = await row.getByRole('cell').evaluateAll((all) =>
    all.flatMap((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const { left, right, width, bottom } = range.getBoundingClientRect();
      return width === 0 ? [] : [{ left, right, bottom }];
    }),
  );
  const table = (await tableOf(page).boundingBox())!;
  cells.forEach(({ left, right, bottom }, at) => {
    // The last ones are the pinned buttons, which would cover what stands too far right.
    expect(right).toBeLessThanOrEqual(cells[at + 1]?.left ?? table.x + table.width);
    expect(left).toBeGreaterThanOrEqual(table.x);
    expect(bottom).toBeLessThanOrEqual(table.y + table.height);
  });
}

test('at 1280 by 720 every figure of a position stands in sight, beside its buttons', async () => {
  const user = await long('0.2');
  const above = await near(1.2);
  await stop(user, { side: 'SELL', type: 'TAKE_PROFIT', triggerPrice: above, closePosition: true });
  const { page, context } = await openTerminal(user, { width: 1280, height: 720 });
  const row = tableOf(page).getByRole('row', { name: /BTCUSDT/ });
  await row.getByRole('img', { name: /auto-deleveraging/ }).waitFor();
  const heads = await tableOf(page).getByRole('columnheader').allInnerTexts();
  for (const head of ['Size', 'Entry / Mark', 'Liq. price', 'Margin (USDT)', 'PnL (USDT) · ROE', 'ADL', 'TP / SL'])
    expect(heads).toContain(head);
  await expectClear(page, row);
  await picture(page, 'positions-1280');
  await context.close();
});

test.each(['page', 'standard'])(
  'at 1440 by 900 a take-profit and a stop-loss of a part stand in sight beside the buttons, in the layout %s',
  async (layout) => {
    const [maker, user] = [await trader('1000000'), await trader('50000')];
    await quote(maker, '0.12', 0.001);
    await done(user, '/futures/account/margin-mode', { symbol: SYMBOL, marginMode: 'ISOLATED' });
    const exits = { takeProfit: { triggerPrice: await near(1.2) }, stopLoss: { triggerPrice: await near(0.97) } };
    await order(user, { side: 'BUY', type: 'MARKET', quantity: '0.1' });
    await order(user, { side: 'BUY', type: 'MARKET', quantity: '0.02', ...exits });
    const { page, context } = await openTerminal(user, { width: 1440, height: 900 });
    if (layout === 'standard') {
      await page.getByRole('button', { name: 'Panel layout' }).click();
      await page.getByRole('menuitemradio', { name: 'Standard' }).click();
    }
    const row = tableOf(page).getByRole('row', { name: /BTCUSDT/ });
    await row
      .getByTitle(/ · 0\.02 \/ 0\.12 BTC$/)
      .first()
      .waitFor();
    await expectClear(page, row);
    await picture(page, `positions-part-${layout}`);
    await context.close();
  },
);

test('on a phone the head has mark and funding, and the figures of the first position stand above the bar of buy and sell', async () => {
  const user = await long('0.2');
  const { page, context } = await openTerminal(user, { width: 390, height: 844, isPhone: true });
  const head = page.getByRole('region', { name: 'Market', exact: true });
  await expect.poll(() => head.getByText('Mark', { exact: true }).last().isVisible()).toBe(true);
  await expect.poll(() => head.getByText('Funding', { exact: true }).isVisible()).toBe(true);
  const bar = (await page.getByRole('button', { name: 'Buy / Long', exact: true }).last().boundingBox())!;
  const result = tableOf(page).getByRole('cell').filter({ hasText: 'PnL' });
  const { y, height } = (await result.boundingBox())!;
  expect(y + height).toBeLessThan(bar.y);
  await picture(page, 'positions-phone');
  await context.close();
});

test('the pill of a position on the chart asks and closes it', async () => {
  const user = await long('0.1');
  const { page, context, troubles } = await openTerminal(user);
  await page.getByRole('button', { name: 'Close position: Long 0.1' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep the position' }).click();
  await tableOf(page)
    .getByRole('row', { name: /BTCUSDT/ })
    .waitFor();
  await page.getByRole('button', { name: 'Close position: Long 0.1' }).click();
  await question.getByRole('button', { name: 'Close it' }).click();
  await tableOf(page).getByText('You have no open positions.').waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test('B15 of a position that closes only in part the ticked orders stay, and that is said', async () => {
  const user = await long('0.2');
  // What was there to sell to is gone but for a part.
  await site.exchange.call('POST', '/futures/order/cancel-all', {}, { token: user.token });
  const other = await trader('50000');
  await order(other, { side: 'SELL', type: 'MARKET', quantity: '5' });
  const maker = await trader('1000000');
  await order(maker, { side: 'BUY', type: 'LIMIT', price: await near(0.999), quantity: '0.05' });
  const trail = { side: 'SELL', type: 'TRAILING_STOP', callbackRate: '0.05', quantity: '0.1', reduceOnly: true };
  await stop(user, trail);
  const { page, context } = await openTerminal(user);
  await tableOf(page).getByRole('button', { name: 'Close all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close all' }).click();
  await page.getByText(/Conditional orders that stay with what is still open: 1\./).waitFor();
  const open = await site.exchange.call<{ orders: unknown[] }>('GET', '/futures/stop-order/open', undefined, {
    token: user.token,
  });
  expect(open.data.orders).toHaveLength(1);
  await picture(page, 'close-all-partly');
  await context.close();
});

test('the question before all orders are canceled names the first five, and how many more there are', async () => {
  const user = await trader('50000');
  for (const factor of [0.7, 0.71, 0.72, 0.73, 0.74, 0.75, 0.76])
    await order(user, { side: 'BUY', type: 'LIMIT', price: await near(factor), quantity: '0.01' });
  const { page, context } = await openTerminal(user);
  await tableOf(page)
    .getByRole('tab', { name: /Open orders/ })
    .click();
  await tableOf(page).getByRole('button', { name: 'Cancel all' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('and 2 more').waitFor();
  const names = await question.getByRole('listitem').allInnerTexts();
  expect(names).toHaveLength(6);
  expect(names[0]).toMatch(/BTCUSDT.*Limit.*Buy.*0\.01 BTC at [\d,.]+ USDT/);
  await picture(page, 'cancel-all-named');
  await question.getByRole('button', { name: 'Keep the orders' }).click();
  await question.waitFor({ state: 'detached' });
  await expect
    .poll(() =>
      tableOf(page)
        .getByRole('row', { name: /Limit.*Buy/ })
        .count(),
    )
    .toBe(7);
  await context.close();
});

test('the key that cancels all orders asks, whichever table is in sight', async () => {
  const user = await trader('50000');
  await order(user, { side: 'BUY', type: 'LIMIT', price: await near(0.7), quantity: '0.01' });
  const { page, context } = await openTerminal(user);
  await page.keyboard.press('Shift+?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Use keyboard shortcuts').click();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  const tab = tableOf(page).getByRole('tab', { name: /^Open orders/ });
  await expect.poll(() => tab.innerText()).toContain('1');
  expect(await tableOf(page).getByRole('button', { name: 'Cancel all' }).count()).toBe(0);
  await page.keyboard.press('Shift+C');
  const named = page.getByRole('alertdialog').getByRole('listitem');
  await named.getByText(/BTCUSDT.*Limit.*Buy/).waitFor();
  await context.close();
});

test('at 1024 by 600 with the largest text the button that sends stands in the window', async () => {
  const { token } = await trader('50000');
  const { page, context } = await site.visit({ session: token, width: 1024, height: 600 });
  await context.addCookies([{ name: 'text-size', value: '150', url: site.exchange.url }]);
  for (const path of ['/contract-trade/BTCUSDT', '/spot-trade/BTCUSDT']) {
    await page.goto(path);
    await hydrated(page);
    const { y, height } = (await page.locator('section#ticket button[type=submit]').boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(600);
  }
  await picture(page, 'ticket-1024-600-150');
  await context.close();
});
