import { gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { Refusal } from '@agio/contracts/errors';
import {
  CACHE_BOUNDS,
  createPageCache,
  NONCE_MARK,
  PAGE_FRESH_MS,
  PAGE_STALE_MS,
  type PageAsker,
  type PageCache,
  type KeptRendering,
  sendable,
} from './page-cache.ts';

const HTML = `<script nonce="${NONCE_MARK}">1</script>${'<p>price é €</p>'.repeat(500)}<script nonce="${NONCE_MARK}"></script>`;
const healthy: KeptRendering = { html: HTML, status: 200, isHealthy: true };

/** Asks as a client that need not wait for a turn. */
function alone(cache: PageCache) {
  const asker: PageAsker = { name: 'somebody', inTurn: (work) => work() };
  return { find: (key: string, render: () => Promise<KeptRendering>) => cache.find(key, asker, render) };
}

function start() {
  let clock = 1_000_000;
  const troubles: Error[] = [];
  const shared = createPageCache(
    (error) => troubles.push(error),
    () => clock,
  );
  return { shared, cache: alone(shared), troubles, pass: (ms: number) => (clock += ms) };
}

describe('kept pages', () => {
  test('a page is rendered once for all who ask within two seconds', async () => {
    const { cache, pass } = start();
    const render = vi.fn(async () => healthy);
    await Promise.all([cache.find('/', render), cache.find('/', render), cache.find('/', render)]);
    pass(PAGE_FRESH_MS);
    await cache.find('/', render);
    expect(render).toHaveBeenCalledTimes(1);
    await cache.find('/market', render);
    expect(render).toHaveBeenCalledTimes(2);
  });

  test('for three seconds more the old page is sent while a new one is made', async () => {
    const { cache, pass } = start();
    let count = 0;
    const render = async () => ({ ...healthy, html: `page ${++count}` });
    await cache.find('/', render);
    pass(PAGE_FRESH_MS + 1);
    const old = await cache.find('/', render);
    expect(old && sendable(old, 'n', '').body.toString()).toBe('page 1');
    await new Promise((resolve) => setTimeout(resolve, 20));
    const fresh = await cache.find('/', render);
    expect(fresh && sendable(fresh, 'n', '').body.toString()).toBe('page 2');
    expect(count).toBe(2);
  });

  test('ATK-1 the cache is bounded in bytes, compressed copies included, and in pages; the oldest page goes', async () => {
    // Two bytes a letter, and not compressible.
    let state = 1;
    const html = Array.from({ length: 20_000 }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return String.fromCharCode(0x600 + ((state >> 8) % 250));
    }).join('');
    const bounds = { pages: 10, bytes: 150_000 };
    const make = () =>
      alone(
        createPageCache(
          () => {},
          () => 1,
          bounds,
        ),
      );
    const cache = make();
    const render = vi.fn(async () => ({ ...healthy, html }));
    for (const key of ['a', 'b', 'c']) await cache.find(key, render);
    expect(render).toHaveBeenCalledTimes(3);
    await cache.find('c', render);
    expect(render).toHaveBeenCalledTimes(3);
    await cache.find('a', render);
    expect(render).toHaveBeenCalledTimes(4);
    const small = make();
    for (let at = 0; at < 11; at++) await small.find(String(at), async () => healthy);
    const anew = vi.fn(async () => healthy);
    await small.find('10', anew);
    expect(anew).toHaveBeenCalledTimes(0);
    await small.find('0', anew);
    expect(anew).toHaveBeenCalledTimes(1);
    expect(CACHE_BOUNDS).toEqual({ pages: 400, bytes: 64 * 1024 * 1024 });
  });

  test('a page older than that is never sent', async () => {
    const { cache, pass } = start();
    let count = 0;
    const render = async () => ({ ...healthy, html: `page ${++count}` });
    await cache.find('/', render);
    pass(PAGE_FRESH_MS + PAGE_STALE_MS + 1);
    const page = await cache.find('/', render);
    expect(page && sendable(page, 'n', '').body.toString()).toBe('page 2');
  });

  test('a page in which something failed is answered but not kept, a broken one is neither', async () => {
    const { cache, troubles } = start();
    const render = vi.fn(async () => ({ ...healthy, isHealthy: false }));
    expect(await cache.find('/', render)).not.toBeNull();
    expect(await cache.find('/', render)).not.toBeNull();
    expect(render).toHaveBeenCalledTimes(2);
    expect(await cache.find('/', async () => ({ ...healthy, status: 500 }))).toBeNull();
    expect(await cache.find('/', async () => Promise.reject(new Error('no store')))).toBeNull();
    expect(troubles.map(({ message }) => message)).toEqual(['no store']);
  });
});

test('FLT-16 of two thousand who wait for the page of one who is refused each tries once more, and hears why there is none', async () => {
  const { shared } = start();
  const opener = Promise.withResolvers<never>();
  const refused = new Refusal('TOO_MANY_ATTEMPTS', { seconds: 9 });
  let looks = 0;
  const asker: PageAsker = {
    // Asked for each time that somebody looks for the page.
    get name() {
      looks += 1;
      return 'crowd';
    },
    inTurn: () => Promise.reject(refused),
  };
  const first = shared.find('/', { name: 'opener', inTurn: () => opener.promise }, async () => healthy);
  const crowd = Array.from({ length: 2_000 }, () => shared.find('/', asker, async () => healthy));
  opener.reject(refused);
  const ends = await Promise.allSettled([first, ...crowd]);
  expect(new Set(ends.map((end) => (end.status === 'rejected' ? end.reason : end.value)))).toEqual(new Set([refused]));
  expect(looks).toBeLessThanOrEqual(4_000);
});

describe('sending', () => {
  test('each sending has its own nonce and no mark is left, compressed or not', async () => {
    const { cache } = start();
    const page = (await cache.find('/', async () => healthy))!;
    for (const nonce of ['abc', 'a-longer_nonce-0123456789']) {
      const expected = HTML.replaceAll(NONCE_MARK, nonce);
      const { body, headers } = sendable(page, nonce, 'gzip, deflate, br');
      expect(headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(body).toString()).toBe(expected);
      expect(body.length).toBeLessThan(HTML.length / 10);
      expect(sendable(page, nonce, '').body.toString()).toBe(expected);
    }
  });

  test.each([
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['*', 'gzip'],
    ['br', undefined],
    ['gzip;q=0', undefined],
    ['gzip; q=0.000, br', undefined],
    ['identity', undefined],
    ['', undefined],
  ])('who accepts "%s" gets %s', async (accept, encoding) => {
    const { cache } = start();
    const page = (await cache.find('/', async () => healthy))!;
    expect(sendable(page, 'n', accept).headers['content-encoding']).toBe(encoding);
  });

  test('a page without a nonce, and an empty one, stay whole', async () => {
    const { cache } = start();
    for (const html of ['', 'just text']) {
      const page = (await cache.find(html, async () => ({ ...healthy, html })))!;
      expect(gunzipSync(sendable(page, 'n', 'gzip').body).toString()).toBe(html);
    }
  });
});
