/**
 * Every page as people meet it: without errors, sideways scroll or barriers. Each run looks at each page once: in English or in
 * Persian, dark or light, on a phone or on a desktop, chosen by the seed that the run prints; `npm run survey` sees everything in
 * everything.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { ratePercent } from '../../web/app/figures/rate-percent.ts';
import { picture } from './browser.ts';
import { createInspector, type Look, nameOf, PERSONAL_PATHS, PUBLIC_PATHS } from './inspect-page.ts';
import { visitSharedExchange } from './exchange-visit.ts';
import { turnOf } from './look-seed.ts';

const CONTENT_PAGES = [
  '/coin-introduce',
  '/coin-introduce/BTC',
  '/tripartite-coin',
  '/service/handling-fee',
  '/service/vip-service',
  '/service/funding-rate',
  '/service/funding-rate/BTCUSDT',
  '/service/insurance-fund',
  '/service/liquidations',
  '/service/receipts',
  '/service/api',
  '/download',
  '/social-media',
  '/cms/agreement',
];
const site = visitSharedExchange();
let session: string;
let inspect: ReturnType<typeof createInspector>;

beforeAll(async () => {
  const user = await site.exchange.createUser({ USDT: '10000', BTC: '1' });
  session = user.token;
  inspect = createInspector(site.browser, site.exchange.url);
});

/**
 * The look of a page in this run. Pages take the eight by turns, so that a run sees each language, theme and size on every second page,
 * and the next run sees a page otherwise.
 */
function lookOf(place: number): Look {
  const turn = turnOf(place, 8);
  return {
    locale: turn % 2 === 0 ? 'en-us' : 'fa-ir',
    theme: turn % 4 < 2 ? 'dark' : 'light',
    isPhone: turn < 4,
  };
}
const looked = (paths: readonly string[]) =>
  paths.map((path, place) => [path, nameOf(lookOf(place)), lookOf(place)] as const);

// Two looks at a time (vitest.config.ts): one settles while the other is read.
describe.concurrent('the public pages', () => {
  test.each(looked(PUBLIC_PATHS))('L2 T9 S9 %s in %s', async (path, _name, look) => {
    expect(await inspect(path, look)).toEqual([]);
  });
});

describe.concurrent('the pages of a person', () => {
  test.each(looked([...PERSONAL_PATHS, '/spot-trade/BTCUSDT']))('%s in %s', async (path, _name, look) => {
    expect(await inspect(path, look, session)).toEqual([]);
  });
});

test('R21 home and markets show live prices without JavaScript', async () => {
  for (const path of ['/', '/market', '/fa-ir/market']) {
    const { page, context } = await site.visit({ javaScript: false });
    await page.goto(path);
    const text = await page.locator('main').innerText();
    expect(text).toMatch(/BTC/);
    expect(text).toMatch(/9[0-9],[0-9]{3}/);
    await context.close();
  }
});

test('built files come compressed to who can read them, and as they are to others', async () => {
  const html = await (await fetch(site.exchange.url)).text();
  const script = /\/static\/libraries-[\w-]+\.js/.exec(html)?.[0] ?? '';
  const ask = (encoding: string) => fetch(site.exchange.url + script, { headers: { 'accept-encoding': encoding } });
  const [small, plain] = [await ask('br'), await ask('identity')];
  expect([small.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['br', null]);
  expect(Number(small.headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')) / 3);
  expect(small.headers.get('content-type')).toContain('javascript');
  expect(await small.text()).toBe(await plain.text());
});

test.each(['/', '/market'])('the JavaScript that the page %s names weighs no more than 150 kB', async (path) => {
  const html = await (await fetch(site.exchange.url + path)).text();
  const files = new Set([...html.matchAll(/\/static\/[\w.-]+\.js/g)].map(([file]) => file));
  expect(files.size).toBeGreaterThan(5);
  const sizes = [...files].map(async (file) => {
    const answer = await fetch(site.exchange.url + file, { headers: { 'accept-encoding': 'br' } });
    return { file, bytes: Number(answer.headers.get('content-length')) };
  });
  const weighed = await Promise.all(sizes);
  for (const { bytes } of weighed) expect(bytes).toBeGreaterThan(0);
  const total = weighed.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total, JSON.stringify(weighed)).toBeLessThanOrEqual(150_000);
});

test.each(['/', '/market', ...CONTENT_PAGES])('R25 %s is there to read without JavaScript', async (path) => {
  const { page, context } = await site.visit({ javaScript: false });
  await page.goto(path);
  expect((await page.locator('h1').innerText()).length).toBeGreaterThan(2);
  expect((await page.locator('main').innerText()).length).toBeGreaterThan(200);
  await context.close();
});

test('R25 the fee page shows the rates of the engine', async () => {
  const { data } = await site.exchange.call<{ pairs: { symbol: string; makerFeeRate: string }[] }>(
    'GET',
    '/web/spot/pairs',
  );
  const { page, context } = await site.visit();
  await page.goto('/service/handling-fee');
  const rowsOf = (table: string) => page.getByRole('table', { name: table, exact: true }).locator('tbody tr');
  await expect.poll(() => rowsOf('Spot').count()).toBe(data.pairs.length);
  const rate = `${Number(data.pairs[0]!.makerFeeRate) * 100}%`;
  await expect.poll(() => rowsOf('Spot').first().innerText()).toContain(rate);

  const { data: futures } = await site.exchange.call<{
    symbols: { base: string; settle: string; makerFeeRate: string; takerFeeRate: string }[];
  }>('GET', '/futures/market/symbol');
  expect(futures.symbols.length).toBeGreaterThan(0);
  const first = futures.symbols[0]!;
  await expect.poll(() => rowsOf('Futures').count()).toBe(futures.symbols.length);
  const cells = (await rowsOf('Futures').first().locator('th, td').allInnerTexts()).map((cell) => cell.trim());
  expect(cells.slice(1)).toEqual([ratePercent(first.makerFeeRate), ratePercent(first.takerFeeRate), first.settle]);
  await picture(page, 'fees', true);
  await context.close();
});

test('R25 VIP service: what everyone pays and what the person pays; a question is sent once, and stays sent', async () => {
  const user = await site.exchange.createUser({ USDT: '10' });
  const visitor = await site.visit();
  await visitor.page.goto('/service/vip-service');
  await visitor.page.locator('main').getByRole('link', { name: 'Log in' }).waitFor();
  await picture(visitor.page, 'vip-service-visitor');
  await visitor.context.close();
  const { page, context, troubles } = await site.visit({ session: user.token });
  await page.goto('/service/vip-service');
  const own = page.getByRole('row', { name: /Spot, taker/ }).getByRole('cell');
  await expect
    .poll(() => own.allInnerTexts())
    .toEqual([expect.stringMatching(/%$/), expect.stringMatching(/^0\.\d+%$/)]);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => page.getByText('Fill in this field.').count()).toBe(3);
  await page.getByText('Enter how much you trade in a month.').waitFor();
  await expect
    .poll(() => page.getByLabel('Name', { exact: true }).evaluate((field) => field === document.activeElement))
    .toBe(true);
  await picture(page, 'vip-service-faults');
  await page.getByLabel('Name', { exact: true }).fill('Ada');
  await page.getByLabel('How we reach you').fill('ada@example.com');
  await page.getByLabel('Country').fill('Portugal');
  const volume = page.getByLabel('What you trade in a month');
  await volume.fill('2,5');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => volume.inputValue()).toBe('2,5');
  await expect.poll(() => volume.getAttribute('aria-invalid')).toBe('true');
  await volume.fill('2500000');
  await page.getByLabel('Message (optional)').fill('Two accounts.\nBoth trade futures.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText(/^Sent at .* A person will answer you/).waitFor();
  await page.reload();
  await page.getByText(/^Sent at .* A person will answer you/).waitFor();
  await picture(page, 'vip-service-sent');
  expect(troubles).toEqual([]);
  await context.close();
});

test('R25 without configured channels the channel check confirms none', async () => {
  const { page, context } = await site.visit();
  await page.goto('/social-media');
  await page.getByLabel('Link or name').fill('https://forum.example/agio');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => page.locator('main').getByRole('status').innerText()).toContain('not one of our channels');
  await context.close();
});

test('no module is asked for before the style sheet is there, though the page names them all', async () => {
  const html = await (await fetch(site.exchange.url)).text();
  expect(html).not.toMatch(/<link rel="modulepreload"|<script[^>]*type="module"/);
  const { page, context } = await site.visit();
  await page.goto('/');
  const times = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const of = (ending: string) => files.filter(({ name }) => name.endsWith(ending));
    return {
      styled: Math.max(...of('.css').map(({ responseEnd }) => responseEnd)),
      asked: Math.min(...of('.js').map(({ startTime }) => startTime)),
    };
  });
  expect(times.styled).toBeGreaterThan(0);
  expect(times.asked).toBeGreaterThanOrEqual(times.styled);
  await context.close();
});

test('a page that is shared names the person only in their own browser', async () => {
  const { page, context } = await site.visit({ session });
  await page.goto('/market');
  await page.getByRole('button', { name: /@/ }).waitFor();
  await context.close();
});

test('R29 an unknown path answers 404 and names itself', async () => {
  const answer = await fetch(`${site.exchange.url}/no/such/page`);
  expect(answer.status).toBe(404);
  expect((await answer.text()).replaceAll(/<[^>]*>/g, '')).toContain('Page not found: /no/such/page');
});

test('R24 /spot-trade without a symbol shows BTCUSDT in place', async () => {
  const answer = await fetch(`${site.exchange.url}/spot-trade`, { redirect: 'manual' });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('BTC');
});

test.each([1440, 1000, 390])('home’s live prices stand on one line of each row at a width of %d', async (width) => {
  const { page, context } = await site.visit({ width });
  await page.goto('/');
  const tiles = await page
    .getByRole('region', { name: 'Live prices' })
    .getByRole('listitem')
    .evaluateAll((all) =>
      all.map((tile) => {
        const { top } = tile.getBoundingClientRect();
        return { row: Math.round(top), inside: Math.round(tile.firstElementChild!.getBoundingClientRect().top - top) };
      }),
    );
  expect(tiles).toHaveLength(6);
  const rows = [...new Set(tiles.map(({ row }) => row))];
  expect(rows).toHaveLength({ 1440: 1, 1000: 2, 390: 6 }[width]!);
  // Each row but the first has a line above it; above the first is the border of the strip.
  for (const { row, inside } of tiles) expect(inside).toBe(row === rows[0] ? 0 : 1);
  await context.close();
});

test('R29 the address of a missing page keeps in one piece where a line has room for it', async () => {
  const { page, context } = await site.visit({ width: 390 });
  const linesOf = async (path: string) => {
    await page.goto(path);
    const address = page.getByRole('heading', { level: 1 }).locator('bdi');
    const lines = await address.evaluate((element) => element.getBoundingClientRect().height / 32.2);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    return Math.round(lines);
  };
  expect(await linesOf('/no/such/market-page')).toBe(1);
  expect(await linesOf(`/${'long'.repeat(20)}`)).toBeGreaterThan(2);
  await context.close();
});

test('ATK-12 the pages about the calls show them, and their policy allows all of their own files', async () => {
  const { page, context, troubles } = await site.visit();
  await page.goto('/docs');
  await page.locator('[data-path="/auth-v2/api/v2/auth/login"]').waitFor({ timeout: 60_000 });
  expect(troubles).toEqual([]);
  await context.close();
});
