/** Where page requests go: the rules of contracts/navigation as a real server applies them, to documents and to data. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let user: TestUser;
beforeAll(async () => {
  exchange = await bootExchange({ environment: { OFFLINE_PAGES: '/spot-trade,/activity/goal' } });
  user = await exchange.createUser();
});
afterAll(() => exchange.close());

const CRAWLER = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
const WEB_VIEW = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Mobile AgioApp/1.4.0' };

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(exchange.url + path, { headers, redirect: 'manual' });
  return {
    status: answer.status,
    to: answer.headers.get('location'),
    headers: answer.headers,
    text: await answer.text(),
  };
}

/** The text of a page, without its tags. */
const wordsOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '');

const loggedIn = () => ({ cookie: `agio-token=${user.token}` });

describe('redirects of documents', () => {
  test.each([
    ['N1', '/homemarket', '/market'],
    ['N1', '/fa-ir/homedownload?x=1', '/fa-ir/download?x=1'],
    ['N2', '/assets/coupon', '/login?redirect=%2Fassets%2Fvoucher-package-records%2FMA%3D%3D'],
    ['N3', '/activity/welfare-center', '/activity/act-center'],
    ['N4', '/assets/voucher-package', '/activity/coupon-center'],
    ['N5', '/activity/newborn-zone', '/activity/task-center'],
    ['N6', '/spot-trade', '/404'],
    ['N6', '/fa-ir/activity/goal', '/fa-ir/404'],
    ['N7', '/coinIntroduce/BTC', '/coin-introduce/BTC'],
    ['N8', '/reset-security/mail', '/'],
    ['N10', '/fa-ir/assets?tab=1', '/fa-ir/login?redirect=%2Ffa-ir%2Fassets%3Ftab%3D1'],
    ['N11', '/contract-trade/BTCUSDT', '/login?redirect=%2Fcontract-trade%2FBTCUSDT'],
    ['N11', '/vip-program', '/activity/agio-plan'],
  ])('%s %s goes to %s by 302', async (_id, path, target) => {
    const { status, to, headers } = await get(path);
    expect([status, to]).toEqual([302, target]);
    expect(headers.get('vary')).toBe('Cookie, Accept-Language');
  });

  test('N9 logged in, the log-in goes home', async () => {
    expect(await get('/fa-ir/login', loggedIn())).toMatchObject({ status: 302, to: '/fa-ir' });
    expect(await get('/register/code', loggedIn())).toMatchObject({ status: 302, to: '/' });
    expect((await get('/login')).status).toBe(200);
    expect((await get('/assets', loggedIn())).status).toBe(200);
  });

  test('N12 no address makes the server send anyone off the site', async () => {
    for (const path of ['//evil.example/fooBar', '/\\evil.example/fooBar', '//evil.example/%2e%2e/homemarket']) {
      const { to } = await get(path, { 'accept-language': 'fa' });
      expect([path, to === null || new URL(to, exchange.url).origin === exchange.url]).toEqual([path, true]);
    }
  });
});

describe('data requests', () => {
  test('N1 N10 a rule is a redirect that the router understands', async () => {
    const old = await get('/homemarket.data');
    expect([old.status, old.to]).toEqual([202, null]);
    expect(old.text).toContain('"/market"');
    const closed = await get('/fa-ir/assets.data');
    expect(closed.status).toBe(202);
    expect(closed.text).toContain('/fa-ir/login?redirect=%2Ffa-ir%2Fassets');
    expect((await get('/market.data')).status).toBe(200);
  });
});

describe('missing pages', () => {
  test('R29 N6 an unknown path and /404 answer 404 and name themselves', async () => {
    for (const path of [
      '/no/such/page',
      '/nowhere',
      '/404',
      '/en-us/fa-ir/market',
      '/xx-xx/market',
      '/MARKET',
      '/fa-ir/nowhere',
    ]) {
      const { status, text } = await get(path);
      expect([path, status]).toEqual([path, 404]);
      const words = path.startsWith('/fa-ir') ? 'صفحه پیدا نشد: ' : 'Page not found: ';
      expect(wordsOf(text)).toContain(words + path);
      expect(text).toContain('noindex');
      // Inside the frame: a missing page still has the menus.
      expect(text).toContain('<header');
    }
  });

  test('R29 L7 a known page with an unknown parameter has a title, noindex and its own text', async () => {
    for (const path of ['/coin-introduce/NOPE', '/spot-trade/NOPE', '/fa-ir/coin-introduce/NOPE']) {
      const { status, text } = await get(path);
      const isPersian = path.startsWith('/fa-ir');
      expect([path, status]).toEqual([path, 404]);
      expect(/<title>([^<]*)<\/title>/.exec(text)?.[1]).toContain(isPersian ? 'صفحه پیدا نشد' : 'Page not found');
      expect(text).toMatch(/<meta name="robots" content="noindex"/);
      expect(wordsOf(text)).toContain((isPersian ? 'صفحه پیدا نشد: ' : 'Page not found: ') + path);
    }
  });

  test.each([
    ['R1', '/act/partner'],
    ['R2', '/referral'],
    ['R3', '/token-splash'],
    ['R4', '/token-splash/detail'],
    ['R5', '/activity/app-upgrade'],
    ['R6', '/ads-posting/trade'],
    ['R7', '/ads-posting/reward'],
    ['R8', '/ads-posting/affiliate'],
    ['R9', '/activity/act-center'],
    ['R10', '/activity/newbie-camp'],
    ['R11', '/activity/normal/winter'],
    ['R12', '/activity/task-center'],
    ['R13', '/activity/vip-program'],
    ['R14', '/activity/agio-plan'],
    ['R14', '/activity/other-plan'],
    ['R15', '/activity/coupon-center'],
    ['R16', '/activity/partner-trading'],
    ['R17', '/activity/coupon-use-record'],
    ['R18', '/promotion/mail-unsubscribe'],
    ['R19', '/activity/dragon-boat-festival'],
    ['R20', '/activity/trading-competition/cup'],
    ['R21', '/register/code'],
    ['R23', '/bind-account-mode'],
    ['R22', '/assets/voucher-package-records/MA=='],
    ['R23', '/account/id-auth'],
    ['R23', '/bind-account'],
    ['R26', '/activity/winter-wonderland'],
    ['R26', '/browser/activity/partner-trading'],
    ['R27', '/copy-trading/square'],
    ['R27', '/p2p-trade'],
    ['R27', '/earn'],
  ])('%s %s, whose product comes later, answers 404 in place in every language', async (id, path) => {
    for (const prefix of ['', '/fa-ir', '/zh-cn']) {
      const isForVisitors = ['/activity/agio-plan', '/register/code', '/bind-account', '/bind-account-mode'].includes(
        path,
      );
      const { status, text } = await get(prefix + path, isForVisitors ? {} : loggedIn());
      expect([id, prefix, status]).toEqual([id, prefix, 404]);
      expect(text).toContain(prefix + path);
      expect(text).toContain('noindex');
    }
  });

  test.each([
    ['R21', '/'],
    ['R21', '/login'],
    ['R21', '/register'],
    ['R21', '/market'],
    ['R25', '/service/vip-service'],
    ['R24', '/spot-trade/BTCUSDT'],
  ])('%s %s answers in every language', async (_id, path) => {
    const { data } = await exchange.call<{ languageKey: string }[]>('GET', '/web/api/v1/common/language/list');
    expect(data).toHaveLength(21);
    for (const { languageKey: key } of data) {
      const { status, text } = await get(key === 'en-us' ? path : `/${key}${path === '/' ? '' : path}`);
      expect([key, status]).toEqual([key, 200]);
      expect(/<html lang="([\w-]+)"/.exec(text)?.[1]?.toLowerCase()).toBe(key);
    }
  });

  test('R1 R9 R28 a page that is not built has its traits already', async () => {
    const light = { cookie: 'theme=light' };
    expect((await get('/activity/act-center', light)).text).toContain('data-theme="dark"');
    expect((await get('/referral', light)).text).toContain('data-theme="light"');
    const partner = (await get('/act/partner', light)).text;
    expect(partner).toContain('data-theme="dark"');
    expect(partner).not.toContain('aria-label="Light theme"');
    expect((await get('/referral', { cookie: 'theme=dark' })).text).toContain('aria-label="Light theme"');
    const tabBar = 'aria-label="Sections"';
    expect((await get('/activity/newbie-camp')).text).not.toContain(tabBar);
    expect((await get('/activity/task-center')).text).toContain(tabBar);
    expect((await get('/activity/dragon-boat-festival')).text).toContain('star-field');
  });

  test('R24 an unknown symbol is missing', async () => {
    expect((await get('/spot-trade/NOPEUSDT')).status).toBe(404);
  });
});

describe('languages', () => {
  test('L3 cookie, then browser, then en-us; the answer varies', async () => {
    expect(await get('/market', { 'accept-language': 'fa-IR,en;q=0.5' })).toMatchObject({
      status: 302,
      to: '/fa-ir/market',
    });
    expect(await get('/?x=1', { 'accept-language': 'fa' })).toMatchObject({ status: 302, to: '/fa-ir?x=1' });
    expect(await get('/market', { cookie: 'language=fa-ir' })).toMatchObject({ status: 302, to: '/fa-ir/market' });
    const stays = await get('/market', { cookie: 'language=en-us', 'accept-language': 'fa' });
    expect(stays.status).toBe(200);
    expect(stays.headers.get('vary')).toContain('Accept-Language');
    expect((await get('/fa-ir/market', { cookie: 'language=en-us' })).text).toContain('<html lang="fa-IR" dir="rtl"');
  });

  test.each([
    ['/en-us', '/'],
    ['/en-us/market?tab=all', '/market?tab=all'],
    ['/en-us/spot-trade/BTCUSDT', '/spot-trade/BTCUSDT'],
    ['/en-us/assets', '/login?redirect=%2Fassets'],
  ])('L1 L3 %s leads to %s by 302, and English is kept', async (path, target) => {
    const german = { cookie: 'language=de-de', 'accept-language': 'de' };
    const { status, to, headers } = await get(path, german);
    expect([status, to]).toEqual([302, target]);
    const [pair = '', ...attributes] = (headers.get('set-cookie') ?? '').split('; ');
    expect(pair).toBe('language=en-us');
    expect(attributes.toSorted()).toEqual(['Max-Age=31536000', 'Path=/', 'SameSite=Lax']);
    expect((await get(target, { ...german, cookie: pair })).status).toBe(200);
    expect((await get('/homemarket', german)).headers.get('set-cookie')).toBeNull();
  });

  test('L3 a data request for it says the same', async () => {
    const { status, text, headers } = await get('/en-us/market.data', { 'accept-language': 'de' });
    expect(status).toBe(202);
    expect(text).toContain('"/market"');
    expect(headers.get('set-cookie')).toContain('language=en-us');
  });

  test('L3 N14 a crawler is not sent to a language', async () => {
    expect((await get('/market', { ...CRAWLER, 'accept-language': 'fa' })).status).toBe(200);
  });

  test('L3 calls and files are not sent to a language', async () => {
    for (const path of ['/favicon.svg', '/web/api/v1/common/language/list', '/healthz'])
      expect([path, (await get(path, { 'accept-language': 'fa' })).status]).toEqual([path, 200]);
  });
});

describe('crawlers and the native app', () => {
  test('N14 an old path answers in place with the page of its target', async () => {
    const [old, market] = [await get('/homemarket', CRAWLER), await get('/market', CRAWLER)];
    expect(old.status).toBe(200);
    expect(/<title>.*?<\/title>/.exec(old.text)?.[0]).toBe(/<title>.*?<\/title>/.exec(market.text)?.[0]);
    expect(old.text).toContain('data-answering-path="/market"');
    expect((await get('/fa-ir/homemarket', CRAWLER)).text).toContain('lang="fa-IR"');
    const english = await get('/en-us/market', { ...CRAWLER, 'accept-language': 'fa' });
    expect([english.status, english.headers.get('set-cookie')]).toEqual([200, null]);
    expect(english.text).toContain('data-answering-path="/market"');
    expect(/<link rel="canonical" href="([^"]*)"/.exec(english.text)?.[1]).toBe(`${exchange.url}/market`);
    // No crawler is led through addresses that are another page's.
    expect(english.text + (await get('/fa-ir/market', CRAWLER)).text).not.toContain('href="/en-us');
  });

  test('N14 a page that sends visitors to log-in answers its public part, with noindex', async () => {
    for (const path of ['/assets', '/account/api', '/fa-ir/assets']) {
      const { status, headers, text } = await get(path, CRAWLER);
      expect([path, status, headers.get('x-robots-tag')]).toEqual([path, 200, 'noindex']);
      expect(text).toContain(`/login?redirect=${encodeURIComponent(path)}`);
    }
    expect((await get('/market', CRAWLER)).headers.get('x-robots-tag')).toBeNull();
  });

  test('N6 N14 an offline page is missing in place and names itself', async () => {
    const { status, text } = await get('/spot-trade', CRAWLER);
    expect(status).toBe(404);
    expect(wordsOf(text)).toContain('Page not found: /spot-trade');
  });

  test('N10 P1 the native app shows a log-in card instead, without header, footer and tabs', async () => {
    const { status, text } = await get('/assets', WEB_VIEW);
    expect(status).toBe(200);
    expect(text).toContain('Log in to see this page');
    expect(text).not.toContain('<header');
    expect(text).not.toContain('<footer');
    expect((await get('/market', WEB_VIEW)).text).not.toContain('<header');
    expect((await get('/contract-trade/BTCUSDT', WEB_VIEW)).status).toBe(302);
  });
});
