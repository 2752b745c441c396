/** Pages are drawn in processes of their own: what happens to orders while those are held up, and to pages when they are gone. */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  exchange = await bootExchange();
  [user, other] = await Promise.all([exchange.createUser({ USDT: '100000' }), exchange.createUser({ USDT: '777' })]);
  // The first page starts a renderer, many at once all that there may be on this machine, of which three are enough here.
  expect((await page('/assets', user)).status).toBe(200);
  const wanted = Math.min(availableParallelism(), 3);
  for (let rounds = 0; renderers().length < wanted && rounds < 100; rounds += 1) {
    const many = await Promise.all(Array.from({ length: 20 }, () => page('/assets', user)));
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 200));
  }
  expect(renderers().length).toBe(wanted);
});
afterAll(() => exchange?.close());

/** The processes that draw pages for this exchange. */
function renderers(): readonly number[] {
  const found = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'renderer-process'], { encoding: 'utf8' });
  return found.trim().split('\n').map(Number);
}
const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
  for (const pid of pids) process.kill(pid, name);
};

interface Page {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}
async function page(path: string, of: TestUser | null = null): Promise<Page> {
  const headers: Record<string, string> = of === null ? {} : { cookie: `agio-token=${of.token}` };
  const answer = await fetch(exchange.url + path, { headers: { accept: 'text/html', ...headers } });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
}
const order = (price: number): Promise<{ status: number }> =>
  exchange.signed(user, 'POST', '/api/v3/order', {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    price,
    quantity: '0.001',
  });

test('FLT-21 while the renderers do nothing at all orders are placed and calls answered; the pages come when they go on', async () => {
  const pids = renderers();
  signal(pids, 'SIGSTOP');
  let answered = 0;
  const pages = Promise.all(
    Array.from({ length: 20 }, () => page('/assets', user).then((one) => ((answered += 1), one))),
  );
  try {
    for (let index = 0; index < 30; index += 1) expect((await order(90_000 + index)).status).toBe(200);
    expect((await exchange.call('GET', '/web/spot/pairs')).code).toBe(0);
    expect(answered).toBe(0);
  } finally {
    signal(pids, 'SIGCONT');
  }
  for (const { status, text } of await pages) expect([status, text.includes(user.email)]).toEqual([200, true]);
  expect(renderers()).toEqual(pids);
});

test('ATK-1 people whose pages are drawn at the same time get each their own', async () => {
  const pids = renderers();
  signal(pids, 'SIGSTOP');
  const people = Array.from({ length: 24 }, (_, index) => [user, other, null][index % 3] ?? null);
  const asked = people.map((person) => page('/spot-trade/BTCUSDT', person));
  await sleep(200);
  signal(pids, 'SIGCONT');
  for (const [index, { status, text }] of (await Promise.all(asked)).entries()) {
    expect(status).toBe(200);
    const named = [user, other].filter(({ email }) => text.includes(email));
    expect(named).toEqual([people[index] ?? []].flat());
  }
});

test('FLT-21 renderers that are killed: their pages are refused with a sentence, orders go on, and the next page comes from a new one', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const pids = renderers();
  signal(pids, 'SIGSTOP');
  const pages = ['/assets', '/assets', '/', '/market'].map((path) => page(path, path === '/assets' ? user : null));
  await sleep(300);
  signal(pids, 'SIGKILL');
  for (const { status, retryAfter, text } of await Promise.all(pages)) {
    expect([status, retryAfter]).toEqual([503, '1']);
    expect(text).toBe('This page could not be drawn. Try again in a moment.');
  }
  expect((await order(91_000)).status).toBe(200);
  expect((await page('/assets', user)).status).toBe(200);
  expect((await page('/market')).status).toBe(200);
  expect(renderers().some((pid) => pids.includes(pid))).toBe(false);
  const token = exchange.exchange.config.operatorToken;
  const metrics = await fetch(`${exchange.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await metrics.text();
  expect(text).toContain('\nagio_renderer_running 1\n');
  expect(text).toContain(`\nagio_renderer_starts ${2 * pids.length}\n`);
  await sleep(50);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});
