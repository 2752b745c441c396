/**
 * The session cookie: HttpOnly, lax, one year. On https it has the __Host- prefix and Secure; on plain http it can have
 * neither (reliability ATK-8).
 */
export interface SessionCookie {
  readonly name: string;
  serialize(token: string | null): string;
}

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

export function sessionCookie(product: string, isHttps: boolean): SessionCookie {
  const name = `${isHttps ? '__Host-' : ''}${product}-token`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  return {
    name,
    serialize: (token) => `${name}=${token ?? ''}; ${attributes}; Max-Age=${token ? ONE_YEAR_SECONDS : 0}`,
  };
}
