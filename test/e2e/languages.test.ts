/** The pages with the most on them in every language that pages.test.ts leaves out, on a desktop and on a phone. */
import { ALL_LOCALES } from '@agio/contracts/locales';
import { beforeAll, expect, test } from 'vitest';
import { createInspector, SEED, tellSeed } from './inspect-page.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const PAGES = ['/', '/market', '/spot-trade/BTCUSDT'];
const LOCALES = ALL_LOCALES.map(({ key }) => key).filter((key) => key !== 'en-us' && key !== 'fa-ir');

const site = visitSharedExchange();
let inspect: ReturnType<typeof createInspector>;

beforeAll(() => {
  tellSeed();
  inspect = createInspector(site.browser, site.exchange.url);
});

/**
 * Desktop or phone, dark or light, by turns, and barriers on one page of each language; `npm run survey` sees everything in
 * everything. Two languages at a time (vitest.config.ts): one settles while the other is read.
 */
test.concurrent.each(LOCALES.map((locale, place) => [locale, place] as const))('L1 %s', async (locale, place) => {
  for (const [at, path] of PAGES.entries()) {
    const isPhone = (place + at) % 2 === 0;
    const isQuick = (place + SEED) % PAGES.length !== at;
    const look = { locale, theme: isPhone ? 'light' : 'dark', isPhone, isQuick } as const;
    expect([path, await inspect(path, look)]).toEqual([path, []]);
  }
});
