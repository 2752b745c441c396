/** An order whose answer is lost and that is sent again from a ticket drawn anew meanwhile: it is placed once. */
import { REFUSALS } from '@agio/contracts/errors';
import { SOCKET_PATHS } from '@agio/contracts/ws/socket-paths';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { hydrated, picture } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { trader, quote, done, near } = futuresPeople(site);

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

const MARKETS = {
  futures: { page: '/contract-trade/BTCUSDT', orders: '/futures/order', looks: /\/futures\/order\/(?:open|history)/ },
  spot: { page: '/spot-trade/BTCUSDT', orders: '/web/spot/order', looks: /\/web\/spot\/order\/by-client-id/ },
} as const;
type Market = keyof typeof MARKETS;

beforeAll(async () => {
  await quote(await trader('5000000'), '4', 0.001);
  const maker = await site.exchange.createUser({ BTC: '5' });
  const ask = { symbol: 'BTCUSDT', side: 'SELL', type: 'LIMIT', price: await near(1.001), quantity: '1' };
  await done(maker, '/web/spot/order/place', ask);
});

const buyer = async (market: Market): Promise<TestUser> =>
  market === 'futures' ? trader('50000') : site.exchange.createUser({ USDT: '50000' });

interface SentOrder {
  readonly key: string | undefined;
  readonly body: string | null;
}

/** What the page sends to place orders, from now on. */
function sentOrders(page: Page, market: Market): readonly SentOrder[] {
  const sent: SentOrder[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== `${MARKETS[market].orders}/place`) return;
    sent.push({ key: request.headers()['idempotency-key'], body: request.postData() });
  });
  return sent;
}

/** Pages that hear nothing of their own orders for now. */
const deaf = new WeakSet<Page>();

/** Call it before the page is opened. */
async function hearOrdersUnlessDeaf(page: Page): Promise<void> {
  for (const path of [SOCKET_PATHS.spotPrivate, SOCKET_PATHS.futuresPrivate])
    await page.routeWebSocket(`**${path}*`, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((frame) => (deaf.has(page) ? undefined : socket.send(frame)));
    });
}

const ticketOf = (page: Page) => page.locator('section#ticket:visible').last();
const sizeOf = (page: Page) => ticketOf(page).locator('input[inputmode=decimal]').first();
const press = (page: Page) => ticketOf(page).locator('button[type=submit]').click();

/** A phone's sheet is opened by the button that buys. */
async function openSheet(page: Page): Promise<void> {
  await page.locator('[data-toast-above] button').first().click();
  await page.getByRole('dialog').locator('button[type=submit]').waitFor();
}

async function closeSheet(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Close', exact: true }).first().click();
  await sheet.waitFor({ state: 'detached' });
}

async function chooseMarket(page: Page): Promise<void> {
  await ticketOf(page).getByRole('button', { name: 'Market', exact: true }).first().click();
}

/** The exchange takes the order; neither that nor what became of it is heard of, by a call or a socket. */
async function sendAndLose(page: Page, market: Market): Promise<void> {
  const { orders, looks } = MARKETS[market];
  deaf.add(page);
  await page.route(`**${orders}/place`, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.route(looks, (route) => route.abort('connectionreset'));
  await press(page);
  await page.locator('[data-toast=error]').waitFor();
  await page.unroute(`**${orders}/place`);
  await page.unroute(looks);
  deaf.delete(page);
}

/** How often the user's order was placed. */
async function placed(user: TestUser, market: Market): Promise<number> {
  const path = `${MARKETS[market].orders}/history?symbol=BTCUSDT`;
  const { data } = await site.exchange.call<{ items: unknown[] }>('GET', path, undefined, { token: user.token });
  return data.items.length;
}

/** What a person does between the presses; `again` types the size anew, where it went. */
const BETWEEN: Readonly<Record<string, (page: Page, again: () => Promise<void>) => Promise<void>>> = {
  'phone: the sheet is closed to look at the orders, and opened again': async (page) => {
    await closeSheet(page);
    await openSheet(page);
  },
  'phone: turned, so that the ticket of wide screens stands there': async (page) => {
    await closeSheet(page);
    await page.setViewportSize(DESK);
    await ticketOf(page).waitFor();
  },
  'desktop: the window becomes as narrow as a phone': async (page) => {
    await page.setViewportSize(PHONE);
    await openSheet(page);
  },
  'desktop: another page and back': async (page, again) => {
    await page.locator('header a[href="/assets"], header a[href="/market"], header a[href="/"]').first().click();
    await page.locator('section#ticket').waitFor({ state: 'detached' });
    await page.goBack();
    await ticketOf(page).waitFor();
    await again();
  },
};

const CASES = (['futures', 'spot'] as const).flatMap((market) =>
  Object.keys(BETWEEN).map((between) => [market, between] as const),
);

test.each(CASES)('B19 A7 a lost order that is sent again is placed once: %s, %s', async (market, between) => {
  const isPhone = between.startsWith('phone');
  const user = await buyer(market);
  const { page, context } = await site.visit({ session: user.token, ...(isPhone ? { ...PHONE, isPhone } : DESK) });
  await hearOrdersUnlessDeaf(page);
  await page.goto(MARKETS[market].page);
  await hydrated(page);
  const sent = sentOrders(page, market);
  if (isPhone) await openSheet(page);
  const type = async () => {
    await chooseMarket(page);
    await sizeOf(page).fill('0.01');
  };
  await type();
  await sendAndLose(page, market);
  await BETWEEN[between]!(page, type);
  expect(await sizeOf(page).inputValue()).toBe('0.01');
  await press(page);
  await page.locator('[data-toast=success]').first().waitFor();
  // What was said of the lost one is gone: it would ask for a third order.
  expect(await page.locator('[data-toast=error]').count()).toBe(0);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]!.key).toBeTruthy();
  expect(await placed(user, market)).toBe(1);
  // It is known what became of it: the same size again is another order.
  if (page.viewportSize()?.width === PHONE.width) await openSheet(page);
  await sizeOf(page).fill('0.01');
  await press(page);
  await expect.poll(() => placed(user, market)).toBe(2);
  await context.close();
});

test('S10 B19 phone: a size in USDT keeps the lots that were sent after the sheet was closed, whatever the book does', async () => {
  const user = await trader('50000');
  const { page, context } = await site.visit({ session: user.token, ...PHONE, isPhone: true });
  await hearOrdersUnlessDeaf(page);
  await page.goto(MARKETS.futures.page);
  await hydrated(page);
  const sent = sentOrders(page, 'futures');
  await openSheet(page);
  await chooseMarket(page);
  await ticketOf(page).locator('select:has(option[value=amount])').selectOption('amount');
  await sizeOf(page).fill('200000');
  await sendAndLose(page, 'futures');
  await closeSheet(page);
  await quote(await trader('5000000'), '4', 0.0001);
  await openSheet(page);
  // Another sum between has lots of its own, and leaves those of the first as they were.
  await sizeOf(page).fill('100000');
  await sizeOf(page).fill('200000');
  await press(page);
  await page.locator('[data-toast=success]').first().waitFor();
  expect(sent[1]).toEqual(sent[0]);
  expect(await placed(user, 'futures')).toBe(1);
  await context.close();
});

test.each(['futures', 'spot'] as const)(
  'FLT-16 B19 an order that went without a key and was lost is not called safe to send again, and the next press sends another: %s',
  async (market) => {
    const user = await buyer(market);
    const { page, context } = await site.visit({ session: user.token, ...DESK });
    await page.goto(MARKETS[market].page);
    await hydrated(page);
    const sent = sentOrders(page, market);
    await chooseMarket(page);
    await sizeOf(page).fill('0.01');
    const { code, text: msg } = REFUSALS.IDEMPOTENCY_FULL;
    await page.route(`**${MARKETS[market].orders}/place`, (route) =>
      route.request().headers()['idempotency-key'] === undefined
        ? route.abort('connectionreset')
        : route.fulfill({ json: { code, msg, data: null } }),
    );
    await press(page);
    const failed = page.locator('[data-toast=error]');
    await failed.waitFor();
    expect(await failed.textContent()).toContain('Look at your open orders before sending it again.');
    expect(await failed.textContent()).not.toContain('safe');
    await picture(page, `lost-without-key-${market}`);
    await page.unroute(`**${MARKETS[market].orders}/place`);
    await press(page);
    await page.locator('[data-toast=success]').first().waitFor();
    expect(sent.map(({ key }) => key?.length)).toEqual([36, undefined, 36]);
    expect(sent[2]!.key).not.toBe(sent[0]!.key);
    expect(await placed(user, market)).toBe(1);
    await context.close();
  },
);

test('a new load of the page begins without the size of a lost order, so that nothing is repeated unseen', async () => {
  const user = await buyer('spot');
  const { page, context } = await site.visit({ session: user.token, ...DESK });
  await hearOrdersUnlessDeaf(page);
  await page.goto(MARKETS.spot.page);
  await hydrated(page);
  await chooseMarket(page);
  await sizeOf(page).fill('0.01');
  await sendAndLose(page, 'spot');
  await page.reload();
  await hydrated(page);
  expect(await sizeOf(page).inputValue()).not.toBe('0.01');
  await chooseMarket(page);
  expect(await sizeOf(page).inputValue()).toBe('');
  await context.close();
});

test('A7 a lost transfer that is sent again moves the money once, also where the visit began on a page that is kept for everybody', async () => {
  const user = await site.exchange.createUser({ USDT: '1000' });
  const { page, context } = await site.visit({ session: user.token, ...DESK });
  await page.goto('/');
  await hydrated(page);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/web/account/transfer') keys.push(request.headers()['idempotency-key']);
  });
  const move = async () => {
    await page.getByRole('button', { name: 'Transfer: Spot' }).click();
    const dialog = page.getByRole('dialog', { name: 'Transfer' });
    await dialog.getByLabel('Amount').fill('100');
    await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
    return dialog;
  };
  await page.locator('header a[href="/assets"]').first().click();
  await page.route('**/web/account/transfer', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  const dialog = await move();
  await dialog.getByRole('alert').first().waitFor();
  await page.unroute('**/web/account/transfer');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  // A filter asks the server for the page anew: from now on it is known who is there.
  await page.locator('a[href^="/assets/records"]').first().click();
  await page.getByLabel('Type').selectOption({ label: 'Transfer' });
  await page.waitForURL('**/assets/records?*type=TRANSFER*');
  await page.locator('a[href="/assets"]').first().click();
  await move();
  await page.getByText('Moved 100 USDT').waitFor();
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  await context.close();
});
