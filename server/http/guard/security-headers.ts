/**
 * Headers of every answer of any kind: pages, calls, files, redirects, errors and refused websockets. An answer that is not a page may
 * load nothing; a page runs only scripts that carry its nonce.
 */
import { YEAR_SECONDS } from '@agio/contracts/durations';

export type Headers = Readonly<Record<string, string>>;

export interface SecurityOptions {
  /** The first is the site's own. */
  readonly origins: readonly string[];
}

export interface PageOptions extends SecurityOptions {
  /** Origins (https only) of a third-party support chat. */
  readonly chatOrigins: readonly string[];
}

const NO_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

/** The headers of every answer. `no-store` holds unless the answer sets a cache-control of its own. */
export function securityHeaders({ origins }: SecurityOptions): Headers {
  const isHttps = origins[0]?.startsWith('https:') ?? false;
  return {
    'content-security-policy': policy({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': NO_FEATURES.map((feature) => `${feature}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(isHttps ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` } : {}),
  };
}

/** The policy of an HTML answer; style attributes are rendered by the server and cannot carry a nonce. */
export function pagePolicy(nonce: string, { origins, chatOrigins }: PageOptions): string {
  // A policy cannot name an IPv6 origin such as http://[::1]: there 'self' stands for it.
  const named = origins.filter((origin) => !origin.includes('['));
  const sockets = [...named, ...chatOrigins].map((origin) => origin.replace(/^http/, 'ws'));
  return policy({
    'default-src': ["'self'"],
    // The chat's script has the nonce; the scripts that it loads have not.
    'script-src': ["'self'", `'nonce-${nonce}'`, ...chatOrigins],
    'style-src': ["'self'", `'nonce-${nonce}'`, ...chatOrigins],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...chatOrigins],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...sockets, ...chatOrigins],
    'worker-src': ["'self'"],
    'frame-src': chatOrigins.length === 0 ? ["'none'"] : chatOrigins,
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  });
}

/** The policy of a self-contained page: it allows only its one style element, by the base64 of its SHA-256. */
export function lonePagePolicy(styleHash: string): string {
  return policy({
    'default-src': ["'none'"],
    'style-src': [`'sha256-${styleHash}'`],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  });
}

/** The policy of the pages that describe the calls: it allows our own files, and the styles that their viewer writes. */
export const DOCS_POLICY = policy({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'style-src-attr': ["'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
});

function policy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
