/** The list of addresses from where a key may be used, as somebody types it. The server checks it again, and decides. */

/** Between commas of any script, or blanks. */
export const readList = (text: string): string[] => text.split(/[\s,;،、，]+/u).filter((entry) => entry !== '');

/** The first entry that is neither an IPv4 or IPv6 address nor a network of them (`address/bits`); undefined: there is none. */
export function wrongEntry(entries: readonly string[]): string | undefined {
  return entries.find((entry) => !isAddressOrNetwork(entry));
}

function isAddressOrNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const isV6 = address.includes(':');
  if (rest.length > 0 || !(isV6 ? isIPv6(address) : isIPv4(address))) return false;
  return bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= (isV6 ? 128 : 32));
}

function isIPv4(address: string): boolean {
  const parts = address.split('.');
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

/** The only reader of IPv6 addresses that a browser has is that of URLs. */
function isIPv6(address: string): boolean {
  return /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]`);
}
