/** Every page as people meet it: both languages, both themes, phone and desktop; without errors, sideways scroll or barriers. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootExchange, type TestExchange } from '../exchange.ts';
import { launchBrowser, newVisit, picture } from './browser.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const CONTENT_PAGES = [
  '/coin-introduce',
  '/coin-introduce/BTC',
  '/tripartite-coin',
  '/service/handling-fee',
  '/download',
  '/social-media',
  '/cms/agreement',
];
const PUBLIC_PAGES = ['/', '/market', '/login', '/register', '/spot-trade/BTCUSDT', '/404', ...CONTENT_PAGES];
const PRIVATE_PAGES = ['/assets', '/account/api', '/spot-trade/BTCUSDT'];

let exchange: TestExchange;
let browser: Browser;
let sessionCookie: { name: string; value: string; url: string };

beforeAll(async () => {
  exchange = await bootExchange({ demoMarket: true });
  browser = await launchBrowser();
  const user = await exchange.createUser({ USDT: '10000', BTC: '1' });
  sessionCookie = { name: 'agio-token', value: user.token, url: exchange.url };
});
afterAll(async () => {
  await browser?.close();
  await exchange?.close();
});

interface AxeResult {
  readonly violations: { readonly id: string; readonly nodes: { readonly target: string[] }[] }[];
}

interface Look {
  readonly locale: 'en-us' | 'fa-ir';
  readonly theme: 'dark' | 'light';
  readonly isPhone: boolean;
}

const LOOKS: readonly Look[] = [
  { locale: 'en-us', theme: 'dark', isPhone: false },
  { locale: 'en-us', theme: 'light', isPhone: true },
  { locale: 'fa-ir', theme: 'dark', isPhone: true },
  { locale: 'fa-ir', theme: 'light', isPhone: false },
];

async function inspect(path: string, look: Look, prepare: (context: BrowserContext) => Promise<void>): Promise<void> {
  const { locale, theme, isPhone } = look;
  const size = isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 };
  const { page, context, troubles } = await newVisit(browser, exchange.url, { ...size, theme, isPhone });
  await prepare(context);
  await page.goto(locale === 'en-us' ? path : `/${locale}${path === '/' ? '' : path}`);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForTimeout(1_500);
  const facts = await page.evaluate(() => ({
    direction: document.documentElement.dir,
    theme: document.documentElement.dataset.theme,
    headings: document.querySelectorAll('h1').length,
    sideways: document.documentElement.scrollWidth - window.innerWidth,
    title: document.title,
    missingKeys:
      /\b(chat|display|spot|frame|home|market|assets|auth|account|common|errors|link|navigation|popups|response|login|register|coins?|issued|fees|download|social|agreement)\.[a-z_]+\.?[a-z_]*\b/.exec(
        document.body.innerText,
      )?.[0] ?? '',
  }));
  await picture(page, `page${path.replaceAll('/', '-')}-${locale}-${theme}-${isPhone ? 'phone' : 'desktop'}`);
  await page.evaluate(AXE);
  const axe = (await page.evaluate(
    `axe.run(document, { rules: { 'meta-viewport': { enabled: false } } })`,
  )) as AxeResult;
  await context.close();
  const expected404 = path === '/404' ? troubles.filter((text) => !text.includes('404')) : troubles;
  expect({
    ...facts,
    title: facts.title.length > 3,
    troubles: expected404,
    axe: axe.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`),
  }).toEqual({
    direction: locale === 'fa-ir' ? 'rtl' : 'ltr',
    theme,
    headings: 1,
    sideways: 0,
    title: true,
    missingKeys: '',
    troubles: [],
    axe: [],
  });
}

describe('the public pages', () => {
  for (const path of PUBLIC_PAGES) {
    for (const look of LOOKS) {
      test(`L2 T9 S9 ${path} in ${look.locale}, ${look.theme}, on a ${look.isPhone ? 'phone' : 'desktop'}`, async () => {
        await inspect(path, look, async () => {});
      });
    }
  }
});

describe('the pages of a person', () => {
  for (const path of PRIVATE_PAGES) {
    for (const look of LOOKS) {
      test(`${path} in ${look.locale}, ${look.theme}, on a ${look.isPhone ? 'phone' : 'desktop'}`, async () => {
        await inspect(path, look, (context) => context.addCookies([sessionCookie]));
      });
    }
  }
});

test('R21 home and markets show live prices without JavaScript', async () => {
  for (const path of ['/', '/market', '/fa-ir/market']) {
    const { page, context } = await newVisit(browser, exchange.url, { javaScript: false });
    await page.goto(path);
    const text = await page.locator('main').innerText();
    expect(text).toMatch(/BTC/);
    expect(text).toMatch(/9[0-9],[0-9]{3}/);
    await context.close();
  }
});

test('built files come compressed to who can read them, and as they are to others', async () => {
  const html = await (await fetch(exchange.url)).text();
  const script = /\/static\/libraries-[\w-]+\.js/.exec(html)?.[0] ?? '';
  const ask = (encoding: string) => fetch(exchange.url + script, { headers: { 'accept-encoding': encoding } });
  const [small, plain] = [await ask('br'), await ask('identity')];
  expect([small.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['br', null]);
  expect(Number(small.headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')) / 3);
  expect(small.headers.get('content-type')).toContain('javascript');
  expect(await small.text()).toBe(await plain.text());
});

test.each(['/', '/market', ...CONTENT_PAGES])('R25 %s is there to read without JavaScript', async (path) => {
  const { page, context } = await newVisit(browser, exchange.url, { javaScript: false });
  await page.goto(path);
  expect((await page.locator('h1').innerText()).length).toBeGreaterThan(2);
  expect((await page.locator('main').innerText()).length).toBeGreaterThan(200);
  await context.close();
});

test('R25 the fee page shows the rates of the engine', async () => {
  const { data } = await exchange.call<{ pairs: { symbol: string; makerFeeRate: string }[] }>('GET', '/web/spot/pairs');
  const { page, context } = await newVisit(browser, exchange.url);
  await page.goto('/service/handling-fee');
  expect(await page.locator('tbody tr').count()).toBe(data.pairs.length);
  const rate = `${Number(data.pairs[0]!.makerFeeRate) * 100}%`;
  expect(await page.locator('tbody tr').first().innerText()).toContain(rate);
  await context.close();
});

test('R25 the channel check knows no channel where none is named', async () => {
  const { page, context } = await newVisit(browser, exchange.url);
  await page.goto('/social-media');
  await page.getByLabel('Link or name').fill('https://forum.example/agio');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => page.locator('main').getByRole('status').innerText()).toContain('not one of our channels');
  await context.close();
});

test('no module is asked for before the style sheet is there, though the page names them all', async () => {
  const html = await (await fetch(exchange.url)).text();
  expect(html).not.toMatch(/<link rel="modulepreload"|<script[^>]*type="module"/);
  const { page, context } = await newVisit(browser, exchange.url);
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
  const { page, context } = await newVisit(browser, exchange.url);
  await context.addCookies([sessionCookie]);
  await page.goto('/market');
  await page.getByRole('button', { name: /@/ }).waitFor();
  await context.close();
});

test('R29 an unknown path answers 404 and names itself', async () => {
  const answer = await fetch(`${exchange.url}/no/such/page`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('Page not found: /no/such/page');
});

test('R24 /spot-trade without a symbol shows BTCUSDT in place', async () => {
  const answer = await fetch(`${exchange.url}/spot-trade`, { redirect: 'manual' });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('BTC');
});

test('320 and 2560 pixels wide, nothing scrolls sideways', async () => {
  for (const width of [320, 2560]) {
    for (const path of [...PUBLIC_PAGES, '/fa-ir/market']) {
      const { page, context } = await newVisit(browser, exchange.url, { width, height: 900 });
      await page.goto(path);
      await page.waitForTimeout(700);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await context.close();
      expect({ width, path, sideways }).toEqual({ width, path, sideways: 0 });
    }
  }
});
