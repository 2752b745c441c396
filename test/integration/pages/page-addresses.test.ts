/** Under which addresses pages are kept and name themselves, whatever a visitor or an operator writes. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFUSALS } from '@agio/contracts/errors';
import { bootExchange, type TestExchange } from '../../exchange.ts';

let exchange: TestExchange;
beforeAll(async () => void (exchange = await bootExchange()));
afterAll(() => exchange?.close());

const html = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(exchange.url + path, { headers })).text();
const canonical = (page: string): string | undefined => /<link rel="canonical" href="([^"]*)"/.exec(page)?.[1];

/** As it is written, by a client that knows no better. */
function raw(...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(exchange.port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    socket.on('data', (part: Buffer) => (text += part.toString()));
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}

test('a request without a Host, or with a foreign one, gets a page of this site', async () => {
  const [own] = exchange.exchange.config.origins;
  for (const path of ['/market', '/market?a=1', '/login', '/robots.txt', '/sitemap.xml']) {
    const answer = await raw(`GET ${path} HTTP/1.0`);
    expect([path, answer.slice(0, 12)]).toEqual([path, 'HTTP/1.1 200']);
  }
  expect(canonical(await raw('GET /market HTTP/1.0'))).toBe(`${own}/market`);
  for (const host of ['evil.example', 'EVIL.example:8080', '[::1]:80']) {
    const answer = await raw('GET /market HTTP/1.0', `Host: ${host}`);
    expect([host, answer.slice(0, 12), canonical(answer)]).toEqual([host, 'HTTP/1.1 200', `${own}/market`]);
  }
});

test('ATK-3 an invalid Host header is refused as a mistake of the caller, on every kind of path, and the exchange goes on', async () => {
  const hosts = ['[', '[::1', 'a b', 'x:99999999', 'x:-1', 'evil.example:80@x', '%', 'a/b', 'a?b', 'a#b', 'a\\b', '::'];
  for (const host of hosts)
    for (const path of [
      '/login',
      '/market',
      '/market?a=1',
      '/market.data',
      '/__manifest?p=/',
      '/nowhere',
      '/web/spot/pairs',
      '/api/v3/ping',
      '/sitemap.xml',
      '/docs',
    ]) {
      const answer = await raw(`GET ${path} HTTP/1.0`, `Host: ${host}`);
      expect([host, path, answer.slice(0, 12)]).toEqual([host, path, 'HTTP/1.1 400']);
    }
  expect((await fetch(`${exchange.url}/login`)).status).toBe(200);
});

test('E1 for an unknown currency the default is used, for the page and for the cached page', async () => {
  expect(await html('/market', { cookie: 'currency=EUR' })).toContain('EUR');
  const unknown = await html('/market', { cookie: 'currency=ZZZQ' });
  expect(unknown).not.toContain('ZZZQ');
});

test('L7 the canonical address of a symbol is in capitals, however it was asked for', async () => {
  for (const path of ['/spot-trade/btcusdt', '/spot-trade/BtcUsdt', '/spot-trade/BTCUSDT'])
    expect(canonical(await html(path))).toBe(`${exchange.url}/spot-trade/BTCUSDT`);
  const answer = await fetch(`${exchange.url}/spot-trade/btcusdt`);
  // Only the page's own address is kept for many.
  expect([answer.status, answer.headers.get('age')]).toEqual([200, null]);
});

test('an operator cannot set an invalid address', async () => {
  const authorization = `Bearer ${exchange.exchange.config.operatorToken}`;
  const set = (fields: object) =>
    exchange.call(
      'POST',
      '/operator/seo/set',
      { locale: 'en-us', pattern: '/download', fields },
      { headers: { authorization } },
    );
  for (const wrong of ['http://', 'https://[', 'picture.png', '//evil.example/a.png', 'javascript:alert(1)', '/a b'])
    for (const field of ['ogImage', 'canonical'])
      expect([wrong, field, (await set({ [field]: wrong })).code]).toEqual([wrong, field, REFUSALS.BAD_REQUEST.code]);
  expect((await set({ ogImage: 'https://cdn.agio.example/{title}.png', canonical: '/download' })).code).toBe(0);
  // The value of a variable may make the address invalid: the page is still shown.
  expect((await set({ ogImage: 'https://{title}/a.png' })).code).toBe(0);
  await expect
    .poll(async () => /property="og:image" content="([^"]*)"/.exec(await html('/download?a=1'))?.[1], {
      timeout: 10_000,
    })
    .toBe(`${exchange.url}/preview.png`);
});
