/** The headers that every answer of the exchange carries, whatever its kind (ATK-12). */
const EXPECTED: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /frame-ancestors 'none'/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'permissions-policy': /camera=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cache-control': /./,
};

/** Names of the headers that an answer lacks or has wrong, and of those that it should not have. */
export function missing(headers: Headers): string[] {
  const wrong = Object.entries(EXPECTED).filter(([name, pattern]) => !pattern.test(headers.get(name) ?? ''));
  const banners = ['server', 'x-powered-by'].filter((name) => headers.has(name));
  const policy = headers.get('content-security-policy') ?? '';
  const isLoose = /unsafe-eval|(?<!style-src-attr )'unsafe-inline'/.test(policy) ? ['a loose policy'] : [];
  return [...wrong.map(([name]) => name), ...banners, ...isLoose];
}
