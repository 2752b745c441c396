/** Behind a reverse proxy: who is believed about a visitor's address, at every door alike. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { ConfigError, readConfig } from '../../../server/config.ts';
import { bootExchange, type TestExchange } from '../../exchange.ts';
import { type Answer, sendFrom, usedWeight } from '../../send-from.ts';

const PROXY = '127.0.0.2';
const STRANGER = '127.0.0.3';
const OTHER_STRANGER = '127.0.0.4';
const IN_IRAN = '2.144.1.1';
const IN_GERMANY = '53.1.2.3';
const hasPages = existsSync(join(import.meta.dirname, '../../../web/build/server/index.js'));
let exchange: TestExchange;
beforeAll(
  async () =>
    void (exchange = await bootExchange({
      environment: { RATE_LIMITS: 'on', TRUSTED_PROXIES: `${PROXY}, 127.9.0.0/16` },
    })),
);
afterAll(() => exchange?.close());

interface Asked {
  readonly from: string;
  readonly forwardedFor?: string;
}
const headersOf = ({ forwardedFor }: Asked): Record<string, string> =>
  forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };

const ask = (path: string, asked: Asked): Promise<Answer> =>
  sendFrom({ from: asked.from, url: exchange.url + path, headers: headersOf(asked) });
/** It includes the weight of this query itself. */
const usedBy = async (address: string): Promise<number> =>
  usedWeight(await ask('/api/v3/ping', { from: PROXY, forwardedFor: address }));

async function noticeFor(asked: Asked): Promise<string> {
  const { text } = await ask('/web/api/v1/compliance', asked);
  return (JSON.parse(text) as { data: { title: string } }).data.title;
}

test('C36 a notice for a country reaches its visitors through a trusted proxy, and not those who only claim to be there', async () => {
  const body = { countries: ['IR'], title: 'Not here', content: 'b', button: 'c' };
  const authorization = `Bearer ${exchange.exchange.config.operatorToken}`;
  expect((await exchange.call('POST', '/operator/notice/set', body, { headers: { authorization } })).code).toBe(0);

  expect(await noticeFor({ from: PROXY, forwardedFor: IN_IRAN })).toBe('Not here');
  expect(await noticeFor({ from: '127.9.8.7', forwardedFor: IN_IRAN })).toBe('Not here');
  expect(await noticeFor({ from: PROXY, forwardedFor: IN_GERMANY })).toBe('');
  expect(await noticeFor({ from: PROXY })).toBe('');
  // A proxy appends whom it saw: what stands before that was written by the visitor.
  expect(await noticeFor({ from: PROXY, forwardedFor: `${IN_IRAN}, ${IN_GERMANY}` })).toBe('');
  expect(await noticeFor({ from: STRANGER, forwardedFor: IN_IRAN })).toBe('');
});

test('a budget of request weight belongs to the visitor, not to the proxy; a stranger uses only their own', async () => {
  expect(await usedBy('198.51.100.1')).toBe(1);
  expect(await usedBy('198.51.100.2')).toBe(1);
  expect(usedWeight(await ask('/api/v3/ping', { from: OTHER_STRANGER, forwardedFor: '198.51.100.1' }))).toBe(1);
  expect(usedWeight(await ask('/api/v3/ping', { from: OTHER_STRANGER, forwardedFor: '198.51.100.3' }))).toBe(2);
  expect(await usedBy('198.51.100.1')).toBe(2);
});

async function readBookOverSocket(asked: Asked): Promise<void> {
  const address = `${exchange.url.replace('http', 'ws')}/ws-api/v3`;
  const socket = new WebSocket(address, { localAddress: asked.from, headers: headersOf(asked) });
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const answered = new Promise((resolve) => socket.once('message', resolve));
  socket.send(JSON.stringify({ id: 1, method: 'depth', params: { symbol: 'BTCUSDT' } }));
  await answered;
  socket.terminate();
}

test('sockets read the address as calls do', async () => {
  await readBookOverSocket({ from: PROXY, forwardedFor: '198.51.100.10' });
  expect(await usedBy('198.51.100.10')).toBe(6);
  await readBookOverSocket({ from: STRANGER, forwardedFor: '198.51.100.11' });
  expect(await usedBy('198.51.100.11')).toBe(1);
});

test.runIf(hasPages)('the calls that a page makes count for the visitor behind the proxy', async () => {
  const machine = usedWeight(await ask('/api/v3/ping', { from: PROXY }));
  // With a query it is made for this visitor alone.
  expect((await ask('/market?a=1', { from: PROXY, forwardedFor: '198.51.100.20' })).status).toBe(200);
  expect(await usedBy('198.51.100.20')).toBeGreaterThan(5 + 1);
  expect(usedWeight(await ask('/api/v3/ping', { from: PROXY }))).toBe(machine + 1);
});

test('the setting names addresses, networks or loopback; anything else is a sentence', () => {
  const directory = mkdtempSync(join(tmpdir(), 'agio-proxies-'));
  const read = (text: string) => readConfig({ DATA_DIR: directory, TRUSTED_PROXIES: text }).trustedProxies;
  expect(read('')).toEqual([]);
  expect(read('loopback, 10.0.0.0/8,fd00::1')).toEqual(['loopback', '10.0.0.0/8', 'fd00::1']);
  for (const wrong of ['proxy.example', '10.0.0.0/99', '10.0.0.0/x', 'true', '*', '0.0.0.0/0'])
    expect(() => read(wrong), wrong).toThrow(ConfigError);
  expect(() => read('10.0.0.1,nonsense')).toThrow('TRUSTED_PROXIES: "nonsense" is neither');
  rmSync(directory, { recursive: true, force: true });
});
