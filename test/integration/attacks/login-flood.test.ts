/** Hundreds of log-ins at once: they may use only part of the machine, and other users still get in. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFUSALS } from '@agio/contracts/errors';
import { bootExchange, type TestExchange } from '../../exchange.ts';

const LOGIN = '/auth-v2/api/v2/auth/login';
const WRONG = 'a wrong password here';
const newEmail = (): string => `person-${randomBytes(5).toString('hex')}@test.agio.example`;
let exchange: TestExchange;
beforeAll(async () => void (exchange = await bootExchange({ environment: { TRUSTED_PROXIES: 'loopback' } })));
afterAll(() => exchange?.close());

const logIn = async (ip: string, email: string, password: string): Promise<number> => {
  const answer = await exchange.call('POST', LOGIN, { email, password }, { headers: { 'x-forwarded-for': ip } });
  return answer.code;
};
const hashes = (): number => exchange.exchange.modules.users.passwordHashes().begun;

test('FLT-19 beside 200 log-ins of one address another gets in after a few hashes, and orders go on', async () => {
  const trader = await exchange.createUser({ USDT: '10000' });
  const owner = await exchange.createUser();
  const counts = { wrong: 0, refused: 0 };
  const isOver = { value: false };
  // Whoever is refused comes again at once: 200 are under way as long as it lasts.
  const flood = Array.from({ length: 200 }, async () => {
    while (!isOver.value) {
      const code = await logIn('192.0.2.1', newEmail(), WRONG);
      if (code === REFUSALS.WRONG_CREDENTIALS.code) counts.wrong += 1;
      else if (code === REFUSALS.TOO_MANY_ATTEMPTS.code) counts.refused += 1;
    }
  });
  await expect.poll(() => counts.refused, { timeout: 20_000 }).toBeGreaterThan(50);
  const waited: number[] = [];
  for (let i = 0; i < 2; i++) {
    const { waiting } = exchange.exchange.modules.users.passwordHashes();
    expect(waiting).toBeLessThanOrEqual(8 + 1);
    const before = hashes();
    expect(await logIn(`198.51.100.${i}`, owner.email, owner.password)).toBe(0);
    waited.push(hashes() - before);
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', price: '50000', quantity: '0.001' };
    expect((await exchange.call('POST', '/web/spot/order/place', order, { token: trader.token })).code).toBe(0);
  }
  isOver.value = true;
  await Promise.all(flood);
  // Its hashes are few beside what was asked: the rest was refused at once.
  expect(counts.wrong).toBeLessThan(counts.refused);
  // Each log-in waited for a few hashes only (those running, one of the other network, its own), never for the whole flood.
  for (const count of waited) expect(count).toBeLessThan(100);
  const answer = await fetch(`${exchange.url}/metrics`, {
    headers: { authorization: `Bearer ${exchange.exchange.config.operatorToken}` },
  });
  expect(await answer.text()).toMatch(/^agio_password_hashes \d+$/m);
});
