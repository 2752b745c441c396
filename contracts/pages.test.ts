import { expect, test } from 'vitest';
import { keepsChildToken } from './child-token.ts';
import { deviceOf } from './device.ts';
import { nativeJump } from './native-app.ts';
import { findPage, traitsOfPage } from './pages.ts';

const traits = (path: string) => {
  const page = findPage(path.split('/').filter(Boolean), 'agio');
  return page === undefined ? undefined : traitsOfPage(page);
};
const dark = { theme: 'dark' };
const prizes = { ...dark, opensPrizes: true, hasTabBar: true };
const stars = { ...dark, hasStars: true, hasTabBar: false, opensPrizes: false };
const plain = { isThemeSwitchHidden: false, showsVipCode: false, opensPrizes: false, hasStars: false, hasTabBar: true };

test.each([
  ['R1', '/act/partner', { ...dark, isThemeSwitchHidden: true, showsVipCode: true, opensPrizes: false }],
  ['R2', '/referral', plain],
  ['R3', '/token-splash', prizes],
  ['R4', '/token-splash/detail', { ...plain, ...dark }],
  ['R5', '/activity/app-upgrade', plain],
  ['R6', '/ads-posting/trade', plain],
  ['R7', '/ads-posting/reward', plain],
  ['R8', '/ads-posting/affiliate', plain],
  ['R9', '/activity/act-center', prizes],
  ['R10', '/activity/newbie-camp', { ...prizes, hasTabBar: false }],
  ['R11', '/activity/normal/spring', stars],
  ['R12', '/activity/task-center', prizes],
  ['R13', '/activity/vip-program', prizes],
  ['R14', '/activity/agio-plan', prizes],
  ['R15', '/activity/coupon-center', { ...plain, ...dark, hasTabBar: false }],
  ['R16', '/activity/partner-trading', { ...plain, showsVipCode: true }],
  ['R17', '/activity/coupon-use-record', { ...plain, ...dark, hasTabBar: false }],
  ['R18', '/promotion/mail-unsubscribe', plain],
  ['R19', '/activity/dragon-boat-festival', stars],
  ['R20', '/activity/trading-competition/cup', stars],
  ['R24', '/contract-trade/BTCUSDT', { ...plain, layout: 'terminal' }],
  ['R24', '/spot-trade', { ...plain, layout: 'terminal' }],
])('%s %s has its traits', (_id, path, expected) => {
  expect(traits(path)).toMatchObject(expected);
});

test.each([
  ['R21', ['/', '/login', '/register', '/register/code', '/market', '/download', '/social-media', '/404']],
  ['R22', ['/assets/recharge', '/assets/withdraw', '/assets/voucher-package', '/assets/voucher-package-records/MA==']],
  ['R23', ['/account/id-auth', '/bind-account-mode', '/bind-account', '/bind-new-account', '/reset-password']],
  [
    'R25',
    ['/service/handling-fee', '/service/vip-service', '/cms/agreement', '/tripartite-coin', '/coin-introduce/BTC'],
  ],
  ['R26', ['/activity/deposit', '/activity/goal', '/activity/happy-halloween', '/activity/anniversary-events']],
  ['R26', ['/activity/winter-wonderland', '/browser/activity/partner-trading']],
  ['R27', ['/copy-trading/square', '/copy-trading/profile', '/copy-trading/detail', '/copy-trading/share-profit']],
  ['R27', ['/p2p-trade', '/earn', '/earn/dual', '/messages']],
])('%s %s are pages', (_id, paths) => {
  for (const path of paths) expect([path, traits(path)?.isOffline]).toEqual([path, false]);
});

test('R14 a plan of another product has no page', () => {
  expect(findPage(['activity', 'other-plan'], 'agio')).toBeUndefined();
  expect(findPage(['activity', 'other-plan'], 'other')).toBe('/activity/:plan');
});

test('R28 a page without a layout has the site layout, an unknown one has the defaults', () => {
  expect(traits('/market')?.layout).toBe('site');
  expect(traits('/assets')?.layout).toBe('account');
  expect(findPage(['nowhere'], 'agio')).toBeUndefined();
  expect(traitsOfPage(undefined)).toMatchObject({ layout: 'site', hasTabBar: true });
});

test('N13 the app is known by its name in the user agent', () => {
  expect(deviceOf('Mozilla/5.0 (Linux; Android 14) AgioApp/1.4.0', 'agio').webview).toBe(true);
  expect(deviceOf('Mozilla/5.0 (Linux; Android 14) OtherApp/1.4.0', 'agio').webview).toBe(false);
});

test('N13 jumps name a screen of the app; deposit adds the currency USDT', () => {
  expect(nativeJump('/assets/recharge')).toEqual({ name: 'jump', page: 'deposit', params: { currency: 'USDT' } });
  expect(nativeJump('/assets/voucher-package')).toMatchObject({ page: 'card' });
  expect(nativeJump('/account/id-auth')).toMatchObject({ page: 'identity' });
  expect(nativeJump('/spot-trade/ETHUSDT')).toEqual({ name: 'jump', page: 'spot', params: { symbol: 'ETHUSDT' } });
  expect(nativeJump('/contract-trade')).toEqual({ name: 'jump', page: 'futures', params: { symbol: 'BTCUSDT' } });
  for (const path of ['/activity/act-center', '/constructor', '/assets/recharge/x'])
    expect(nativeJump(path)).toBeNull();
});

test('N15 the child token stays on four kinds of page and is left on any other', () => {
  const keeping = ['/copy-trading/detail', '/copy-trading/share-profit', '/copy-trading/profile/7'];
  for (const path of [...keeping, '/contract-trade/BTCUSDT'])
    expect([path, keepsChildToken(path)]).toEqual([path, true]);
  for (const path of [
    '/',
    '/contract-trade',
    '/copy-trading/square',
    '/copy-trading',
    '/spot-trade/BTCUSDT',
    '/assets',
  ])
    expect([path, keepsChildToken(path)]).toEqual([path, false]);
});

test('N14 search engines and link previews are crawlers; people, scripts and telephones are not', () => {
  const crawlers = [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
    'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
    'Mozilla/5.0 AppleWebKit/605.1.15 (KHTML, like Gecko) Version/8.0.2 Safari/600.2.5 (Applebot/0.1)',
    'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
    'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Twitterbot/1.0',
  ];
  const others = [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    'curl/8.5.0',
    'node',
    'python-requests/2.32',
    '',
  ];
  for (const userAgent of crawlers) expect([userAgent, deviceOf(userAgent, 'agio').spider]).toEqual([userAgent, true]);
  for (const userAgent of others) expect([userAgent, deviceOf(userAgent, 'agio').spider]).toEqual([userAgent, false]);
});
