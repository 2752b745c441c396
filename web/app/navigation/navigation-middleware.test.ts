/** The rules inside the app: a real router with the app's own middleware. The window is all that Node lacks. */
import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setChildMode, tokenHeaders } from '../api/tokens.ts';
import { rememberSite } from '../addresses/browser-site.ts';
import { steerNavigation } from './navigation-middleware.ts';

const VISITOR = { isLoggedIn: false, isCrawler: false, isWebView: false, isMobile: false };
const TOLD = { viewer: VISITOR, product: 'agio', offlinePages: [] } as const;
const PATHS = [
  '/',
  '/market',
  '/login',
  '/assets/recharge',
  '/copy-trading/detail',
  '/contract-trade/:symbol',
  '/fa-ir',
  '/:locale/market',
];

let messages: string[];

beforeEach(() => {
  messages = [];
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  vi.stubGlobal('window', {
    location: { pathname: '/', search: '' },
    AgioBridge: { postMessage: (message: string) => messages.push(message) },
  });
});
afterEach(() => vi.unstubAllGlobals());

async function follow(
  path: string,
  viewer: Partial<typeof VISITOR> = {},
  prepare: () => void = () => {},
): Promise<string> {
  rememberSite({ ...TOLD, viewer: { ...VISITOR, ...viewer } });
  const router = createMemoryRouter([
    { middleware: [steerNavigation], children: PATHS.map((each) => ({ path: each, loader: () => null })) },
  ]);
  const here = new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
  router.initialize();
  await here;
  prepare();
  await router.navigate(path);
  const { pathname, search } = router.state.location;
  router.dispose();
  return pathname + search;
}

describe('N15 the child token', () => {
  const isKept = async (path: string): Promise<boolean> => {
    await follow(path, { isLoggedIn: true }, () => setChildMode(true, 'fast'));
    return tokenHeaders('/web/x', 'child').token === 'fast';
  };

  test('is left when a link leads to another page', async () => {
    expect(await isKept('/market')).toBe(false);
    expect(await isKept('/fa-ir')).toBe(false);
  });

  test('is kept on the pages of copy trading and on a contract', async () => {
    expect(await isKept('/copy-trading/detail')).toBe(true);
    expect(await isKept('/contract-trade/BTCUSDT')).toBe(true);
  });
});

test('N10 a link to a closed page leads to the log-in', async () => {
  expect(await follow('/assets/recharge')).toBe('/login?redirect=%2Fassets%2Frecharge');
  expect(await follow('/assets/recharge', { isLoggedIn: true })).toBe('/assets/recharge');
});

test('L7 a link with a slash at its end leads to the address without', async () => {
  expect(await follow('/market/?tab=all')).toBe('/market?tab=all');
});

test('L3 a link that names English leads to the address without, and English is kept', async () => {
  vi.stubGlobal('navigator', { languages: ['fa-IR'] });
  const jar = { cookie: 'language=fa-ir' };
  vi.stubGlobal('document', jar);
  expect(await follow('/en-us/market?tab=all', {}, () => (jar.cookie = 'language=fa-ir'))).toBe('/market?tab=all');
  expect(jar.cookie).toMatch(/^language=en-us; path=\/; max-age=31536000; samesite=lax$/);
});

test('N13 in the native app a jump calls the bridge and the page stays', async () => {
  expect(await follow('/assets/recharge', { isWebView: true, isLoggedIn: true })).toBe('/');
  expect(messages.map((text) => JSON.parse(text) as unknown)).toEqual([
    { name: 'jump', page: 'deposit', params: { currency: 'USDT' } },
  ]);
  expect(await follow('/market')).toBe('/market');
  expect(messages).toHaveLength(1);
});
