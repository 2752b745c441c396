/** The tracking call and what is kept of it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFUSALS } from '@agio/contracts/errors';
import { bootExchange, createDatabase, type TestExchange } from '../../exchange.ts';

const directory = mkdtempSync(join(tmpdir(), 'agio-track-'));
let databaseUrl: string;
let exchange: TestExchange;
beforeAll(async () => {
  databaseUrl = await createDatabase();
  exchange = await bootExchange({ directory, databaseUrl });
});
afterAll(async () => {
  await exchange?.close();
  rmSync(directory, { recursive: true, force: true });
});

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const send = (events: unknown, headers: Record<string, string> = {}) =>
  exchange.call<{ accepted: number }>(
    'POST',
    '/web/track',
    { events },
    { headers: { 'user-agent': BROWSER, ...headers } },
  );

async function show(days = '1'): Promise<{ day: string; event: string; category: string; count: number }[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/agio.ts', 'track', 'show', '--days', days], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, DATA_DIR: directory },
  });
  return (JSON.parse(stdout) as { counts: { day: string; event: string; category: string; count: number }[] }).counts;
}

test('C37 S8 events are counted by day, event and category, and no other data of them is stored', async () => {
  const day = new Date().toISOString().slice(0, 10);
  expect(
    (
      await send([
        { event: 'page_view', category: 'market' },
        { event: 'ws_close', category: 'spot' },
      ])
    ).data,
  ).toEqual({ accepted: 2 });
  const personal = { email: 'someone@mail.example', uid: 7, path: '/assets?token=secret' };
  await send([{ event: 'page_view', category: 'market', ...personal, params: personal }]);
  expect(await show()).toEqual([
    { day, event: 'page_view', category: 'market', count: 2 },
    { day, event: 'ws_close', category: 'spot', count: 1 },
  ]);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query('select * from track_counts');
  await client.end();
  expect(Object.keys(rows[0] as object).sort()).toEqual(['category', 'count', 'day', 'event']);
  expect(JSON.stringify(rows)).not.toMatch(/mail|secret|token/);
});

test('C37 more than twenty events, unknown names and unknown categories are refused', async () => {
  const page = { event: 'page_view', category: 'home' };
  const refused = { code: REFUSALS.BAD_REQUEST.code };
  expect(await send(Array.from({ length: 20 }, () => page))).toMatchObject({ data: { accepted: 20 } });
  expect(await send(Array.from({ length: 21 }, () => page))).toMatchObject(refused);
  expect(await send([{ event: 'password_typed', category: 'home' }])).toMatchObject(refused);
  expect(await send([{ event: 'page_view', category: '/assets?email=a@b.example' }])).toMatchObject(refused);
});

test('C37 another site is refused; a crawler and who asks not to be tracked are not counted', async () => {
  const before = await show();
  const answer = await fetch(`${exchange.url}/web/track`, {
    method: 'POST',
    headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
    body: JSON.stringify({ events: [{ event: 'page_view', category: 'home' }] }),
  });
  expect(answer.status).toBe(403);
  const crawler = await send([{ event: 'page_view', category: 'home' }], { 'user-agent': 'Googlebot/2.1' });
  expect(crawler.data).toEqual({ accepted: 0 });
  for (const request of [{ dnt: '1' }, { 'sec-gpc': '1' }] as Record<string, string>[])
    expect((await send([{ event: 'page_view', category: 'home' }], request)).data).toEqual({ accepted: 0 });
  expect(await show()).toEqual(before);
});

test('C37 an address that sends too many batches is told to wait', async () => {
  const limited = await bootExchange({ environment: { RATE_LIMITS: 'on' } });
  const batch = () => limited.call('POST', '/web/track', { events: [] });
  const codes: number[] = [];
  for (let i = 0; i < 610; i++) codes.push((await batch()).code);
  await limited.close();
  expect(codes[0]).toBe(0);
  expect(codes.at(-1)).toBe(REFUSALS.TOO_MANY_ATTEMPTS.code);
});

test('C37 a stop writes the latest counts', async () => {
  const before = (await show()).find(({ event }) => event === 'ws_delay')?.count ?? 0;
  await send([{ event: 'ws_delay', category: 'futures' }]);
  await exchange.close();
  exchange = await bootExchange({ directory, databaseUrl });
  expect((await show()).find(({ event }) => event === 'ws_delay')?.count).toBe(before + 1);
});
