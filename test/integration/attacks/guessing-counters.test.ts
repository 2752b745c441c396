/** How many wrong passwords are heard of an account, an address, a network, a browser: on real PostgreSQL, with a clock of its own. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import { createAddressCount } from '../../../server/limits/address-count.ts';
import { createDeviceCookies } from '../../../server/modules/users/log-in/device-cookie.ts';
import { createGuessing, type Guesser } from '../../../server/modules/users/log-in/guessing.ts';
import { createHumanCodes } from '../../../server/modules/users/log-in/human-codes.ts';
import { createPasswords } from '../../../server/modules/users/log-in/passwords.ts';
import { createAccounts } from '../../../server/modules/users/service.ts';
import { createSessions } from '../../../server/modules/users/sessions/sessions.ts';
import type { OpenStore } from '../../../server/store/open-store.ts';
import { openTestStore } from '../../open-store.ts';

const newEmail = (): string => `person-${randomBytes(5).toString('hex')}@test.agio.example`;
const MINUTE = 60_000;
let opened: OpenStore;
let nowMs = Date.UTC(2030, 0, 1);
const guesser = (ip: string, device: string | null = null, emailKey = newEmail()): Guesser => ({
  ip,
  device,
  emailKey,
});
beforeAll(async () => void (opened = await openTestStore()));
afterAll(() => opened?.close());

const guessing = (countsNetworks = true) => createGuessing(opened.db, countsNetworks, () => nowMs);
/** How many of `times` tries at once are heard. */
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

test('ATK-7 tries at an account that is stopped use up neither their address nor its network', async () => {
  const emailKey = newEmail();
  let count = 0;
  await heard(10, () => guesser(`203.4.${++count}.1`, null, emailKey));
  expect(await heard(300, () => guesser('203.4.100.1', null, emailKey))).toBe(0);
  const colleagues = guesser('203.4.100.1');
  expect(await guessing().begin(colleagues)).toBeDefined();
  // All but the colleague's one are left.
  expect(await heard(60, () => guesser('203.4.100.1'))).toBe(49);
  expect(await heard(250, () => guesser(`203.4.100.${++count % 200}`))).toBe(150);
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

test('ATK-7 a right password takes its try off address and network and clears the account’s; a password that was not checked does not count', async () => {
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

/** Accounts with this limit on the passwords checked in an hour for an address or a known browser. */
function accountsOf(logins: number) {
  const { db } = opened;
  return createAccounts({
    db,
    passwords: createPasswords(Buffer.alloc(32, 1)),
    sessions: createSessions(db),
    humanCodes: createHumanCodes(db, null),
    guessing: guessing(),
    devices: createDeviceCookies(Buffer.alloc(32, 2)),
    registrations: null,
    logins: createAddressCount({ ofAddress: logins, ofNetwork: 100, windowMs: 60 * MINUTE }),
  });
}
const callerOf = (ip: string, deviceCookie = ''): Caller => {
  const nobody = { uid: 0, sessionId: '', keyId: 0, captchaVerifyToken: '', userAgent: '' };
  return { ...nobody, deviceCookie, ip, refusesTracking: false, locale: 'en-us' };
};

test('FLT-19 a log-in refused because the queue of hashes is full is not counted', async () => {
  const accounts = accountsOf(15);
  const counts = { checked: 0, noRoom: 0, stopped: 0 };
  const logIn = async (): Promise<void> => {
    const error: unknown = await accounts
      .login(newEmail(), 'a wrong password', callerOf('203.5.1.1'))
      .catch((reason) => reason);
    if (!(error instanceof Refusal)) throw error;
    if (error.refusal === 'WRONG_CREDENTIALS') counts.checked += 1;
    else if (Number(error.values['seconds']) <= 5) counts.noRoom += 1;
    else counts.stopped += 1;
  };
  await Promise.all(Array.from({ length: 30 }, logIn));
  expect(counts.noRoom).toBeGreaterThan(0);
  while (counts.checked < 15 && counts.stopped < 100) await logIn();
  const before = counts.stopped;
  await logIn();
  expect(counts).toMatchObject({ checked: 15, stopped: before + 1 });
});

test('FLT-19 a browser that is known goes on being counted, whichever of its cookies it shows; another one of the account is not', async () => {
  const accounts = accountsOf(5);
  const [email, password] = [newEmail(), 'correct horse battery staple'];
  await accounts.create(email, password);
  const logIn = async (ip: string, cookie: string): Promise<string> =>
    (await accounts.login(email, password, callerOf(ip, cookie))).device;
  const first = await logIn('203.6.1.1', '');
  const other = await logIn('203.6.2.1', '');
  let newest = first;
  for (let i = 0; i < 5; i += 1) newest = await logIn('203.6.1.1', newest);
  for (const cookie of [newest, first])
    await expect(logIn('203.6.1.1', cookie)).rejects.toMatchObject({ refusal: 'TOO_MANY_ATTEMPTS' });
  expect(await logIn('203.6.1.1', other)).not.toBe('');
});

test('ATK-7 counters of more than 15 minutes ago are deleted; without request limits only accounts and devices count', async () => {
  nowMs += 16 * MINUTE;
  expect(await heard(60, () => guesser('203.3.1.1'), false)).toBe(60);
  expect(await heard(30, () => guesser('203.3.1.1', null, 'one@test.agio.example'), false)).toBe(10);
  expect(await rows()).toBe(61);
});
