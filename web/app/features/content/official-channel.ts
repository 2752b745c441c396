import { parseUrl } from '@agio/contracts/page-path';

/** Whether a link is one of the named channels: the same host and path, whatever else stands around them. */
export function isOfficial(channels: Readonly<Record<string, string>>, asked: string): boolean {
  const wanted = placeOf(asked);
  return wanted !== null && Object.values(channels).some((url) => placeOf(url) === wanted);
}

function placeOf(text: string): string | null {
  const trimmed = text.trim();
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return url.host.replace(/^www\./, '') + url.pathname.replace(/\/+$/, '');
}
