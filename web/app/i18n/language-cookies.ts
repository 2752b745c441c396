import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS, LANGUAGES_COOKIE } from '@agio/contracts/locales';

/** The language that the person chose. */
export function rememberLanguage(key: string): void {
  writeCookie(LANGUAGE_COOKIE, key);
}

/** The languages that the server supports. */
export function rememberLanguages(keys: readonly string[]): void {
  writeCookie(LANGUAGES_COOKIE, keys.join(','));
}

/** As a `Set-Cookie` header has it. */
export function languageCookie(key: string): string {
  return cookieOf(LANGUAGE_COOKIE, key);
}

function writeCookie(name: string, value: string): void {
  document.cookie = cookieOf(name, value);
}

function cookieOf(name: string, value: string): string {
  return `${name}=${value}; path=/; max-age=${LANGUAGE_COOKIE_SECONDS}; samesite=lax`;
}
