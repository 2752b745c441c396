/** The country of an IP address, from the packaged public-domain tables (decision 048). Read when it is first asked for. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BlockList, isIP } from 'node:net';
import { Reader } from 'mmdb-lib';

interface Country {
  readonly country_code?: string;
}

const PACKAGE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
/** An IPv4 address as a socket of both families writes it. */
const MAPPED = /^::ffff:(?=[0-9.]+$)/i;

/** Loopback, private and link-local networks: nowhere, though the tables give some of them a country. */
const NOWHERE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  NOWHERE.addSubnet(network, bits);
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  NOWHERE.addSubnet(network, bits, 'ipv6');

let opened: Promise<{ get(address: string): Country | null }> | undefined;

async function open(): Promise<{ get(address: string): Country | null }> {
  const path = createRequire(import.meta.url).resolve(PACKAGE);
  // The reader's type lists other tables' answers; this table holds a country code and nothing else.
  return new Reader(await readFile(path)) as unknown as { get(address: string): Country | null };
}

/** Two letters (ISO 3166); null for loopback, private and unknown addresses. */
export async function countryOfAddress(address: string): Promise<string | null> {
  const plain = address.replace(MAPPED, '');
  const family = isIP(plain);
  if (family === 0 || NOWHERE.check(plain, family === 6 ? 'ipv6' : 'ipv4')) return null;
  opened ??= open();
  const code = (await opened).get(plain)?.country_code ?? '';
  return /^[A-Z]{2}$/.test(code) ? code : null;
}
