/** The pages with the most on them, in the languages that pages.test.ts leaves out, on a desktop or on a phone. */
import { ALL_LOCALES } from '@agio/contracts/locales';
import { beforeAll, expect, test } from 'vitest';
import { visitSharedExchange } from './exchange-visit.ts';
import { createInspector } from './inspect-page.ts';
import { SEED } from './look-seed.ts';

const PAGES = ['/', '/market', '/spot-trade/BTCUSDT'];
const LOCALES = ALL_LOCALES.map(({ key }) => key).filter((key) => key !== 'en-us' && key !== 'fa-ir');

const site = visitSharedExchange();
let inspect: ReturnType<typeof createInspector>;

beforeAll(() => {
  inspect = createInspector(site.browser, site.exchange.url);
});

/**
 * One of the pages for each language; the next run takes the next page. `npm run survey` sees all of them. Two languages at a time (vitest.config.ts): one settles while the other is read.
 */
test.concurrent.each(LOCALES.map((locale, place) => [locale, place + SEED] as const))('L1 %s', async (locale, turn) => {
  const path = PAGES[turn % PAGES.length]!;
  const isPhone = Math.floor(turn / PAGES.length) % 2 === 0;
  const look = { locale, theme: turn % 2 === 0 ? 'light' : 'dark', isPhone } as const;
  expect([path, await inspect(path, look)]).toEqual([path, []]);
});
