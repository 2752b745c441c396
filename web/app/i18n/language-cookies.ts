import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS, LANGUAGES_COOKIE } from '@agio/contracts/locales';

/** The language that the person chose. */
export function rememberLanguage(key: string): void {
  writeCookie(LANGUAGE_COOKIE, key);
}

/** The languages that the server supports. */
export function rememberLanguages(keys: readonly string[]): void {
  writeCookie(LANGUAGES_COOKIE, keys.join(','));
}

function writeCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; path=/; max-age=${LANGUAGE_COOKIE_SECONDS}; samesite=lax`;
}
