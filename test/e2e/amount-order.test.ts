/** In a language that is read from the right an amount has one order everywhere: its coin stands behind it, as in sentences. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated, picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();

/** Where a word of an element stands, in px. */
const placeOf = (element: Locator, word: string) =>
  element.evaluate((box, text) => {
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent!.indexOf(text);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      return range.getBoundingClientRect().left;
    }
    throw new Error(`no ${text} in ${box.textContent}`);
  }, word);

test('E6 in Persian the coin of the total and of a record stands right of its number', async () => {
  const { token } = await site.exchange.createUser({ USDT: '4321' });
  const { page, context } = await site.visit({ session: token });
  await page.goto('/fa-ir/assets');
  const total = page.locator('main section p').filter({ hasText: '4,321.00' }).first();
  await picture(page, 'total-in-persian');
  expect(await placeOf(total, 'USD')).toBeGreaterThan(await placeOf(total, '4,321'));
  await page.goto('/fa-ir/assets/records');
  const amount = page.getByRole('row').filter({ hasText: '4,321' }).first();
  expect(await placeOf(amount, 'USDT')).toBeGreaterThan(await placeOf(amount, '4,321'));
  await context.close();
});

test('E6 in Persian "up to" is read before the amount that a market order reserves', async () => {
  const { token } = await site.exchange.createUser({ USDT: '4321' });
  const { page, context } = await site.visit({ session: token });
  await page.goto('/fa-ir/contract-trade/BTCUSDT');
  await hydrated(page);
  const ticket = page.locator('section#ticket');
  await ticket.getByRole('button', { name: 'بازار', exact: true }).click();
  await ticket.getByLabel('مقدار', { exact: true }).fill('0.01');
  const reserved = ticket.locator('dd').filter({ hasText: 'تا' }).first();
  await reserved.waitFor();
  expect(await placeOf(reserved, 'تا')).toBeGreaterThan(await placeOf(reserved, 'USDT'));
  await context.close();
});
