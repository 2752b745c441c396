/** The operator's secrets are protected from other processes and users of the machine, and from a start with the wrong ones. */
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../free-port.ts';
import { oneSentence, runServer, type ServerRun, untilReady } from '../../server-run.ts';

const KEY = 'ab'.repeat(32);
const directory = mkdtempSync(join(tmpdir(), 'agio-secrets-'));
let port: number;
let server: ServerRun;

beforeAll(async () => {
  port = await freePort();
  server = runServer(directory, {
    PORT: String(port),
    SECRET_KEY: KEY,
    OPERATORS_OWN: 'not for children',
    LOG_LEVEL: 'trace',
  });
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

/** Every file and folder below the data folder. */
const everything = (): { name: string; path: string; mode: number; isFile: boolean }[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(directory, name);
    // The database makes and removes files all the while.
    const status = lstatSync(path, { throwIfNoEntry: false });
    return status ? [{ name, path, mode: status.mode & 0o777, isFile: status.isFile() }] : [];
  });

test('ATK-17 no file of the data folder is for others, and others list no folder of it', () => {
  const all = everything();
  expect(all.length).toBeGreaterThan(500);
  const open = all.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name, mode }) => `${name} ${mode.toString(8)}`);
  expect(open).toEqual([]);
  expect(statSync(directory).mode & 0o066).toBe(0);
});

test('ATK-17 neither password, session, API secret nor address of a person stands in logs, answers of errors, figures or the output', async () => {
  const url = `http://127.0.0.1:${port}`;
  const email = 'planted-7f3a9c@secrets.agio.example';
  const password = 'planted password 51c0de';
  const wrong = 'planted wrong password 9e2b';
  const answers: string[] = [];
  const call = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', origin: url, ...headers } };
    const answer = await fetch(url + path, { ...init, body: typeof body === 'string' ? body : JSON.stringify(body) });
    const text = await answer.text();
    const json = (text.startsWith('{') ? JSON.parse(text) : {}) as {
      code: number;
      data: Record<string, string> | null;
    };
    if (json.code !== 0) answers.push(text);
    return json;
  };
  const auth = '/auth-v2/api/v2/auth';
  const registered = await call(`${auth}/register`, { email, password });
  expect(registered.code).toBe(0);
  expect((await call(`${auth}/register`, { email, password })).code).not.toBe(0);
  const session = await call(`${auth}/login`, { email, password });
  const { token } = session.data!;
  const key = await call('/web/user/api-key/create', { label: 'planted' }, { token: token! });
  const ticket = await call(`${auth}/token`, {}, { token: token! });
  const { apiSecret } = key.data!;
  expect([token, apiSecret, ticket.data!.token].every((secret) => (secret?.length ?? 0) >= 16)).toBe(true);
  expect((await call(`${auth}/login`, { email, password: wrong })).code).not.toBe(0);
  await call(`${auth}/login`, `{"email":"${email}","password":"${wrong}"`);
  await call(`${auth}/login`, { email, password: { $ne: wrong } });
  await call('/web/user/api-key/create', { label: 7 }, { token: `${token}x` });
  await call(`/nowhere?token=${token}&email=${email}`, {}, { token: token! });
  const signed = await fetch(`${url}/api/v3/account?timestamp=1&signature=${apiSecret}`, {
    headers: { 'x-mbx-apikey': key.data!.apiKey! },
  });
  answers.push(await signed.text());
  expect(answers.length).toBeGreaterThan(4);
  const operatorToken = readFileSync(join(directory, 'operator-token'), 'utf8').trim();
  const figures = await (
    await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${operatorToken}` } })
  ).text();
  expect(figures).toContain('agio_durable_seq');
  const logs = everything().filter(
    ({ name, isFile }) => isFile && name.endsWith('.log') && !name.startsWith('journal'),
  );
  expect(logs.map(({ name }) => name)).toEqual(expect.arrayContaining(['agio.log', 'postgres/postgres.log']));
  const told: readonly (readonly [string, string])[] = [
    ['the answers', answers.join('\n')],
    ['the figures', figures],
    ['the output', server.output()],
    ...logs.map(({ name, path }) => [name, readFileSync(path, 'utf8')] as const),
  ];
  const secrets = { email, password, wrong, token, apiSecret, ticket: ticket.data!.token, KEY, operatorToken };
  const found = told.flatMap(([where, text]) =>
    Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret!) ? [`${name} in ${where}`] : [])),
  );
  expect(found).toEqual([]);
}, 60_000);

test('ATK-17 a real exchange cannot start from a demo’s data, whose users have public passwords', async () => {
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  const real = { PORT: String(port), SECRET_KEY: KEY, DEMO: '0', PUBLIC_URL: 'https://agio.example' };
  const refused = await runServer(directory, real).ended;
  expect(refused.code).toBe(1);
  oneSentence(refused.output, /DEMO=0 cannot go on from a demo: .* Give the exchange a DATA_DIR/);
  server = runServer(directory, { PORT: String(port), SECRET_KEY: KEY });
  await untilReady(port, server.output);
}, 60_000);

test('ATK-17 a start with another SECRET_KEY than the database was made with is refused in one sentence, and nothing is changed', async () => {
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  const wrong = await runServer(directory, { PORT: String(port), SECRET_KEY: 'cd'.repeat(32) }).ended;
  expect(wrong.code).toBe(1);
  oneSentence(wrong.output, /SECRET_KEY is not the one that this database was made with/);
  server = runServer(directory, { PORT: String(port), SECRET_KEY: KEY });
  await untilReady(port, server.output);
}, 60_000);
