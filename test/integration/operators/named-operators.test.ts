/** Several operators, each with a token: who called, who has to wait for whose guesses, and what the configuration refuses. */
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFUSALS } from '@agio/contracts/errors';
import { deriveKey } from '../../../server/modules/users/index.ts';
import { readConfig } from '../../../server/config.ts';
import { bootExchange, createDatabase, execute, type TestExchange } from '../../exchange.ts';
import { runAgio } from './command-line-process.ts';

interface AuditRecord {
  readonly id: number;
  readonly callId: number | null;
  readonly at: number;
  readonly method: string;
  readonly idempotencyKey: string;
  readonly hash: string;
  readonly operator: string;
  readonly address: string;
  readonly path: string;
  readonly code: number | null;
}

const newToken = (): string => randomBytes(32).toString('hex');
const [ANN, BOB] = [newToken(), newToken()];
let exchange: TestExchange;
let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await createDatabase();
  const environment = {
    OPERATOR_TOKENS: `ann:${ANN}, bob:${BOB}`,
    RATE_LIMITS: 'on',
    TRUSTED_PROXIES: 'loopback',
  };
  exchange = await bootExchange({ databaseUrl, environment });
});
afterAll(() => exchange?.close());

const callAs = (token: string, path: string, headers: Record<string, string> = {}) =>
  exchange.call<{ records: AuditRecord[] }>('GET', path, undefined, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
const records = async (limit: number): Promise<AuditRecord[]> =>
  (await callAs(ANN, `/operator/audit/list?limit=${limit + 1}`)).data.records.slice(1);
const verify = async () => (await callAs(BOB, '/operator/audit/verify')).data as unknown as { isSound: boolean };

test('ATK-21 the record says which operator called; a call with an unknown token has no name', async () => {
  expect((await callAs(ANN, '/operator/pool/list')).code).toBe(0);
  expect((await callAs(BOB, '/operator/ledger')).code).toBe(0);
  expect((await exchange.operate('/operator/pool/list')).code).toBe(0);
  for (const token of [newToken(), '', ANN.slice(0, -1), `${ANN}x`, ANN.toUpperCase(), `ann:${ANN}`, 'ann'])
    expect((await callAs(token, '/operator/state')).code, token).toBe(REFUSALS.FORBIDDEN.code);
  expect((await records(13)).map(({ operator, path }) => `${operator} ${path}`).toReversed()).toEqual([
    ...['ann', 'ann'].map((name) => `${name} /operator/pool/list`),
    ...['bob', 'bob'].map((name) => `${name} /operator/ledger`),
    ...['operator', 'operator'].map((name) => `${name} /operator/pool/list`),
    ...Array.from({ length: 7 }, () => ' /operator/state'),
  ]);
  const figures = await fetch(`${exchange.url}/metrics`, { headers: { authorization: `Bearer ${BOB}` } });
  expect(figures.status).toBe(200);
  const text = JSON.stringify(await callAs(ANN, '/operator/audit/list?limit=500'));
  for (const secret of [ANN, BOB, exchange.exchange.config.operatorToken]) expect(text).not.toContain(secret);
});

test('ATK-21 that somebody else called is noticed, and records from before operators had names are as sound as they were', async () => {
  await execute(databaseUrl, 'alter table operator_audit disable trigger all', []);
  const first = `(select min(id) from operator_audit where operator = 'ann')`;
  for (const name of ['bob', '']) {
    await execute(databaseUrl, `update operator_audit set operator = '${name}' where id = ${first}`, []);
    expect(await verify(), name).toMatchObject({ isSound: false });
    await execute(databaseUrl, `update operator_audit set operator = 'ann' where id = 1`, []);
    expect(await verify()).toMatchObject({ isSound: true });
  }
  const answer = await callAs(ANN, '/operator/audit/list?limit=500');
  const nobodys = answer.data.records.find(({ operator }) => operator === '')!;
  const before = answer.data.records.find(({ id }) => id === nobodys.id - 1)!;
  const { id, callId, at, address, method, path, idempotencyKey, code, hash } = nobodys;
  const text = JSON.stringify([before.hash, id, callId, at, address, method, path, idempotencyKey, code]);
  const key = deriveKey(exchange.exchange.config.secretKey.toString('hex'), 'operator audit');
  expect(createHmac('sha256', key).update(text).digest('hex')).toBe(hash);
  await execute(databaseUrl, `update operator_audit set operator = 'eve' where operator = ''`, []);
  expect(await verify()).toMatchObject({ isSound: false });
  await execute(databaseUrl, `update operator_audit set operator = '' where operator = 'eve'`, []);
  expect(await verify()).toMatchObject({ isSound: true });
});

test('ATK-21 the command line calls as the operator whose token it is given', async () => {
  await runAgio(['pool', 'list'], exchange.directory, { OPERATOR_TOKEN: BOB });
  await runAgio(['pool', 'list'], exchange.directory);
  const recent = (await records(4)).map(({ operator }) => operator);
  expect(recent).toEqual(['operator', 'operator', 'bob', 'bob']);
  const wrong = await runAgio(['pool', 'list'], exchange.directory, { OPERATOR_TOKEN: newToken() });
  expect(wrong).toMatchObject({ status: 1, error: expect.stringMatching(/^The operator token is missing or wrong\./) });
});

test('ATK-21 simultaneous guesses are limited too, and refused ones write no record', async () => {
  const before = (await records(1))[0]!;
  const address = { 'x-forwarded-for': '198.51.100.200' };
  const codes = await Promise.all(
    Array.from({ length: 200 }, async () => (await callAs(newToken(), '/operator/state', address)).code),
  );
  const heard = codes.filter((code) => code === REFUSALS.FORBIDDEN.code).length;
  expect(heard).toBeGreaterThan(0);
  expect(heard).toBeLessThanOrEqual(60);
  expect(codes.filter((code) => code === REFUSALS.TOO_MANY_ATTEMPTS.code)).toHaveLength(200 - heard);
  const written = (await records(200)).filter(({ id, operator }) => id > before.id && operator === '');
  expect(written).toHaveLength(heard);
});

test('ATK-21 guesses at a token are limited, whatever address they name, and hold up neither operators nor visitors', async () => {
  let refused = 0;
  for (let n = 0; n < 70; n += 1) {
    const { code } = await callAs(newToken(), '/operator/state', { 'x-forwarded-for': `198.51.100.${n}` });
    if (code === REFUSALS.TOO_MANY_ATTEMPTS.code) refused += 1;
  }
  expect(refused).toBeGreaterThan(5);
  const heard = (await records(300)).find(({ operator }) => operator === '');
  expect(heard).toMatchObject({ operator: '', address: '127.0.0.1', code: REFUSALS.FORBIDDEN.code });
  for (const token of [ANN, BOB, exchange.exchange.config.operatorToken])
    expect((await callAs(token, '/operator/pool/list')).code).toBe(0);
  expect((await exchange.call('GET', '/web/spot/pairs')).code).toBe(0);
});

test('ATK-21 visitors of this machine who used up their limit hold up no operator’s call, nor the other way round', async () => {
  const ping = async (weight: number): Promise<number> =>
    (await fetch(`${exchange.url}/api/v3/${weight > 1 ? 'exchangeInfo' : 'ping'}`)).status;
  while ((await ping(20)) === 200);
  expect(await ping(1)).toBe(429);
  expect((await callAs(ANN, '/operator/pool/list')).code).toBe(0);
});

test('ATK-21 tokens of operators are long, their names their own; else the start is refused in one sentence without a token', () => {
  const directory = mkdtempSync(join(tmpdir(), 'agio-operators-'));
  const read = (text: string) => readConfig({ DATA_DIR: directory, OPERATOR_TOKENS: text }).operators;
  const own = read('')[0]!.token;
  expect(read('')).toEqual([{ name: 'operator', token: own }]);
  expect(read(` ann:${ANN} ,bob:${BOB},`)).toEqual([
    { name: 'operator', token: own },
    { name: 'ann', token: ANN },
    { name: 'bob', token: BOB },
  ]);
  const short = 'x'.repeat(31);
  for (const [text, sentence] of [
    [`ann:${short}`, 'the token of ann has 31 characters and needs 32; make one with: openssl rand -hex 32'],
    [`ann:${ANN},ann:${BOB}`, 'ann stands there twice; each name may once.'],
    [`ann:${ANN},bob:${ANN}`, 'ann and bob have the same token; give everybody one of their own.'],
    [`ann:${own}`, 'operator and ann have the same token; give everybody one of their own.'],
    [`operator:${ANN}`, 'the name operator is that of the token in DATA_DIR; use another.'],
    [`ann:${ANN},${BOB}`, 'entry 2 is not of the form name:token,'],
    [`Ann ${ANN}`, 'entry 1 is not of the form name:token,'],
    [`:${ANN}`, 'entry 1 is not of the form name:token,'],
  ] as const) {
    const refusal = (() => {
      try {
        return String(read(text));
      } catch (error) {
        return (error as Error).message;
      }
    })();
    expect(refusal).toContain(`OPERATOR_TOKENS: ${sentence}`);
    for (const secret of [ANN, BOB, own, short]) expect(refusal).not.toContain(secret);
  }
  rmSync(directory, { recursive: true, force: true });
});
