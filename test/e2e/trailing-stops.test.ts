/** A trailing stop shows what it follows, in the table and on the chart, as prices move and after a reload (trading A1.3, B15). */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { joinSources } from '../../server/external/index.ts';
import type { TestUser } from '../exchange.ts';
import { picture } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const PRICE_ONE = 100_000_000;
let index = 96_000;
/** One price, told by three sources: a far move of one alone would not be believed (trading B8). */
const source = (name: string) => ({
  name,
  weight: 1,
  latest: (symbol: string) =>
    symbol === 'BTCUSDT' ? { price: Math.round(index * PRICE_ONE), timeMs: Date.now() } : null,
  stop() {},
});
const site = visitExchange({ prices: joinSources(['one', 'two', 'three'].map(source)) });
const { done, trader } = futuresPeople(site);
const limit = { symbol: 'BTCUSDT', type: 'LIMIT', quantity: '0.01' };

let maker: TestUser;
let other: TestUser;
beforeAll(async () => {
  const funds = { USDT: '200000', BTC: '5' };
  maker = await site.exchange.createUser(funds);
  other = await site.exchange.createUser(funds);
  await print('96000');
});
async function print(price: string): Promise<void> {
  await done(maker, '/web/spot/order/place', { ...limit, side: 'SELL', price });
  await done(other, '/web/spot/order/place', { ...limit, side: 'BUY', price });
}

const rowOf = (page: Page) => page.getByRole('row', { name: /Trailing stop/ });
const pillOf = (page: Page, name: RegExp) => page.getByRole('region', { name: 'Chart' }).getByRole('group', { name });

test('A1.3 a trailing stop of spot waits for its activation, then its highest price and its trigger move, also after a reload', async () => {
  const person = await site.exchange.createUser({ BTC: '5' });
  const order = { symbol: 'BTCUSDT', side: 'SELL', type: 'TRAILING_STOP_MARKET', quantity: '0.3', deltaBips: 155 };
  await done(person, '/web/spot/order/place', { ...order, activationPrice: '96500' });
  const { page, troubles, context } = await site.visit({ session: person.token });
  await page.goto('/spot-trade/BTCUSDT');
  await rowOf(page)
    .getByText('the price, once at 96,500.00, falls 1.55% from its highest')
    .filter({ visible: true })
    .first()
    .waitFor();
  await pillOf(page, /^Activation price · Sell 0\.3 · .1\.55%. 96,500\.00$/).waitFor();

  await print('97000');
  await rowOf(page)
    .getByText('Active: highest 97,000.00, fires at 95,496.50')
    .filter({ visible: true })
    .first()
    .waitFor();
  await print('98000');
  await rowOf(page)
    .getByText('Active: highest 98,000.00, fires at 96,481.00')
    .filter({ visible: true })
    .first()
    .waitFor();
  await pillOf(page, /^Trailing stop · Sell 0\.3 · .1\.55%. 96,481\.00$/).waitFor();
  await pillOf(page, /^Highest 98,000\.00$/).waitFor();
  await picture(page, 'trailing-stop-spot');

  // Lower since: a browser that begins anew must not begin to follow anew.
  await print('97500');
  await page.reload();
  await rowOf(page)
    .getByText('Active: highest 98,000.00, fires at 96,481.00')
    .filter({ visible: true })
    .first()
    .waitFor();
  await pillOf(page, /^Highest 98,000\.00$/).waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test('B15 a trailing stop of a perpetual shows the same of the price that it listens to', async () => {
  const person = await trader('20000');
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'TRAILING_STOP', callbackRate: '0.01', quantity: '0.02' };
  await done(person, '/futures/stop-order/place', { ...order, source: 'INDEX' });
  const { page, troubles, context } = await site.visit({ session: person.token });
  await page.goto('/contract-trade/BTCUSDT');
  await page.getByRole('tab', { name: /^Open orders/ }).click();
  await rowOf(page).getByText('Active: lowest 96,000.0, fires at 96,960.0').waitFor();
  index = 95_500;
  await rowOf(page).getByText('Active: lowest 95,500.0, fires at 96,455.0').waitFor();
  await picture(page, 'trailing-stop-futures');
  await page.goto('/contract-trade/BTCUSDT');
  await page.getByRole('tab', { name: /^Open orders/ }).click();
  await rowOf(page).getByText('Active: lowest 95,500.0, fires at 96,455.0').waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});
