/** The terminal of perpetuals in the browser: a position's whole life, its settings, conditional orders, a liquidation in a crash. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { hydrated, picture, type VisitOptions } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const SYMBOL = 'BTCUSDT';

const { done, trader, near, quote } = futuresPeople(site);
const WIDTH = 0.0005;

let maker: TestUser;
beforeAll(async () => {
  maker = await trader('5000000');
  await quote(maker, '2', WIDTH);
});

async function openTerminal(user: TestUser, options: VisitOptions = {}, path = '/contract-trade/BTCUSDT') {
  const visit = await site.visit({ session: user.token, ...options });
  await visit.page.goto(path);
  await hydrated(visit.page);
  return visit;
}
const ticketOf = (page: Page) => page.locator('section#ticket');
const tableOf = (page: Page) => page.getByRole('region', { name: 'My positions and orders' });

async function chooseIsolated(page: Page, leverage: number): Promise<void> {
  await page.getByRole('button', { name: /^Margin mode of/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Isolated/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Leverage:/ }).click();
  const dialog = page.getByRole('dialog');
  // Typed with a comma it is refused; it is never taken for another number.
  await dialog.getByRole('textbox', { name: 'Leverage' }).fill('1,5');
  await dialog.getByText('Whole numbers only').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('slider').fill(String(leverage));
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Leverage' }).inputValue()).toBe(String(leverage));
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: `Leverage: ${leverage}x` }).waitFor();
}

test('trading E7 an order that own funds do not carry says before it is sent how much bonus it takes', async () => {
  const user = await trader('100');
  const grant = { grantId: 77, email: user.email, asset: 'USDT', amount: '400', expiresAt: Date.now() + 3_600_000 };
  await site.exchange.operate('/operator/pool/fund', { pool: 'BONUS_POOL', asset: 'USDT', amount: '1000' });
  await site.exchange.operate('/operator/bonus/grant', grant);
  const { page, troubles, context } = await openTerminal(user);
  const ticket = ticketOf(page);
  const hint = ticket.getByText(/USDT of this comes from your bonus/);
  const price = await near(0.99);
  // At 20x it costs a little over 400 of the 500 USDT at any price of the day.
  // The button drops the zeros at its end.
  const amount = String(Number((8_000 / Number(price)).toFixed(3)));
  await ticket.getByLabel('Price', { exact: true }).fill(price);
  await ticket.getByLabel('Amount', { exact: true }).fill('0.001');
  await expect.poll(() => ticket.getByText(/^Est. liq. price$/).count()).toBe(1);
  expect(await hint.count()).toBe(0);
  await ticket.getByLabel('Amount', { exact: true }).fill(amount);
  await hint.waitFor();
  await picture(page, 'futures-ticket-bonus');
  await ticket.getByRole('button', { name: `Buy / Long ${amount} BTC` }).click();
  await tableOf(page)
    .getByRole('tab', { name: /Open orders/ })
    .click();
  await tableOf(page)
    .getByRole('row', { name: new RegExp(`BTCUSDT.*${amount}`) })
    .waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test('E7 funds come from spot without leaving the ticket, and the equity says so', async () => {
  const user = await site.exchange.createUser({ USDT: '750' });
  const { page, troubles, context } = await openTerminal(user);
  const account = ticketOf(page).getByRole('region', { name: 'Account', exact: true });
  await expect.poll(() => account.innerText()).toContain('0.00 USDT');
  // Isolated positions are no part of these figures, which say so.
  for (const label of ['Equity (Cross)', 'Unrealized PnL (Cross)']) await account.getByText(label).waitFor();
  await ticketOf(page)
    .getByLabel('Price', { exact: true })
    .fill(await near(0.9));
  await ticketOf(page).getByLabel('Amount', { exact: true }).fill('0.01');
  await ticketOf(page).getByRole('button', { name: 'Transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('300');
  await picture(page, 'futures-transfer');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => account.innerText()).toContain('300.00 USDT');
  await expect.poll(() => ticketOf(page).getByLabel('Amount', { exact: true }).inputValue()).toBe('0.01');
  // Opened again it knows what is left.
  await ticketOf(page).getByRole('button', { name: 'Transfer' }).click();
  await dialog.getByText(/450/).waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test('E7 a transfer from within the ticket does not send the order that stands in it', async () => {
  const user = await site.exchange.createUser({ USDT: '2000' });
  await done(user, '/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '1000' });
  const { page, context } = await openTerminal(user);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  await ticketOf(page)
    .getByLabel('Price', { exact: true })
    .fill(await near(0.99));
  await ticketOf(page).getByLabel('Amount', { exact: true }).fill('0.001');
  await ticketOf(page).getByRole('button', { name: 'Transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('100');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.waitForTimeout(500);
  expect(sent.filter((path) => path.includes('/account/transfer'))).toHaveLength(1);
  expect(sent.filter((path) => path.includes('/order/'))).toEqual([]);
  // The ticket is whole: its own button sends.
  await ticketOf(page).getByRole('button', { name: 'Buy / Long 0.001 BTC' }).click();
  await expect.poll(() => sent.filter((path) => path.includes('/order/place')).length).toBe(1);
  await context.close();
});

test('R24 trading A6 an open order is changed in its table, price and amount, under its own id', async () => {
  const user = await trader('10000');
  const [low, lower] = [await near(0.9), await near(0.89)];
  const { order } = await done<{ order: { orderId: number } }>(user, '/futures/order/place', {
    symbol: SYMBOL,
    side: 'BUY',
    type: 'LIMIT',
    price: low,
    quantity: '0.01',
  });
  const { page, troubles, context } = await openTerminal(user);
  await tableOf(page)
    .getByRole('tab', { name: /Open orders/ })
    .click();
  await tableOf(page)
    .getByRole('button', { name: /^Change: Buy at/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Change order/ });
  const amount = dialog.getByLabel('Amount', { exact: true });
  await amount.fill('0,02');
  await dialog.getByText('Commas only group thousands here.').waitFor();
  await amount.fill('0.02');
  await dialog.getByLabel('Price', { exact: true }).fill(lower);
  await picture(page, 'futures-amend');
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await dialog.waitFor({ state: 'detached' });
  await tableOf(page)
    .getByRole('row', { name: /BTCUSDT.*0\.02 BTC/ })
    .waitFor();
  const open = await site.exchange.call<{ orders: { orderId: number; price: string; quantity: string }[] }>(
    'GET',
    '/futures/order/open',
    undefined,
    { token: user.token },
  );
  expect(open.data.orders).toMatchObject([{ orderId: order.orderId, quantity: '0.02' }]);
  expect(Number(open.data.orders[0]!.price)).toBe(Number(lower));
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 the exits that an order brought are in the dialog of its position: changed and taken away there, none is left beside', async () => {
  const user = await trader('10000');
  const [first, other, stop] = [await near(1.05), await near(1.06), await near(0.95)];
  await done(user, '/futures/order/place', {
    symbol: SYMBOL,
    side: 'BUY',
    type: 'MARKET',
    quantity: '0.05',
    takeProfit: { triggerPrice: first },
    stopLoss: { triggerPrice: stop },
  });
  const { page, troubles, context } = await openTerminal(user);
  const row = tableOf(page).getByRole('row', { name: /BTCUSDT.*Long/ });
  await row.getByRole('button', { name: 'TP and SL of BTCUSDT' }).click();
  const dialog = page.getByRole('dialog');
  const shown = async (label: string) => Number((await dialog.getByLabel(label).inputValue()).replaceAll(',', ''));
  await expect.poll(() => shown('TP')).toBe(Number(first));
  expect(await shown('SL')).toBe(Number(stop));
  await dialog.getByLabel('TP').fill(other);
  await dialog.getByLabel('SL').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const exits = async () => {
    const path = `/futures/stop-order/open?symbol=${SYMBOL}`;
    const { data } = await site.exchange.call<{ orders: { triggerPrice: string }[] }>('GET', path, undefined, {
      token: user.token,
    });
    return data.orders.map(({ triggerPrice }) => Number(triggerPrice));
  };
  await expect.poll(exits).toEqual([Number(other)]);
  await expect.poll(() => row.innerText()).toContain('–');
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 C31 T4 E7 a position is opened, given exits and margin, seen at the mark of now, and closed', async () => {
  const user = await trader('10000');
  const { page, troubles, context } = await openTerminal(user);
  await chooseIsolated(page, 20);
  const ticket = ticketOf(page);
  await ticket.getByRole('button', { name: 'Market', exact: true }).click();
  await ticket.getByLabel('Amount', { exact: true }).fill('0.1');
  await ticket.getByText(/^Est. liq. price$/).waitFor();
  await picture(page, 'futures-ticket');
  await ticket.getByRole('button', { name: /^Buy \/ Long 0.1 BTC/ }).click();
  const row = tableOf(page).getByRole('row', { name: /BTCUSDT.*Long 20x.*Isolated/ });
  await row.waitFor();
  await picture(page, 'futures-position');

  await row.getByRole('button', { name: 'TP and SL of BTCUSDT' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('TP').fill(await near(1.05));
  await dialog.getByLabel('SL').fill(await near(1.05));
  await dialog.getByText(/It must be below/).waitFor();
  await dialog.getByLabel('SL').fill(await near(0.97));
  await expect.poll(() => dialog.getByText('Triggered by the last price.').count()).toBe(2);
  await dialog.getByText(/^−.* USDT$/).waitFor();
  await picture(page, 'futures-exits');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() =>
      tableOf(page)
        .getByRole('tab', { name: /^Open orders/ })
        .innerText(),
    )
    .toMatch(/2/);
  // One exit changes alone: the other one stays as it was.
  await row.getByRole('button', { name: 'TP and SL of BTCUSDT' }).click();
  const takeProfit = await dialog.getByLabel('TP').inputValue();
  await dialog.getByLabel('SL').fill(await near(0.96));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row.getByRole('button', { name: 'TP and SL of BTCUSDT' }).click();
  await expect.poll(() => dialog.getByLabel('TP').inputValue()).toBe(takeProfit);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await row.getByRole('button', { name: 'Change the margin of BTCUSDT' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('Enter an amount.').waitFor();
  await dialog.getByLabel('Amount').fill('100');
  await dialog.getByText(/ → /).waitFor();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });

  await row.getByRole('button', { name: /^Market · Close position/ }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText(/Sells .*BTC.* at the best prices of the book/).waitFor();
  await question.getByText('Est. PnL after the closing fee').waitFor();
  await question.getByRole('button', { name: 'Close it' }).click();
  await row.waitFor({ state: 'detached' });
  // The exits went with it.
  await expect
    .poll(() =>
      tableOf(page)
        .getByRole('tab', { name: /^Open orders/ })
        .innerText(),
    )
    .not.toMatch(/\d/);
  await tableOf(page).getByRole('tab', { name: 'Position history' }).click();
  await tableOf(page)
    .getByRole('row', { name: /BTCUSDT.*Long 20x/ })
    .waitFor();
  await tableOf(page).getByRole('tab', { name: 'Trade history' }).click();
  await expect
    .poll(() =>
      tableOf(page)
        .getByRole('row', { name: /BTCUSDT/ })
        .count(),
    )
    .toBe(2);
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 /contract-trade shows a visitor the market, and asks to log in for what is one’s own', async () => {
  const { page, troubles, context } = await site.visit();
  await page.goto('/contract-trade');
  await hydrated(page);
  await page.getByRole('heading', { name: 'BTCUSDT perpetual' }).waitFor();
  await ticketOf(page).getByRole('link', { name: 'Log in' }).waitFor();
  await tableOf(page).getByText('Log in to see your orders and assets.').first().waitFor();
  expect(await ticketOf(page).getByRole('button', { name: /^Buy/ }).count()).toBe(0);
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 every type of order is placed and canceled from the ticket; hedge mode opens and closes sides', async () => {
  const user = await trader('20000');
  const { page, troubles, context } = await openTerminal(user);
  const ticket = ticketOf(page);
  const table = tableOf(page);
  await ticket.getByLabel('Price', { exact: true }).fill(await near(0.98));
  await ticket.getByLabel('Amount', { exact: true }).fill('0.01');
  await ticket.getByRole('button', { name: /^Buy \/ Long 0.01 BTC/ }).click();
  await table.getByRole('tab', { name: /^Open orders/ }).click();
  await table.getByRole('row', { name: /BTCUSDT.*Limit.*Buy/ }).waitFor();
  const waiting = [
    ['STOP', 'Trigger', 1.02, /Stop.*Buy/],
    ['TAKE_PROFIT', 'Trigger', 0.97, /Take-profit.*Buy/],
    ['TRAILING_STOP', 'Callback', 0, /Trailing stop.*Buy/],
  ] as const;
  for (const [type, field, factor, row] of waiting) {
    await ticket.getByLabel('Conditional order type').selectOption(type);
    await ticket.getByLabel(field, { exact: true }).fill(factor === 0 ? '1.5' : await near(factor));
    await ticket.getByLabel('Amount', { exact: true }).fill('0.01');
    await ticket.getByRole('button', { name: /^Buy \/ Long 0.01 BTC/ }).click();
    await table.getByRole('row', { name: row }).waitFor();
  }
  await picture(page, 'futures-open-orders');
  await table.getByRole('button', { name: 'Cancel all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel all' }).click();
  await table.getByText('You have no open orders.').waitFor();

  await page.getByRole('button', { name: /^Position mode:/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Hedge/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await ticket.getByRole('button', { name: 'Market', exact: true }).click();
  await ticket.getByText('Open short', { exact: true }).click();
  await ticket.getByLabel('Amount', { exact: true }).fill('0.02');
  await ticket.getByRole('button', { name: /^Open short 0.02/ }).click();
  await table.getByRole('tab', { name: /^Positions/ }).click();
  await table.getByRole('row', { name: /BTCUSDT.*Short/ }).waitFor();
  await ticket.getByText('Close', { exact: true }).click();
  await ticket.getByText('Close short', { exact: true }).click();
  await ticket.getByLabel('Amount', { exact: true }).fill('0.02');
  await ticket.getByRole('button', { name: /^Close short 0.02/ }).click();
  await table.getByText('You have no open positions.').waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

// The last test of this file: the market stands elsewhere afterwards.
test('R24 a position that is liquidated in a crash is told and gone, and its table says what was lost', async () => {
  const user = await trader('3000');
  const { page, context } = await openTerminal(user, { theme: 'light' });
  await chooseIsolated(page, 50);
  const ticket = ticketOf(page);
  await ticket.getByRole('button', { name: 'Market', exact: true }).click();
  await ticket.getByLabel('Amount', { exact: true }).fill('0.05');
  await ticket.getByRole('button', { name: /^Buy \/ Long/ }).click();
  const row = tableOf(page).getByRole('row', { name: /BTCUSDT.*Long 50x/ });
  await row.waitFor();
  await site.exchange.operate('/operator/demo/shock', { symbol: SYMBOL, percent: -15, forSeconds: 20 });
  await page
    .getByText(/^Liquidated:\slong\s0\.05\sBTC/)
    .first()
    .waitFor({ timeout: 40_000 });
  await row.waitFor({ state: 'detached' });
  await picture(page, 'futures-liquidated');
  // The own liquidations: in which zone they are told, what was lost, and what of that was the fee.
  const table = tableOf(page);
  await table.getByRole('tab', { name: 'Liquidations' }).click();
  const closing = table.getByRole('row', { name: /BTCUSDT/ }).last();
  await closing.waitFor();
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Time · UTC/), 'Realized (USDT)', 'Fee']),
  );
  expect(await closing.innerText()).toMatch(/Liquidation\s+Long\s/);
  expect(await closing.innerText()).toMatch(/−\d[\d,.]*\s+\d[\d,.]* USDT/);
  await picture(page, 'futures-own-liquidations');
  await context.close();
});
