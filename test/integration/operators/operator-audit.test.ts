/** Operators call on a separate listener, and their calls are kept in a record that shows tampering. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFUSALS } from '@agio/contracts/errors';
import { readConfig } from '../../../server/config.ts';
import { bootExchange, createDatabase, execute, type TestExchange } from '../../exchange.ts';
import { runAgio } from './command-line-process.ts';

interface AuditRecord {
  readonly id: number;
  readonly callId: number | null;
  readonly at: number;
  readonly address: string;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string;
  readonly code: number | null;
}

let exchange: TestExchange;
let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await createDatabase();
  exchange = await bootExchange({ databaseUrl });
});
afterAll(() => exchange?.close());

const records = async (limit = 20): Promise<AuditRecord[]> =>
  (await exchange.operate<{ records: AuditRecord[] }>(`/operator/audit/list?limit=${limit}`)).data.records;
/** Records written before this query, newest first. */
const recordsBefore = async (limit: number): Promise<AuditRecord[]> => (await records(limit + 1)).slice(1);
const verify = async (): Promise<{ records: number; isSound: boolean; problem: string }> =>
  (await exchange.operate<{ records: number; isSound: boolean; problem: string }>('/operator/audit/verify')).data;
const newEmail = (): string => `audited-${randomBytes(5).toString('hex')}@test.agio.example`;
const tamper = async (statement: string, values: readonly unknown[] = []): Promise<void> => {
  await execute(databaseUrl, 'alter table operator_audit disable trigger all', []);
  await execute(databaseUrl, statement, values);
};

test('ATK-21 operators’ calls are not on the public listener, with or without the token; health and figures are not on theirs', async () => {
  const { operatorUrl, config } = exchange.exchange;
  const authorization = `Bearer ${config.operatorToken}`;
  const docs = (await (await fetch(`${operatorUrl}/docs/json`)).json()) as { paths: Record<string, object> };
  const paths = Object.entries(docs.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
  );
  expect(paths.length).toBeGreaterThan(30);
  const ask = async (base: string, method: string, path: string, headers: Record<string, string>) => {
    const body = method === 'GET' ? {} : { body: '{}' };
    const answer = await fetch(base + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...body,
    });
    return { status: answer.status, json: (await answer.json()) as object };
  };
  for (const [method, path] of paths)
    for (const headers of [{}, { authorization }])
      expect(await ask(exchange.url, method, path, headers)).toEqual({
        status: 404,
        json: { code: 404, msg: `There is no call ${method} ${path}.`, data: null },
      });
  for (const path of ['/healthz', '/readyz', '/metrics', '/', '/web/spot/depth?symbol=BTCUSDT', '/api/v3/ping'])
    expect((await ask(operatorUrl, 'GET', path, { authorization })).status, path).toBe(404);
  for (const [method, path] of paths.slice(0, 3))
    expect((await ask(operatorUrl, method, path, { authorization: `Bearer ${'x'.repeat(64)}` })).json).toMatchObject({
      code: REFUSALS.FORBIDDEN.code,
      msg: expect.stringContaining('operator token is missing or wrong'),
    });
});

test('ATK-21 the operators’ port is the one after the site’s, on this machine alone, unless said', () => {
  const directory = mkdtempSync(join(tmpdir(), 'agio-operators-'));
  const read = (environment: Record<string, string>) => {
    const { operatorPort, operatorHost } = readConfig({ DATA_DIR: directory, ...environment });
    return `${operatorHost}:${operatorPort}`;
  };
  expect(read({})).toBe('127.0.0.1:3001');
  expect(read({ PORT: '8080', HOST: '0.0.0.0' })).toBe('127.0.0.1:8081');
  expect(read({ PORT: '65535' })).toBe('127.0.0.1:65534');
  expect(read({ OPERATOR_PORT: '9000', OPERATOR_HOST: '10.0.0.5' })).toBe('10.0.0.5:9000');
  expect(() => read({ OPERATOR_PORT: 'x' })).toThrow('OPERATOR_PORT=x is not a whole number');
  rmSync(directory, { recursive: true, force: true });
});

test('ATK-21 each call leaves a record before it and one with its outcome: who, when, what, under which key, never a secret', async () => {
  const [email, password] = [newEmail(), `a long password ${randomBytes(6).toString('hex')}`];
  const began = Date.now();
  await exchange.operate('/operator/user/create', { email, password, apiKey: true }, 'key-of-the-call');
  const again = await exchange.operate('/operator/user/create', { email, password });
  expect(again.code).toBe(REFUSALS.EMAIL_TAKEN.code);
  const wrong = await exchange.operate('/operator/user/create', { email: 7 });
  expect(wrong.code).toBe(REFUSALS.BAD_REQUEST.code);
  const stranger = { headers: { authorization: 'Bearer stranger-with-a-guess' } };
  await exchange.call('POST', '/operator/user/token', { email }, stranger);
  const written = (await recordsBefore(7)).toReversed();
  const call = { address: '127.0.0.1', method: 'POST', path: '/operator/user/create' };
  expect(written).toMatchObject([
    { ...call, code: null, callId: null, idempotencyKey: 'key-of-the-call' },
    { ...call, code: 0, callId: written[0]!.id, idempotencyKey: 'key-of-the-call' },
    { ...call, code: null },
    { ...call, code: REFUSALS.EMAIL_TAKEN.code, callId: written[2]!.id },
    { ...call, code: null },
    { ...call, code: REFUSALS.BAD_REQUEST.code, callId: written[4]!.id },
    { ...call, path: '/operator/user/token', code: REFUSALS.FORBIDDEN.code, callId: null },
  ]);
  for (const { at } of written) {
    expect(at).toBeGreaterThanOrEqual(began);
    expect(at).toBeLessThanOrEqual(Date.now());
  }
  const all = JSON.stringify(await records(500));
  for (const secret of [password, email, exchange.exchange.config.operatorToken, 'stranger-with-a-guess'])
    expect(all).not.toContain(secret);
  expect(await verify()).toMatchObject({ isSound: true, problem: '' });
});

test('ATK-21 what cannot be recorded is not done', async () => {
  const email = newEmail();
  await execute(databaseUrl, 'alter table operator_audit rename to operator_audit_away', []);
  const answer = await exchange.operate('/operator/user/create', { email, password: 'correct horse battery' });
  await execute(databaseUrl, 'alter table operator_audit_away rename to operator_audit', []);
  expect(answer.code).toBe(500);
  expect((await exchange.operate('/operator/user/token', { email })).code).toBe(REFUSALS.NOT_FOUND.code);
});

test('ATK-21 calls at once are recorded one after the other', async () => {
  const before = (await verify()).records;
  await Promise.all(Array.from({ length: 20 }, () => exchange.operate('/operator/pool/list')));
  // Those of the twenty, and those of the question before: its outcome, and this one's begin.
  expect(await verify()).toEqual({ records: before + 40 + 2, isSound: true, problem: '', restores: [] });
});

test('ATK-21 the database itself refuses to change or delete a record', async () => {
  await execute(databaseUrl, 'alter table operator_audit enable trigger all', []);
  for (const statement of [
    'update operator_audit set code = 0',
    'delete from operator_audit where id = 2',
    'truncate operator_audit',
  ])
    await expect(execute(databaseUrl, statement, [])).rejects.toThrow('never changed and never deleted');
});

test('ATK-21 a record that was changed, deleted, put in or cut off is noticed, by the call and by the command line', async () => {
  for (let i = 0; i < 4; i++) await exchange.operate('/operator/pool/list');
  const { records: count } = await verify();
  expect(count).toBeGreaterThan(20);
  const fields = ['at_ms = at_ms + 1', `address = '10.0.0.1'`, `method = 'PUT'`, `path = '/operator/ledger'`];
  fields.push(
    `operator = 'ann'`,
    `idempotency_key = 'x'`,
    'code = 1',
    'call_id = 1',
    `hash = reverse(hash)`,
    `previous_hash = reverse(previous_hash)`,
  );
  await execute(databaseUrl, 'create table kept as select * from operator_audit where id <= 10', []);
  const restore = async (): Promise<void> => {
    await tamper('delete from operator_audit where id <= 10');
    await tamper('insert into operator_audit select * from kept');
    expect((await verify()).isSound).toBe(true);
  };
  for (const field of fields) {
    await tamper(`update operator_audit set ${field} where id = 7`);
    expect(await verify(), field).toMatchObject({ isSound: false, problem: expect.stringMatching(/^Record [78] /) });
    await restore();
  }
  await tamper('delete from operator_audit where id = 1');
  expect((await verify()).problem).toBe('Record 1 is missing.');
  await restore();
  await tamper('delete from operator_audit where id = 5');
  expect(await runAgio(['audit', 'verify'], exchange.directory)).toMatchObject({
    status: 1,
    error: 'The record of what operators called is not whole. Record 5 is missing.\n',
  });
  await restore();
  const cli = await runAgio(['audit', 'verify'], exchange.directory);
  expect(cli).toMatchObject({ status: 0, json: { isSound: true } });
  const listed = await runAgio(['audit', 'list', '--limit', '2', '--before', '8'], exchange.directory);
  expect((listed.json['records'] as AuditRecord[]).map(({ id }) => id)).toEqual([7, 6]);
});

test('ATK-21 records cut off the end stay missing, also once others were written; one without the key is noticed', async () => {
  const { records: count } = await verify();
  // The outcome of the question is one more.
  await tamper('delete from operator_audit where id > $1', [count - 3]);
  const cut = await verify();
  expect(cut).toMatchObject({ isSound: false, problem: `Record ${count - 2} is missing.` });
  await exchange.operate('/operator/pool/list');
  expect((await verify()).problem).toBe(`Record ${count - 2} is missing.`);
  const head = join(exchange.directory, 'operator-audit');
  const [last] = readFileSync(head, 'utf8').split(' ');
  await tamper('delete from operator_audit where id <= $1', [Number(last)]);
  expect(await verify()).toMatchObject({ records: 0, isSound: false, problem: 'Record 1 is missing.' });
  // A record written by an attacker without the key.
  writeFileSync(head, '');
  await tamper('delete from operator_audit');
  await exchange.operate('/operator/pool/list');
  expect((await verify()).isSound).toBe(true);
  await tamper(
    `insert into operator_audit select max(id) + 1, null, max(at_ms), '127.0.0.1', 'POST', '/operator/pool/fund', '', null,
       (array_agg(hash order by id desc))[1], repeat('a', 64) from operator_audit`,
  );
  expect((await verify()).problem).toMatch(/^Record \d+ is not as it was written\.$/);
});
