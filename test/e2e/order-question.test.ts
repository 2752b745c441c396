/** The question before an order says all of what is sent, in spot and on perpetuals, and reads in order in every direction of writing. */
import type { Ticker } from '@agio/contracts/http/markets';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated, picture, type VisitOptions } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';
import { barriers } from './probes.ts';

const site = visitSharedExchange();
const { done, near: nearMark } = futuresPeople(site);
const SYMBOL = 'BTCUSDT';

/** Somebody who is asked before every order. */
async function openTerminal(path: string, options: VisitOptions = {}) {
  const user = await site.exchange.createUser({ USDT: '20000', BTC: '1' });
  await done(user, '/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '9000' });
  const visit = await site.visit({ session: user.token, ...options });
  await visit.context.addInitScript(() =>
    localStorage.setItem('agio.preferences', JSON.stringify({ state: { confirms: 'always' }, version: 0 })),
  );
  await visit.page.goto(path);
  await hydrated(visit.page);
  return { ...visit, user };
}

/** This share of the last price of spot, or of the mark of the perpetual, in whole numbers. */
async function near(factor: number, market: 'spot' | 'futures'): Promise<string> {
  if (market === 'futures') return String(Math.round(Number(await nearMark(factor))));
  const { data } = await site.exchange.call<{ tickers: Ticker[] }>('GET', '/web/spot/tickers');
  return String(Math.round(Number(data.tickers.find(({ symbol }) => symbol === SYMBOL)!.lastPrice) * factor));
}
const shown = (price: string, decimals: number) =>
  Number(price).toLocaleString('en-US', { minimumFractionDigits: decimals });

/** The rows of the question by name, without the marks of direction. */
async function rowsOf(question: Locator): Promise<Record<string, string>> {
  const rows = await question
    .locator('dt')
    .evaluateAll((names) => names.map((name) => [name.textContent, name.nextElementSibling!.textContent]));
  return Object.fromEntries(rows.map((row) => row.map((text) => text.replaceAll(/[\u2066-\u2069]/g, ''))));
}

/** Texts of the element in the order in which they stand on the screen, from the left. */
function fromLeft(element: Locator, parts: readonly string[]): Promise<string[]> {
  return element.evaluate((line, wanted) => {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const places: { part: string; left: number }[] = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      for (const part of wanted) {
        const at = node.textContent!.indexOf(part);
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + part.length);
        places.push({ part, left: range.getBoundingClientRect().left });
      }
    }
    return places.toSorted((a, b) => a.left - b.left).map(({ part }) => part);
  }, parts);
}

const ticketOf = (page: Page) => page.locator('section#ticket:visible');

test('K3 before an order of spot the question names side, size, type and market, how it stands, and what it costs', async () => {
  const { page, context, troubles } = await openTerminal(`/spot-trade/${SYMBOL}`);
  const ticket = ticketOf(page);
  const price = await near(0.98, 'spot');
  await ticket.getByLabel('Price', { exact: true }).fill(price);
  await ticket.getByLabel('Amount', { exact: true }).fill('0.01');
  await ticket.getByText('Iceberg', { exact: true }).click();
  await ticket.getByLabel('Shown at a time', { exact: true }).fill('0.002');
  await ticket.getByText('Post-only', { exact: true }).click();
  await ticket.getByRole('button', { name: /^Buy 0.01/ }).click();
  const question = page.getByRole('dialog', { name: 'Send this order?' });
  await question.waitFor();
  const rows = await rowsOf(question);
  expect(rows).toMatchObject({
    Order: 'Buy 0.01 BTC · Limit · BTC/USDT',
    'Your price': `${shown(price, 2)} USDT`,
    'Post-only': '✓',
    'Shown at a time': '0.002 BTC',
    'You receive': expect.stringMatching(/^0\.00999\d* BTC$/),
  });
  expect(rows['Last price']).toMatch(/^[\d,.]+ USDT$/);
  expect(rows.Cost).toMatch(/^[\d,.]+ USDT$/);
  expect(Object.keys(rows).some((name) => name.startsWith('Fee, maker'))).toBe(true);
  await picture(page, 'order-question-spot');
  expect(await barriers(page, '[role=dialog]')).toEqual([]);
  await question.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('row', { name: /Limit.*Iceberg.*Buy/ }).waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test.each(['spot', 'contract'] as const)(
  'K3 before a market order the question has one average price, which follows the book: %s',
  async (kind) => {
    const { page, context, troubles } = await openTerminal(`/${kind}-trade/${SYMBOL}`);
    const ticket = ticketOf(page);
    await ticket.getByText('Market', { exact: true }).first().click();
    if (kind === 'spot') await ticket.getByText('Sell', { exact: true }).first().click();
    await ticket.getByLabel('Amount', { exact: true }).fill('0.01');
    await ticket.locator('button[type=submit]').click();
    const question = page.getByRole('dialog', { name: 'Send this order?' });
    await question.waitFor();
    const names = Object.keys(await rowsOf(question));
    expect(names.filter((name) => /average/i.test(name))).toEqual(['Est. average price']);
    await picture(page, `order-question-market-${kind}`);
    expect(troubles).toEqual([]);
    await context.close();
  },
);

test('K3 the size that was asked about is the one that is sent: a chosen share does not follow the balance any more', async () => {
  const { page, context, user, troubles } = await openTerminal(`/spot-trade/${SYMBOL}`);
  const ticket = ticketOf(page);
  await ticket.getByLabel('Price', { exact: true }).fill(await near(0.98, 'spot'));
  await ticket.getByRole('button', { name: '50%' }).click();
  const amount = ticket.getByLabel('Amount', { exact: true });
  const chosen = await amount.inputValue();
  const move = { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '1000' };
  // It follows until the order is asked about.
  await done(user, '/web/account/transfer', move);
  await expect.poll(() => amount.inputValue()).not.toBe(chosen);
  const asked = await amount.inputValue();
  await ticket.getByRole('button', { name: /^Buy 0/ }).click();
  const question = page.getByRole('dialog', { name: 'Send this order?' });
  await question.waitFor();
  const order = `Buy ${asked} BTC · Limit · BTC/USDT`;
  expect((await rowsOf(question)).Order).toBe(order);
  await done(user, '/web/account/transfer', { ...move, amount: '4000' });
  await ticket
    .getByText(/^6,000/)
    .first()
    .waitFor();
  expect((await rowsOf(question)).Order).toBe(order);
  await question.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('row', { name: new RegExp(`Limit.*Buy.*${asked.replace('.', '\\.')}`) }).waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test('K3 before an order of a perpetual the question names exits, conditions and limits, and what the order leads to', async () => {
  const { page, context, troubles } = await openTerminal(`/contract-trade/${SYMBOL}`);
  const ticket = ticketOf(page);
  const question = page.getByRole('dialog', { name: 'Send this order?' });
  const [price, profit, loss, trigger] = [
    await near(0.98, 'futures'),
    await near(1.05, 'futures'),
    await near(0.9, 'futures'),
    await near(0.95, 'futures'),
  ];
  await ticket.getByLabel('Price', { exact: true }).fill(price);
  await ticket.getByLabel('Amount', { exact: true }).fill('0.01');
  await ticket.getByText('TP / SL', { exact: true }).click();
  await ticket.getByLabel('TP', { exact: true }).fill(profit);
  await ticket.getByLabel('SL', { exact: true }).fill(loss);
  await ticket.getByText('IOC', { exact: true }).click();
  await ticket.getByRole('button', { name: /^Buy \/ Long 0.01/ }).click();
  await question.waitFor();
  const rows = await rowsOf(question);
  expect(rows).toMatchObject({
    Order: 'Buy / Long 0.01 BTC · Limit · BTCUSDT',
    'Your price': `${shown(price, 1)} USDT`,
    TP: `${shown(profit, 1)} USDT`,
    SL: `${shown(loss, 1)} USDT`,
    'Time in force': 'IOC',
  });
  for (const name of ['Last price', 'Order value', 'Cost', 'Est. average price'])
    expect(rows[name], name).toMatch(/^[\d,.]+ USDT$/);
  await picture(page, 'order-question-perpetual');
  expect(await barriers(page, '[role=dialog]')).toEqual([]);
  await question.getByRole('button', { name: 'Change it' }).click();

  await ticket.getByLabel('Conditional order type').selectOption('STOP');
  await ticket.getByText('Sell / Short', { exact: true }).first().click();
  await ticket.getByLabel('Trigger', { exact: true }).fill(trigger);
  await ticket.getByLabel('Amount', { exact: true }).fill('0.01');
  await ticket.getByRole('button', { name: /^Sell \/ Short 0.01/ }).click();
  await question.waitFor();
  expect(await rowsOf(question)).toMatchObject({
    Order: 'Sell / Short 0.01 BTC · Stop · BTCUSDT',
    'Waits until': `Last: the price falls to ${shown(trigger, 1)}`,
  });
  await question.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Sell / Short order waits for its trigger').first().waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test.each([
  [1280, 'spot', 'خرید', 'BTC/USDT'],
  [320, 'spot', 'خرید', 'BTC/USDT'],
  [1280, 'futures', 'خرید / لانگ', SYMBOL],
  [390, 'futures', 'خرید / لانگ', SYMBOL],
] as const)(
  'S9 in Persian at %d px the order of the question reads from the right: %s',
  async (width, market, side, name) => {
    const isPhone = width < 700;
    const path = `/fa-ir/${market === 'spot' ? 'spot' : 'contract'}-trade/${SYMBOL}`;
    const { page, context, troubles } = await openTerminal(path, { width, height: 800, isPhone, theme: 'light' });
    if (isPhone) await page.locator('.fixed').getByRole('button', { name: side }).click();
    const ticket = ticketOf(page);
    await ticket
      .getByLabel('قیمت')
      .first()
      .fill(await near(0.98, market));
    await ticket.getByLabel('مقدار', { exact: true }).fill('0.01');
    await ticket.locator('button[type=submit]').click();
    const order = page.getByRole('dialog').last().locator('dd').first();
    await order.waitFor();
    const parts = [side, '0.01', 'محدود', name];
    if (width === 1280) expect(await fromLeft(order, parts)).toEqual([name, 'محدود', '0.01', side]);
    // The amount stands before its coin, as numbers are read.
    expect(await fromLeft(order, ['0.01', ' BTC'])).toEqual(['0.01', ' BTC']);
    expect(
      await page
        .getByRole('dialog')
        .last()
        .evaluate((box) => box.scrollWidth - box.clientWidth),
    ).toBe(0);
    await picture(page, `order-question-fa-${market}-${width}`);
    expect(troubles).toEqual([]);
    await context.close();
  },
);

test('S9 in Persian what a conditional order waits for is a sentence from the right, and fits a phone', async () => {
  const options = { width: 320, height: 800, isPhone: true };
  const { page, context, troubles } = await openTerminal(`/fa-ir/contract-trade/${SYMBOL}`, options);
  await page.locator('.fixed').getByRole('button', { name: 'خرید / لانگ' }).click();
  const ticket = ticketOf(page);
  const trigger = await near(1.05, 'futures');
  await ticket.getByLabel('نوع سفارش شرطی').selectOption('STOP');
  await ticket.getByRole('textbox', { name: 'قیمت فعال‌سازی' }).fill(trigger);
  await ticket.getByLabel('مقدار', { exact: true }).fill('0.01');
  await ticket.locator('button[type=submit]').click();
  const question = page.getByRole('dialog').last();
  const condition = question.locator('dt', { hasText: 'منتظر است تا' }).locator('xpath=following-sibling::dd[1]');
  const first = 'آخرین قیمت';
  await expect.poll(async () => (await fromLeft(condition, [first, 'قیمت به'])).at(-1)).toBe(first);
  await picture(page, 'order-question-fa-stop-320');
  expect(await question.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  expect(troubles).toEqual([]);
  await context.close();
});
