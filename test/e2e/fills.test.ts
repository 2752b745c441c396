/** The bell on every page: what filled, at what price and fee, unread until it was seen. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { framesOf, hydrated, picture, reads } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();

/** Without its answers the bell says nothing either: only after both, and the picture after them, is it known that nothing is new. */
async function bellAnswers(page: Page): Promise<void> {
  const answers = ['/web/user/notifications/seen', '/web/spot/order/fills'].map((path) =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname === path).then((answer) => answer.finished()),
  );
  await Promise.all(answers);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

test('a fill is told on any page and stays unread until it was seen, after a reload too', async () => {
  const maker = await site.exchange.createUser({ BTC: '1' });
  const taker = await site.exchange.createUser({ USDT: '200000' });
  const { page, context, troubles } = await site.visit({ session: maker.token });
  const frames = framesOf(page);
  await page.goto('/assets');
  await hydrated(page);
  await expect.poll(() => page.getByRole('button', { name: 'Notifications' }).count()).toBe(1);
  await reads(frames, 'user_deal', 2);
  // An order at the best price, bought by another person while this one looks at assets.
  const { data: depth } = await site.exchange.call<{ bids: [string, string][]; asks: [string, string][] }>(
    'GET',
    '/web/spot/depth?symbol=BTCUSDT&limit=5',
  );
  const price = ((Number(depth.bids[0]![0]) + Number(depth.asks[0]![0])) / 2).toFixed(2);
  const order = (token: string, side: string) =>
    site.exchange.call(
      'POST',
      '/web/spot/order/place',
      { symbol: 'BTCUSDT', side, type: 'LIMIT', price, quantity: '0.002' },
      { token },
    );
  await order(maker.token, 'SELL');
  await order(taker.token, 'BUY');
  await page.getByText('Sold 0.002 BTC').first().waitFor();
  await page.getByRole('button', { name: 'Notifications, new: 1' }).waitFor();
  await picture(page, 'fill-toast');
  await page.reload();
  await hydrated(page);
  await page.getByRole('button', { name: 'Notifications, new: 1' }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await list.getByRole('link', { name: /Sold 0\.002 BTC.*New.*fee/ }).waitFor();
  await picture(page, 'fill-center');
  // A panel below the bell and not in the middle of the page; Escape gives the focus back to the bell.
  const [bell, panel] = [
    await page.getByRole('button', { name: /^Notifications/ }).boundingBox(),
    await list.boundingBox(),
  ];
  expect(panel!.y).toBeGreaterThanOrEqual(bell!.y + bell!.height);
  expect(panel!.y).toBeLessThan(bell!.y + bell!.height + 16);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Notifications');
  await page.keyboard.press('Enter');
  await list.waitFor();
  await page.mouse.click(300, 600);
  await list.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  const again = bellAnswers(page);
  await page.reload();
  await hydrated(page);
  await again;
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  expect(troubles).toEqual([]);
  await context.close();
  // What was seen here is seen on a device that never was here, too.
  const other = await site.visit({ session: maker.token, width: 390, height: 844, isPhone: true });
  const seen = bellAnswers(other.page);
  await other.page.goto('/assets');
  await seen;
  await other.page.getByRole('button', { name: 'Notifications', exact: true }).click();
  const same = other.page.getByRole('dialog', { name: 'Notifications' });
  await same.getByRole('link', { name: /Sold 0\.002 BTC/ }).waitFor();
  expect(await same.getByText('New', { exact: true }).count()).toBe(0);
  // On a phone a sheet that rises from the lower edge.
  const sheet = async () => {
    const box = await same.boundingBox();
    return [box!.x, box!.width, Math.round(box!.y + box!.height)];
  };
  await expect.poll(sheet).toEqual([0, 390, 844]);
  await picture(other.page, 'fill-center-phone');
  await other.context.close();
});

test('A1.4 the toast and the bell say that a stop sent an order, and that the other order of its pair was canceled', async () => {
  const holder = await site.exchange.createUser({ BTC: '1' });
  const trader = await site.exchange.createUser({ USDT: '200000', BTC: '1' });
  const { page, context, troubles } = await site.visit({ session: holder.token });
  const frames = framesOf(page);
  await page.goto('/assets');
  await hydrated(page);
  await reads(frames, 'user_deal', 2);
  const post = (token: string, path: string, body: object) =>
    site.exchange.call('POST', path, { symbol: 'BTCUSDT', ...body }, { token });
  const place = (token: string, body: object) => post(token, '/web/spot/order/place', { quantity: '0.002', ...body });
  const { data: depth } = await site.exchange.call<{ bids: [string, string][]; asks: [string, string][] }>(
    'GET',
    '/web/spot/depth?symbol=BTCUSDT&limit=5',
  );
  const [bid, ask] = [Number(depth.bids[0]![0]), Number(depth.asks[0]![0])];
  const between = (share: number) => (bid + (ask - bid) * share).toFixed(2);
  // The last price is in the middle; whoever sells then trades at the bid, below the trigger.
  await place(trader.token, { side: 'SELL', type: 'LIMIT', price: between(0.6) });
  await place(holder.token, { side: 'SELL', type: 'LIMIT', price: between(0.5) });
  await place(trader.token, { side: 'BUY', type: 'LIMIT', price: between(0.5) });
  const pair = { side: 'SELL', quantity: '0.003', price: (ask * 1.02).toFixed(2), stopPrice: between(0.25) };
  expect(await post(holder.token, '/web/spot/order/oco/place', pair)).toMatchObject({ code: 0 });
  await place(trader.token, { side: 'SELL', type: 'MARKET' });
  await page.getByText('Stop sold 0.003 BTC').first().waitFor();
  await page
    .getByText(/fee [^]*The\sother\sorder\sof\sthe\spair\swas\scanceled/)
    .first()
    .waitFor();
  await picture(page, 'fill-toast-pair');
  await page.getByRole('button', { name: /^Notifications, new/ }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await list.getByRole('link', { name: /Stop sold 0\.003 BTC.*The other order of the pair was canceled/ }).waitFor();
  await list.getByRole('link', { name: /^Sold 0\.002 BTC/ }).waitFor();
  await picture(page, 'fill-center-pair');
  expect(troubles).toEqual([]);
  await context.close();
});
