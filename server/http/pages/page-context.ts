/** What the pages of one server have in common. */
import type { IncomingHttpHeaders } from 'node:http';
import type { HttpOptions } from '../options.ts';

/**
 * The site's own origin for absolute links. Without a PUBLIC_URL there are several, all names of this machine: the one in the Host header
 * is taken. A name in that header that is not configured is never taken.
 */
export const originOf = ({ origins }: Pick<HttpOptions, 'origins'>, host: string | undefined): string =>
  origins.find((origin) => origin === `http://${host?.toLowerCase()}`) ?? origins[0]!;

/** What says who somebody is, and would open an account to who has it. */
const KEPT_HERE: ReadonlySet<string> = new Set([
  'cookie',
  'token',
  'authorization',
  'proxy-authorization',
  'x-mbx-apikey',
]);

/** The headers of a request as its page gets them. Who asks is known already, and the renderer need hold nobody's session. */
export function headersForPage(headers: IncomingHttpHeaders): (readonly [name: string, value: string])[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    KEPT_HERE.has(name) ? [] : [value ?? []].flat().map((one) => [name, one] as const),
  );
}

/** What a connection and the length of an answer are, the exchange alone says: Node throws where some of these do not fit each other. */
const OF_CONNECTIONS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers of a page as the visitor gets them. */
export function headersOfPage(
  headers: readonly (readonly [name: string, value: string])[],
): (readonly [name: string, value: string])[] {
  return headers.filter(([name]) => !OF_CONNECTIONS.has(name.toLowerCase()));
}
