/** The pages with the most on them in every language that pages.test.ts leaves out, on a desktop and on a phone. */
import { ALL_LOCALES } from '@agio/contracts/locales';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, type TestExchange } from '../exchange.ts';
import { launchBrowser } from './browser.ts';
import { createInspector } from './inspect-page.ts';

const PAGES = ['/', '/market', '/spot-trade/BTCUSDT'];
const LOCALES = ALL_LOCALES.map(({ key }) => key).filter((key) => key !== 'en-us' && key !== 'fa-ir');

let exchange: TestExchange;
let browser: Browser;

beforeAll(async () => {
  exchange = await bootExchange({ demoMarket: true });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await exchange?.close();
});

/** Desktop or phone, dark or light, by turns; `npm run survey` sees everything in everything. */
test.each(LOCALES.map((locale, place) => [locale, place] as const))('L1 %s', async (locale, place) => {
  const inspect = createInspector(browser, exchange.url);
  for (const [at, path] of PAGES.entries()) {
    const isPhone = (place + at) % 2 === 0;
    expect([path, await inspect(path, { locale, theme: isPhone ? 'light' : 'dark', isPhone })]).toEqual([path, []]);
  }
});
