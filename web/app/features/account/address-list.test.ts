import { expect, test } from 'vitest';
import { readList, wrongEntry } from './address-list.ts';

test('entries stand between commas of any script, or blanks', () => {
  expect(readList(' 203.0.113.7,2001:db8::7、203.0.113.0/24\n،198.51.100.1 ')).toEqual([
    '203.0.113.7',
    '2001:db8::7',
    '203.0.113.0/24',
    '198.51.100.1',
  ]);
  expect(readList(' , ')).toEqual([]);
});

test.each(['203.0.113.7', '0.0.0.0', '2001:db8::7', '::1', '::ffff:192.0.2.1', '203.0.113.0/24', '2001:db8::/48'])(
  'ATK-16 %s is an address or a network',
  (entry) => expect(wrongEntry([entry])).toBeUndefined(),
);

test.each([
  '10.0.0.300',
  'hello',
  '203.0.113',
  '203.0.113.7/33',
  '203.0.113.7/0',
  '2001:db8::7/129',
  '1.2.3.4/24/8',
  '::g',
  'a:b',
])('ATK-16 %s is neither, and is named', (entry) => expect(wrongEntry(['203.0.113.7', entry])).toBe(entry));
