/** Cached pages: no visitor finds another's data on one, and no request can put anything on the page of the next. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let user: TestUser;
beforeAll(async () => {
  exchange = await bootExchange();
  user = await exchange.createUser({ USDT: '4711.25' });
});
afterAll(() => exchange?.close());

const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const SHARED = ['/', '/market', '/coin-introduce', '/spot-trade/BTCUSDT', '/fa-ir/market'];

interface Page {
  readonly html: string;
  readonly headers: Headers;
}

async function page(path: string, headers: Record<string, string> = {}): Promise<Page> {
  const answer = await fetch(exchange.url + path, { headers, redirect: 'manual' });
  return { html: await answer.text(), headers: answer.headers };
}
const loggedIn = (): Record<string, string> => ({ cookie: `agio-token=${user.token}` });
/** Removes the parts that differ in every answer or move with the market. */
const withoutNonce = (html: string): string => html.replaceAll(/nonce="[^"]*"/g, '').replaceAll(/\d{13}/g, '');
const hasLogIn = (html: string): boolean => /href="(?:\/fa-ir)?\/login/.test(html);

describe('ATK-1 ATK-8 people with a log-in and visitors never get each other’s page', () => {
  test.each(SHARED)('%s, in whatever order they come, one after the other and at once', async (path) => {
    const own = [user.email, user.token, '4711.25', String(user.apiKey)];
    for (const order of [
      [true, false],
      [false, true],
      [false, false, true, true, false],
    ]) {
      const pages = await Promise.all(
        order.map(async (isPerson) => [isPerson, await page(path, isPerson ? loggedIn() : {})] as const),
      );
      for (const [isPerson, { html, headers }] of pages) {
        expect([path, isPerson, hasLogIn(html)]).toEqual([path, isPerson, !isPerson]);
        expect(headers.get('cache-control')).toMatch(isPerson ? /^(?:private, )?no-store$/ : /^private, no-cache$/);
        expect(headers.get('vary')).toContain('Cookie');
        if (!isPerson) for (const secret of own) expect(html).not.toContain(secret);
      }
    }
  });

  test('a person with a log-in has a terminal with his own funds on it, made for him alone', async () => {
    const visitors = await page('/spot-trade/BTCUSDT');
    expect(visitors.headers.get('age')).not.toBeNull();
    const own = await page('/spot-trade/BTCUSDT', loggedIn());
    expect(own.html).toContain('4711.25');
    expect(own.headers.get('age')).toBeNull();
  });

  test('a session that has ended and a token that never was are visitors', async () => {
    const other = await exchange.createUser();
    const cookie = `agio-token=${other.token}`;
    expect(hasLogIn((await page('/market', { cookie })).html)).toBe(false);
    await exchange.call('POST', '/auth-v2/api/v2/auth/logout', {}, { token: other.token });
    expect(hasLogIn((await page('/market', { cookie })).html)).toBe(true);
    expect(hasLogIn((await page('/market', { cookie: `agio-token=${'x'.repeat(43)}` })).html)).toBe(true);
  });
});

describe('ATK-1 each choice that changes a page has a separate cached page', () => {
  test('theme, colors, size of text, currency, language, crawler', async () => {
    const plain = withoutNonce((await page('/market')).html);
    const others: readonly Record<string, string>[] = [
      { cookie: 'theme=light' },
      { cookie: 'price-colors=red-up' },
      { cookie: 'text-size=150' },
      { cookie: 'currency=EUR' },
      { 'user-agent': CRAWLER },
    ];
    const mark = { theme: 'data-theme="dark"', colors: 'data-price-colors="green-up"' };
    for (const part of Object.values(mark)) expect(plain).toContain(part);
    const [light, red, large, euro, crawler] = await Promise.all(
      others.map(async (headers) => withoutNonce((await page('/market', headers)).html)),
    );
    expect(light).toContain('data-theme="light"');
    expect(red).toContain('data-price-colors="red-up"');
    expect(large).toContain('data-text-size="150"');
    expect(euro).toContain('EUR');
    expect(euro).not.toBe(plain);
    // A crawler gets the addresses of the languages, a person those that also keep the choice.
    expect(crawler).toContain('href="/market"');
    expect(crawler).not.toBe(plain);
    expect((await page('/fa-ir/market')).html).toContain('lang="fa-IR"');
    // After all of them the plain one is as it was.
    const again = withoutNonce((await page('/market')).html);
    for (const part of Object.values(mark)) expect(again).toContain(part);
    expect(again).toContain('lang="en-US"');
  });

  test('a crawler’s page is kept too, and no person gets it', async () => {
    await page('/market', { 'user-agent': CRAWLER });
    const kept = await page('/market?utm=1', { 'user-agent': CRAWLER });
    expect(kept.headers.get('age')).not.toBeNull();
    const choice = (html: string): boolean => html.includes('/en-us/market');
    expect(choice((await page('/fa-ir/market', { 'user-agent': CRAWLER })).html)).toBe(false);
    expect(choice((await page('/fa-ir/market')).html)).toBe(true);
  });

  test('a query makes no separate page, and no part of it is on the page', async () => {
    const text = 'planted-by-a-query';
    for (const path of SHARED) {
      const asked = await page(`${path}?x=${text}&redirect=//evil.example&lang=${text}&_routes=${text}&index`);
      expect([path, asked.html.includes(text), asked.html.includes('evil.example')]).toEqual([path, false, false]);
      expect([path, asked.headers.get('age') === null]).toEqual([path, false]);
    }
  });
});

/** As it is written, by a client that sends what it likes. */
function raw(lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(exchange.port, '127.0.0.1', () =>
      socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (part: Buffer) => (text += part.toString()));
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}

describe('ATK-1 no part of a request is on the page of the next visitor', () => {
  const own = (): string => exchange.url.replace('http://', '');
  test.each([
    ['Host', ['Host: evil.example']],
    ['X-Forwarded-Host', ['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: evil.example']],
    [
      'Forwarded and other names of hosts',
      [
        'Forwarded: host=evil.example',
        'X-Host: evil.example',
        'X-Original-URL: /evil.example',
        'X-Rewrite-URL: /evil.example',
      ],
    ],
    ['languages', ['Accept-Language: evil.example,fa;q=0', 'Language: evil.example']],
    [
      'cookies of the display',
      ['Cookie: theme=evil.example; currency=evil.example; price-colors=evil.example; language=evil.example'],
    ],
    ['a user agent', ['User-Agent: evil.example']],
    ['a referrer', ['Referer: https://evil.example/']],
  ])('%s', async (_kind, lines) => {
    for (const path of ['/market', '/coin-introduce']) {
      // The attacker's request comes first, so that its page would be the cached one.
      await new Promise((resolve) => setTimeout(resolve, 20));
      const host = lines.some((line) => line.startsWith('Host:')) ? [] : [`Host: ${own()}`];
      expect(await raw([`GET ${path} HTTP/1.1`, ...host, ...lines])).not.toContain('evil.example');
      const next = await page(path);
      expect(next.html).not.toContain('evil.example');
      expect(/<link rel="canonical" href="([^"]*)"/.exec(next.html)?.[1]).toBe(exchange.url + path);
      expect(next.html).toContain('lang="en-US"');
    }
  });
});
