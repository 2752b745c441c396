/** The pages with the most on them in every language that pages.test.ts leaves out, on a desktop and on a phone. */
import { ALL_LOCALES } from '@agio/contracts/locales';
import { beforeAll, expect, test } from 'vitest';
import { createInspector } from './inspect-page.ts';
import { visitExchange } from './exchange-visit.ts';

const PAGES = ['/', '/market', '/spot-trade/BTCUSDT'];
const LOCALES = ALL_LOCALES.map(({ key }) => key).filter((key) => key !== 'en-us' && key !== 'fa-ir');

const site = visitExchange({ demoMarket: true });
let inspect: ReturnType<typeof createInspector>;

beforeAll(async () => {
  inspect = createInspector(site.browser, site.exchange.url);
});

/**
 * Desktop or phone, dark or light, by turns; `npm run survey` sees everything in everything. Two languages at a time
 * (vitest.config.ts): one settles while the other is read.
 */
test.concurrent.each(LOCALES.map((locale, place) => [locale, place] as const))('L1 %s', async (locale, place) => {
  for (const [at, path] of PAGES.entries()) {
    const isPhone = (place + at) % 2 === 0;
    expect([path, await inspect(path, { locale, theme: isPhone ? 'light' : 'dark', isPhone })]).toEqual([path, []]);
  }
});
