/** Columns of the tables of perpetuals at the edges: the narrowest tables, and right-to-left text. */
import { beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { hydrated, picture } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { done, near, trader, quote } = futuresPeople(site);

let user: TestUser;

beforeAll(async () => {
  await quote(await trader('5000000'), '3', 0.001);
  user = await trader('20000');
  const order = { symbol: 'BTCUSDT', side: 'BUY', quantity: '0.1' };
  await done(user, '/futures/order/place', { ...order, type: 'MARKET' });
  await done(user, '/futures/order/place', { ...order, type: 'LIMIT', price: await near(0.95) });
});

test.each([768, 900, 1023])('R24 open orders say what was filled of them at %i px', async (width) => {
  const { page, context } = await site.visit({ session: user.token, width, height: 768 });
  await page.goto('/contract-trade/BTCUSDT');
  await hydrated(page);
  await page.getByRole('tab', { name: /^Open orders/ }).click();
  const table = page.getByRole('table', { name: 'Open orders' });
  await table.getByRole('columnheader', { name: 'Filled' }).waitFor();
  await table.getByRole('cell', { name: '0%', exact: true }).waitFor();
  await picture(page, `open-orders-filled-${width}`);
  await context.close();
});

test('R24 in Persian each line of a figure ends where its head does', async () => {
  const { page, context } = await site.visit({ session: user.token, width: 1280, height: 720 });
  await page.goto('/fa-ir/contract-trade/BTCUSDT');
  await hydrated(page);
  const table = page.getByRole('table', { name: 'موقعیت‌ها' });
  await table.getByText('%').first().waitFor();
  await picture(page, 'positions-fa-alignment');
  const ends = () =>
    table.evaluate((element) => {
      const leftOf = (node: Node): number => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect().left;
      };
      const heads = [...element.querySelectorAll('th')];
      const at = heads.findIndex((head) => head.textContent.includes('ROE'));
      const walker = document.createTreeWalker(element.querySelector('tbody tr')!.children[at]!, NodeFilter.SHOW_TEXT);
      const lines: number[] = [];
      for (let text = walker.nextNode(); text; text = walker.nextNode())
        if (/\d/.test(text.textContent!)) lines.push(Math.round(leftOf(text) - leftOf(heads[at]!)));
      return lines.map((distance) => Math.abs(distance) <= 2);
    });
  await expect.poll(ends).toEqual([true, true]);
  await context.close();
});
