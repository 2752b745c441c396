/** The chart of perpetuals: orders and exits are changed and canceled on it. */
import type { FuturesOrder, StopOrder } from '@agio/contracts/http/futures-shapes';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { picture, type VisitOptions } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const SYMBOL = 'BTCUSDT';

const { done, trader, ticker, near } = futuresPeople(site);

async function openOf<One>(user: TestUser, path: string): Promise<readonly One[]> {
  return (await site.exchange.call<{ orders: One[] }>('GET', path, undefined, { token: user.token })).data.orders;
}
const openOrders = (user: TestUser) => openOf<FuturesOrder>(user, '/futures/order/open');
const openStops = (user: TestUser) => openOf<StopOrder>(user, '/futures/stop-order/open');

async function openTerminal(user: TestUser, options: VisitOptions = {}) {
  const visit = await site.visit({ session: user.token, ...options });
  await visit.page.goto('/contract-trade/BTCUSDT');
  return visit;
}
const handleOf = (page: Page, label: string) => page.locator(`[role=slider][aria-label^="${label}"]`);

/** Ten ticks down, by keyboard, and yes to the question; answers the price that was asked for. */
async function lower(page: Page, label: string): Promise<string | null> {
  const handle = handleOf(page, label);
  await handle.waitFor();
  await handle.focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  const price = await handle.getAttribute('aria-valuenow');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change it' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  return price;
}

test('in a contract that has not traded, the ticket begins with the mark', async () => {
  const { page, context } = await openTerminal(await trader('100'));
  const price = page.locator('section#ticket').getByLabel('Price', { exact: true }).first();
  // The mark moves on while the page opens, by less than a hundredth.
  const distance = async (): Promise<number> => {
    const [offered, mark] = [(await price.inputValue()).replaceAll(',', ''), (await ticker()).markPrice];
    return Math.abs(Number(offered) / Number(mark) - 1);
  };
  await expect.poll(distance).toBeLessThan(0.01);
  await context.close();
});

test('an order and the exits of a position are changed and canceled on the chart', async () => {
  const maker = await trader('5000000');
  const order = { symbol: SYMBOL, type: 'LIMIT', quantity: '2' };
  await done(maker, '/futures/order/place', { ...order, side: 'SELL', price: await near(1.0005) });
  await done(maker, '/futures/order/place', { ...order, side: 'BUY', price: await near(0.9995) });
  const user = await trader('10000');
  await done(user, '/futures/order/place', { symbol: SYMBOL, type: 'MARKET', side: 'BUY', quantity: '0.1' });
  const takeProfit = { triggerPrice: await near(1.01), source: 'MARK' };
  const stopLoss = { triggerPrice: await near(0.99), source: 'MARK' };
  await done(user, '/futures/position/exits', { symbol: SYMBOL, takeProfit, stopLoss });
  const { page, troubles, context } = await openTerminal(user);

  const stopOf = async () => (await openStops(user)).find(({ type }) => type === 'STOP');
  const before = (await stopOf())?.triggerPrice;
  const moved = await lower(page, 'SL');
  expect(moved).not.toBe(before);
  await expect.poll(async () => (await stopOf())?.triggerPrice).toBe(moved);
  // It still listens to the price that it listened to, and there is one of each kind.
  await expect.poll(async () => (await stopOf())?.source).toBe('MARK');
  await expect.poll(() => openStops(user)).toHaveLength(2);
  await picture(page, 'futures-chart-lines');
  // It protects the position: whoever presses its x is asked first, on the chart and in the table.
  const question = page.getByRole('alertdialog', { name: 'Cancel the stop-loss?' });
  await page.getByRole('button', { name: /^Cancel: SL/ }).click();
  await question.getByText(/^Your .*BTCUSDT.* position stays open and loses this protection: /).waitFor();
  await picture(page, 'futures-chart-stop-loss-question');
  await question.getByRole('button', { name: 'Keep' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: /^Open orders/ }).click();
  const stopRow = page.getByRole('row').filter({ hasText: 'Stop' }).filter({ hasText: 'TP / SL' }).first();
  await stopRow.getByRole('button', { name: /^Cancel: Sell at/ }).click();
  await question.getByRole('button', { name: 'Keep' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await stopOf()).toBeDefined();
  await page.getByRole('button', { name: /^Cancel: SL/ }).click();
  await question.getByRole('button', { name: 'Cancel the stop-loss' }).click();
  await page.getByText('Sell order canceled').first().waitFor();
  await expect.poll(stopOf).toBeUndefined();

  await done(user, '/futures/order/place', { ...order, side: 'BUY', quantity: '0.05', price: await near(0.995) });
  const asked = await lower(page, 'Buy 0.05');
  await expect.poll(async () => (await openOrders(user))[0]?.price).toBe(asked);
  await page
    .getByRole('region', { name: 'Chart' })
    .getByRole('button', { name: /^Cancel: Buy 0\.05/ })
    .click();
  await page.getByText('Buy order canceled').first().waitFor();
  await page
    .getByText(/BTCUSDT.*0\.05\sBTC at /)
    .first()
    .waitFor();
  await expect.poll(() => openOrders(user)).toEqual([]);

  // A conditional order of one's own is moved by its line too.
  const stop = { symbol: SYMBOL, side: 'SELL', type: 'STOP', triggerPrice: await near(0.98), quantity: '0.03' };
  await done(user, '/futures/stop-order/place', stop);
  const lowered = await lower(page, 'Stop · Sell 0.03');
  const triggers = async () => (await openStops(user)).map(({ triggerPrice }) => triggerPrice);
  await expect.poll(triggers).toContain(lowered);
  expect(lowered).not.toBe(stop.triggerPrice);
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 B17 after a part was closed, the exits of its order show what they can still close, and say what they were set for', async () => {
  const maker = await trader('5000000');
  const resting = { symbol: SYMBOL, type: 'LIMIT', quantity: '2' };
  await done(maker, '/futures/order/place', { ...resting, side: 'SELL', price: await near(1.0005) });
  await done(maker, '/futures/order/place', { ...resting, side: 'BUY', price: await near(0.9995) });
  const user = await trader('20000');
  const market = { symbol: SYMBOL, type: 'MARKET' };
  const exits = { takeProfit: { triggerPrice: await near(1.01) }, stopLoss: { triggerPrice: await near(0.99) } };
  await done(user, '/futures/order/place', { ...market, side: 'BUY', quantity: '0.1', ...exits });
  await done(user, '/futures/order/place', { ...market, side: 'SELL', quantity: '0.04', reduceOnly: true });
  const { page, troubles, context } = await openTerminal(user);
  const chart = page.getByRole('region', { name: 'Chart' });
  for (const exit of ['TP', 'SL']) {
    const pill = chart.locator('[data-part=pill]', { hasText: `${exit} 0.06` });
    await pill.waitFor({ state: 'attached' });
    await pill.getByTitle('0.06 BTC of 0.1 BTC: it closes no more than is open.').waitFor({ state: 'attached' });
  }
  await page.getByRole('tab', { name: /^Open orders/ }).click();
  const rows = page.getByRole('row', {
    name: /TP \/ SL.*0\.06 BTC 0\.06 BTC of 0\.1 BTC: it closes no more than is open\./,
  });
  await expect.poll(() => rows.count()).toBe(2);
  await picture(page, 'futures-exits-of-a-rest');
  expect(troubles).toEqual([]);
  await context.close();
});

test('on a phone a line that is above the picture stands below the legend of the candles, and covers none of its figures', async () => {
  const [maker, user, seller] = [await trader('5000000'), await trader('20000'), await trader('20000')];
  const offer = { symbol: SYMBOL, type: 'LIMIT', quantity: '0.02' };
  await done(maker, '/futures/order/place', { ...offer, side: 'SELL', price: await near(1.0005) });
  const order = { symbol: SYMBOL, type: 'MARKET', quantity: '0.02' };
  await done(user, '/futures/order/place', { ...order, side: 'BUY', takeProfit: { triggerPrice: await near(1.5) } });
  // The newest price is the lowest of the picture: between the legend and its tag there is room for more than one line.
  await done(maker, '/futures/order/place', { ...offer, side: 'BUY', price: await near(0.999) });
  await done(seller, '/futures/order/place', { ...order, side: 'SELL' });
  const { page, context } = await openTerminal(user, { width: 390, height: 844, isPhone: true });
  const pill = page.getByRole('region', { name: 'Chart' }).getByRole('group', { name: /^TP 0\.02/ });
  await pill.waitFor();
  const plot = await page.locator('[data-line]').first().locator('..').boundingBox();
  // One row for the candle, one for the averages.
  const legend = 6 + 2 * 19;
  await expect.poll(async () => (await pill.boundingBox())!.y - plot!.y).toBeGreaterThanOrEqual(legend);
  await picture(page, 'futures-chart-phone-lines');
  await context.close();
});
