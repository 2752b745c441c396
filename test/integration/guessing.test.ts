/** Guessing passwords: how many wrong ones are heard of an account, an address, a network, a browser; and who still gets in. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REFUSALS } from '@agio/contracts/errors';
import { createGuessing, type Guesser } from '../../server/modules/users/guessing.ts';
import { type OpenStore, openStore } from '../../server/store/open-store.ts';
import { bootExchange, createDatabase, type TestExchange } from '../exchange.ts';

const LOGIN = '/auth-v2/api/v2/auth/login';
const PASSWORD = 'correct horse battery staple';
const WRONG = 'a wrong password here';
const newEmail = (): string => `person-${randomBytes(5).toString('hex')}@test.agio.example`;

describe('the counters', () => {
  const MINUTE = 60_000;
  const directory = mkdtempSync(join(tmpdir(), 'agio-guessing-'));
  let opened: OpenStore;
  let nowMs = Date.UTC(2030, 0, 1);
  const guesser = (ip: string, device: string | null = null, emailKey = newEmail()): Guesser => ({
    ip,
    device,
    emailKey,
  });
  beforeAll(async () => {
    opened = await openStore({
      directory,
      databaseUrl: await createDatabase(),
      checkPosition: async () => {},
      onExit: (error) => {
        throw error;
      },
    });
  });
  afterAll(async () => {
    await opened.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const guessing = (countsNetworks = true) => createGuessing(opened.db, countsNetworks, () => nowMs);
  /** How many of so many tries at once are heard. */
  async function heard(times: number, next: () => Guesser, countsNetworks = true): Promise<number> {
    const { begin } = guessing(countsNetworks);
    const tries = await Promise.allSettled(Array.from({ length: times }, () => begin(next())));
    return tries.filter(({ status }) => status === 'fulfilled').length;
  }
  const rows = async (): Promise<number> =>
    (await opened.db.selectFrom('login_attempts').select('counter').execute()).length;

  test('ATK-7 fifty wrong log-ins of an address are heard in 15 minutes, whatever accounts they name; then it makes no more rows', async () => {
    expect(await heard(70, () => guesser('192.0.2.1'))).toBe(50);
    const before = await rows();
    expect(await heard(20, () => guesser('192.0.2.1'))).toBe(0);
    expect(await rows()).toBe(before);
    expect(await heard(1, () => guesser('192.0.2.2'))).toBe(1);
    nowMs += 15 * MINUTE;
    expect(await heard(60, () => guesser('192.0.2.1'))).toBe(50);
  });

  test('ATK-7 an IPv6 address counts as its /64', async () => {
    let host = 0;
    expect(await heard(60, () => guesser(`2001:db8:7:1::${(++host).toString(16)}`))).toBe(50);
    expect(await heard(1, () => guesser('2001:db8:7:2::1'))).toBe(1);
  });

  test('ATK-7 two hundred of a network are heard: of IPv4 its /24, of IPv6 its /48', async () => {
    let count = 0;
    expect(await heard(250, () => guesser(`198.51.100.${++count % 200}`))).toBe(200);
    expect(await heard(1, () => guesser('198.51.100.250'))).toBe(0);
    expect(await heard(1, () => guesser('198.51.101.1'))).toBe(1);
    expect(await heard(250, () => guesser(`2001:db8:8:${(++count).toString(16)}::1`))).toBe(200);
    expect(await heard(1, () => guesser('2001:db8:9::1'))).toBe(1);
  });

  test('ATK-7 ten wrong log-ins of an account are heard, from however many addresses', async () => {
    let count = 0;
    const emailKey = newEmail();
    expect(await heard(30, () => guesser(`203.0.${++count}.1`, null, emailKey))).toBe(10);
    expect(await heard(1, () => guesser('203.0.99.1', null, newEmail()))).toBe(1);
  });

  test('ATK-7 a device is counted alone: strangers do not stop it, nor it an account or an address', async () => {
    const emailKey = newEmail();
    let count = 0;
    await heard(30, () => guesser(`203.1.${++count}.1`, null, emailKey));
    await heard(60, () => guesser('203.1.200.1'));
    expect(await heard(20, () => guesser('203.1.200.1', 'device one', emailKey))).toBe(10);
    expect(await heard(1, () => guesser('203.1.201.1', 'device one', emailKey))).toBe(0);
    expect(await heard(1, () => guesser('203.1.200.1', 'device two', emailKey))).toBe(1);
    const other = newEmail();
    expect(await heard(20, () => guesser('203.1.202.1', 'device three', other))).toBe(10);
    expect(await heard(20, () => guesser('203.1.202.1', null, other))).toBe(10);
  });

  test('ATK-7 a right password takes its try off address and network and forgets its account’s; what was not checked is no try', async () => {
    const { begin, recent } = guessing();
    const emailKey = newEmail();
    const me = guesser('203.2.1.1', null, emailKey);
    for (let i = 0; i < 9; i++) await begin(me);
    expect(await recent(me)).toBe(9);
    await (await begin(me)).undo();
    expect(await recent(me)).toBe(9);
    await (await begin(me)).succeeded();
    expect(await recent(me)).toBe(0);
    // Nine wrong ones stay with the address: there is room for 41.
    for (let i = 0; i < 60; i++) await (await begin(guesser('203.2.1.1'))).succeeded();
    expect(await heard(60, () => guesser('203.2.1.1'))).toBe(41);
  });

  test('ATK-7 counters of more than 15 minutes ago are deleted; without request limits only accounts and devices count', async () => {
    nowMs += 16 * MINUTE;
    expect(await heard(60, () => guesser('203.3.1.1'), false)).toBe(60);
    expect(await heard(30, () => guesser('203.3.1.1', null, 'one@test.agio.example'), false)).toBe(10);
    expect(await rows()).toBe(61);
  });
});

describe('over HTTP', () => {
  let exchange: TestExchange;
  beforeAll(
    async () =>
      void (exchange = await bootExchange({ environment: { RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' } })),
  );
  afterAll(() => exchange?.close());

  interface Answer {
    readonly code: number;
    readonly msg: string;
    readonly device: string;
    readonly cookies: readonly string[];
    readonly retryAfter: string | null;
  }
  async function post(path: string, ip: string, body: object, cookie = ''): Promise<Answer> {
    const answer = await fetch(exchange.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: exchange.url, 'x-forwarded-for': ip, cookie },
      body: JSON.stringify(body),
    });
    const cookies = answer.headers.getSetCookie();
    const device = cookies.find((one) => one.startsWith('agio-device='))?.split(';')[0] ?? '';
    const { code, msg } = (await answer.json()) as { code: number; msg: string };
    return { code, msg, device, cookies, retryAfter: answer.headers.get('retry-after') };
  }
  const logIn = (ip: string, email: string, password: string, cookie = '') =>
    post(LOGIN, ip, { email, password }, cookie);
  async function register(): Promise<{ email: string; device: string }> {
    const email = newEmail();
    const { code, device } = await post('/auth-v2/api/v2/auth/register', '192.0.2.200', { email, password: PASSWORD });
    expect(code).toBe(0);
    return { email, device };
  }
  async function lockOut(email: string): Promise<void> {
    const guesses = Array.from({ length: 11 }, (_, n) => logIn(`198.18.${n}.1`, email, WRONG));
    const codes = (await Promise.all(guesses)).map(({ code }) => code);
    expect(codes.filter((code) => code === REFUSALS.WRONG_CREDENTIALS.code)).toHaveLength(10);
  }

  test('ATK-7 strangers’ guesses stop every stranger, and never the browser that logged in before', async () => {
    const { email, device } = await register();
    await lockOut(email);
    const refused = await logIn('192.0.2.200', email, PASSWORD);
    expect(refused.code).toBe(REFUSALS.TOO_MANY_ATTEMPTS.code);
    expect(Number(refused.retryAfter)).toBeGreaterThan(800);
    expect(refused.msg).toContain(`Wait ${refused.retryAfter} seconds`);
    const back = await logIn('192.0.2.201', email, PASSWORD, device);
    expect(back).toMatchObject({ code: 0, retryAfter: null });
    expect(back.device).not.toBe(device);
    expect(back.cookies.find((one) => one.startsWith('agio-device='))).toMatch(
      /; Path=\/; HttpOnly; SameSite=Lax; Max-Age=/,
    );
  });

  test('ATK-7 a forged cookie, and another account’s, helps nothing; a stolen one has ten guesses of its own', async () => {
    const [owner, thief] = [await register(), await register()];
    await lockOut(owner.email);
    const forged = owner.device.replace(/.{43}$/, 'A'.repeat(43));
    const renamed = thief.device.replace(/=\d+/, `=${/=(\d+)/.exec(owner.device)![1]}`);
    for (const cookie of [forged, renamed, thief.device, 'agio-device=', 'agio-device=x.y'])
      expect((await logIn('192.0.2.7', owner.email, PASSWORD, cookie)).code).toBe(REFUSALS.TOO_MANY_ATTEMPTS.code);
    const stolen: number[] = [];
    for (let i = 0; i < 11; i++) stolen.push((await logIn('192.0.2.8', owner.email, WRONG, owner.device)).code);
    expect(stolen.filter((code) => code === REFUSALS.WRONG_CREDENTIALS.code)).toHaveLength(10);
    expect(stolen[10]).toBe(REFUSALS.TOO_MANY_ATTEMPTS.code);
  });

  test('ATK-7 with any cookie a known and an unknown account are answered and limited alike', async () => {
    const { email, device } = await register();
    const other = await register();
    const answers = async (address: string, cookie: string, ip: string): Promise<string[]> => {
      const said: string[] = [];
      for (let i = 0; i < 12; i++) {
        const { code, msg, cookies } = await logIn(ip, address, WRONG, cookie);
        said.push(`${code} ${msg.replace(/\d+/, 'N')} ${cookies.length}`);
      }
      return said;
    };
    const known = await answers(email, other.device, '192.0.2.20');
    expect(known).toEqual(await answers(newEmail(), other.device, '192.0.2.21'));
    expect(known).toEqual(await answers(newEmail(), device, '192.0.2.22'));
  });

  test('ATK-7 one address is heard fifty times, over accounts that exist and that do not; forged forwarded addresses are its own', async () => {
    const mine = await register();
    const codes: number[] = [];
    for (let i = 0; i < 52; i++) {
      // The proxy appends whom it saw: what stands before that was written by the guesser.
      const { code } = await logIn(
        `10.9.8.${i}, 192.0.2.66`,
        i % 2 ? mine.email.replace('person', `p${i}`) : newEmail(),
        WRONG,
      );
      codes.push(code);
    }
    expect(codes.filter((code) => code === REFUSALS.WRONG_CREDENTIALS.code)).toHaveLength(50);
    expect((await logIn('192.0.2.66', mine.email, PASSWORD)).code).toBe(REFUSALS.TOO_MANY_ATTEMPTS.code);
    expect((await logIn('192.0.2.66', mine.email, PASSWORD, mine.device)).code).toBe(0);
    expect((await logIn('192.0.2.67', mine.email, PASSWORD)).code).toBe(0);
  });

  test('ATK-7 an address written in look-alike letters is the account it looks like: no second one, and the same log-in', async () => {
    const { email } = await register();
    const alike = [
      email.replace('person', 'per\u200bson'),
      email.replace('p', '\uff50'),
      `\u202e${email}`,
      email.toUpperCase(),
    ];
    for (const address of alike) {
      const again = await post('/auth-v2/api/v2/auth/register', '192.0.2.90', { email: address, password: PASSWORD });
      expect(again.code, JSON.stringify(address)).toBe(REFUSALS.EMAIL_TAKEN.code);
      expect((await logIn('192.0.2.90', address, PASSWORD)).code, JSON.stringify(address)).toBe(0);
    }
    const odd = await post('/auth-v2/api/v2/auth/register', '192.0.2.90', {
      email: 'a\uff20b@test.agio.example',
      password: PASSWORD,
    });
    expect(odd.code).toBe(REFUSALS.BAD_REQUEST.code);
  });
});

describe('a flood of log-ins', () => {
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
    // Its own hash, what runs, one turn of the other, and what went on while the call was read: never the whole flood.
    for (const count of waited) expect(count).toBeLessThan(100);
    const answer = await fetch(`${exchange.url}/metrics`, {
      headers: { authorization: `Bearer ${exchange.exchange.config.operatorToken}` },
    });
    expect(await answer.text()).toMatch(/^agio_password_hashes \d+$/m);
  });
});
