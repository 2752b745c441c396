/** Human verification as the server asks for it: when, bound to whom, how often, how long. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { REFUSALS } from '@agio/contracts/errors';
import { HUMAN_CODE } from '@agio/contracts/human-code';
import { bootExchange, createDatabase, type TestExchange } from '../../exchange.ts';

const PASSWORD = 'correct horse battery staple';
const AFTER = 3;
let exchange: TestExchange;
let databaseUrl: string;
/** An exchange with limits of requests. */
let limited: TestExchange;
beforeAll(async () => {
  databaseUrl = await createDatabase();
  exchange = await bootExchange({ databaseUrl });
  await setSwitch(AFTER);
  limited = await bootExchange({ environment: { RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' } });
  await setSwitch(AFTER, limited);
});
afterAll(async () => {
  await exchange?.close();
  await limited?.close();
});

const setSwitch = (loginAfterFailures: number, at: TestExchange = exchange) =>
  at.call(
    'POST',
    '/operator/verification/set',
    { loginAfterFailures },
    { headers: { authorization: `Bearer ${at.exchange.config.operatorToken}` } },
  );
const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  exchange.call<{ bizId: string; status: number }>(
    'POST',
    '/auth-v2/api/v2/auth/login',
    { email, password },
    { headers },
  );
const statusOf = (bizId: string) =>
  exchange.call<{ bizId: string; status: number }>('GET', `/auth/api/v1/humancode/bizStatus?bizId=${bizId}`);
const challenge = (bizId: string) =>
  exchange.call<{ salt: string; challenge: string; maxNumber: number }>('POST', '/auth/api/v1/humancode/challenge', {
    bizId,
  });
const solve = (bizId: string, number: number) =>
  exchange.call<{ status: number }>('POST', '/auth/api/v1/humancode/solve', { bizId, number });

async function newPerson(): Promise<string> {
  const email = `person-${randomBytes(5).toString('hex')}@test.agio.example`;
  await exchange.call('POST', '/auth-v2/api/v2/auth/register', { email, password: PASSWORD });
  return email;
}

async function failUntilAsked(email: string): Promise<string> {
  for (let i = 0; i < AFTER; i++)
    expect((await login(email, 'a wrong password')).code).toBe(REFUSALS.WRONG_CREDENTIALS.code);
  const asked = await login(email, PASSWORD);
  expect(asked).toMatchObject({ code: REFUSALS.HUMAN_CHECK.code, data: { status: HUMAN_CODE.NEW } });
  return asked.data.bizId;
}

async function findNumber(bizId: string): Promise<number> {
  const task = (await challenge(bizId)).data;
  for (let number = 0; number <= task.maxNumber; number++)
    if (
      createHash('sha256')
        .update(task.salt + number)
        .digest('hex') === task.challenge
    )
      return number;
  throw new Error('the task has no solution');
}

test('X1 C35 after as many wrong log-ins as the operator says the right password waits for a verification, which is good once', async () => {
  const email = await newPerson();
  const bizId = await failUntilAsked(email);
  expect((await statusOf(bizId)).data).toEqual({ bizId, status: HUMAN_CODE.NEW });
  const number = await findNumber(bizId);
  expect((await statusOf(bizId)).data.status).toBe(HUMAN_CODE.BEGUN);
  expect((await login(email, PASSWORD, { 'captcha-verify-token': bizId })).code).toBe(REFUSALS.HUMAN_CHECK.code);
  expect((await solve(bizId, number)).data.status).toBe(HUMAN_CODE.VERIFIED);
  expect((await statusOf(bizId)).data.status).toBe(HUMAN_CODE.VERIFIED);
  const wrong = await login(email, 'a wrong password', { 'captcha-verify-token': bizId });
  expect(wrong.code).toBe(REFUSALS.WRONG_CREDENTIALS.code);
  const spent = await login(email, PASSWORD, { 'captcha-verify-token': bizId });
  expect(spent.code).toBe(REFUSALS.HUMAN_CHECK.code);
  const again = spent.data.bizId;
  expect(again).not.toBe(bizId);
  await solve(again, await findNumber(again));
  expect((await login(email, PASSWORD, { 'captcha-verify-token': again })).code).toBe(0);
  expect((await statusOf(again)).code).toBe(REFUSALS.NOT_FOUND.code);
});

test('growth 8.4 a verification is not valid for another person or another browser', async () => {
  const [owner, other] = [await newPerson(), await newPerson()];
  const bizId = await failUntilAsked(owner);
  await failUntilAsked(other);
  await solve(bizId, await findNumber(bizId));
  const token = { 'captcha-verify-token': bizId };
  expect((await login(other, PASSWORD, token)).code).toBe(REFUSALS.HUMAN_CHECK.code);
  expect((await login(owner, PASSWORD, { ...token, 'user-agent': 'another browser' })).code).toBe(
    REFUSALS.HUMAN_CHECK.code,
  );
  expect((await login(owner, PASSWORD, token)).code).toBe(0);
});

test('growth 8.4 twenty calls race for one verification: one is let through', async () => {
  const email = await newPerson();
  const bizId = await failUntilAsked(email);
  await solve(bizId, await findNumber(bizId));
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => login(email, 'a wrong password', { 'captcha-verify-token': bizId })),
  );
  const count = (code: number) => answers.filter((answer) => answer.code === code).length;
  expect(count(REFUSALS.WRONG_CREDENTIALS.code)).toBe(1);
  expect(count(REFUSALS.HUMAN_CHECK.code)).toBe(19);
});

test('C35 three wrong answers fail a verification for good; an unknown id is not found', async () => {
  const bizId = await failUntilAsked(await newPerson());
  const number = await findNumber(bizId);
  const wrong = number === 0 ? 1 : number - 1;
  expect((await solve(bizId, wrong)).data.status).toBe(HUMAN_CODE.BEGUN);
  await solve(bizId, wrong);
  expect((await solve(bizId, wrong)).data.status).toBe(HUMAN_CODE.FAILED);
  expect((await solve(bizId, number)).data.status).toBe(HUMAN_CODE.FAILED);
  expect((await statusOf('nobody')).code).toBe(REFUSALS.NOT_FOUND.code);
});

test('growth 8.4 a verification dies after 20 minutes', async () => {
  const email = await newPerson();
  const bizId = await failUntilAsked(email);
  await solve(bizId, await findNumber(bizId));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('update human_codes set created_at_ms = created_at_ms - 1200001 where biz_id = $1', [bizId]);
  await client.end();
  expect((await statusOf(bizId)).code).toBe(REFUSALS.NOT_FOUND.code);
  expect((await login(email, PASSWORD, { 'captcha-verify-token': bizId })).code).toBe(REFUSALS.HUMAN_CHECK.code);
});

test('growth 8.4 switched off, no verification is required', async () => {
  const email = await newPerson();
  await failUntilAsked(email);
  await setSwitch(0);
  expect((await login(email, PASSWORD)).code).toBe(0);
  await setSwitch(AFTER);
});

test('FLT-16 an address makes 200 verifications in 20 minutes, whatever browsers it names; those go on, and so do others', async () => {
  const logInFrom = async (ip: string, browser: string, email: string, device = '') => {
    const answer = await fetch(`${limited.url}/auth-v2/api/v2/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: limited.url,
        'x-forwarded-for': ip,
        'user-agent': browser,
        cookie: device,
      },
      body: JSON.stringify({ email, password: 'a wrong password' }),
    });
    return (await answer.json()) as { code: number; data: { bizId: string } | null };
  };
  const email = 'nobody@test.agio.example';
  for (let i = 0; i < AFTER; i++) await logInFrom('192.0.2.1', 'browser', email);
  const first = await logInFrom('192.0.2.2', 'browser 0', email);
  expect(first.code).toBe(REFUSALS.HUMAN_CHECK.code);
  const others = Array.from({ length: 210 }, (_, n) => logInFrom('192.0.2.2', `browser ${n + 1}`, email));
  const codes = (await Promise.all(others)).map(({ code }) => code);
  expect(codes.filter((code) => code === REFUSALS.HUMAN_CHECK.code)).toHaveLength(199);
  expect(codes.filter((code) => code === REFUSALS.TOO_MANY_ATTEMPTS.code)).toHaveLength(11);
  expect(await logInFrom('192.0.2.2', 'browser 0', email)).toMatchObject({
    code: REFUSALS.HUMAN_CHECK.code,
    data: { bizId: first.data!.bizId },
  });
  expect((await logInFrom('192.0.2.3', 'browser', email)).code).toBe(REFUSALS.HUMAN_CHECK.code);
  // Of the same address a browser that its account knows: counted apart, as its log-ins are.
  const registered = await fetch(`${limited.url}/auth-v2/api/v2/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: limited.url, 'x-forwarded-for': '192.0.2.4' },
    body: JSON.stringify({ email: 'owner@test.agio.example', password: PASSWORD }),
  });
  const cookies = registered.headers.getSetCookie();
  const device = cookies.find((one) => one.startsWith('agio-device='))!.split(';')[0]!;
  for (let i = 0; i < AFTER; i++) await logInFrom('192.0.2.4', 'browser', 'owner@test.agio.example', device);
  const asked = await logInFrom('192.0.2.2', 'browser', 'owner@test.agio.example', device);
  expect(asked.code).toBe(REFUSALS.HUMAN_CHECK.code);
});
