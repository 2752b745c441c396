/** How many wrong passwords are heard of an account, an address, a network, a browser: on real PostgreSQL, with a clock of its own. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuessing, type Guesser } from '../../server/modules/users/guessing.ts';
import { type OpenStore, openStore } from '../../server/store/open-store.ts';
import { createDatabase } from '../exchange.ts';

const newEmail = (): string => `person-${randomBytes(5).toString('hex')}@test.agio.example`;
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
