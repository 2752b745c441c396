import { expect, test } from 'vitest';
import { createDeviceCookies } from './device-cookie.ts';

const KEY = Buffer.alloc(32, 1);

test('ATK-7 a device cookie is valid for its own account, under its own key, for a year after it was renewed', () => {
  let nowMs = 1_000;
  const devices = createDeviceCookies(KEY, () => nowMs);
  const cookie = devices.make(100_001, null);
  const device = devices.read(cookie, 100_001);
  expect(device).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(devices.read(devices.make(100_001, null), 100_001)).not.toBe(device);
  expect(devices.read(cookie, 100_002)).toBeNull();
  expect(devices.read(cookie, 0)).toBeNull();
  expect(createDeviceCookies(Buffer.alloc(32, 2), () => nowMs).read(cookie, 100_001)).toBeNull();
  nowMs += 364 * 24 * 3_600_000;
  const renewed = devices.make(100_001, device);
  nowMs += 24 * 3_600_000;
  expect([devices.read(cookie, 100_001), devices.read(renewed, 100_001)]).toEqual([null, device]);
});

test('ATK-7 a device cookie with any change is rejected', () => {
  const devices = createDeviceCookies(KEY);
  const cookie = devices.make(100_001, null);
  for (let at = 0; at < cookie.length - 1; at++) {
    const changed = cookie.slice(0, at) + (cookie[at] === '1' ? '2' : '1') + cookie.slice(at + 1);
    for (const uid of [100_001, 100_002, 200_001]) expect(devices.read(changed, uid), changed).toBeNull();
  }
  for (const odd of ['', '.', 'a.b.c.d', `${cookie}x`, ` ${cookie}`, cookie.replace('100001', '0100001')])
    expect(devices.read(odd, 100_001), odd).toBeNull();
});
