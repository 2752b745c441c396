/**
 * The page's sockets in a real browser, over a network that misbehaves: a bare page that runs web/app/live as it is, and
 * real pages of the site.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MisbehavingProxy, type OwnPages, startMisbehavingProxy } from '../misbehaving-proxy.ts';
import { picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILES = '/live-page/';
const ENTRY = 'live-page.js';

const site = visitSharedExchange();
let proxy: MisbehavingProxy;

beforeAll(async () => {
  files = await bundle();
});
beforeEach(async () => {
  proxy = await startMisbehavingProxy(site.exchange.url, barePage);
});
afterEach(() => proxy.close());

/** live-page.ts with its imports, bundled by the site's bundler: file → text. */
let files: ReadonlyMap<string, string>;

async function bundle(): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    base: FILES,
    publicDir: false,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(import.meta.dirname, 'live-page.ts'), output: { entryFileNames: ENTRY } },
    },
  });
  if (!('output' in built)) throw new Error('one bundle was asked for');
  return new Map(built.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : [])));
}

const barePage: OwnPages = (path) => {
  if (!path.startsWith(FILES)) return null;
  const name = path.slice(FILES.length);
  const script = files.get(name);
  if (script !== undefined) return { type: 'text/javascript', body: script };
  const head = '<!doctype html><title>live</title><link rel="icon" href="data:,">';
  return { type: 'text/html', body: `${head}<script type="module" src="${FILES}${ENTRY}"></script>` };
};

interface Seen {
  readonly times: number[];
  readonly prices: string[];
  readonly states: string[];
  readonly tickers: {
    readonly snapshot: boolean;
    readonly tickers: { readonly symbol: string; readonly lastPrice: string }[];
  }[];
}

const look = (page: Page): Promise<Seen> => page.evaluate('window.seen');
const stateOf = (page: Page): Promise<string> => page.evaluate('window.socket.state.get()');
const polls = (): number => proxy.called.filter(({ path }) => path === '/futures/subscribe').length;

test('T4 C31 W1 in a browser: the socket is cut, calls bring the prices, the socket takes over again', async () => {
  const { page, context } = await site.visit({}, proxy.url);
  await page.goto(FILES);
  await expect.poll(async () => (await look(page)).times.length).toBeGreaterThan(2);
  expect(polls()).toBe(0);

  proxy.sockets = 'refuse';
  proxy.cut();
  const before = await look(page);
  await expect.poll(polls).toBeGreaterThan(1);
  await expect.poll(async () => (await look(page)).times.length - before.times.length).toBeGreaterThan(1);
  await expect.poll(async () => (await look(page)).prices.length - before.prices.length).toBeGreaterThan(1);
  expect((await look(page)).states).toEqual(expect.arrayContaining(['CONNECTED', 'DISCONNECTED']));

  proxy.sockets = 'pass';
  await expect.poll(() => stateOf(page)).toBe('CONNECTED');
  const asked = polls();
  const back = await look(page);
  await expect.poll(async () => (await look(page)).times.length - back.times.length).toBeGreaterThan(2);
  expect(polls()).toBe(asked);
  const { times } = await look(page);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  await context.close();
});

test('T4 in a browser that goes offline the socket is down at once, and back when the browser is', async () => {
  const { page, context } = await site.visit({}, proxy.url);
  await page.goto(FILES);
  await expect.poll(() => stateOf(page)).toBe('CONNECTED');
  await context.setOffline(true);
  await expect.poll(() => stateOf(page), { timeout: 1_000 }).toBe('DISCONNECTED');
  await context.setOffline(false);
  await expect.poll(() => stateOf(page), { timeout: 2_500 }).toBe('CONNECTED');
  await context.close();
});

test('T5 W3 in a browser: tickers come deflated in protobuf and are what the call says', async () => {
  const { page, context } = await site.visit({}, proxy.url);
  const frames: (string | Buffer)[] = [];
  page.on('websocket', (socket) => {
    if (socket.url().includes('/ws-old/message'))
      socket.on('framereceived', ({ payload }) => void frames.push(payload));
  });
  await page.goto(FILES);
  await expect.poll(async () => (await look(page)).tickers.length).toBeGreaterThan(3);
  const { tickers } = await look(page);
  expect(tickers[0]!.snapshot).toBe(true);
  const symbols = tickers[0]!.tickers.map(({ symbol }) => symbol);
  const called = await site.exchange.call<{ tickers: { symbol: string }[] }>('GET', '/web/spot/tickers');
  expect(symbols.toSorted()).toEqual(called.data.tickers.map(({ symbol }) => symbol).toSorted());
  expect(tickers.slice(1).every(({ snapshot }) => !snapshot)).toBe(true);
  expect(tickers[0]!.tickers.every(({ lastPrice }) => /^\d+(\.\d+)?$/.test(lastPrice))).toBe(true);
  // 0x78 begins a zlib stream.
  expect(frames.length).toBeGreaterThan(3);
  expect(frames.every((frame) => typeof frame !== 'string' && frame[0] === 0x78)).toBe(true);
  await context.close();
});

test('T4 a market page says when its numbers are not live, and when they are again', async () => {
  const { page, context } = await site.visit({}, proxy.url);
  await page.goto('/spot-trade/BTCUSDT');
  const status = page
    .getByRole('status')
    .filter({ hasText: /Live|Reconnecting|Connecting/ })
    .first();
  await expect.poll(() => status.innerText()).toMatch(/Live/);
  proxy.sockets = 'refuse';
  proxy.cut();
  await expect.poll(() => status.innerText()).toMatch(/Reconnecting/);
  await picture(page, 'live-reconnecting');
  proxy.sockets = 'pass';
  await expect.poll(() => status.innerText()).toMatch(/Live/);
  await context.close();
});

test('S8 C37 the pages that were shown are counted when the page is left, and nothing personal is sent', async () => {
  const { page, context } = await site.visit({}, proxy.url);
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/web/track')) bodies.push(request.postData() ?? '');
  });
  const opened = page.waitForEvent('websocket', { predicate: (socket) => socket.url().includes('/ws/public') });
  await page.goto('/?utm_source=someone@mail.example');
  await (await opened).waitForEvent('framereceived');
  await page.getByRole('link', { name: 'Markets' }).first().click();
  await page.waitForURL('**/market');
  await page.waitForTimeout(500);
  await page.goto('about:blank');
  await expect.poll(() => proxy.called.filter(({ path }) => path === '/web/track').length).toBeGreaterThan(0);
  const counts = async () => {
    const { data } = await site.exchange.operate<{ counts: { event: string; category: string }[] }>('/operator/track');
    return data.counts.map(({ event, category }) => `${event} ${category}`);
  };
  await expect.poll(counts).toEqual(expect.arrayContaining(['page_view home', 'page_view market', 'ws_success home']));
  const sent = bodies.map((body) => JSON.parse(body) as { events: Record<string, string>[] });
  for (const { events } of sent)
    for (const event of events) expect(Object.keys(event).toSorted()).toEqual(['category', 'event']);
  expect(bodies.join()).not.toMatch(/mail|utm|\?/);
  await context.close();
});

test('S8 a browser that asks not to be tracked sends nothing', async () => {
  const { page, context } = await site.visit({}, proxy.url);
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await page.goto('/market');
  await page.waitForTimeout(1_000);
  await page.goto('about:blank');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(proxy.called.filter(({ path }) => path === '/web/track')).toEqual([]);
  await context.close();
});
