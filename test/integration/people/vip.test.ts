/** VIP service: a person asks once in 24 hours, operators read it (growth 1, screens). */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { REFUSALS } from '@agio/contracts/errors';
import { DAY_MS } from '@agio/contracts/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, createDatabase, execute, type TestExchange, type TestUser } from '../../exchange.ts';

const run = promisify(execFile);
const PATH = '/web/vip-service/contact';
const QUESTION = {
  name: 'Ada',
  contact: 'ada@example.com',
  country: 'Portugal',
  monthlyVolume: '2500000.5',
  message: 'Two accounts.\nBoth trade futures.',
};
let databaseUrl: string;
let exchange: TestExchange;
let user: TestUser;
beforeAll(async () => {
  databaseUrl = await createDatabase();
  exchange = await bootExchange({ databaseUrl });
  user = await exchange.createUser({});
});
afterAll(() => exchange?.close());

interface Asked {
  readonly sentAt: number | null;
  readonly nextAt: number | null;
}
const asked = (token = user.token) => exchange.call<Asked>('GET', PATH, undefined, { token });
const ask = (body: object = QUESTION, token = user.token) => exchange.call<Asked>('POST', PATH, body, { token });
const contacts = async (...args: string[]) => {
  const { stdout } = await run(process.execPath, ['tools/agio.ts', 'vip', 'contacts', ...args], {
    env: { ...process.env, DATA_DIR: exchange.directory },
  });
  return (JSON.parse(stdout) as { contacts: Record<string, unknown>[] }).contacts;
};

test('a question is kept once, however many are sent together; the operator reads it as it was written', async () => {
  expect((await asked()).data).toEqual({ sentAt: null, nextAt: null });
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask()));
  const codes = answers.map(({ code }) => code).toSorted((a, b) => a - b);
  const refused = REFUSALS.TOO_MANY_ATTEMPTS.code;
  expect(codes).toEqual([0, refused, refused, refused, refused]);
  const { sentAt, nextAt } = (await asked()).data;
  expect(Math.abs(Date.now() - sentAt!)).toBeLessThan(60_000);
  expect(nextAt! - sentAt!).toBe(DAY_MS);
  expect(await contacts()).toMatchObject([{ uid: user.uid, email: user.email, ...QUESTION, sentAt }]);
});

test('after 24 hours the next question is taken; the list is read page by page, newest first', async () => {
  await execute(databaseUrl, 'update vip_contacts set sent_at_ms = sent_at_ms - $1', [DAY_MS]);
  expect(await ask({ ...QUESTION, message: '' })).toMatchObject({ code: 0 });
  const all = await contacts();
  expect(all.map(({ message }) => message)).toEqual(['', QUESTION.message]);
  expect(await contacts('--before', String(all[0]!['id']))).toEqual([all[1]]);
});

test.each([
  ['without a log-in', QUESTION, ''],
  ['without a name', { ...QUESTION, name: ' ' }, null],
  ['a volume of nothing', { ...QUESTION, monthlyVolume: '0' }, null],
  ['a volume that is no number', { ...QUESTION, monthlyVolume: '1e9' }, null],
  ['a message of 501 letters', { ...QUESTION, message: 'a'.repeat(501) }, null],
])('refused: %s', async (_what, body, token) => {
  const other = await exchange.createUser({});
  expect((await ask(body, token ?? other.token)).code).not.toBe(0);
  expect((await asked(other.token)).data.sentAt).toBeNull();
});
