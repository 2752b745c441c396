import { expect, test } from 'vitest';
import { countryOfAddress } from './country-of-address.ts';

test.each([
  ['8.8.8.8', 'US'],
  ['::ffff:8.8.8.8', 'US'],
  ['2001:4860:4860::8888', 'US'],
  ['5.160.0.1', 'IR'],
])('growth 8.2 %s is in %s', async (address, country) => {
  expect(await countryOfAddress(address)).toBe(country);
});

test.each([
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '10.0.0.1',
  '192.168.1.1',
  '172.20.3.4',
  '169.254.1.1',
  'fe80::1',
  'fd00::1',
  '',
  'no address',
])('growth 8.2 "%s" has no country', async (address) => {
  expect(await countryOfAddress(address)).toBeNull();
});
