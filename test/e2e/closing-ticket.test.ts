/** The ticket of a perpetual whose order only closes: what can be closed, what it is expected to bring, and what is told of it afterwards. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { hydrated, picture, type VisitOptions } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';
import { barriers } from './probes.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { done, near, trader, quote } = futuresPeople(site);
const SYMBOL = 'BTCUSDT';

beforeAll(async () => quote(await trader('5000000'), '3', 0.001));

async function openTerminal(user: TestUser, options: VisitOptions = {}) {
  const visit = await site.visit({ session: user.token, ...options });
  await visit.page.goto('/contract-trade/BTCUSDT');
  await hydrated(visit.page);
  return visit;
}
const ticketOf = (page: Page) => page.locator('section#ticket:visible');
const toast = (page: Page, text: string | RegExp) => page.locator('[data-toast]').filter({ hasText: text }).first();
const place = (user: TestUser, rest: object) =>
  done<{ orderId: number }>(user, '/futures/order/place', { symbol: SYMBOL, ...rest });

/** What the ticket says of an order to close a tenth of a coin at this price: also of one for more, which closes no more. */
async function expectClosable(page: Page, price: string): Promise<void> {
  const ticket = ticketOf(page);
  const figure = (name: RegExp) => ticket.locator('form dl > div', { hasText: name }).first().locator('dd').innerText();
  await ticket.locator('p', { hasText: 'Can be closed' }).getByText('0.1 BTC', { exact: true }).waitFor();
  await ticket.getByRole('textbox', { name: 'Price', exact: true }).fill(price);
  const amount = ticket.getByLabel('Amount', { exact: true });
  await amount.fill('0.1');
  const whole = { value: /^Order value/, result: /^Est\. PnL before the fee/, fee: /^Fee/ };
  await expect.poll(() => figure(whole.result)).toMatch(/^[+−][\d,]+\.\d\d USDT$/);
  const [value, fee] = [await figure(whole.value), await figure(whole.fee)];
  await amount.fill('2');
  await ticket.getByRole('status').filter({ hasText: 'at most 0.1 BTC of it would close' }).waitFor();
  await expect.poll(() => figure(whole.value)).toBe(value);
  expect(await figure(whole.fee)).toBe(fee);
}

test('B17 in hedge mode the tab that closes counts what can be closed, and tells what was closed with its result', async () => {
  const user = await trader('20000');
  await done(user, '/futures/account/position-mode', { positionMode: 'HEDGE' });
  await place(user, { side: 'BUY', positionSide: 'LONG', type: 'MARKET', quantity: '0.1' });
  const { page, troubles, context } = await openTerminal(user, { width: 1280, height: 720 });
  const ticket = ticketOf(page);
  await ticket.getByText('Close', { exact: true }).click();
  await ticket.getByText('Close long', { exact: true }).first().click();
  await expectClosable(page, await near(1.01));
  await picture(page, 'closing-ticket');
  expect(await barriers(page, '#ticket')).toEqual([]);
  await ticket.getByLabel('Measured in').selectOption({ label: 'Total in USDT' });
  await ticket
    .locator('p', { hasText: 'Can be closed' })
    .getByText(/^[\d,]+\.\d\d USDT$/)
    .waitFor();
  await ticket.getByLabel('Measured in').selectOption({ label: 'Amount in BTC' });
  await ticket.getByRole('button', { name: 'Market', exact: true }).click();
  await ticket.getByText('100%', { exact: true }).click();
  await expect.poll(() => ticket.getByLabel('Amount', { exact: true }).inputValue()).toBe('0.1');
  await ticket.locator('button[type=submit]').click();
  await toast(page, 'Closed long 0.1 BTC')
    .getByText(/At\s[\d,.]+\sUSDT\s·\sPnL\s−[\d.]+\sUSDT\safter\sthe\sclosing\sfee/)
    .waitFor();
  await picture(page, 'closing-told');
  expect(troubles).toEqual([]);
  await context.close();
});

test('B17 in one-way mode a reduce-only order counts the same on a phone, less what closes before it', async () => {
  const user = await trader('20000');
  await place(user, { side: 'SELL', type: 'MARKET', quantity: '0.1' });
  const { page, context } = await openTerminal(user, { width: 390, height: 844, isPhone: true });
  await page.locator('.fixed').getByRole('button', { name: /^Buy/ }).click();
  const ticket = ticketOf(page);
  await ticket.getByText('Reduce-only', { exact: true }).click();
  await expectClosable(page, await near(0.98));
  await picture(page, 'closing-ticket-phone');
  await place(user, { side: 'BUY', type: 'LIMIT', price: await near(0.985), quantity: '0.04', reduceOnly: true });
  await ticket.locator('p', { hasText: 'Can be closed' }).getByText('0.06 BTC', { exact: true }).waitFor();
  await ticket.getByText('Your orders at this price or a better one close 0.04 BTC first.').waitFor();
  await picture(page, 'closing-behind-phone');
  await context.close();
});

test('A4 what canceled orders had filled is told with them: of one how much, of all how many', async () => {
  const [user, other] = [await trader('20000'), await trader('20000')];
  const { page, context } = await openTerminal(user);
  const table = page.getByRole('region', { name: 'My positions and orders' });
  const price = await near(1.0005);
  const resting = async () => {
    await place(user, { side: 'SELL', type: 'LIMIT', price, quantity: '0.05' });
    await place(other, { side: 'BUY', type: 'LIMIT', price, quantity: '0.02' });
  };
  await resting();
  await table.getByRole('tab', { name: /^Open orders\s*1$/ }).click();
  await table.getByRole('row', { name: /40%/ }).waitFor();
  await table.getByRole('button', { name: /^Cancel.*Sell/ }).click();
  await toast(page, 'the rest was canceled')
    .getByText(/Only\s0\.02\sBTC\swas\sfilled.*0\.03\sof\s0\.05\sBTC\scanceled/)
    .waitFor();
  await resting();
  await place(user, { side: 'SELL', type: 'LIMIT', price: await near(1.02), quantity: '0.01' });
  await table.getByRole('tab', { name: /^Open orders\s*2$/ }).click();
  await table.getByRole('row', { name: /40%/ }).waitFor();
  await table.getByRole('button', { name: 'Cancel all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel all' }).click();
  await toast(page, 'Orders canceled in all markets: 2').getByText('Filled in part before: 1').waitFor();
  await picture(page, 'canceled-all');
  await context.close();
});

test('B17 a limit order that closes less than was asked for says how much was dropped, one that opened tells its fee', async () => {
  const user = await trader('20000');
  const { page, context } = await openTerminal(user, { width: 1280, height: 720 });
  const ticket = ticketOf(page);
  await ticket.getByRole('button', { name: 'Market', exact: true }).click();
  await ticket.getByLabel('Amount', { exact: true }).fill('0.1');
  await ticket.locator('button[type=submit]').click();
  await toast(page, 'filled: 0.1 BTC')
    .getByText(/At\s[\d,.]+\sUSDT\s·\sfee\s[\d.]+\sUSDT/)
    .waitFor();
  await ticket.getByRole('button', { name: 'Limit', exact: true }).click();
  await ticket.getByText('Sell / Short', { exact: true }).click();
  await ticket.getByText('Reduce-only', { exact: true }).click();
  await ticket.getByRole('textbox', { name: 'Price', exact: true }).fill(await near(1.01));
  await ticket.getByLabel('Amount', { exact: true }).fill('0.5');
  await ticket.locator('button[type=submit]').click();
  await toast(page, 'order placed: 0.1 BTC')
    .getByText(/0\.4\sBTC\scanceled/)
    .waitFor();
  await picture(page, 'closing-dropped');
  await context.close();
});

test('A4 a message that is shown stops saying that the rest waits in the book once that is canceled', async () => {
  const [user, other] = [await trader('20000'), await trader('20000')];
  const { page, context } = await site.visit({ session: user.token });
  // From then on the bell tells of fills.
  const listening = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/web/spot/order/fills');
  await page.goto('/contract-trade/BTCUSDT');
  await hydrated(page);
  await listening;
  const price = await near(1.0005);
  const { order } = await done<{ order: { orderId: number } }>(user, '/futures/order/place', {
    symbol: SYMBOL,
    side: 'SELL',
    type: 'LIMIT',
    price,
    quantity: '0.05',
  });
  await place(other, { side: 'BUY', type: 'LIMIT', price, quantity: '0.02' });
  const told = toast(page, 'Opened short 0.02 BTC');
  await told.getByText(/0\.03\sBTC\sstill\sin\sthe\sbook/).waitFor();
  await done(user, '/futures/order/cancel', { symbol: SYMBOL, orderId: order.orderId });
  await told.getByText(/0\.03\sBTC\scanceled/).waitFor({ timeout: 1_500 });
  expect(await page.getByText(/still\sin\sthe\sbook/).count()).toBe(0);
  await context.close();
});

test.each(['spot', 'perpetual'] as const)(
  'A4 the answer to a cancel takes the place of what still stands there of the same fills: %s',
  async (kind) => {
    const isSpot = kind === 'spot';
    const place = (user: TestUser, side: 'BUY' | 'SELL', price: string, quantity: string) =>
      done(user, isSpot ? '/web/spot/order/place' : '/futures/order/place', {
        symbol: SYMBOL,
        type: 'LIMIT',
        side,
        price,
        quantity,
      });
    const people = async () => (isSpot ? site.exchange.createUser({ USDT: '20000', BTC: '1' }) : trader('20000'));
    const [user, other] = [await people(), await people()];
    const price = await near(1.0005);
    await place(other, 'SELL', price, '0.02');
    const { page, context } = await site.visit({ session: user.token });
    const listening = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/web/spot/order/fills');
    await page.goto(`/${isSpot ? 'spot' : 'contract'}-trade/${SYMBOL}`);
    await hydrated(page);
    await listening;
    const table = page.getByRole('region', { name: isSpot ? 'My orders' : 'My positions and orders' });
    await table.getByRole('tab', { name: /^Open orders/ }).click();
    const ticket = ticketOf(page);
    await ticket.getByRole('textbox', { name: 'Price', exact: true }).fill(price);
    await ticket.getByLabel('Amount', { exact: true }).fill('0.05');
    await ticket.locator('button[type=submit]').click();
    const own = toast(page, /filled: 0\.02/);
    await own.getByText(/0\.03\sBTC\sstill\sin\sthe\sbook/).waitFor();
    // What came to the rest later the bell tells; what the pointer is on stays.
    await own.hover();
    await place(other, 'SELL', price, '0.01');
    const later = toast(page, /0\.01\sBTC/);
    await later.getByText(/0\.02\sBTC\sstill\sin\sthe\sbook/).waitFor();
    await table.getByRole('button', { name: /^Cancel.*Buy/ }).focus();
    await page.keyboard.press('Enter');
    await toast(page, 'the rest was canceled')
      .getByText(/Only\s0\.03\sBTC\swas\sfilled.*0\.02\sof\s0\.05\sBTC\scanceled/)
      .waitFor();
    await picture(page, `closing-ticket-one-message-${kind}`);
    expect(await page.locator('[data-toast]').allInnerTexts()).toHaveLength(1);
    await context.close();
  },
);
