/** Lines of one's own on the chart: what dragging one is said to lead to, and how those out of sight are found. */
import type { Order } from '@agio/contracts/http/spot';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { picture } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { done, trader, near } = futuresPeople(site);

const place = async (user: TestUser, order: object): Promise<Order> =>
  (await done<{ order: Order }>(user, '/web/spot/order/place', { symbol: 'BTCUSDT', ...order })).order;
const limit = (side: 'BUY' | 'SELL', price: string, quantity: string) => ({
  side,
  type: 'LIMIT',
  timeInForce: 'GTC',
  price,
  quantity,
});

const chartOf = (page: Page) => page.getByRole('region', { name: 'Chart' });
const handleOf = (page: Page, label: string) => chartOf(page).locator(`[role=slider][aria-label^="${label}"]`);
const question = (page: Page) => page.getByRole('alertdialog');

/** A market with a trade at 90,000 and a seller above it, and the terminal of somebody who has funds in both coins. */
async function spotTerminal(offer: string) {
  const [maker, user] = [
    await site.exchange.createUser({ BTC: '5', USDT: '500000' }),
    await site.exchange.createUser({ BTC: '1', USDT: '50000' }),
  ];
  await place(maker, limit('BUY', '90000', '0.01'));
  await place(user, limit('SELL', '90000', '0.01'));
  const resting = await place(maker, limit('SELL', offer, '0.004'));
  const { page, context, troubles } = await site.visit({ session: user.token });
  const end = async () => {
    await done(maker, '/web/spot/order/cancel', { symbol: 'BTCUSDT', orderId: resting.orderId });
    expect(troubles).toEqual([]);
    await context.close();
  };
  return { user, page, end };
}

test('A4 a limit order dragged through the market says how much of it fills at once, at which average and fee', async () => {
  const { user, page, end } = await spotTerminal('90600');
  await place(user, limit('BUY', '90599.95', '0.01'));
  await page.goto('/spot-trade/BTCUSDT');
  const handle = handleOf(page, 'Buy 0.01');
  await handle.focus();
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Enter');
  const words = await question(page).innerText();
  expect(words).toContain('0.004 BTC would fill at once, as taker: on average at 90,600.00 USDT, fee 0.000004 BTC.');
  await question(page).getByRole('button', { name: 'Keep it' }).click();
  // One that goes on waiting fills nothing.
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await question(page).waitFor();
  expect(await question(page).innerText()).not.toContain('taker');
  await question(page).getByRole('button', { name: 'Keep it' }).click();
  await end();
});

test('a trigger whose drag is refused stands at its price again at once, with the pointer where it was let go', async () => {
  const { user, page, end } = await spotTerminal('90500');
  await place(user, { side: 'SELL', type: 'STOP_MARKET', stopPrice: '89999.97', quantity: '0.02' });
  await page.goto('/spot-trade/BTCUSDT');
  const handle = handleOf(page, 'Trigger · Sell 0.02');
  await handle.waitFor();
  const middle = async () => {
    const { x, y, width, height } = (await handle.boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  await page.waitForTimeout(500);
  const before = await middle();
  await page.mouse.move(before.x, before.y);
  await page.mouse.down();
  // To the upper end of the picture, which is above the last price: a sell trigger may not stand there.
  const top = (await chartOf(page).locator('[data-line]').first().locator('..').boundingBox())!.y + 3;
  for (const y of [before.y - 5, before.y - 40, top]) await page.mouse.move(before.x, y);
  await page.mouse.up();
  await page.getByText('The price was not changed').first().waitFor();
  expect(Math.abs((await middle()).y - before.y)).toBeLessThan(3);
  await end();
});

test('R24 a dragged take-profit tells what it would bring there, in its pill, the question and the message after it', async () => {
  const [maker, user] = [await trader('5000000'), await trader('20000')];
  const offer = { symbol: 'BTCUSDT', type: 'LIMIT', quantity: '1' };
  await done(maker, '/futures/order/place', { ...offer, side: 'SELL', price: await near(1.0005) });
  await done(user, '/futures/order/place', { symbol: 'BTCUSDT', type: 'MARKET', side: 'BUY', quantity: '0.1' });
  const takeProfit = { triggerPrice: await near(1.003), source: 'MARK' };
  await done(user, '/futures/position/exits', { symbol: 'BTCUSDT', takeProfit });
  const { page, context } = await site.visit({ session: user.token });
  await page.goto('/contract-trade/BTCUSDT');
  const handle = handleOf(page, 'TP');
  await handle.waitFor();
  const note = chartOf(page).getByRole('group', { name: /^TP/ }).locator('[data-part=note]');
  await note.waitFor();
  const before = await note.innerText();
  await handle.focus();
  // Ten ticks of 0.1, of 0.1 BTC: 0.10 USDT a press.
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('Shift+ArrowUp');
  const dragged = await note.innerText();
  const amount = (text: string) => Number(/[+−]([\d,.]+)/.exec(text)![1]!.replaceAll(',', ''));
  expect(amount(dragged) - amount(before)).toBeCloseTo(3, 1);
  await page.keyboard.press('Enter');
  await question(page).getByText(`There it would bring about ${dragged.trim()} after its fee.`).waitFor();
  await question(page).getByRole('button', { name: 'Change it' }).click();
  await page.getByText('TP of the position changed').first().waitFor();
  await context.close();
});

test('R24 at the edge of the chart a stop-loss stands before an order that is nearer; the list there brings each into sight', async () => {
  const [maker, user] = [await trader('5000000'), await trader('20000')];
  const offer = { symbol: 'BTCUSDT', type: 'LIMIT', quantity: '1' };
  await done(maker, '/futures/order/place', { ...offer, side: 'SELL', price: await near(1.0005) });
  await done(user, '/futures/order/place', { symbol: 'BTCUSDT', type: 'MARKET', side: 'BUY', quantity: '0.1' });
  const stopLoss = { triggerPrice: await near(0.85), source: 'MARK' };
  await done(user, '/futures/position/exits', { symbol: 'BTCUSDT', stopLoss });
  const order = { symbol: 'BTCUSDT', type: 'LIMIT', side: 'BUY', quantity: '0.03', price: await near(0.9) };
  await done(user, '/futures/order/place', order);
  const { page, context, troubles } = await site.visit({ session: user.token });
  await page.goto('/contract-trade/BTCUSDT');
  const stop = chartOf(page).getByRole('group', { name: /^SL/ });
  await stop.waitFor();
  const more = stop.locator('[data-part=more]');
  await expect.poll(() => more.innerText()).toMatch(/^\+\d ↓$/);
  expect(
    await chartOf(page)
      .getByRole('group', { name: /^Buy 0\.03/ })
      .count(),
  ).toBe(0);
  expect(await more.locator('..').getAttribute('title')).toMatch(/^SL[^]*\nBuy 0\.03 /);

  await stop.getByRole('button', { name: 'Below the picture' }).click();
  const list = page.getByRole('dialog', { name: 'Below the picture' });
  await list.getByRole('button', { name: /^Buy 0\.03/ }).waitFor();
  await picture(page, 'chart-edge-list');
  await list.getByRole('button', { name: /^SL/ }).click();
  await list.waitFor({ state: 'detached' });
  await chartOf(page)
    .getByRole('group', { name: /^Buy 0\.03/ })
    .waitFor();
  await expect.poll(() => more.textContent()).toBe('');
  expect(troubles).toEqual([]);
  await context.close();
});

test('the market that a chart is compared with is kept for its market, as its indicators are', async () => {
  const { page, end } = await spotTerminal('90700');
  await page.goto('/spot-trade/BTCUSDT');
  const compare = chartOf(page).getByRole('button', { name: 'Compare' });
  await compare.click();
  await page.getByRole('menuitemradio', { name: 'ETH/USDT' }).click();
  await page.keyboard.press('Escape');
  await page.goto('/spot-trade/ETHUSDT');
  const chosen = () => page.getByRole('menuitemradio', { checked: true }).innerText();
  await compare.click();
  await expect.poll(chosen).toBe('No other market');
  await page.goto('/spot-trade/BTCUSDT');
  await compare.click();
  await expect.poll(chosen).toBe('ETH/USDT');
  await end();
});
