/** A market that does not take every order says so wherever it is shown, at once and while its page is open. */
import type { Order } from '@agio/contracts/http/spot';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { framesOf, hydrated, picture, reads } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { trader } = futuresPeople(site);

const setMarket = (status: string) => site.exchange.operate('/operator/market/status', { symbol: 'BTCUSDT', status });
const setContract = (status: string) =>
  site.exchange.operate('/operator/contract/status', { symbol: 'ETHUSDT', status });

async function waiting(user: TestUser): Promise<Order> {
  const headers = { 'idempotency-key': `waits-${user.uid}` };
  const order = { symbol: 'BTCUSDT', side: 'SELL', type: 'STOP_MARKET', stopPrice: '100', quantity: '0.1' };
  const sent = { token: user.token, headers };
  const answer = await site.exchange.call<{ order: Order }>('POST', '/web/spot/order/place', order, sent);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data.order;
}

/** A long of 0.1 ETH: somebody else sells it at the mark. */
async function openLong(user: TestUser): Promise<void> {
  type Tickers = { tickers: { symbol: string; markPrice: string }[] };
  const { data } = await site.exchange.call<Tickers>('GET', '/futures/market/tickers/aggregate');
  const price = Number(data.tickers.find(({ symbol }) => symbol === 'ETHUSDT')!.markPrice).toFixed(1);
  const order = { symbol: 'ETHUSDT', type: 'LIMIT', price, quantity: '0.1' };
  const place = (token: string, side: string) =>
    site.exchange.call('POST', '/futures/order/place', { ...order, side }, { token });
  await place((await trader('1000')).token, 'SELL');
  expect(await place(user.token, 'BUY')).toMatchObject({ data: { order: { status: 'FILLED' } } });
}

const told = (page: Page) => page.getByRole('status').filter({ hasText: 'Trading is halted.' });
const send = (page: Page, name: string) => page.locator('section#ticket').getByRole('button', { name, exact: true });

/** In the narrowest place, from right to left and in the other theme, the sentence has room. */
async function seeOnPhone(user: TestUser): Promise<void> {
  const phone = { session: user.token, width: 320, height: 640, isPhone: true, theme: 'light' } as const;
  const { page, context } = await site.visit(phone);
  await page.goto('/fa-ir/spot-trade/BTCUSDT');
  await page.getByRole('status').filter({ hasText: 'معامله متوقف است.' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await picture(page, 'market-halted-320');
  await context.close();
}

test('R24 trading A8 a halt is told on the open terminal: at its head, in book and ticket and at orders that wait, until it ends', async () => {
  const user = await site.exchange.createUser({ BTC: '1', USDT: '1000' });
  await waiting(user);
  const { page, context } = await site.visit({ session: user.token });
  await page.goto('/spot-trade/BTCUSDT');
  const buy = send(page, 'Buy BTC');
  await buy.waitFor();
  await expect.poll(() => buy.isEnabled()).toBe(true);

  await setMarket('HALTED');
  await told(page).waitFor();
  await page.getByRole('region', { name: 'Market', exact: true }).getByText('Halted', { exact: true }).waitFor();
  await page.getByText('There are no orders in the book. Trading is halted.').waitFor();
  expect(await buy.isDisabled()).toBe(true);
  const words = await page.locator('section#ticket form').innerText();
  expect(words).toContain('Open orders can be canceled.');
  await page
    .getByRole('row', { name: /Stop-market/ })
    .getByText('does not fire now: Halted')
    .first()
    .waitFor();

  await picture(page, 'market-halted');
  await seeOnPhone(user);
  await setMarket('POST_ONLY');
  await page.getByText('Trading is about to resume.').first().waitFor();
  expect(await buy.isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'Post-only' }).press('Space');
  expect(await buy.isEnabled()).toBe(true);

  await setMarket('TRADING');
  await page.getByText('Trading is about to resume.').first().waitFor({ state: 'detached' });
  expect(await page.getByText('does not fire now').count()).toBe(0);
  await context.close();
});

test('C30 trading A8 the list of markets and the search mark a halted market and do not lose it', async () => {
  const { page, context } = await site.visit();
  await page.goto('/market');
  const row = page.getByRole('row', { name: /BTC\/USDT/ });
  await row.waitFor();
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  await setMarket('HALTED');
  await row.getByText('Halted', { exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  const option = page.getByRole('option', { name: /BTC\/USDT/ });
  await option.getByText('Halted', { exact: true }).waitFor();
  await picture(page, 'market-halted-search');
  // Neither on a phone is a letter of its name cut.
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const name = option.locator('.truncate').filter({ hasText: 'BTC/USDT' });
    const cut = await name.locator('bdi').evaluate((element) => {
      const [own, around] = [element, element.parentElement!].map((one) => one.getBoundingClientRect());
      return Math.max(0, own!.right - around!.right);
    });
    expect(cut).toBeLessThan(1);
    await picture(page, `market-halted-search-${width}`);
  }
  await setMarket('TRADING');
  await row.getByText('Halted', { exact: true }).waitFor({ state: 'detached' });
  await context.close();
});

test('R24 trading B1 a contract that only closes takes a reduce-only order, and one that only cancels takes none', async () => {
  const user = await trader('1000');
  const { page, context } = await site.visit({ session: user.token });
  await page.goto('/contract-trade/ETHUSDT');
  const buy = page.locator('section#ticket button[type=submit]');
  await buy.waitFor();
  await openLong(user);
  const row = page.getByRole('row', { name: /ETHUSDT.*Long/ });
  const close = row.getByRole('button', { name: /^Market · Close position/ });
  const reverse = row.getByRole('button', { name: 'Reverse ETHUSDT' });
  await close.waitFor();
  await setContract('REDUCE_ONLY');
  await page.getByText('Positions can only be closed.').first().waitFor();
  expect(await buy.isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'Reduce-only' }).press('Space');
  expect(await buy.isEnabled()).toBe(true);
  expect([await close.isEnabled(), await reverse.isDisabled()]).toEqual([true, true]);
  await setContract('CANCEL_ONLY');
  await told(page).waitFor();
  expect([await buy.isDisabled(), await close.isDisabled()]).toEqual([true, true]);
  await setContract('OPEN');
  await told(page).waitFor({ state: 'detached' });
  await context.close();
});

test('A8 on another page a halt of a market with an order of one’s own is told once, and the bell has it after a reload', async () => {
  const user = await site.exchange.createUser({ BTC: '1', USDT: '1000' });
  await waiting(user);
  const { page, context, troubles } = await site.visit({ session: user.token });
  const frames = framesOf(page);
  // The first page is left before the account knows from when on it tells of news: they are news on the next one all the same.
  let isFirst = true;
  await page.route(/notifications\/seen/, (route) => (isFirst ? undefined : route.continue()));
  await page.goto('/assets');
  await hydrated(page);
  await reads(frames, 'market_status', 1);
  await setMarket('HALTED');
  const toast = page.getByText(/^\W*BTC\/USDT\W*·\W*Trading\sis\shalted\.\W*$/);
  await toast.waitFor();
  await picture(page, 'market-halted-toast');
  await setMarket('TRADING');
  await page.getByText(/^\W*BTC\/USDT\W*·\W*Trading\sis\sopen\sagain\.\W*$/).waitFor();
  isFirst = false;
  // The terminal of the market says it at its head, and shows no message beside that.
  await page.goto('/spot-trade/BTCUSDT');
  await hydrated(page);
  await reads(frames, 'market_status', 2);
  await setMarket('HALTED');
  await told(page).waitFor();
  await page.getByRole('button', { name: 'Notifications, new: 3' }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3);
  expect(await toast.count()).toBe(0);
  await picture(page, 'market-halted-bell');
  await page.goto('/coin-introduce/BTC');
  await hydrated(page);
  await page.getByRole('button', { name: 'Notifications, new: 3' }).click();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3);
  expect(await list.getByRole('listitem').first().innerText()).toMatch(/Trading\sis\shalted\.[^]*BTC\/USDT/);
  await setMarket('TRADING');
  expect(troubles).toEqual([]);
  await context.close();
});
