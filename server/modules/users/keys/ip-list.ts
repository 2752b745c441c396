/** From where an API key may be used: a list of addresses and networks, IPv4 and IPv6. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { Refusal } from '@agio/contracts/errors';

/** The entries in order, each once. Throws a Refusal that names the one that is neither an address nor a network. */
export function readIpList(entries: readonly string[]): string[] {
  const read = entries.map((text) => {
    const entry = text.trim().toLowerCase();
    if (parse(entry) === null)
      throw new Refusal('BAD_REQUEST', {
        detail: `ipList: "${entry}" is neither an address (203.0.113.7, 2001:db8::7) nor a network (203.0.113.0/24, 2001:db8::/48)`,
        field: 'ipList',
      });
    return entry;
  });
  return [...new Set(read)];
}

/** Whether an address may use the key; an empty list lets in every address. */
export function isListed(list: readonly string[], address: string): boolean {
  if (list.length === 0) return true;
  const plain = address.split('%')[0]!;
  const family = familyOf(plain);
  if (family === null) return false;
  const known = new BlockList();
  for (const entry of list) {
    const parsed = parse(entry);
    if (parsed !== null) known.addSubnet(parsed.address, parsed.prefix, parsed.family);
  }
  return known.check(plain, family);
}

interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** A single address counts as a network of one. A network of all addresses (/0) is refused: a list with it would restrict nothing. */
function parse(entry: string): Network | null {
  const [address = '', length, ...more] = entry.split('/');
  const family = familyOf(address);
  if (family === null || more.length > 0) return null;
  const longest = family === 'ipv4' ? 32 : 128;
  const prefix = length === undefined ? longest : Number(length);
  if (length !== undefined && !/^[1-9][0-9]{0,2}$/.test(length)) return null;
  return prefix <= longest ? { address, prefix, family } : null;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  if (isIPv4(address)) return 'ipv4';
  return isIPv6(address) && !address.includes('%') ? 'ipv6' : null;
}
