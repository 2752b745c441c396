import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPagePath, navigate, type Outcome, type Visit } from './navigation.ts';
import type { Viewer } from './navigation-rules.ts';
import { PAGES, type PagePath } from './pages.ts';

const VISITOR: Viewer = { isLoggedIn: false, isCrawler: false, isWebView: false, isMobile: false };
const USER: Viewer = { ...VISITOR, isLoggedIn: true };
const CRAWLER: Viewer = { ...VISITOR, isCrawler: true };
const WEB_VIEW: Viewer = { ...VISITOR, isWebView: true };
const LOCALES = ['en-us', 'fa-ir', 'de-de', 'zh-cn', 'zh-tw', 'pt-br', 'pt-pt'];

type Options = { viewer?: Viewer; cookie?: string; browser?: readonly string[]; offline?: readonly PagePath[] };

function go(address: string, options: Options = {}): Outcome {
  const [path = '', query] = address.split(/\?(.*)/s);
  const visit: Visit = {
    path,
    search: query === undefined ? '' : `?${query}`,
    viewer: options.viewer ?? VISITOR,
    site: { product: 'agio', locales: LOCALES, offlinePages: options.offline ?? [] },
    language: { cookie: options.cookie ?? '', browser: options.browser ?? [] },
  };
  return navigate(visit);
}

const stay: Outcome = { kind: 'stay' };
const to = (address: string): Outcome => ({ kind: 'redirect', to: address });
const login = (back: string, prefix = ''): Outcome => to(`${prefix}/login?redirect=${encodeURIComponent(back)}`);

describe('old names', () => {
  test.each([
    ['N1 homemarket goes to market', '/homemarket', '/market'],
    ['N1 homedownload goes to download', '/homedownload', '/download'],
    ['N1 community goes to social-media', '/community', '/social-media'],
    ['N1 the query goes along', '/homemarket?ref=a&b=%20', '/market?ref=a&b=%20'],
    ['N1 the prefix is taken off and put back', '/de-de/homemarket', '/de-de/market'],
    ['N1 a slash at the end changes nothing', '/homemarket/', '/market'],
    ['N3 welfare-center goes to act-center', '/activity/welfare-center', '/activity/act-center'],
    ['N4 voucher-package goes to coupon-center', '/assets/voucher-package', '/activity/coupon-center'],
    ['N5 newborn-zone goes to task-center', '/activity/newborn-zone', '/activity/task-center'],
  ])('%s', (_title, from, target) => {
    expect(go(from)).toEqual(to(target));
    expect(go(from, { viewer: USER })).toEqual(to(target));
  });

  test('N2 assets/coupon goes to the records of kind 0 in base64', () => {
    expect(atob('MA==')).toBe('0');
    expect(go('/assets/coupon', { viewer: USER })).toEqual(to('/assets/voucher-package-records/MA=='));
    expect(go('/fa-ir/assets/coupon', { viewer: USER })).toEqual(to('/fa-ir/assets/voucher-package-records/MA=='));
    expect(go('/assets/coupon-down', { viewer: USER })).toEqual(stay);
  });

  test('N4 the records page stays', () => {
    expect(go('/assets/voucher-package-records/MA==', { viewer: USER })).toEqual(stay);
  });
});

describe('offline, kebab case, recovery', () => {
  test('N6 a route flagged offline goes to 404, in its language', () => {
    const offline: PagePath[] = ['/market', '/activity/normal/:activity', '/activity/:plan'];
    expect(go('/market', { offline })).toEqual(to('/404'));
    expect(go('/fa-ir/market?x=1', { offline })).toEqual(to('/fa-ir/404'));
    expect(go('/activity/normal/spring', { offline })).toEqual(to('/404'));
    expect(go('/activity/agio-plan', { offline })).toEqual(to('/404'));
    expect(go('/homemarket', { offline })).toEqual(to('/404'));
    expect(go('/download', { offline })).toEqual(stay);
    expect(go('/404', { offline: ['/404'] })).toEqual(stay);
  });

  test.each([
    ['/coinIntroduce/BTC', '/coin-introduce/BTC'],
    ['/coinIntroduce', '/coin-introduce'],
    ['/social_media', '/social-media'],
    ['/social%20media', '/social-media'],
    ['/service/handlingFee', '/service/handling-fee'],
    ['/fa-ir/tripartiteCoin', '/fa-ir/tripartite-coin'],
    ['/tokenSplash/Detail', '/token-splash/detail'],
    ['/myURLPage2Go', '/my-url-page2-go'],
    ['/Homemarket', '/market'],
  ])('N7 %s is written %s', (from, target) => {
    expect(go(from)).toEqual(to(target));
  });

  test.each([
    ['/cms/someAgreement_x'],
    ['/activity/normal/Spring_2026'],
    ['/partners/someOne'],
    ['/spot-trade/btcUsdt'],
    ['/coin-introduce/wBTC'],
    ['/p2p-trade/USDT-EUR'],
    ['/p2p-trade/USDT_EUR'],
  ])('N7 %s is left alone', (path) => {
    expect(go(path)).toEqual(stay);
  });

  test('N7 a prefix written in another way is one once it is written right: one redirect, and no circle', () => {
    expect(go('/Fa-ir/market')).toEqual({ kind: 'redirect', to: '/fa-ir/market' });
    expect(go('/Fa-ir/assets')).toEqual({
      kind: 'redirect',
      to: '/fa-ir/login?redirect=%2Ffa-ir%2Fassets',
    });
  });

  test('N7 assets, contract-trade and voucher-package-records are left alone', () => {
    for (const path of ['/assets/someThing', '/contract-trade/btcUsdt', '/assets/voucher-package-records/aBcD'])
      expect(go(path, { viewer: USER })).toEqual(stay);
  });

  test('N8 any reset-security path goes home', () => {
    expect(go('/reset-security')).toEqual(to('/'));
    expect(go('/reset-security/mail?token=1')).toEqual(to('/'));
    expect(go('/de-de/reset-security/mail')).toEqual(to('/de-de'));
    expect(go('/account/reset-security')).toEqual(to('/'));
    expect(go('/reset-security-news')).toEqual(stay);
  });
});

describe('who may see what', () => {
  test.each([
    '/login',
    '/register',
    '/register/code',
    '/bind-account-mode',
    '/bind-account',
    '/bind-new-account',
    '/reset-password',
  ])('N9 logged in, %s goes home; a visitor stays', (path) => {
    expect(go(path, { viewer: USER })).toEqual(to('/'));
    expect(go(`/fa-ir${path}`, { viewer: USER })).toEqual(to('/fa-ir'));
    expect(go(path)).toEqual(stay);
  });

  test.each([
    ['/account'],
    ['/account/api'],
    ['/assets'],
    ['/assets/recharge'],
    ['/assets/withdraw?coin=BTC'],
    ['/copy-trading/detail'],
    ['/copy-trading/share-profit/1'],
  ])('N10 logged out, %s goes to login and comes back; logged in it stays', (path) => {
    expect(go(path)).toEqual(login(path));
    expect(go(`/fa-ir${path}`)).toEqual(login(`/fa-ir${path}`, '/fa-ir'));
    expect(go(path, { viewer: USER })).toEqual(stay);
    expect(go(path, { viewer: WEB_VIEW })).toEqual(stay);
  });

  test.each([
    ['/account/reset-password'],
    ['/account/reset-password/mail'],
    ['/copy-trading/square'],
    ['/copy-trading/profile'],
    ['/copy-trading/profile/7'],
    ['/accounting'],
  ])('N10 logged out, %s is open', (path) => {
    expect(go(path)).toEqual(stay);
  });

  test('N10 no spelling gets around it', () => {
    for (const path of ['//assets', '/%61ssets', '/./assets/', '/market/../assets', '/%41ssets'])
      expect(go(path)).toMatchObject({ kind: 'redirect' });
    expect(go('/%61ssets')).toEqual(login('/assets'));
  });

  test('N11 logged out, a contract goes to login; the page without one is open', () => {
    expect(go('/contract-trade/BTCUSDT')).toEqual(login('/contract-trade/BTCUSDT'));
    expect(go('/contract-trade/BTCUSDT', { viewer: WEB_VIEW })).toEqual(login('/contract-trade/BTCUSDT'));
    expect(go('/contract-trade/BTCUSDT', { viewer: USER })).toEqual(stay);
    expect(go('/contract-trade')).toEqual(stay);
  });

  test('N11 logged out, vip-program goes to the plan of the product', () => {
    expect(go('/vip-program')).toEqual(to('/activity/agio-plan'));
    expect(go('/activity/vip-program')).toEqual(to('/activity/agio-plan'));
    expect(go('/fa-ir/activity/vip-program')).toEqual(to('/fa-ir/activity/agio-plan'));
    expect(go('/activity/vip-program', { viewer: WEB_VIEW })).toEqual(to('/activity/agio-plan'));
    expect(go('/activity/vip-program', { viewer: USER })).toEqual(stay);
  });
});

describe('several rules at once', () => {
  test('N2 N10 an old name that needs a log-in is one redirect', () => {
    expect(go('/assets/coupon')).toEqual(login('/assets/voucher-package-records/MA=='));
  });

  test('N1 L3 an old name in another language is one redirect', () => {
    expect(go('/homemarket', { cookie: 'fa-ir' })).toEqual(to('/fa-ir/market'));
  });

  test('N10 L3 the page to come back to has the language too', () => {
    expect(go('/assets?tab=2', { cookie: 'de-de' })).toEqual(login('/de-de/assets?tab=2', '/de-de'));
  });

  test('N12 a redirect never leaves the site and never circles, whatever was asked for', () => {
    const words = [
      ...PAGES.flatMap(({ path }) => path.split('/')),
      'homemarket',
      'community',
      'coupon',
      'welfare-center',
      'reset-security',
      'Fa-ir',
      'fa-ir',
      'en-us',
      '..',
      'evil.example',
      '%2f%2fevil',
      '\\evil',
      '',
      '%0a',
      'fooBar',
      'a_b',
      '%',
      '\u202e',
      '//',
      '@evil.example',
    ];
    const address = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 6 })), { maxLength: 5 });
    const viewer = fc.record({
      isLoggedIn: fc.boolean(),
      isCrawler: fc.boolean(),
      isWebView: fc.boolean(),
      isMobile: fc.boolean(),
    });
    const check = fc.property(
      address,
      viewer,
      fc.constantFrom('', 'fa-ir', 'xx'),
      fc.constantFrom<readonly PagePath[]>([], ['/market', '/login']),
      (parts, who, cookie, offline) => {
        const options = { viewer: who, cookie, offline };
        const first = go(`/${parts.join('/')}`.replaceAll('?', ''), options);
        if (first.kind === 'stay' || first.kind === 'missing') return;
        const target = first.kind === 'redirect' ? first.to : first.path;
        expect(first.kind === 'redirect').toBe(!who.isCrawler);
        expect(new URL(target, 'https://agio.example').origin).toBe('https://agio.example');
        expect(target).toMatch(/^\/(?![/\\])/);
        const next = first.kind === 'redirect' && first.chosen ? { ...options, cookie: first.chosen } : options;
        expect(go(target, next)).toEqual(stay);
      },
    );
    const result = fc.check(check, { numRuns: 20_000 });
    expect(result.failed, `seed ${result.seed}: ${JSON.stringify(result.counterexample)} ${result.errorInstance}`).toBe(
      false,
    );
  });
});

describe('the slash at the end', () => {
  const forGood = (address: string): Outcome => ({ kind: 'redirect', to: address, isPermanent: true });

  test.each([
    ['/market/', '/market'],
    ['/market//', '/market'],
    ['/market/?tab=all&q=a%26b', '/market?tab=all&q=a%26b'],
    ['/de-de/market/', '/de-de/market'],
    ['/de-de/', '/de-de'],
    ['/spot-trade/BTCUSDT/', '/spot-trade/BTCUSDT'],
    ['/no/such/page/', '/no/such/page'],
    ['//evil/', '/evil'],
  ])('L7 %s is %s for good', (from, target) => {
    expect(go(from)).toEqual(forGood(target));
  });

  test('L7 what depends on who asks is not for good: the language and the log-in make one redirect with the slash', () => {
    expect(go('/market/', { cookie: 'fa-ir' })).toEqual(to('/fa-ir/market'));
    expect(go('/assets/')).toEqual(login('/assets'));
    expect(go('/assets/', { viewer: USER })).toEqual(forGood('/assets'));
  });

  test('L7 the home page, calls and crawlers are left alone', () => {
    expect(go('/')).toEqual(stay);
    for (const path of ['/api/v3/ping/', '/web/spot/tickers/', '/ws/', '/docs/', '/static/x/'])
      expect(go(path)).toEqual(stay);
    expect(go('/market/', { viewer: CRAWLER })).toEqual(stay);
  });
});

describe('crawlers', () => {
  const crawl = (path: string, options: Options = {}) => go(path, { ...options, viewer: CRAWLER });

  test('N14 an old path answers with its target, without a redirect', () => {
    expect(crawl('/homemarket')).toEqual({ kind: 'answer', path: '/market' });
    expect(crawl('/fa-ir/homemarket')).toEqual({ kind: 'answer', path: '/fa-ir/market' });
    expect(crawl('/coinIntroduce/BTC')).toEqual({ kind: 'answer', path: '/coin-introduce/BTC' });
    expect(crawl('/reset-security')).toEqual({ kind: 'answer', path: '/' });
    expect(crawl('/vip-program')).toEqual({ kind: 'answer', path: '/activity/agio-plan' });
  });

  test('N14 what sends visitors to log-in stays', () => {
    for (const path of ['/assets', '/account/api', '/contract-trade/BTCUSDT', '/activity/vip-program'])
      expect(crawl(path)).toEqual(stay);
  });

  test('N6 N14 an offline page is missing in place', () => {
    expect(crawl('/market', { offline: ['/market'] })).toEqual({ kind: 'missing' });
    expect(crawl('/homemarket', { offline: ['/market'] })).toEqual({ kind: 'missing' });
  });

  test('L3 N14 no language is chosen for them', () => {
    expect(crawl('/market', { browser: ['fa-IR'], cookie: 'fa-ir' })).toEqual(stay);
  });
});

describe('languages', () => {
  test('L3 a prefix decides', () => {
    expect(go('/fa-ir/market', { cookie: 'de-de', browser: ['zh-CN'] })).toEqual(stay);
  });

  test('L3 without one the cookie, else the browser', () => {
    expect(go('/market', { cookie: 'de-de', browser: ['fa-IR'] })).toEqual(to('/de-de/market'));
    expect(go('/market?x=1', { browser: ['fa-IR'] })).toEqual(to('/fa-ir/market?x=1'));
    expect(go('/', { browser: ['fa-IR'] })).toEqual(to('/fa-ir'));
    expect(go('/market', { cookie: 'en-us', browser: ['fa-IR'] })).toEqual(stay);
    expect(go('/market', { cookie: 'xx-xx', browser: [] })).toEqual(stay);
  });

  test('L3 only a built language is a prefix', () => {
    expect(go('/ko-kr/homemarket')).toEqual(stay);
    expect(go('/fa-ir/en-us/market')).toEqual(stay);
    expect(go('/en-us/fa-ir/market')).toEqual(stay);
    expect(go('/en-us/en-us/market')).toEqual(stay);
  });

  const inEnglish = (address: string): Outcome => ({ kind: 'redirect', to: address, chosen: 'en-us' });

  test.each([
    ['/en-us', '/'],
    ['/en-us/', '/'],
    ['/en-us/market', '/market'],
    ['/en-us/market/', '/market'],
    ['/en-us/market?tab=all&q=a%26b', '/market?tab=all&q=a%26b'],
    ['/en-us/spot-trade/BTCUSDT', '/spot-trade/BTCUSDT'],
    ['/en-us/no/such/page', '/no/such/page'],
    ['/en-us/homemarket?x=1', '/market?x=1'],
    ['/En-us/market', '/market'],
    ['/en_us/market', '/market'],
    ['/en-us/assets?tab=2', '/login?redirect=%2Fassets%3Ftab%3D2'],
  ])('L1 L3 %s is %s, and English is chosen, whatever was wished before', (from, target) => {
    for (const requests of [{}, { cookie: 'de-de' }, { browser: ['fa-IR'] }, { cookie: 'en-us' }])
      expect(go(from, requests)).toEqual(inEnglish(target));
  });

  test('L1 N14 a crawler gets the page without the prefix in place', () => {
    const crawl = (path: string) => go(path, { viewer: CRAWLER, browser: ['fa-IR'] });
    expect(crawl('/en-us')).toEqual({ kind: 'answer', path: '/' });
    expect(crawl('/en-us/market')).toEqual({ kind: 'answer', path: '/market' });
    expect(crawl('/en-us/homemarket')).toEqual({ kind: 'answer', path: '/market' });
  });

  test('L1 no other redirect chooses a language', () => {
    expect(go('/homemarket', { cookie: 'en-us' })).toEqual(to('/market'));
    expect(go('/de-de/homemarket')).toEqual(to('/de-de/market'));
  });
});

test('N: rules see page paths only', () => {
  const others = [
    '/web/api/v1/userCenter/getUserInfo',
    '/api/locales/agio',
    '/auth-v2/api/v2/auth/login',
    '/copy/trading/v1/x',
    '/futures/ws/public',
    '/market.data',
    '/_root.data',
    '/__manifest',
    '/static/rootPage-x.js',
    '/favicon.svg',
    '/graphql',
    '/docs/json',
    '/healthz',
    '/ws-api/v3',
    '/p2p/trading/switch',
    '/en-us/api/v3/ping',
    '/en-us/copy/trading/v1/x',
    '/en-us/favicon.svg',
  ];
  for (const path of others) {
    expect([path, isPagePath(path)]).toEqual([path, false]);
    expect(go(path, { cookie: 'fa-ir' })).toEqual(stay);
  }
  for (const { path } of PAGES) expect([path, isPagePath(path)]).toEqual([path, true]);
});
