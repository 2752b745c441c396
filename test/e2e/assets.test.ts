/** One's own funds: wallets, the ledger with its file, deposits over the demo's chain. */
import { readFileSync } from 'node:fs';
import { BYTE_ORDER_MARK } from '@agio/contracts/csv';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';
import { barriers } from './probes.ts';

const site = visitSharedExchange();
const PHONE = { width: 390, height: 844, isPhone: true } as const;

let trader: TestUser;
let keys = 0;

const post = async (path: string, body: object): Promise<void> => {
  const headers = { 'idempotency-key': `assets-${(keys += 1)}` };
  const answer = await site.exchange.call('POST', path, body, { token: trader.token, headers });
  expect(answer).toMatchObject({ code: 0 });
};

beforeAll(async () => {
  trader = await site.exchange.createUser({ USDT: '20000', BTC: '0.5' });
  await post('/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '5000' });
  // The demo's makers may not have quoted yet: nothing would be there to buy.
  const asks = async () => {
    const path = '/futures/market/depth?symbol=BTCUSDT&limit=5';
    return (await site.exchange.call<{ asks: unknown[] }>('GET', path)).data.asks.length;
  };
  await vi.waitFor(async () => expect(await asks()).toBeGreaterThan(0), { timeout: 30_000, interval: 250 });
  await post('/futures/order/place', { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.05' });
  await post('/web/spot/order/place', { symbol: 'ETHUSDT', side: 'BUY', type: 'MARKET', quoteAmount: '500' });
});

const walletCard = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** The figure beside a label of a card, as a number. */
const figure = async (page: Page, card: string, label: string): Promise<number> => {
  const row = walletCard(page, card).locator('dl > div').filter({ hasText: label });
  const text = await row.locator('dd').innerText();
  return Number(
    text
      .replaceAll(',', '')
      .replace('−', '-')
      .replace(/[^\d.-]/g, ''),
  );
};

test('E7 the futures wallet shows balance, PnL, equity, margin and what may leave, and covers them with the eye', async () => {
  const { page, context, troubles } = await site.visit({ session: trader.token });
  await page.goto('/assets');
  await walletCard(page, 'Futures').getByText('Equity').waitFor();
  const equity = async () => {
    const [balance, pnl, sum] = await Promise.all(
      ['Balance', 'Unrealized PnL', 'Equity'].map((label) => figure(page, 'Futures', label)),
    );
    return Math.abs(balance! + pnl! - sum!);
  };
  // Each figure is cut after two decimals.
  await expect.poll(equity).toBeLessThan(0.03);
  await expect.poll(() => figure(page, 'Futures', 'Margin in use')).toBeGreaterThan(0);
  await expect.poll(() => figure(page, 'Futures', 'Can be moved out')).toBeLessThan(5000);
  await picture(page, 'assets-wallets');
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await expect.poll(() => walletCard(page, 'Futures').locator('dl').innerText()).not.toMatch(/\d/);
  await expect.poll(() => walletCard(page, 'Spot').locator('dl').innerText()).not.toMatch(/\d/);
  await page.getByRole('button', { name: 'Show amounts' }).click();
  expect(troubles).toEqual([]);
  await context.close();
});

test('E7 a transfer out of the futures wallet offers what may leave it, and moves it', async () => {
  const { page, context } = await site.visit({ session: trader.token });
  await page.goto('/assets');
  await walletCard(page, 'Futures').getByText('Can be moved out').waitFor();
  const before = await figure(page, 'Futures', 'Balance');
  await page.getByRole('button', { name: 'Transfer: Futures' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer' });
  await dialog.getByLabel('Amount').fill('4999');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await dialog.getByText('More than is available').waitFor();
  await dialog.getByLabel('Amount').fill('1000');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByText('Moved 1,000 USDT').waitFor();
  // Funding may be paid meanwhile.
  await expect.poll(async () => Math.round(before - (await figure(page, 'Futures', 'Balance')))).toBe(1000);
  await context.close();
});

test('the table of coins says what each cost on average and gained, and covers the gain with the eye', async () => {
  const { page, context, troubles } = await site.visit({ session: trader.token });
  await page.goto('/assets');
  const row = page.getByRole('row').filter({ hasText: 'ETH' });
  const cell = (column: number) => row.getByRole('cell').nth(column).innerText();
  const heads = await page.getByRole('columnheader').allInnerTexts();
  const [average, gain] = [heads.indexOf('Avg. cost'), heads.indexOf('Gain on cost')];
  expect(Math.min(average, gain)).toBeGreaterThan(0);
  // 500 USDT bought it a moment ago.
  const paid = async () => Number((await cell(average)).replaceAll(',', '')) * Number(await cell(1));
  await expect.poll(async () => Math.abs((await paid()) - 500)).toBeLessThan(1);
  expect(await cell(gain)).toMatch(/^[+−]?[\d,.]+\s+[+−]?[\d.]+%$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
  expect(await clippedTables(page)).toBe(0);
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await expect.poll(() => cell(gain)).toMatch(/^••••/);
  await page.getByRole('button', { name: 'Show amounts' }).click();
  expect(troubles).toEqual([]);
  await context.close();
});

test.each([
  ['desktop', undefined],
  ['phone', PHONE],
])(
  'R22 E2 on a %s: the table of coins finds a coin and leaves out small balances, also covered, and keeps that choice',
  async (name, screen) => {
    const holder = await site.exchange.createUser({ USDT: '100', BTC: '0.5', ETH: '0.0001' });
    const { page, context, troubles } = await site.visit({ session: holder.token, ...screen });
    await page.goto('/assets');
    const section = page.getByRole('region', { name: 'Coins' });
    const coins = async () =>
      (await section.locator('tbody tr b').allInnerTexts()).toSorted((a, b) => a.localeCompare(b));
    await expect.poll(coins).toEqual(['BTC', 'ETH', 'USDT']);
    const total = () => page.getByRole('region', { name: 'Total, estimated' }).locator('bdi').first().innerText();
    const hides = page.getByRole('checkbox', { name: 'Hide under 1 USDT' });
    await hides.focus();
    await page.keyboard.press('Space');
    await expect.poll(coins).toEqual(['BTC', 'USDT']);
    // All coins count, shown or not: half a BTC and 100 USDT.
    expect(Number((await total()).replaceAll(/[^\d.]/g, ''))).toBeGreaterThan(1_000);
    await picture(page, `assets-small-hidden-${name}`);
    // The next page is right from its first paint on.
    const served = await (await page.request.get('/assets')).text();
    expect([served.includes('>BTC</b>'), served.includes('>ETH</b>')]).toEqual([true, false]);
    await page.reload();
    await page.waitForFunction(() => '__reactRouterDataRouter' in window);
    await expect.poll(() => hides.isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    const find = section.getByRole('searchbox', { name: 'Find a coin' });
    await find.fill('bit');
    await expect.poll(coins).toEqual(['BTC']);
    await expect.poll(() => section.locator('tbody tr').innerText()).toContain('••••');
    await find.fill('eth');
    await section.getByText('None of the coins shown matches.').waitFor();
    await picture(page, `assets-nothing-found-${name}`);
    expect(await barriers(page, 'main')).toEqual([]);
    await section.getByRole('button', { name: 'Show all coins' }).click();
    await expect.poll(coins).toEqual(['BTC', 'ETH', 'USDT']);
    await expect.poll(() => hides.isChecked()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(screen?.width ?? 1440);
    expect(troubles).toEqual([]);
    await context.close();
  },
);

test('the page of profit and loss has the day in its calendar, which the keyboard walks, and in its curve', async () => {
  const { page, context, troubles } = await site.visit({ session: trader.token });
  await page.goto('/assets/pnl');
  const calendar = page.getByRole('region', { name: 'Calendar' });
  const today = new Date().toISOString().slice(0, 10);
  const day = (name: string) => calendar.locator(`[data-day="${name}"]`);
  await expect.poll(() => day(today).innerText()).toMatch(/[+−]?\d/);
  // The fee of the futures fill, and no result of it yet.
  await expect.poll(() => calendar.locator('dl').innerText()).toMatch(/Fees\s+[\d.]+ USDT/);
  await day(today).focus();
  await page.keyboard.press('Home');
  await expect.poll(() => day(`${today.slice(0, 8)}01`).getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('End');
  await expect.poll(() => day(today).getAttribute('aria-pressed')).toBe('true');
  const curve = page.getByRole('slider', { name: 'Curve' });
  // The futures wallet has a figure whether or not its coins had a price when they were deposited.
  await page.getByRole('radiogroup', { name: 'Profit and loss' }).getByText('Futures').click();
  await expect.poll(() => curve.getAttribute('aria-valuetext')).toContain(today);
  await expect.poll(() => curve.getAttribute('aria-valuetext')).toMatch(/−[\d.]+ USDT/);
  // The only day with a result is a line from edge to edge, no dot.
  const line = curve.locator('path[stroke="var(--accent)"]').last();
  const widthOf = async (part: typeof line) => (await part.boundingBox())?.width ?? 0;
  expect(await widthOf(line)).toBeGreaterThan((await widthOf(curve)) * 0.9);
  // A day with a result: what is read aloud says the day and the whole figure, the cell shows them in short.
  await expect.poll(() => day(today).innerText()).toMatch(/\d{4}: −[\d.]+ USDT/);
  expect(await barriers(page, 'main')).toEqual([]);
  await page.getByRole('link', { name: 'Month before' }).click();
  await page.waitForURL('**/assets/pnl?month=*');
  await expect.poll(() => day(today).count()).toBe(0);
  await expect.poll(() => calendar.getByText('No figure').count()).toBeGreaterThan(0);
  expect(troubles).toEqual([]);
  await context.close();
});

/** Tables that are wider than what shows them. */
const clippedTables = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('table')].filter((table) => table.scrollWidth > table.parentElement!.clientWidth)
        .length,
  );

describe('records', () => {
  test('every entry is listed; a filter is an address; the file has what the filter finds', async () => {
    const { page, context, troubles } = await site.visit({ session: trader.token });
    await page.goto('/assets/records');
    const table = page.getByRole('table', { name: 'Records' });
    for (const type of ['Deposit', 'Transfer', 'Trade', 'Fee'])
      await table.getByText(type, { exact: true }).first().waitFor();
    await picture(page, 'assets-records');
    await page.getByLabel('Type').selectOption({ label: 'Deposit' });
    await page.waitForURL('**/assets/records?*type=DEPOSIT*');
    const rows = () => table.locator('tbody tr').count();
    await expect.poll(rows).toBe(2);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const file = readFileSync(await (await saved).path(), 'utf8');
    const lines = file.split('\r\n');
    // By the mark programs for tables know how the text is written.
    expect(lines[0]).toBe(`${BYTE_ORDER_MARK}time,wallet,type,asset,amount,market,reference,entries,reason`);
    expect(
      lines
        .slice(1, 3)
        .map((line) => line.split(',').slice(1, 5).join())
        .toSorted(),
    ).toEqual(['SPOT,DEPOSIT,BTC,0.5', 'SPOT,DEPOSIT,USDT,20000']);
    await page.getByLabel('To (UTC)').fill('2020-01-01');
    await page.getByText('No entry fits these filters.').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect.poll(rows).toBeGreaterThan(4);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('they are there without scripts, and on a phone nothing is wider than the screen', async () => {
    const plain = await site.visit({ session: trader.token, javaScript: false });
    await plain.page.goto('/assets/records?wallet=FUTURES');
    await expect.poll(() => plain.page.getByRole('table', { name: 'Records' }).innerText()).toContain('Transfer');
    await plain.context.close();
    // An amount as long as any: its coin stands below it.
    const rich = await site.exchange.createUser({ USDT: '12345678.12345678' });
    for (const [width, person] of [
      [320, trader],
      [320, rich],
      [390, trader],
    ] as const) {
      const { page, context } = await site.visit({ ...PHONE, width, session: person.token });
      for (const path of ['/assets', '/assets/pnl', '/assets/records', '/assets/recharge']) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        expect(await clippedTables(page), `${path} at ${width}`).toBe(0);
        await picture(page, `assets-phone${path.replaceAll('/', '-')}-${width}${person === rich ? '-rich' : ''}`);
      }
      await context.close();
    }
  });
});

describe('deposits', () => {
  test('R22 the deposit page needs a log-in', async () => {
    const { page, context } = await site.visit();
    await page.goto('/assets/recharge');
    await page.waitForURL('**/login?redirect=%2Fassets%2Frecharge');
    await context.close();
  });

  test.each([
    ['desktop', {}],
    ['phone', PHONE],
  ] as const)('R22 test coins are sent, confirmed and credited before one’s eyes: %s', async (name, size) => {
    const person = await site.exchange.createUser();
    const { page, context, troubles } = await site.visit({ ...size, session: person.token });
    await page.goto('/assets/recharge');
    await page.getByText(/^demo1[0-9a-f]{40}$/).waitFor();
    await page.getByLabel('Amount').fill('25.5');
    await page.getByRole('button', { name: 'Send test coins' }).click();
    const row = page.getByRole('listitem').filter({ hasText: '25.5 USDT' });
    await row.getByText(/^Confirmations: [0-3]\/3$/).waitFor();
    // Black on white, also where the page is dark, so that a camera reads it.
    const code = page.getByRole('img', { name: 'QR code of the' });
    await code.waitFor();
    expect(await code.locator('path').first().getAttribute('fill')).toBe('#ffffff');
    expect(await code.evaluate((element) => element.getBoundingClientRect().width)).toBeGreaterThanOrEqual(160);
    await picture(page, `deposit-${name}`, true);
    await row.getByText('Credited').waitFor({ timeout: 30_000 });
    await page.goto('/assets');
    await page.getByRole('row', { name: /USDT/ }).getByText('25.5').first().waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('an amount that is too large is refused at its field', async () => {
    const { page, context } = await site.visit({ session: trader.token });
    await page.goto('/assets/recharge?coin=BTC');
    await page.getByLabel('Amount').fill('5');
    await page.getByRole('button', { name: 'Send test coins' }).click();
    await page.getByRole('alert').filter({ hasText: 'At most 0.1 BTC at once.' }).waitFor();
    await context.close();
  });
});

test.each([
  ['desktop', undefined],
  ['phone', PHONE],
])(
  'trading C7 small balances become USDT, on a %s: what each gives, which of them, and what came of it',
  async (name, screen) => {
    const holder = await site.exchange.createUser({ BTC: '0.00002', ETH: '0.0005' });
    const own = { token: holder.token };
    const offered = async () =>
      (await site.exchange.call<{ coins: unknown[] }>('GET', '/web/account/dust', undefined, own)).data.coins.length;
    // The demo's takers may not have traded yet: without a last price there is no offer.
    await expect.poll(offered, { timeout: 30_000, interval: 250 }).toBe(2);
    const { page, context, troubles } = await site.visit({ session: holder.token, ...screen });
    await page.goto('/assets');
    await page.getByRole('button', { name: 'Convert small balances' }).click();
    const dialog = page.getByRole('dialog', { name: 'Convert small balances' });
    await dialog.getByText('0.00002', { exact: true }).waitFor();
    await picture(page, `assets-small-balances-${name}`);
    expect(await barriers(page, '[role=dialog]')).toEqual([]);
    const convert = dialog.getByRole('button', { name: 'Convert to USDT' });
    await dialog.getByText('All coins').click();
    await expect.poll(() => convert.isDisabled()).toBe(true);
    await dialog.getByText('ETH', { exact: true }).click();
    await convert.click();
    await page.getByText(/You received [\d.]+\sUSDT/).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const { data } = await site.exchange.call<{ balances: { asset: string; available: string }[] }>(
      'GET',
      '/web/spot/account/balances',
      undefined,
      own,
    );
    const amounts = Object.fromEntries(data.balances.map(({ asset, available }) => [asset, Number(available)]));
    expect(amounts).toMatchObject({ BTC: 0.00002, ETH: 0 });
    expect(amounts['USDT']).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    await page.getByRole('button', { name: 'Convert small balances' }).click();
    await dialog.getByText('You can convert again from').waitFor();
    await expect.poll(() => convert.isDisabled()).toBe(true);
    const covered = await dialog.locator('bdi').allInnerTexts();
    expect(covered.length).toBeGreaterThan(3);
    expect(covered.join(' ')).not.toMatch(/\d/);
    await picture(page, `assets-small-balances-hidden-${name}`);
    await page.goto('/assets/records?type=DUST');
    await page.getByRole('table').getByText('Small balances converted').first().waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  },
);

test('trading C7 who has nothing small reads what would be converted, and at what price and fee', async () => {
  const holder = await site.exchange.createUser({ BTC: '1' });
  const { page, context } = await site.visit({ session: holder.token, ...PHONE });
  await page.goto('/assets');
  await page.getByRole('button', { name: 'Convert small balances' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convert small balances' });
  await dialog.getByText('You have no small balances to convert.').waitFor();
  const rule = dialog.getByText('at the last price, once in 24 hours');
  expect(await rule.innerText()).toMatch(/less than 10 USDT\. The fee is 1% of the value/);
  await picture(page, 'assets-small-balances-none');
  await context.close();
});

test('trading C7 when the answer to a conversion is lost the dialog says so, though nothing small is left', async () => {
  const holder = await site.exchange.createUser({ BTC: '0.00002' });
  const own = { token: holder.token };
  const offered = async () =>
    (await site.exchange.call<{ coins: unknown[] }>('GET', '/web/account/dust', undefined, own)).data.coins.length;
  await expect.poll(offered, { timeout: 30_000, interval: 250 }).toBe(1);
  const { page, context } = await site.visit({ session: holder.token });
  await page.route('**/web/account/dust/convert', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.goto('/assets');
  await page.getByRole('button', { name: 'Convert small balances' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convert small balances' });
  await dialog.getByRole('button', { name: 'Convert to USDT' }).click();
  await dialog.getByText('You have no small balances to convert.').waitFor();
  await expect.poll(() => dialog.getByRole('alert').count()).toBe(1);
  await picture(page, 'assets-small-balances-lost-answer');
  await context.close();
});
