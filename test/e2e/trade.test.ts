/** Two people in two browsers trade with each other, from registering to logging out. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated, picture, type Visit } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';

const site = visitExchange();

async function register(visit: Visit, email: string): Promise<void> {
  const { page } = visit;
  await page.goto('/register?redirect=%2Fassets');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('four unrelated words here');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/assets');
  await hydrated(page);
  await page.getByText(/^You hold nothing yet/).waitFor();
  expect(await page.getByRole('button', { name: 'Convert small balances' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Get test funds' }).first().click();
  await page.getByText('10,000').first().waitFor();
}

async function openTerminal(page: Page): Promise<void> {
  await page.goto('/spot-trade/BTCUSDT');
  await page.getByRole('region', { name: 'Order ticket' }).waitFor();
  await page.waitForLoadState('networkidle');
}

async function place(page: Page, side: 'Buy' | 'Sell', price: string, amount: string): Promise<void> {
  const ticket = page.getByRole('region', { name: 'Order ticket' });
  await ticket.getByText(side, { exact: true }).first().click();
  await ticket.getByLabel('Price', { exact: true }).first().fill(price);
  await ticket.getByLabel('Amount').first().fill(amount);
  await ticket.getByRole('button', { name: new RegExp(`^${side} ${amount}`) }).click();
}

test('T1 two browsers trade with each other: register, receive funds, place, match, see it live in both, cancel, log out', async () => {
  const seller = await site.visit();
  const buyer = await site.visit();
  await register(seller, 'seller@e2e.agio.example');
  await register(buyer, 'buyer@e2e.agio.example');
  await picture(buyer.page, 'assets-after-faucet');

  await openTerminal(seller.page);
  await openTerminal(buyer.page);
  await place(seller.page, 'Sell', '96500', '0.02');
  // The order stands in the seller's list and, live, in the buyer's book.
  await seller.page
    .getByRole('row', { name: /96,?500/ })
    .first()
    .waitFor();
  await buyer.page
    .getByText(/96,?500/)
    .first()
    .waitFor();
  await picture(buyer.page, 'terminal-before-trade');

  await place(buyer.page, 'Buy', '96500', '0.01');
  // The trade shows in both: the buyer's history, the seller's order half filled, the public trades of both.
  await buyer.page.getByRole('tab', { name: 'Trade history' }).click();
  await buyer.page
    .getByRole('row', { name: /Buy.*96,?500/ })
    .first()
    .waitFor();
  await seller.page.getByText('50%').first().waitFor();
  await picture(seller.page, 'terminal-after-trade');

  await seller.page
    .getByRole('button', { name: /^Cancel(?! all)/ })
    .first()
    .click();
  // Half of it had filled.
  await seller.page.getByText('Sell order: the rest was canceled').first().waitFor();
  await seller.page.getByText('You have no open orders').waitFor();

  const balances = await site.exchange.call<{ balances: { asset: string; locked: string }[] }>(
    'GET',
    '/web/spot/account/balances',
    undefined,
    {
      headers: { cookie: (await seller.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ') },
    },
  );
  expect(balances.data.balances.every((balance) => balance.locked === '0')).toBe(true);

  await seller.page.getByRole('button', { name: /Profile of/ }).click();
  await seller.page.getByRole('menuitem', { name: 'Log out' }).click();
  await seller.page.getByRole('link', { name: 'Log in' }).first().waitFor();
  expect([...seller.troubles, ...buyer.troubles]).toEqual([]);
});

test('a refused order shows the reason at once and keeps the typed values', async () => {
  const visit = await site.visit();
  await register(visit, 'poor@e2e.agio.example');
  await openTerminal(visit.page);
  const ticket = visit.page.getByRole('region', { name: 'Order ticket' });
  await ticket.getByLabel('Price', { exact: true }).first().fill('96400');
  await ticket.getByLabel('Amount').first().fill('5');
  await ticket.getByRole('button', { name: /^Buy/ }).last().click();
  await visit.page
    .getByText(/More than is available|not enough/)
    .first()
    .waitFor();
  await expect.poll(() => ticket.getByLabel('Amount').first().inputValue()).toBe('5');
});

test('a try to send marks the empty fields of its own type of order only: another type begins without a reproach', async () => {
  const visit = await site.visit();
  await register(visit, 'chooser@e2e.agio.example');
  await openTerminal(visit.page);
  const ticket = visit.page.getByRole('region', { name: 'Order ticket' });
  await ticket.locator('button[type=submit]').click();
  await expect.poll(() => ticket.locator('input[aria-invalid=true]').count()).toBeGreaterThan(0);
  await ticket.getByLabel('Conditional order type').selectOption({ label: 'Trailing stop' });
  await ticket.getByLabel('Callback').waitFor();
  expect(await ticket.locator('input[aria-invalid=true]').count()).toBe(0);
  await ticket.locator('button[type=submit]').click();
  await expect.poll(() => ticket.getByLabel('Callback').getAttribute('aria-invalid')).toBe('true');
});

test('without JavaScript a password never reaches the address: the button sleeps and the form would post', async () => {
  const { page, context } = await site.visit({ javaScript: false });
  for (const path of ['/login', '/register']) {
    await page.goto(path);
    await expect.poll(() => page.locator('form[method="post"]').count()).toBe(1);
    await expect.poll(() => page.locator('form button[type="submit"]').isDisabled()).toBe(true);
    await expect.poll(() => page.locator('main').innerText()).toContain('JavaScript');
  }
  await context.close();
});

test('home says what trading costs on all markets, from the lowest rate to the highest', async () => {
  const request = { symbol: 'LTCUSDT', version: 2, changes: { takerFeeRate: '0.002' } };
  expect((await site.exchange.operate('/operator/market/parameters', request)).code).toBe(0);
  const { page, context } = await site.visit();
  const facts = async () => {
    await page.goto('/');
    return page.getByRole('listitem').filter({ hasText: 'er fee' }).allInnerTexts();
  };
  await expect.poll(facts).toEqual(['0.1%\nmaker fee', '0.1%–0.2%\ntaker fee']);
  await context.close();
});
