/** The token of a session: programs send it as a header, browsers as a cookie. */
import type { FastifyRequest } from 'fastify';

/** Empty: there is none. */
export function sessionTokenOf(
  { headers, cookies }: FastifyRequest,
  cookieName: string,
): { readonly token: string; readonly isByCookie: boolean } {
  const header = headers.token;
  const isByCookie = typeof header !== 'string' || header === '';
  return { token: (isByCookie ? cookies[cookieName] : header) ?? '', isByCookie };
}
