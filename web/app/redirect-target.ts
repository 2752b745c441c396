/** Where to go after log-in: a path of this site and nothing else. */
import { redirect } from 'react-router';
import { localeOfPath, localizePath } from './i18n/locales.ts';

const PLACEHOLDER = 'https://agio.invalid';

/** A `redirect` that leaves the site, by whatever spelling, becomes the fallback. */
export function safeRedirect(target: string | null, fallback: string): string {
  if (!target || !target.startsWith('/') || [...target].some((letter) => letter < ' ' || letter === '\\'))
    return fallback;
  const url = URL.parse(target, PLACEHOLDER);
  if (!url || url.origin !== PLACEHOLDER || target.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}

/** For loaders of pages that need a log-in. */
export function requireLogin(isLoggedIn: boolean, request: Request): void {
  if (isLoggedIn) return;
  const url = new URL(request.url);
  const login = localizePath('/login', localeOfPath(url.pathname).key);
  throw redirect(`${login}?redirect=${encodeURIComponent(url.pathname + url.search)}`);
}
