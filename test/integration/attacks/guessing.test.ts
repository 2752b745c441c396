/** Guessing passwords over HTTP: who has to wait, who still gets in, and that nobody learns who has an account. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFUSALS } from '@agio/contracts/errors';
import { bootExchange, type TestExchange } from '../../exchange.ts';

const LOGIN = '/auth-v2/api/v2/auth/login';
const PASSWORD = 'correct horse battery staple';
const WRONG = 'a wrong password here';
const newEmail = (): string => `person-${randomBytes(5).toString('hex')}@test.agio.example`;
let exchange: TestExchange;
beforeAll(
  async () => void (exchange = await bootExchange({ environment: { RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' } })),
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

test('ATK-7 a forged cookie, or another account’s, does not help; a stolen one has ten guesses of its own', async () => {
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

test('FLT-19 log-ins with a right password are bounded too: two hundred of an address in 15 minutes, others go on', async () => {
  const mine = await register();
  const other = await register();
  const codes: number[] = [];
  const lane = async (cookie: string): Promise<void> => {
    for (let i = 0; i < 51; i++) codes.push((await logIn('192.0.2.150', mine.email, PASSWORD, cookie)).code);
  };
  await Promise.all([lane(''), lane(''), lane(''), lane('')]);
  expect(codes.filter((code) => code === 0)).toHaveLength(200);
  expect((await logIn('192.0.2.150', other.email, PASSWORD)).code).toBe(REFUSALS.TOO_MANY_ATTEMPTS.code);
  // Its owner's browser is known.
  expect((await logIn('192.0.2.150', other.email, PASSWORD, other.device)).code).toBe(0);
  expect((await logIn('192.0.2.151', mine.email, PASSWORD)).code).toBe(0);
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
