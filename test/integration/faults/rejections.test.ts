/** A promise without a handler is rejected in a running exchange, which goes on and reports where. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../exchange.ts';
import { signedRequest } from '../../load.ts';
import { createTrader, type Trader } from '../../trader.ts';
import { type ServerProcess, startServerProcess } from '../../server-process.ts';

const directory = mkdtempSync(join(tmpdir(), 'agio-rejections-'));
const plant = pathToFileURL(join(import.meta.dirname, '../../rejection-plant.ts')).href;
let server: ServerProcess;
let trader: Trader;

beforeAll(async () => {
  const environment = { NODE_OPTIONS: `--import=${plant}` };
  server = await startServerProcess({ directory, databaseUrl: await createDatabase(), environment });
  trader = await createTrader(server, 'rejections');
});
afterAll(async () => {
  await server?.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

async function place(price: number): Promise<number> {
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price, quantity: '0.001' };
  return (await signedRequest(server, trader, 'POST', '/api/v3/order', { ...order, price: String(price) })).status;
}

/** How often each part failed, as the figures say. */
async function failures(): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${server.operatorToken()}` };
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  const found = text.matchAll(/^agio_background_failures\{part="([^"]+)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, part = '', count]) => [part, Number(count)]));
}

/** The log's entries about failed parts. */
function logged(): { part: string; err: { message: string; stack: string } | string }[] {
  const lines = readFileSync(join(directory, 'agio.log'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line)).filter(({ part }) => part !== undefined);
}

test('FLT-20 each different unhandled rejection is reported with its folder and its stack; trading goes on', async () => {
  expect(await place(20_000)).toBe(200);
  for (const expected of [
    { 'server/journal': 1 },
    { 'server/journal': 2 },
    { 'server/journal': 2, 'server/limits': 2 },
    { 'server/journal': 3, 'server/limits': 2 },
    { 'server/journal': 3, 'server/limits': 2, elsewhere: 1 },
  ]) {
    server.child.kill('SIGUSR2');
    await expect.poll(failures).toEqual(expected);
    expect(await place(20_001)).toBe(200);
  }
  await expect
    .poll(() => logged().map(({ part }) => part))
    .toEqual(['server/journal', 'server/journal', 'server/limits', 'elsewhere']);
  for (const [at, message, file] of [
    [0, "stat '/nowhere/one'", 'server/journal/lock.ts'],
    [1, "stat '/nowhere/two'", 'server/journal/lock.ts'],
    [2, 'Too many attempts', 'server/modules/users/'],
  ] as const) {
    expect(logged()[at]).toMatchObject({
      err: { stack: expect.stringMatching(new RegExp(`${message}[^]*\\n    at [^]*${file}`)) },
    });
    await expect.poll(() => server.output()).toMatch(new RegExp(`${message}[^]*?\\n    at [^]*?${file}`));
  }
  expect(server.output().match(/stat '\/nowhere\/one'/g)?.length).toBe(1);
  expect(server.child.exitCode).toBe(null);
});
