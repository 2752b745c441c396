import { expect, test } from 'vitest';
import { createLimiters, GUESS_WEIGHT } from './rate-limit.ts';

const MOST = 6_000;

test('FLT-16 an IPv6 /48 has as much weight as five addresses; the next one, and each address of IPv4, has its own', async () => {
  const { visitors } = createLimiters(true);
  const takes = async (address: string): Promise<boolean> => (await visitors.take(address, MOST)).allowed;
  const taken: boolean[] = [];
  for (let n = 1; n <= 7; n += 1) taken.push(await takes(`2001:db8:7:${n.toString(16)}::1`));
  expect(taken).toEqual([true, true, true, true, true, false, false]);
  expect((await visitors.take('2001:db8:7:9::1', 1)).retryAfterSeconds).toBeGreaterThan(0);
  expect(await takes('2001:db8:8::1')).toBe(true);
  for (let n = 1; n <= 40; n += 1) expect(await takes(`192.0.2.${n}`)).toBe(true);
});

test('ATK-21 guesses at operators’ tokens from an IPv6 /48 are those of five addresses, however many it has', async () => {
  const { guesses } = createLimiters(true);
  let heard = 0;
  for (let n = 1; n <= 1_000; n += 1)
    if ((await guesses.take(`2001:db8:7:${n.toString(16)}::1`, GUESS_WEIGHT)).allowed) heard += 1;
  expect(heard).toBe((5 * MOST) / GUESS_WEIGHT);
  expect((await guesses.take('2001:db8:8::1', GUESS_WEIGHT)).allowed).toBe(true);
});

test('FLT-16 an address that is past its own weight takes nothing from its neighbours', async () => {
  const { visitors } = createLimiters(true);
  await visitors.take('2001:db8:7:1::1', MOST);
  for (let times = 0; times < 20; times += 1)
    expect((await visitors.take('2001:db8:7:1::1', MOST)).allowed).toBe(false);
  expect((await visitors.take('2001:db8:7:2::1', MOST)).allowed).toBe(true);
});

test('FLT-16 users are counted by their uid alone, and all of an office together', async () => {
  const { users, usersOfAddress } = createLimiters(true);
  for (const uid of ['1', '2', '3', '4', '5', '6', '7']) expect((await users.take(uid, MOST)).allowed).toBe(true);
  const offices: boolean[] = [];
  for (let n = 1; n <= 3; n += 1) offices.push((await usersOfAddress.take(`2001:db8:7:${n}::1`, 5 * MOST)).allowed);
  expect(offices).toEqual([true, true, false]);
});
