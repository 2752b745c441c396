import { expect, test } from 'vitest';
import { isListed, readIpList } from './ip-list.ts';

test('ATK-16 an address is let in when the list has it, or a network of it; an empty list lets in all', () => {
  const list = readIpList(['203.0.113.7', ' 198.51.100.0/24 ', '2001:DB8:1::/48', '2001:db8:2::9', '203.0.113.7']);
  expect(list).toEqual(['203.0.113.7', '198.51.100.0/24', '2001:db8:1::/48', '2001:db8:2::9']);
  const inside = ['203.0.113.7', '::ffff:203.0.113.7', '198.51.100.255', '2001:db8:1:ff::1', '2001:db8:2:0:0:0:0:9'];
  for (const address of inside) expect(isListed(list, address), address).toBe(true);
  const outside = ['203.0.113.8', '198.51.101.0', '2001:db8:2::1', '2001:db8::', '::ffff:203.0.113.8', '', 'server-1'];
  for (const address of outside) expect(isListed(list, address), address).toBe(false);
  for (const address of [...inside, ...outside]) expect(isListed([], address), address).toBe(true);
});

test('ATK-16 an entry that is neither an address nor a network is refused in a sentence that names it', () => {
  const odd = [
    '',
    'x',
    '1.2.3',
    '1.2.3.256',
    '1.2.3.4/33',
    '1.2.3.4/0',
    '1.2.3.4/8/8',
    '::1/129',
    '::/0',
    'fe80::1%eth0',
    '1.2.3.4/08',
    '01.2.3.4',
  ];
  for (const entry of odd)
    expect(() => readIpList(['203.0.113.7', entry]), entry).toThrow(`ipList: "${entry}" is neither an address`);
});
