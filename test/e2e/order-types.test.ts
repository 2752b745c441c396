/** Every type of order that the core has: placed from the ticket, seen in table and card, canceled or filled; and answers that get lost. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { hydrated, picture, type Visit } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { done, trader, near, quote } = futuresPeople(site);

const SPOT = '/spot-trade/BTCUSDT';
const PERPETUAL = '/contract-trade/BTCUSDT';
const DEVICES = ['desktop', 'phone'] as const;
type Device = (typeof DEVICES)[number];

let maker: TestUser;
beforeAll(async () => {
  maker = await trader('5000000');
  await quote(maker, '3', 0.001);
  // The last price of the spot market is 96,000, and both sides of its book have something.
  const [seller, buyer] = [await holder(), await holder()];
  const order = { symbol: 'BTCUSDT', type: 'LIMIT', quantity: '2' };
  const place = (user: TestUser, change: object) => done(user, '/web/spot/order/place', { ...order, ...change });
  await place(seller, { side: 'SELL', price: '96000', quantity: '0.01' });
  await place(buyer, { side: 'BUY', price: '96000', quantity: '0.01' });
  await place(seller, { side: 'SELL', price: '96001' });
  await place(buyer, { side: 'BUY', price: '95999' });
});

const holder = (): Promise<TestUser> => site.exchange.createUser({ USDT: '300000', BTC: '5' });

async function openTerminal(user: TestUser, path: string, device: Device): Promise<Visit> {
  const size = device === 'phone' ? { width: 390, height: 844, isPhone: true } : {};
  const visit = await site.visit({ session: user.token, ...size });
  await visit.page.goto(path);
  await hydrated(visit.page);
  return visit;
}

/** The ticket for this side: on a phone a sheet that the button at the bottom opens. */
async function ticketFor(page: Page, side: RegExp, device: Device): Promise<Locator> {
  if (device === 'phone') await page.locator('.fixed').getByRole('button', { name: side }).click();
  const ticket = page.locator('section#ticket:visible');
  await ticket.getByText(side).first().click();
  return ticket;
}

interface Typed {
  /** Its name in the list of types; plain types are tabs. */
  readonly type: string;
  readonly isPlain?: boolean;
  /** Buttons and boxes of the ticket that are pressed. */
  readonly press?: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  /** What its row is found by; without one it fills at once. */
  readonly row?: RegExp;
}

async function write(ticket: Locator, { type, isPlain = false, press = [], fields }: Typed): Promise<void> {
  if (isPlain) await ticket.getByRole('button', { name: type, exact: true }).click();
  else if (type === 'OCO') await ticket.getByRole('button', { name: 'OCO', exact: true }).click();
  else await ticket.getByLabel('Conditional order type').selectOption({ label: type });
  for (const name of press) await ticket.getByText(name, { exact: true }).last().click();
  for (const [label, value] of Object.entries(fields))
    await ticket.getByRole('textbox', { name: label, exact: true }).fill(value);
}

const send = (ticket: Locator) => ticket.locator('button[type=submit]').click();
const rowsOf = (page: Page, row: RegExp) => page.getByRole('row', { name: row });

/** Ends an open order by the button of its row. */
async function cancelRow(page: Page, row: RegExp): Promise<void> {
  await rowsOf(page, row)
    .first()
    .getByRole('button', { name: /^Cancel/ })
    .click();
}

/** Places each from the ticket, sees its row, and cancels it. */
async function placeSeeCancel(visit: Visit, side: RegExp, orders: readonly Typed[], device: Device): Promise<void> {
  const { page, troubles } = visit;
  for (const order of orders) {
    const ticket = await ticketFor(page, side, device);
    await write(ticket, order);
    await send(ticket);
    if (order.row === undefined) {
      await page
        .getByText(/filled|ended unfilled/)
        .first()
        .waitFor();
      continue;
    }
    await rowsOf(page, order.row).first().waitFor();
    await cancelRow(page, order.row);
    await expect.poll(() => rowsOf(page, order.row!).count()).toBe(0);
  }
  expect(troubles).toEqual([]);
}

const SELL = /^Sell$/;
const amount = { Amount: '0.1' };

for (const device of DEVICES) {
  test(`A1 A2 on a ${device}: limit, post-only, iceberg and market orders of spot`, async () => {
    const visit = await openTerminal(await holder(), SPOT, device);
    const limit = { type: 'Limit', isPlain: true };
    await placeSeeCancel(
      visit,
      SELL,
      [
        { ...limit, fields: { Price: '97000', ...amount }, row: /Limit.*97,000/ },
        { ...limit, press: ['Post-only'], fields: { Price: '97100', ...amount }, row: /Post-only.*97,100/ },
        {
          ...limit,
          press: ['Iceberg'],
          fields: { Price: '97200', ...amount, 'Shown at a time': '0.02' },
          row: /Iceberg.*97,200/,
        },
        { type: 'Market', isPlain: true, fields: { Amount: '0.01' } },
      ],
      device,
    );
    await visit.context.close();
  });

  test(`A1.1 A1.2 A1.3 on a ${device}: stops, take-profits and trailing stops of spot`, async () => {
    const visit = await openTerminal(await holder(), SPOT, device);
    await placeSeeCancel(
      visit,
      SELL,
      [
        { type: 'Stop-limit', fields: { Trigger: '95000', Price: '94900', ...amount }, row: /Stop-limit/ },
        { type: 'Stop-market', fields: { Trigger: '95000', ...amount }, row: /Stop-market/ },
        { type: 'Take-profit', press: ['Then limit'], fields: { Trigger: '97000', Price: '96900', ...amount }, row: /Take-profit limit/ },
        { type: 'Take-profit', press: ['Then market'], fields: { Trigger: '97000', ...amount }, row: /Take-profit market/ },
        { type: 'Trailing stop', press: ['Then market'], fields: { Callback: '1.5', ...amount }, row: /Trailing stop market/ },
        { type: 'Trailing stop', press: ['Then limit'], fields: { Callback: '1.5', Price: '94000', ...amount }, row: /Trailing stop limit/ },
      ],
      device,
    ); // prettier-ignore
    await visit.context.close();
  });

  test(`A1.4 on a ${device} the orders of a pair name each other, stand together, and end together after a question`, async () => {
    const { page, troubles, context } = await openTerminal(await holder(), SPOT, device);
    const ticket = await ticketFor(page, SELL, device);
    await write(ticket, { type: 'OCO', fields: { Price: '97000', 'Stop trigger': '94000', Amount: '0.2' } });
    await send(ticket);
    const [limit, stop] = [/Limit.*OCO with Stop-market 94,000/, /Stop-market.*OCO with Limit 97,000/];
    await rowsOf(page, limit).waitFor();
    await rowsOf(page, stop).waitFor();
    await rowsOf(page, limit)
      .getByText('in the book; canceled when the last price falls to 94,000')
      .filter({ visible: true })
      .waitFor();
    await rowsOf(page, stop).scrollIntoViewIfNeeded();
    await picture(page, `order-types-pair-${device}`);
    await rowsOf(page, limit)
      .getByRole('button', { name: 'Cancel both orders of the pair: Sell at 97,000.00' })
      .click();
    const question = page.getByRole('alertdialog');
    await question
      .getByText(/Limit.*Sell.*0\.2 BTC at 97,000.00 USDT.* and .*Stop-market.*falls to 94,000.00.* end together/)
      .waitFor();
    await picture(page, `order-types-pair-question-${device}`);
    await question.getByRole('button', { name: 'Keep' }).click();
    await cancelRow(page, limit);
    await question.getByRole('button', { name: 'Cancel both' }).click();
    await page.getByText('Both orders of the pair canceled').waitFor();
    await page.getByText('You have no open orders').waitFor();
    await page.getByRole('tab', { name: 'Order history' }).click();
    await rowsOf(page, limit).waitFor();
    await rowsOf(page, stop).waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });

  test(`B15 B17 on a ${device}: every type of order of perpetuals`, async () => {
    const visit = await openTerminal(await trader('50000'), PERPETUAL, device);
    const { page } = visit;
    await page.getByRole('tab', { name: /^Open orders/ }).click();
    const [low, high] = [await near(0.97), await near(1.03)];
    const limit = { type: 'Limit', isPlain: true };
    await placeSeeCancel(
      visit,
      /^Sell \/ Short$/,
      [
        { ...limit, fields: { Price: high, ...amount }, row: /Limit.*Sell/ },
        { ...limit, press: ['Post-only'], fields: { Price: high, ...amount }, row: /Post-only.*Sell/ },
        { type: 'Stop', fields: { Trigger: low, ...amount }, row: /Stop.*Market/ },
        { type: 'Stop', press: ['Limit'], fields: { Trigger: low, Price: low, ...amount }, row: /Stop.*Sell/ },
        { type: 'Take-profit', fields: { Trigger: high, Price: high, ...amount }, row: /Take-profit.*Sell/ },
        { type: 'Trailing stop', fields: { Callback: '2', ...amount }, row: /Trailing stop.*2%/ },
        { type: 'Market', isPlain: true, fields: { Amount: '0.01' } },
      ],
      device,
    );
    await page.getByRole('tab', { name: /^Positions/ }).click();
    await rowsOf(page, /BTCUSDT.*Short.*0.01 BTC/).waitFor();
    await visit.context.close();
  });
}

const openOf = async (user: TestUser, path: string): Promise<number> =>
  (await site.exchange.call<{ orders: unknown[] }>('GET', path, undefined, { token: user.token })).data.orders.length;

test('B19 a connection that is cut after the exchange took the order: the ticket finds it, and nothing is placed twice', async () => {
  const user = await holder();
  const { page, context } = await openTerminal(user, SPOT, 'desktop');
  let cut = 0;
  const cutAfter = (path: string) =>
    page.route(path, async (route) => {
      await route.fetch();
      cut += 1;
      await route.abort('connectionreset');
    });
  await cutAfter('**/web/spot/order/place');
  const ticket = await ticketFor(page, SELL, 'desktop');
  await write(ticket, { type: 'Limit', isPlain: true, fields: { Price: '97000', ...amount } });
  await send(ticket);
  await ticket.getByText('The answer was lost. Checking what became of it…').waitFor();
  await picture(page, 'order-types-checking');
  await page.getByText('Sell order placed').waitFor();
  expect([cut, await openOf(user, '/web/spot/order/open')]).toEqual([1, 1]);
  await expect.poll(() => ticket.getByLabel('Amount', { exact: true }).inputValue()).toBe('');

  // A change and a cancel whose answers are lost are found as well.
  await cutAfter('**/web/spot/order/amend');
  await page.getByRole('button', { name: /^Change/ }).click();
  await page.getByRole('dialog').getByLabel('Price', { exact: true }).fill('97500');
  await page.getByRole('dialog').getByRole('button', { name: 'Change it' }).click();
  await page.getByText(/Sell order changed/).waitFor();
  await cutAfter('**/web/spot/order/cancel');
  await cancelRow(page, /97,500/);
  await page.unroute('**/web/spot/order/cancel');
  await page.getByText('You have no open orders').waitFor();
  expect(cut).toBeGreaterThanOrEqual(2);
  await context.close();
});

test('B19 an order that never arrived is told as such; pressed again it is placed once', async () => {
  const user = await trader('50000');
  const { page, context } = await openTerminal(user, PERPETUAL, 'desktop');
  await page.route('**/futures/order/place', (route) => route.abort('connectionfailed'));
  const ticket = await ticketFor(page, /^Buy \/ Long$/, 'desktop');
  await write(ticket, { type: 'Limit', isPlain: true, fields: { Price: await near(0.98), ...amount } });
  await send(ticket);
  await page.getByText('Order not placed').waitFor();
  expect(await openOf(user, '/futures/order/open')).toBe(0);
  await page.unroute('**/futures/order/place');
  await send(ticket);
  await page.getByText('Buy / Long order placed').waitFor();
  expect(await openOf(user, '/futures/order/open')).toBe(1);
  // The answer to a stop order is lost after the exchange took it.
  await page.route('**/futures/stop-order/place', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await write(ticket, { type: 'Stop', fields: { Trigger: await near(1.03), ...amount } });
  await send(ticket);
  await page.getByText('Buy / Long order waits for its trigger').waitFor();
  expect(await openOf(user, '/futures/stop-order/open')).toBe(1);
  await context.close();
});

test('A5.1 a sell of everything by total says what stays and why, and offers the way by amount, which sells all of it', async () => {
  const user = await site.exchange.createUser({ BTC: '0.5' });
  const { page, troubles, context } = await openTerminal(user, SPOT, 'desktop');
  const ticket = await ticketFor(page, SELL, 'desktop');
  await ticket.getByRole('button', { name: 'Market', exact: true }).click();
  await ticket.getByText('Total in USDT', { exact: true }).click();
  const worth = (share: number) => (95_999 * 0.5 * share).toFixed(0);
  await ticket.getByLabel('Receive', { exact: true }).fill(worth(0.5));
  const offer = ticket.getByRole('button', { name: 'Sell all by amount' });
  await ticket.getByText('Never below', { exact: true }).waitFor();
  expect(await offer.count()).toBe(0);
  await ticket.getByLabel('Receive', { exact: true }).fill(worth(1));
  await ticket.getByText(/covered up to its worst price, [\d,.]+ USDT: it brings at most [\d,.]+ USDT/).waitFor();
  await picture(page, 'sell-all-by-amount');
  await offer.click();
  await expect.poll(() => ticket.getByLabel('Amount', { exact: true }).inputValue()).toBe('0.5');
  await send(ticket);
  await page.getByText('Sell filled: 0.5 BTC').first().waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test('A5.1 a share of a market order is of the coin that it spends, and follows the balance; what is typed stays as it is', async () => {
  const user = await site.exchange.createUser({ BTC: '0.5', USDT: '8000' });
  const { page, troubles, context } = await openTerminal(user, SPOT, 'desktop');
  const ticket = await ticketFor(page, SELL, 'desktop');
  await ticket.getByRole('button', { name: 'Market', exact: true }).click();
  await ticket.getByText('Total in USDT', { exact: true }).click();
  await ticket.getByRole('button', { name: '100%' }).click();
  const amount = ticket.getByLabel('Amount', { exact: true });
  const tooMuch = ticket.getByText(/More than is available/);
  await expect.poll(() => amount.inputValue()).toBe('0.5');
  // Half of the coins go elsewhere: half of the amount is left.
  const rest = { symbol: 'BTCUSDT', side: 'SELL', type: 'LIMIT', price: '99000', quantity: '0.25' };
  await done(user, '/web/spot/order/place', rest);
  await expect.poll(() => amount.inputValue()).toBe('0.25');
  expect(await tooMuch.count()).toBe(0);
  await picture(page, 'share-follows');
  // Typed: a fault is told, and nothing moves it.
  await amount.fill('0.4');
  await tooMuch.waitFor();
  await page.getByRole('button', { name: /^Cancel: Sell at 99,000/ }).click();
  await expect.poll(() => tooMuch.count()).toBe(0);
  expect(await amount.inputValue()).toBe('0.4');
  // A buy spends money: a quarter of it, whatever it was given in before.
  await ticket.getByText('Buy', { exact: true }).first().click();
  await ticket.getByRole('button', { name: '25%' }).click();
  await expect.poll(() => ticket.getByLabel('Spend', { exact: true }).inputValue()).toBe('2,000');
  expect(troubles).toEqual([]);
  await context.close();
});
