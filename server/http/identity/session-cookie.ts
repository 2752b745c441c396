/**
 * The two cookies of who logs in: the session's, and the one that a browser is known by at its next log-in. HttpOnly, lax, one
 * year. On https they have the __Host- prefix and Secure; on plain http they can have neither (reliability ATK-8).
 */
import { YEAR_SECONDS } from '@agio/contracts/durations';

export interface KeptCookie {
  readonly name: string;
  /** The header's value; null takes the cookie away. */
  serialize(value: string | null): string;
}

export const sessionCookie = (product: string, isHttps: boolean): KeptCookie => keptCookie(`${product}-token`, isHttps);

export const deviceCookie = (product: string, isHttps: boolean): KeptCookie => keptCookie(`${product}-device`, isHttps);

function keptCookie(plainName: string, isHttps: boolean): KeptCookie {
  const name = `${isHttps ? '__Host-' : ''}${plainName}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  return {
    name,
    serialize: (value) => `${name}=${value ?? ''}; ${attributes}; Max-Age=${value ? YEAR_SECONDS : 0}`,
  };
}
