/** Addresses as limits count them: an IPv6 client has a whole /64 of addresses. */
import { isIPv4, isIPv6 } from 'node:net';

/** `2001:db8:1:2:…` is `2001:db8:1:2::/64`, `::ffff:192.0.2.1` is `192.0.2.1`; everything else is itself. */
export function networkOf(address: string): string {
  const plain = address.split('%')[0]!;
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  // The IPv4 addresses that a socket for both kinds shows.
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff')
    return groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
      .join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The network around it: of IPv4 the /24, of IPv6 the /48; everything else is itself. */
export function widerNetworkOf(address: string): string {
  const network = networkOf(address);
  if (isIPv4(network)) return `${network.slice(0, network.lastIndexOf('.'))}.0/24`;
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network;
}

/** All eight, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = withoutDots(address).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  return all.map((group) => Number.parseInt(group, 16).toString(16));
}

/** An IPv4 address at the end, as two groups. */
function withoutDots(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a: string, b: string, c: string, d: string) => {
    const group = (high: string, low: string): string => (Number(high) * 256 + Number(low)).toString(16);
    return `${group(a, b)}:${group(c, d)}`;
  });
}
