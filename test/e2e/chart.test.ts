/** The chart of the terminal: own orders are dragged and canceled on it, and what was drawn and chosen stays. */
import { readFileSync } from 'node:fs';
import type { Order } from '@agio/contracts/http/spot';
import type { Ticker } from '@agio/contracts/http/markets';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { picture, type VisitOptions } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();

let keys = 0;
async function lastPrice(): Promise<number> {
  const { data } = await site.exchange.call<{ tickers: Ticker[] }>('GET', '/web/spot/tickers');
  return Number(data.tickers.find(({ symbol }) => symbol === 'BTCUSDT')!.lastPrice);
}
/** A resting buy order at this share of the last price: the market of the demo moves by parts of a percent while a test looks. */
async function rest(user: TestUser, factor: number): Promise<Order> {
  const price = String(Math.round((await lastPrice()) * factor));
  const body = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price, quantity: '0.01' };
  const headers = { 'idempotency-key': `chart-${user.uid}-${(keys += 1)}` };
  const sent = { token: user.token, headers };
  const answer = await site.exchange.call<{ order: Order }>('POST', '/web/spot/order/place', body, sent);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data.order;
}
async function openOrders(user: TestUser): Promise<readonly Order[]> {
  const path = '/web/spot/order/open';
  return (await site.exchange.call<{ orders: Order[] }>('GET', path, undefined, { token: user.token })).data.orders;
}
const priceOf = async (user: TestUser) => (await openOrders(user))[0]?.price;

async function openChart(user?: TestUser, options: VisitOptions = {}) {
  const visit = await site.visit({ ...(user ? { session: user.token } : {}), ...options });
  await visit.page.goto('/spot-trade/BTCUSDT');
  await visit.page.getByRole('region', { name: 'Chart' }).locator('canvas').first().waitFor();
  return visit;
}
/**
 * Candles of a day span some percent, so that an order below the price is in sight; those of minutes do not. Until they are there the
 * order's pill stands at the edge: who takes it by its place then would miss it.
 */
async function showDays(page: Page): Promise<void> {
  await chartOf(page).getByRole('button', { name: '1d', exact: true }).click();
  const inSight = page
    .locator('[data-line]')
    .filter({ has: handleOf(page) })
    .locator('[data-part=rule]:not([hidden])');
  await inSight.waitFor({ state: 'attached' });
  let before = await handleOf(page).boundingBox();
  const movedBy = async (): Promise<number> => {
    const [was, is] = [before, (before = await handleOf(page).boundingBox())];
    return Math.abs((is?.y ?? 0) - (was?.y ?? 0));
  };
  // Three looks in a row: candles that come late move it once more.
  for (let still = 0; still < 3; still = (await movedBy()) < 1 ? still + 1 : 0) await page.waitForTimeout(200);
}
const chartOf = (page: Page) => page.getByRole('region', { name: 'Chart' });
/** Not by its role: while a question is open, what lies behind it has none. */
const handleOf = (page: Page) => page.locator('[role=slider][aria-label^="Buy 0.01: price"]');

/** Takes the order's pill and lets it go this many px further down. */
async function drag(page: Page, distance: number): Promise<void> {
  const box = (await handleOf(page).boundingBox())!;
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + distance / 2, { steps: 3 });
  await page.mouse.move(x, y + distance, { steps: 3 });
  await page.mouse.up();
}

/** Takes the pill from the edge and lets it go as soon as it is inside: further up it might cross the market, and the order would fill. */
async function dragInside(page: Page, before: number): Promise<void> {
  const box = (await handleOf(page).boundingBox())!;
  const x = box.x + box.width / 2;
  let y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  const pulled = async (): Promise<number> => {
    y -= 3;
    await page.mouse.move(x, y);
    return Number(await handleOf(page).getAttribute('aria-valuenow'));
  };
  await expect.poll(pulled, { interval: 50 }).toBeGreaterThan(1.5 * before);
  await page.mouse.up();
}

test('an open order is dragged to a new price: asked about, sent once, and back in its place when the question is declined', async () => {
  const user = await site.exchange.createUser({ USDT: '2000' });
  const { price: before } = await rest(user, 0.985);
  const { page, troubles, context } = await openChart(user);
  await showDays(page);
  await picture(page, 'chart-own-order');

  // Nothing is sent before the question is answered, and a refusal of one's own leaves all as it was.
  await drag(page, 40);
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(/^Buy 0\.01: from .* USDT to .* USDT\.$/).waitFor();
  await picture(page, 'chart-move-question');
  await expect.poll(() => priceOf(user)).toBe(before);
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => handleOf(page).getAttribute('aria-valuenow')).toBe(before);

  await drag(page, 40);
  const moved = await handleOf(page).getAttribute('aria-valuenow');
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await page.getByText('Buy order changed').waitFor();
  await page.getByText(/Price .?[\d,.]+\s→\s[\d,.]+\sUSDT/).waitFor();
  await expect.poll(() => priceOf(user)).toBe(moved);
  expect(Number(moved)).toBeLessThan(Number(before));
  await expect.poll(() => openOrders(user)).toHaveLength(1);

  // By keyboard: ten ticks up, without a question because the user turned it off.
  await page.getByRole('button', { name: 'On the chart' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Ask before a dragged order changes' }).click();
  await page.keyboard.press('Escape');
  await handleOf(page).focus();
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => priceOf(user)).toBe(String(Math.round((Number(moved) + 0.1) * 100) / 100));

  expect(troubles).toEqual([]);
  await context.close();
});

test('an order out of sight is taken from the edge: the picture reaches to it, and then it goes with the pointer', async () => {
  const user = await site.exchange.createUser({ USDT: '2000' });
  const { price: before } = await rest(user, 0.5);
  const { page, context } = await openChart(user);
  await handleOf(page).waitFor();
  await drag(page, 40);
  await expect.poll(() => handleOf(page).getAttribute('aria-valuenow')).toBe(before);
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
  await expect.poll(() => page.locator('[data-line] [data-part=more]').first().textContent()).toBe('');
  await dragInside(page, Number(before));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change it' }).click();
  await expect.poll(async () => Number(await priceOf(user))).toBeGreaterThan(1.5 * Number(before));
  await context.close();
});

test('an order is canceled by the x of its pill on the chart', async () => {
  const user = await site.exchange.createUser({ USDT: '2000' });
  await rest(user, 0.985);
  const { page, context } = await openChart(user);
  await chartOf(page)
    .getByRole('button', { name: /^Cancel: Buy 0\.01 at/ })
    .click();
  await expect.poll(() => openOrders(user)).toEqual([]);
  await handleOf(page).waitFor({ state: 'detached' });
  await context.close();
});

test('an order is dragged by a finger on a phone', async () => {
  const user = await site.exchange.createUser({ USDT: '2000' });
  const { price: before } = await rest(user, 0.985);
  const { page, context } = await openChart(user, { width: 390, height: 844, isPhone: true });
  await showDays(page);
  const box = (await handleOf(page).boundingBox())!;
  const touch = await context.newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  for (const y of [10, 20, 30])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: point.x, y: point.y + y }] });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change it' }).click();
  await page.getByText('Buy order changed').waitFor();
  await expect.poll(async () => Number(await priceOf(user))).toBeLessThan(Number(before));
  await context.close();
});

test('indicators, the type and drawings of a market are there after the page is loaded anew', async () => {
  const { page, troubles, context } = await openChart();
  const chart = chartOf(page);
  await chart.getByRole('button', { name: 'Indicators' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'MACD', exact: true }).click();
  await page.keyboard.press('Escape');
  await chart.getByRole('button', { name: 'Chart type' }).click();
  await page.getByRole('menuitemradio', { name: 'Area' }).click();
  const place = (await chart.getByRole('img').boundingBox())!;
  await chart.getByRole('button', { name: 'Trend line' }).click();
  await page.mouse.click(place.x + 150, place.y + 150);
  await page.mouse.click(place.x + 350, place.y + 100);
  // By keyboard alone.
  await chart.getByRole('button', { name: 'Horizontal line' }).focus();
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await picture(page, 'chart-drawn');

  await page.reload();
  await chart.locator('canvas').first().waitFor();
  await chart.getByRole('button', { name: 'Indicators' }).click();
  await expect
    .poll(() => page.getByRole('menuitemcheckbox', { name: 'MACD', exact: true }).getAttribute('aria-checked'))
    .toBe('true');
  await page.keyboard.press('Escape');
  await chart.getByRole('button', { name: 'Chart type' }).click();
  await expect.poll(() => page.getByRole('menuitemradio', { name: 'Area' }).getAttribute('aria-checked')).toBe('true');
  await page.keyboard.press('Escape');
  await chart.getByRole('button', { name: 'Remove a drawing' }).click();
  await page.getByRole('menuitem', { name: /^Trend line/ }).click();
  await page.getByRole('menuitem', { name: /^Trend line/ }).waitFor({ state: 'detached' });
  await page.getByRole('menuitem', { name: 'Remove all drawings' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all drawings' }).click();
  await chart.getByRole('button', { name: 'Remove a drawing' }).click();
  await page.getByText('No drawings yet').waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test('a text is written on the chart, changed and removed, with the pointer and with keys alone, and stays of its market', async () => {
  const { page, troubles, context } = await openChart();
  const chart = chartOf(page);
  const dialog = page.getByRole('dialog', { name: 'Text on the chart' });
  const field = dialog.getByLabel('What it says');
  const kept = () =>
    page.evaluate(() => {
      const text = localStorage.getItem('agio.chart BTC/USDT') ?? '{}';
      return (JSON.parse(text) as { drawings?: { text?: string }[] }).drawings?.map((drawing) => drawing.text) ?? [];
    });
  // With keys alone: an empty one is not taken, one that is given up leaves nothing.
  const layer = chart.getByRole('application');
  await chart.getByRole('button', { name: 'Text', exact: true }).press('Enter');
  await layer.waitFor();
  for (const key of ['ArrowUp', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await field.waitFor();
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.getByText('Write at least one character.').waitFor();
  await picture(page, 'chart-text-dialog');
  await page.keyboard.type('Support at 90k');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(kept).toEqual(['Support at 90k']);
  await chart.getByRole('button', { name: 'Text', exact: true }).press('Enter');
  await layer.waitFor();
  await page.keyboard.press('Enter');
  await field.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await kept()).toEqual(['Support at 90k']);

  // With the pointer: placed, then pressed twice.
  const place = (await chart.getByRole('img').boundingBox())!;
  await chart.getByRole('button', { name: 'Text', exact: true }).click();
  await layer.waitFor();
  await page.mouse.click(place.x + 200, place.y + 120);
  await field.fill('Watch this');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await picture(page, 'chart-text');
  await page.mouse.dblclick(place.x + 225, place.y + 112);
  await expect.poll(() => field.inputValue()).toBe('Watch this');
  await field.fill('Watched');
  await page.keyboard.press('Enter');
  await expect.poll(kept).toEqual(['Support at 90k', 'Watched']);

  await page.reload();
  await chart.locator('canvas').first().waitFor();
  await chart.getByRole('button', { name: 'Change a text' }).click();
  await page.getByRole('menuitem', { name: 'Support at 90k' }).press('Enter');
  await expect.poll(() => field.inputValue()).toBe('Support at 90k');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(kept).toEqual(['Watched']);
  await chart.getByRole('button', { name: 'Remove a drawing' }).click();
  await page.getByRole('menuitem', { name: 'Text Watched' }).click();
  await expect.poll(kept).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});

test('the chart is saved as a picture that names the market, the interval and the moment', async () => {
  const { page, context } = await openChart();
  const coming = page.waitForEvent('download');
  await chartOf(page).getByRole('button', { name: 'Save as a picture' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^BTC-USDT-15m-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.png$/);
  const bytes = readFileSync(await file.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(400);
  await context.close();
});

test('depth tells price, sum and distance from the middle, by pointer, by keyboard and as a table', async () => {
  const { page, troubles, context } = await openChart();
  const chart = chartOf(page);
  await chart.getByText('Depth', { exact: true }).click();
  const depth = chart.getByRole('slider', { name: /^Depth of BTC\/USDT: [\d.,]+ BTC to buy and [\d.,]+ BTC to sell/ });
  const box = (await depth.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height / 2);
  await chart.getByText('From the middle').first().waitFor();
  await chart.getByText(/^−\d+\.\d\d%$/).waitFor();
  await picture(page, 'chart-depth');
  await depth.focus();
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => depth.getAttribute('aria-valuetext'))
    .toMatch(/^(Buy|Sell) orders, [\d.,]+, [\d.,]+ BTC, [+−]?\d+\.\d\d%$/);
  await expect.poll(() => chart.getByRole('row').count()).toBe(5);
  expect(troubles).toEqual([]);
  await context.close();
});
