/** The parts of pages that search engines and previews read, and cached pages: the real server with its built pages. */
import { ALL_LOCALES } from '@agio/contracts/locales';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let user: TestUser;
beforeAll(async () => {
  exchange = await bootExchange();
  user = await exchange.createUser({ USDT: '1234' });
});
afterAll(() => exchange.close());

const OPEN_PAGES = [
  '/',
  '/market',
  '/spot-trade/BTCUSDT',
  '/coin-introduce',
  '/coin-introduce/BTC',
  '/tripartite-coin',
  '/service/handling-fee',
  '/service/vip-service',
  '/service/funding-rate',
  '/service/insurance-fund',
  '/service/liquidations',
  '/service/receipts',
  '/service/api',
  '/download',
  '/social-media',
  '/cms/agreement',
];

const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(exchange.url + path, { redirect: 'manual', headers });
const html = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  (await ask(path, headers)).text();
const content = (page: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(page)?.[1];
const link = (page: string, attributes: string): string | undefined =>
  new RegExp(`<link ${attributes} href="([^"]*)"`).exec(page)?.[1];
const inLocale = (path: string): string => `/fa-ir${path === '/' ? '' : path}`;

describe('what a page says of itself', () => {
  // The list of funding rates leads to each contract's own; the map names the list.
  test.each([...OPEN_PAGES, '/service/funding-rate/BTCUSDT'])(
    'L7 %s has title, description, a canonical link to itself and its address in every language',
    async (path) => {
      const english = await html(path);
      const persian = await html(inLocale(path));
      expect(/<html lang="en-US" dir="ltr"/.test(english) && /<html lang="fa-IR" dir="rtl"/.test(persian)).toBe(true);
      const titles = [english, persian].map((page) => /<title>([^<]{5,})<\/title>/.exec(page)?.[1]);
      expect(new Set(titles).size).toBe(2);
      for (const page of [english, persian]) expect(content(page, 'description')?.length).toBeGreaterThan(30);
      expect(link(english, 'rel="canonical"')).toBe(exchange.url + path);
      expect(link(persian, 'rel="canonical"')).toBe(exchange.url + inLocale(path));
      for (const page of [english, persian]) {
        expect(link(page, 'rel="alternate" hrefLang="en-US"')).toBe(exchange.url + path);
        expect(link(page, 'rel="alternate" hrefLang="fa-IR"')).toBe(exchange.url + inLocale(path));
        expect(link(page, 'rel="alternate" hrefLang="x-default"')).toBe(exchange.url + path);
      }
    },
  );

  test('L7 previews name the page, its address and a picture that is there', async () => {
    const page = await html('/market');
    expect(content(page, 'og:title')).toBe(/<title>([^<]*)</.exec(page)?.[1]);
    expect(content(page, 'og:url')).toBe(`${exchange.url}/market`);
    expect(content(page, 'og:locale')).toBe('en_US');
    expect(content(page, 'twitter:card')).toBe('summary_large_image');
    const picture = await fetch(content(page, 'og:image') ?? '');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  test('the home page says as data who runs the site, a coin page where it stands', async () => {
    const data = (page: string) =>
      [...page.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/g)].map(
        ([, text = '']) => (JSON.parse(text) as { '@type': string })['@type'],
      );
    expect(data(await html('/'))).toEqual(['Organization', 'WebSite']);
    expect(data(await html('/coin-introduce/BTC'))).toEqual(['BreadcrumbList']);
  });

  test('L7 a rule of the operator is on the page within seconds, in its language only, with its variables filled', async () => {
    const token = exchange.exchange.config.operatorToken;
    const body = {
      locale: 'fa-ir',
      pattern: '/coin-introduce/*',
      fields: { title: 'قاعده {title}!', robots: 'noindex' },
    };
    const set = await exchange.call('POST', '/operator/seo/set', body, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(set.code).toBe(0);
    await expect
      .poll(() => html('/fa-ir/coin-introduce/ETH'), { timeout: 10_000 })
      .toMatch(/<title>قاعده .*Ethereum.*!<\/title>/);
    const persian = await html('/fa-ir/coin-introduce/ETH');
    expect(content(persian, 'robots')).toBe('noindex');
    expect(persian).not.toContain('rel="alternate"');
    expect(await html('/coin-introduce/ETH')).not.toContain('قاعده');
  });

  test('private and missing pages are kept out of the index', async () => {
    const cookie = `agio-token=${user.token}`;
    for (const path of ['/assets', '/account/api'])
      expect(content(await html(path, { cookie }), 'robots')).toBe('noindex');
    const missing = await ask('/no/such/page');
    expect([missing.status, content(await missing.text(), 'robots')]).toEqual([404, 'noindex']);
  });
});

describe('sitemaps', () => {
  test('N14 robots.txt names the sitemap, that one for each language, those every open page in every language', async () => {
    const robots = await html('/robots.txt');
    // A page with noindex must be readable, or a crawler never learns of it.
    expect(robots).not.toMatch(/Disallow: \/(?:account|assets|ads-posting)/);
    expect(robots).toContain('Disallow: /operator/');
    const index = /Sitemap: (.*)/.exec(robots)?.[1] ?? '';
    const maps = [...(await (await fetch(index)).text()).matchAll(/<loc>([^<]*)</g)].map(([, address = '']) => address);
    expect(maps.toSorted()).toEqual(ALL_LOCALES.map(({ key }) => `${exchange.url}/sitemap/${key}.xml`).toSorted());
    for (const [at, prefix] of [
      [`${exchange.url}/sitemap/en-us.xml`, (path: string) => path],
      [`${exchange.url}/sitemap/fa-ir.xml`, inLocale],
    ] as const) {
      const map = await (await fetch(at)).text();
      for (const path of OPEN_PAGES) expect(map).toContain(`<loc>${exchange.url}${prefix(path)}</loc>`);
      expect(map).toContain('hreflang="x-default"');
      expect(map).not.toMatch(/assets|account|login/);
    }
    for (const path of ['/sitemap/xx-xx.xml', '/sitemap/en-us']) expect((await ask(path)).status).toBe(404);
  });

  test('every address of a sitemap answers with 200 and is its own canonical address', async () => {
    const map = await html('/sitemap/en-us.xml');
    const addresses = [...map.matchAll(/<loc>([^<]*)</g)].map(([, address = '']) => address);
    for (const address of addresses) {
      const page = await fetch(address, { redirect: 'manual' });
      expect([address, page.status, link(await page.text(), 'rel="canonical"')]).toEqual([address, 200, address]);
    }
  });
});

describe('a page carries only the texts it uses', () => {
  const textsOf = async (path: string): Promise<string[]> => {
    const found = /<script type="application\/json" id="texts">([^<]*)<\/script>/.exec(await html(path))?.[1] ?? '{}';
    return [...new Set(Object.keys(JSON.parse(found) as object).map((key) => key.split('.')[0]!))].toSorted();
  };
  test('L6 the login page has none of the terminal, the terminal none of the home page', async () => {
    expect(await textsOf('/login')).not.toEqual(expect.arrayContaining(['spot']));
    expect(await textsOf('/spot-trade/BTCUSDT')).toContain('spot');
    expect(await textsOf('/spot-trade/BTCUSDT')).not.toContain('home');
    expect(await textsOf('/download')).toEqual([
      'common',
      'display',
      'download',
      'errors',
      'frame',
      'link',
      'navigation',
      'popups',
      'response',
    ]);
  });
});

describe('pages kept for many', () => {
  const nonces = (page: string): Set<string> =>
    new Set([...page.matchAll(/nonce="([^"]*)"/g)].map(([, nonce = '']) => nonce));

  test('each answer has one nonce, another one each time, and no mark of the rendering', async () => {
    const [first, second] = [await html('/market'), await html('/market')];
    expect([nonces(first).size, nonces(second).size]).toEqual([1, 1]);
    expect([...nonces(first)][0]).not.toBe([...nonces(second)][0]);
    expect(first).not.toContain('nonce-');
  });

  test('theme, language and being logged in have separate cached pages, without any user’s data', async () => {
    const cookie = `agio-token=${user.token}`;
    const [visitor, light, person] = [
      await html('/market'),
      await html('/market', { cookie: 'theme=light' }),
      await html('/market', { cookie }),
    ];
    expect([visitor, light, person].map((page) => /data-theme="(\w+)"/.exec(page)?.[1])).toEqual([
      'dark',
      'light',
      'dark',
    ]);
    expect(visitor).toContain('href="/login?redirect=');
    expect(person).not.toContain('href="/login?redirect=');
    expect(person).not.toContain(user.email);
    expect(await html('/market')).toContain('href="/login?redirect=');
    const terminal = await html('/spot-trade/BTCUSDT', { cookie });
    expect(terminal).toContain('1234');
    expect(await html('/spot-trade/BTCUSDT')).not.toContain(user.email);
  });

  test('an answer is compressed for who can read it, and the same text to others', async () => {
    const small = await ask('/market', { 'accept-encoding': 'gzip' });
    expect(small.headers.get('content-encoding')).toBe('gzip');
    expect(small.headers.get('vary')).toContain('Accept-Encoding');
    const plain = await ask('/market', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const without = (page: string): string => page.replaceAll(/nonce="[^"]*"/g, '').replaceAll(/\d/g, '');
    expect(without(await small.text()).length).toBe(without(await plain.text()).length);
    expect(gunzipSync(await rawOf('/market')).toString()).toMatch(/^<!DOCTYPE html>/);
  });

  test('no answer may be kept by shared caches, and a user’s page by no cache at all', async () => {
    expect((await ask('/market')).headers.get('cache-control')).toBe('private, no-cache');
    const person = await ask('/market', { cookie: `agio-token=${user.token}` });
    expect(person.headers.get('cache-control')).toBe('private, no-store');
  });
});

/** The bytes as they were sent: fetch would unpack them. */
async function rawOf(path: string): Promise<Buffer> {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(exchange.url + path, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve(Buffer.concat(parts)));
    }).on('error', reject);
  });
}

test('L1 names of coins and languages are marked to stay as they are in every language', async () => {
  const page = await html('/market');
  expect(page).toMatch(/translate="no"[^>]*><b[^>]*>BTC</);
  expect(page).toMatch(/<li translate="no"><a[^>]*>Deutsch</);
});
