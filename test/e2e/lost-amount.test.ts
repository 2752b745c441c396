/** An order whose size is given in USDT and whose answer is lost: its lots stay as they were sent, so that it is placed once. */
import { SOCKET_PATHS } from '@agio/contracts/ws/socket-paths';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { hydrated, picture } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { trader, quote } = futuresPeople(site);

beforeAll(async () => quote(await trader('5000000'), '4', 0.001));

interface SentOrder {
  readonly key: string | undefined;
  readonly body: string | null;
}

/** What the page sends to place orders, from now on. */
function sentOrders(page: Page): readonly SentOrder[] {
  const sent: SentOrder[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/futures/order/place') return;
    sent.push({ key: request.headers()['idempotency-key'], body: request.postData() });
  });
  return sent;
}

/** The exchange takes the order; no call is told of it, nor of what became of it. */
async function loseAnswers(page: Page): Promise<() => Promise<void>> {
  await page.route('**/futures/order/place', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.route(/\/futures\/order\/(?:open|history)/, (route) => route.abort('connectionreset'));
  return async () => {
    await page.unroute('**/futures/order/place');
    await page.unroute(/\/futures\/order\/(?:open|history)/);
  };
}

test('B19 an order that the private socket told of is known, although its answer was lost and nobody answers any more', async () => {
  const user = await trader('50000');
  const { page, context } = await site.visit({ session: user.token });
  await page.goto('/contract-trade/BTCUSDT');
  await hydrated(page);
  const sent = sentOrders(page);
  const ticket = page.locator('section#ticket:visible');
  await ticket.getByRole('button', { name: 'Market', exact: true }).click();
  await ticket.getByLabel('Amount', { exact: true }).fill('0.05');
  // The bell listens once the page has come to rest.
  await page.waitForTimeout(3_000);
  await loseAnswers(page);
  await ticket.locator('button[type=submit]').click();
  await page.locator('[data-toast=success]').getByText('Buy / Long filled: 0.05 BTC').waitFor();
  await page.waitForTimeout(1_500);
  expect(await page.locator('[data-toast]').count()).toBe(1);
  expect(sent).toHaveLength(1);
  await context.close();
});

test.each([
  ['', 'dark'],
  ['/fa-ir', 'light'],
] as const)(
  'S10 B19 a size in USDT whose answer is lost is sent again as the same lots under the same key, whatever the book does: %s %s',
  async (language, theme) => {
    const user = await trader('50000');
    const { page, context } = await site.visit({ session: user.token, theme });
    let isDeaf = false;
    await page.routeWebSocket(`**${SOCKET_PATHS.futuresPrivate}*`, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((frame) => (isDeaf ? undefined : socket.send(frame)));
    });
    await page.goto(`${language}/contract-trade/BTCUSDT`);
    await hydrated(page);
    const sent = sentOrders(page);
    const ticket = page.locator('section#ticket:visible');
    await ticket.locator('button[aria-pressed=false]').first().click();
    await ticket.locator('select:has(option[value=amount])').selectOption('amount');
    const size = ticket.locator('input[inputmode=decimal]').first();
    await size.fill('6');
    // The least sum that makes one step, and not the least value of an order.
    await ticket
      .getByRole('alert')
      .filter({ hasText: /\d\d\.\d\d.USDT/ })
      .waitFor();
    await picture(page, `lost-amount-least-${theme}`);
    await size.fill('200000');
    // Neither a call nor a socket tells of it.
    isDeaf = true;
    const hearAgain = await loseAnswers(page);
    await ticket.locator('button[type=submit]').click();
    const failed = page.locator('[data-toast=error]');
    await failed.waitFor();
    await picture(page, `lost-amount-${theme}`);
    await hearAgain();
    isDeaf = false;
    // Meanwhile the book has better prices: the same sum would pay for more lots.
    await quote(await trader('5000000'), '4', 0.0001);
    await page.waitForTimeout(1_500);
    await ticket.locator('button[type=submit]').click();
    await page.locator('[data-toast=success]').first().waitFor();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]!.key).toBeTruthy();
    const { data } = await site.exchange.call<{ items: { quantity: string }[] }>(
      'GET',
      '/futures/order/history?symbol=BTCUSDT',
      undefined,
      { token: user.token },
    );
    expect(data.items.map(({ quantity }) => quantity)).toEqual([
      (JSON.parse(sent[0]!.body!) as { quantity: string }).quantity,
    ]);
    await context.close();
  },
);
