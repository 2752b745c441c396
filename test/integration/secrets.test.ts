/** What the operator's secrets are kept from: other processes of the machine, other users, a start with the wrong ones. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../exchange.ts';
import { oneSentence, runServer, type ServerRun, untilReady } from '../server-run.ts';

const KEY = 'ab'.repeat(32);
const directory = mkdtempSync(join(tmpdir(), 'agio-secrets-'));
let port: number;
let server: ServerRun;

beforeAll(async () => {
  port = await freePort();
  server = runServer(directory, { PORT: String(port), SECRET_KEY: KEY, OPERATORS_OWN: 'not for children' });
  await untilReady(port, server.output);
}, 60_000);
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  rmSync(directory, { recursive: true, force: true });
});

test.runIf(process.platform === 'linux')('ATK-17 PostgreSQL has nothing of our environment', () => {
  const pid = readFileSync(join(directory, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]!;
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  expect(environment.some((entry) => entry.includes(KEY) || entry.startsWith('OPERATORS_OWN'))).toBe(false);
  expect(environment.map((entry) => entry.split('=')[0]).sort()).toEqual(['', 'LANG', 'PATH', 'TZ']);
});

test('ATK-17 no file of the data folder is for others, and others list no folder of it', () => {
  const modeOf = (name: string): string => (statSync(join(directory, name)).mode & 0o777).toString(8);
  const files = ['agio.log', 'operator-token', 'postgres/postgres.log', 'postgres/password', 'server.json'];
  expect(files.map((name) => `${name} ${modeOf(name)}`)).toEqual(files.map((name) => `${name} 600`));
  expect([modeOf('journal'), modeOf('postgres'), modeOf('postgres/data')]).toEqual(['700', '700', '700']);
});

test('ATK-17 another SECRET_KEY than the database was made with is one sentence, and nothing is changed', async () => {
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  const wrong = await runServer(directory, { PORT: String(port), SECRET_KEY: 'cd'.repeat(32) }).ended;
  expect(wrong.code).toBe(1);
  oneSentence(wrong.output, /SECRET_KEY is not the one that this database was made with/);
  server = runServer(directory, { PORT: String(port), SECRET_KEY: KEY });
  await untilReady(port, server.output);
}, 60_000);
