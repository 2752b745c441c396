/** Names that other venues have for pages of ours: people type them and link to them. */
import { expect, test } from 'vitest';
import { navigate, type Outcome } from './navigation.ts';

function go(address: string): Outcome {
  const [path = '', query] = address.split(/\?(.*)/s);
  return navigate({
    path,
    search: query === undefined ? '' : `?${query}`,
    viewer: { isLoggedIn: false, isCrawler: false, isWebView: false, isMobile: false },
    site: { product: 'agio', locales: ['en-us', 'fa-ir', 'de-de'], offlinePages: [] },
    language: { cookie: '', browser: [] },
  });
}

test.each([
  ['/markets', '/market'],
  ['/fees', '/service/handling-fee'],
  ['/help', '/social-media'],
  ['/spot', '/spot-trade'],
  ['/de-de/markets?x=1', '/de-de/market?x=1'],
  ['/spot-trade/BTC_USDT', '/spot-trade/BTCUSDT'],
  ['/spot-trade/btc-usdt', '/spot-trade/BTCUSDT'],
  ['/fa-ir/spot-trade/eth_usdt', '/fa-ir/spot-trade/ETHUSDT'],
  ['/fa-ir/futures', '/fa-ir/contract-trade'],
])('the usual name %s leads to %s', (from, target) => {
  expect(go(from)).toEqual({ kind: 'redirect', to: target });
});

test('a contract under the usual name is its page, which asks for a log-in first', () => {
  expect(go('/de-de/futures/btc_usdt')).toEqual({
    kind: 'redirect',
    to: '/de-de/login?redirect=%2Fde-de%2Fcontract-trade%2FBTCUSDT',
  });
});

test.each([
  '/spot-trade/BTCUSDT',
  '/spot-trade',
  '/spot-trade/BTCUSDT/x_y',
  '/spot-trade/a_b',
  '/futures/BTCUSDT',
  '/fa-ir/futures/a/b',
])('the path %s stays as it is', (path) => {
  expect(go(path)).toEqual({ kind: 'stay' });
});
