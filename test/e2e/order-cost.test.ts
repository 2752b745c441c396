/** What an order of a perpetual is expected to cost and what it reserves, told before it is sent. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { hydrated, picture, type VisitOptions } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { trader, quote, near } = futuresPeople(site);

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

test('S10 the size of an order of a perpetual can be typed in USDT: its lots are told and sent, and the unit is remembered', async () => {
  const user = await trader('20000');
  const { page, troubles, context } = await openTerminal(user);
  const ticket = ticketOf(page);
  const size = ticket.locator('button[type=submit]');
  await ticket.getByRole('textbox', { name: 'Price', exact: true }).fill(await near(0.999));
  await ticket.getByLabel('Amount', { exact: true }).fill('0.02');
  await ticket.getByLabel('Measured in').selectOption({ label: 'Total in USDT' });
  // The same order in the other unit.
  await expect.poll(() => size.innerText()).toBe('Buy / Long 0.02 BTC');
  const total = ticket.getByLabel('Total', { exact: true });
  await total.fill('1');
  // What one step costs.
  await ticket.getByText(/^At least \d\d,?\d*\.\d\d.USDT\.$/).waitFor();
  await ticket.getByRole('button', { name: 'Market', exact: true }).click();
  await total.fill('1000');
  await ticket.locator('dd', { hasText: /^0\.0\d+ BTC · \d{3}\.\d\d USDT$/ }).waitFor();
  const sent = (await size.innerText()).replace('Buy / Long ', '');
  await size.click();
  await page.getByText(`Buy / Long filled: ${sent}`).first().waitFor();
  await expect.poll(() => total.inputValue()).toBe('');
  await page.reload();
  await hydrated(page);
  await total.waitFor();
  await picture(page, 'order-in-quote');
  expect(troubles).toEqual([]);
  await context.close();

  const phone = await openTerminal(user, { width: 320, height: 640, isPhone: true });
  await phone.page.locator('.fixed').getByRole('button', { name: /^Buy/ }).click();
  const sheet = ticketOf(phone.page);
  await sheet.getByLabel('Measured in').selectOption({ label: 'Total in USDT' });
  await sheet.getByLabel('Total', { exact: true }).fill('1000');
  await sheet.getByRole('button', { name: /^Buy \/ Long 0\.0\d+ BTC$/ }).waitFor();
  await picture(phone.page, 'order-in-quote-phone');
  await phone.context.close();
});
