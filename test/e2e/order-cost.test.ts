/** What an order of a perpetual is expected to cost and what it reserves, told before it is sent. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { hydrated, picture, type VisitOptions } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { trader, quote } = futuresPeople(site);

beforeAll(async () => quote(await trader('5000000'), '3', 0.001));

async function openTerminal(user: TestUser, options: VisitOptions = {}) {
  const visit = await site.visit({ session: user.token, ...options });
  await visit.page.goto('/contract-trade/BTCUSDT');
  await hydrated(visit.page);
  return visit;
}
const ticketOf = (page: Page) => page.locator('section#ticket:visible');

test('B5 a market order costs margin and fee at its expected price; what it reserves until it fills stands beside that, on a phone too', async () => {
  const user = await trader('20000');
  const { page, troubles, context } = await openTerminal(user);
  const amountOf = async (sheet: ReturnType<typeof ticketOf>, row: RegExp): Promise<number> => {
    const text = await sheet.locator('form dl > div', { hasText: row }).first().locator('dd').innerText();
    return Number(/[\d,.]+/.exec(text)![0].replaceAll(',', ''));
  };
  const read = async (on: Page): Promise<void> => {
    const ticket = ticketOf(on);
    await ticket.getByRole('button', { name: 'Market', exact: true }).click();
    await ticket.getByLabel('Amount', { exact: true }).fill('0.1');
    await ticket.locator('dd', { hasText: /^up to [\d,]+\.\d\d USDT$/ }).waitFor();
    const [cost, margin, fee] = [
      await amountOf(ticket, /^Cost/),
      await amountOf(ticket, /^Margin/),
      await amountOf(ticket, /^.*fee/i),
    ];
    expect(cost).toBeCloseTo(margin + fee, 1);
    expect(await amountOf(ticket, /^Reserved until it fills/)).toBeGreaterThan(cost);
  };
  await read(page);
  await picture(page, 'order-cost');
  expect(troubles).toEqual([]);
  await context.close();

  const phone = await openTerminal(user, { width: 390, height: 844, isPhone: true });
  await phone.page.locator('.fixed').getByRole('button', { name: /^Buy/ }).click();
  await read(phone.page);
  await picture(phone.page, 'order-cost-phone');
  await phone.context.close();
});
