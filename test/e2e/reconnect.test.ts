/** The exchange cannot be reached for 20 seconds while orders fill: afterwards nothing is missing and nothing is there twice. */
import type { Route } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decimal } from '../../web/ui/decimal.ts';
import { type MisbehavingProxy, startMisbehavingProxy } from '../misbehaving-proxy.ts';
import { hydrated, picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const AWAY_MS = 20_000;

const site = visitSharedExchange();
let proxy: MisbehavingProxy;
beforeEach(async () => {
  proxy = await startMisbehavingProxy(site.exchange.url);
});
afterEach(() => proxy.close());

test('T4 after 20 s without a server the terminal has every order, fill and price once, and says so meanwhile', async () => {
  const user = await site.exchange.createUser({ USDT: '20000', BTC: '1' });
  const { data: depth } = await site.exchange.call<{ bids: [string, string][]; asks: [string, string][] }>(
    'GET',
    '/web/spot/depth?symbol=BTCUSDT&limit=5',
  );
  const bid = Number(depth.bids[0]![0]);
  const place = async (token: string, side: string, price: number, quantity: string) => {
    const answer = await site.exchange.call<{ order: { orderId: number } }>(
      'POST',
      '/web/spot/order/place',
      { symbol: 'BTCUSDT', side, type: 'LIMIT', price: price.toFixed(2), quantity },
      { token },
    );
    expect(answer.code, answer.msg).toBe(0);
    return answer.data.order.orderId;
  };
  const first = await place(user.token, 'BUY', bid * 0.97, '0.001');
  const second = await place(user.token, 'BUY', bid * 0.96, '0.002');
  const { page, context } = await site.visit({ session: user.token }, proxy.url);
  // All code is there before the server goes: a part whose code does not come has the page loaded anew when the server is back.
  await page.goto('/spot-trade/BTCUSDT');
  await hydrated(page);
  // The bell's comes last: from then on it knows which fills are new.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/notifications/seen')),
  );
  await page.waitForLoadState('networkidle');
  const rows = page.getByRole('row', { name: /Limit.*Buy/ });
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('button', { name: 'Notifications' }).waitFor();

  proxy.sockets = 'refuse';
  proxy.calls = 'fail';
  proxy.cut();
  await page.getByText('No connection. Prices stand still.').waitFor();
  await page.getByText(/^\d+ s old/).waitFor();
  await page.getByText(/pressing tries once/).waitFor();
  // Meanwhile one order is canceled, one is new, and one trades against others.
  await site.exchange.call(
    'POST',
    '/web/spot/order/cancel',
    { symbol: 'BTCUSDT', orderId: first },
    { token: user.token },
  );
  await place(user.token, 'BUY', bid * 0.95, '0.003');
  // Far enough below the bids that it fills at once, wherever they are by now.
  const own = await place(user.token, 'SELL', bid * 0.99, '0.004');
  await page.waitForTimeout(AWAY_MS);
  await picture(page, 'away');
  proxy.sockets = 'pass';
  proxy.calls = 'pass';

  await expect.poll(() => page.getByText('No connection. Prices stand still.').count(), { timeout: 40_000 }).toBe(0);
  const amounts = async () =>
    (await rows.allTextContents()).map((text) => /Amount(0\.\d+) BTC/.exec(text)?.[1]).toSorted();
  await expect.poll(amounts, { timeout: 30_000 }).toEqual(['0.002', '0.003']);
  // Every fill of the order is unread, once: several prices may have filled it.
  const { data } = await site.exchange.call<{ items: { orderId: number; quantity: string }[] }>(
    'GET',
    '/web/spot/order/fills?symbol=BTCUSDT',
    undefined,
    { token: user.token },
  );
  const fills = data.items.filter(({ orderId }) => orderId === own);
  expect(fills.reduce((sum, { quantity }) => sum + decimal(quantity, 8), 0n)).toBe(decimal('0.004', 8));
  const unread = page.getByRole('button', { name: /^Notifications/ });
  await expect.poll(() => unread.getAttribute('aria-label')).toBe(`Notifications, new: ${fills.length}`);
  await unread.click();
  await expect.poll(() => page.getByRole('link', { name: /Sold 0\.00\d+ BTC/ }).count()).toBe(fills.length);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Trade history' }).click();
  await expect.poll(() => page.getByRole('row', { name: /Sell.*0\.00\d/ }).count()).toBe(fills.length);
  // The book is the exchange's: no bid at or above an ask, and its best prices are those that a call answers.
  await expect
    .poll(async () => {
      const { data } = await site.exchange.call<{ bids: [string, string][]; asks: [string, string][] }>(
        'GET',
        '/web/spot/depth?symbol=BTCUSDT&limit=5',
      );
      const shown = await page.getByRole('list', { name: 'Buy orders' }).innerText();
      return shown.replaceAll(',', '').includes(data.bids[0]![0]);
    })
    .toBe(true);
  expect(second).not.toBe(own);
  await context.close();
});

test.each([
  ['the dialog around it has come before', false],
  ['nothing of it has come before', true],
])(
  'T10 a part of the page that is opened while the server is away comes when it is back, what was typed stays: %s',
  async (_case, isEarly) => {
    const user = await site.exchange.createUser({ USDT: '20000' });
    const { page, context } = await site.visit({ session: user.token }, proxy.url);
    // What a quiet page loads ahead is held back until the server is away.
    const held: Route[] = [];
    if (isEarly) await page.route('**/static/dialog-popup-*.js', (route) => void held.push(route));
    await page.goto('/spot-trade/BTCUSDT');
    await hydrated(page);
    if (!isEarly) await page.waitForLoadState('networkidle');
    const amount = page.locator('section#ticket').getByLabel('Amount', { exact: true });
    await amount.fill('0.123');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));

    proxy.sockets = 'refuse';
    proxy.calls = 'fail';
    proxy.cut();
    for (const route of held) await route.abort();
    await page.unrouteAll();
    // Asked before the press: a toast goes by itself. What fails together is one toast, with the words of the last of them.
    const told = page
      .getByText(/^The request failed\. ./)
      .first()
      .waitFor();
    await page.getByRole('button', { name: /^Search/ }).click();
    await told;
    await picture(page, 'part-without-server');
    proxy.calls = 'pass';
    proxy.sockets = 'pass';

    await page.getByRole('combobox').or(page.getByRole('searchbox')).first().waitFor({ timeout: 30_000 });
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => amount.inputValue()).toBe('0.123');
    await context.close();
  },
);
