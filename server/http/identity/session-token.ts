/** The token of a session: programs send it as a header, browsers as a cookie. */
import type { FastifyRequest } from 'fastify';

/** The token, empty without one, and whether it came as a cookie, which another site could make a browser send. */
export function sessionTokenOf(
  { headers, cookies }: FastifyRequest,
  cookieName: string,
): { readonly token: string; readonly isByCookie: boolean } {
  const header = headers.token;
  const isByCookie = typeof header !== 'string' || header === '';
  return { token: (isByCookie ? cookies[cookieName] : header) ?? '', isByCookie };
}
