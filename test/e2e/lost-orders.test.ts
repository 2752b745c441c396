/** Orders that ended without their user wanting it: told on any page, kept in the bell, and read again after a reload. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { execute, type TestUser } from '../exchange.ts';
import { framesOf, hydrated, picture, reads } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { done, ticker, trader, quote } = futuresPeople(site);

/** A person who looks at assets while something happens; the sockets tell of it from now on. */
async function visitAssets(user: TestUser) {
  const visit = await site.visit({ session: user.token });
  const frames = framesOf(visit.page);
  await visit.page.goto('/assets');
  await hydrated(visit.page);
  await reads(frames, 'user_deal', 2);
  await reads(frames, 'order', 2);
  await reads(frames, 'stop_order', 1);
  return visit;
}

/** Figures and their coins are not parted at the end of a line: any kind of space. */
const pattern = (text: string) => new RegExp(text.replaceAll(' ', String.raw`\s`));
const told = (page: Page, text: string) => page.getByText(pattern(text)).first().waitFor();

/** The bell of a page that was loaded anew, and the words of its one new entry. */
async function bellAfterReload({ page }: Awaited<ReturnType<typeof visitAssets>>, entry: string): Promise<void> {
  await page.goto('/coin-introduce/BTC');
  await hydrated(page);
  await page.getByRole('button', { name: /^Notifications, new: \d/ }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await list.getByRole('link', { name: pattern(entry) }).waitFor();
}

test('A4 A8 a take-profit that met nobody but its own owner is told with why, and stays in the bell after a reload', async () => {
  const [maker, other] = [
    await site.exchange.createUser({ BTC: '5' }),
    await site.exchange.createUser({ USDT: '200000' }),
  ];
  const holder = await site.exchange.createUser({ USDT: '20000', BTC: '1' });
  const place = (user: TestUser, order: object) => done(user, '/web/spot/order/place', { symbol: 'BTCUSDT', ...order });
  const print = async (price: string) => {
    await place(maker, { side: 'SELL', type: 'LIMIT', price, quantity: '0.01' });
    await place(other, { side: 'BUY', type: 'LIMIT', price, quantity: '0.01' });
  };
  await print('96000');
  const visit = await visitAssets(holder);
  const { page, context, troubles } = visit;
  const takeProfit = { side: 'SELL', type: 'TAKE_PROFIT_MARKET', quantity: '0.03', stopPrice: '96400' };
  await place(holder, takeProfit);
  await place(holder, { side: 'BUY', type: 'LIMIT', price: '96300', quantity: '0.05' });
  // The own bid is the only one when the price jumps.
  await print('96500');
  await told(page, String.raw`Order ended: .*Take profit.* · .*Sell.* · .*0\.03 BTC`);
  const why = String.raw`Nothing was filled · It would have traded with your own order\.`;
  await told(page, why);
  await picture(page, 'lost-order-toast');
  // More orders than one page has were placed after it and ended.
  await execute(
    site.exchange.exchange.config.databaseUrl,
    `insert into spot_orders select (jsonb_populate_record(null::spot_orders, to_jsonb(o) || jsonb_build_object('order_id',
       1000000000 + n, 'status', 'CANCELED', 'reason', 'USER'))).*
     from (select * from spot_orders where uid = ${holder.uid} limit 1) as o, generate_series(1, 150) as n`,
    [],
  );
  await bellAfterReload(visit, String.raw`Order ended: .*Take profit[^]*0\.03 BTC[^]*New[^]*${why}`);
  await picture(page, 'lost-order-bell');
  expect(troubles).toEqual([]);
  await context.close();
});

test('B20 a stop of a perpetual whose order is refused is told with why, and stays in the bell after a reload', async () => {
  await quote(await trader('5000000'), '3', 0.001);
  const [user, other] = [await trader('5000'), await trader('20000')];
  const market = (side: string) =>
    done(other, '/futures/order/place', { symbol: 'BTCUSDT', side, type: 'MARKET', quantity: '0.01' });
  await market('BUY');
  const visit = await visitAssets(user);
  const { page, context, troubles } = visit;
  // The last price is the ask; the next sell prints the bid.
  const { askPrice, bidPrice } = await ticker();
  const triggerPrice = ((Number(askPrice) + Number(bidPrice)) / 2).toFixed(1);
  const stop = { symbol: 'BTCUSDT', side: 'SELL', type: 'STOP', triggerPrice, quantity: '0.04' };
  await done(user, '/futures/stop-order/place', stop);
  // What would have been its margin goes before it fires.
  await done(user, '/web/account/transfer', { asset: 'USDT', from: 'FUTURES', to: 'SPOT', amount: '5000' });
  await market('SELL');
  await told(page, String.raw`Order refused: .*Stop.* · .*Sell.* · .*0\.04 BTC`);
  // Why, and nothing of fills: it never was in the book.
  const why = 'not enough';
  await told(page, why);
  await picture(page, 'lost-stop-toast');
  await bellAfterReload(visit, String.raw`Order refused: .*Stop[^]*0\.04 BTC[^]*New[^]*${why}`);
  await picture(page, 'lost-stop-bell');
  expect(troubles).toEqual([]);
  await context.close();
});
