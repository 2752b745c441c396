/** What an order of a perpetual costs, told in its parts before it is sent. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { hydrated, picture, type VisitOptions } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';
import { barriers } from './probes.ts';

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

test('B5 the cost of a market order is explained in its parts, by keyboard and by touch', async () => {
  const user = await trader('20000');
  const { page, troubles, context } = await openTerminal(user);
  const ticket = ticketOf(page);
  await ticket.getByRole('button', { name: 'Market', exact: true }).click();
  await ticket.getByLabel('Amount', { exact: true }).fill('0.1');
  const cost = ticket.getByRole('button', { name: 'Cost', exact: true });
  await cost.focus();
  await page.keyboard.press('Enter');
  const parts = page.getByRole('dialog', { name: 'Cost' });
  await parts.getByText(/covered up to its worst price/).waitFor();
  const amounts = async () =>
    [...(await parts.innerText()).matchAll(/([\d,]+\.\d\d) USDT/g)].map(([, text = '']) =>
      Number(text.replaceAll(',', '')),
    );
  const [margin = 0, loss = 0, fees = 0, sum = 0] = await amounts();
  expect(loss).toBeGreaterThan(0);
  expect(margin + loss + fees).toBeCloseTo(sum, 1);
  await picture(page, 'cost-parts');
  expect(await barriers(page, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Escape');
  await parts.waitFor({ state: 'detached' });
  expect(troubles).toEqual([]);
  await context.close();

  const phone = await openTerminal(user, { width: 390, height: 844, isPhone: true });
  await phone.page.locator('.fixed').getByRole('button', { name: /^Buy/ }).click();
  const sheet = ticketOf(phone.page);
  await sheet.getByRole('button', { name: 'Market', exact: true }).click();
  await sheet.getByLabel('Amount', { exact: true }).fill('0.1');
  await sheet.getByRole('button', { name: 'Cost', exact: true }).tap();
  await phone.page.getByRole('dialog', { name: 'Cost' }).getByText('Highest fee').waitFor();
  await picture(phone.page, 'cost-parts-phone');
  await phone.context.close();
});
