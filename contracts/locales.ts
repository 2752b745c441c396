/**
 * Every language the site is made for, and how one is chosen. English has no prefix in the address; every other one has
 * its key as first segment. Which of them are built is what the web app has dictionaries of.
 */
import { DEFAULTS } from './defaults.ts';
import { YEAR_SECONDS } from './durations.ts';

export const DEFAULT_LOCALE = DEFAULTS.language;

/** Readable by the page; both live one year, lax. */
export const LANGUAGE_COOKIE = 'language';
export const LANGUAGES_COOKIE = 'languages';
export const LANGUAGE_COOKIE_SECONDS = YEAR_SECONDS;

export interface LocaleFacts {
  readonly key: string;
  /** As in `<html lang>` and `hreflang`. */
  readonly tag: string;
  /** In the language itself. */
  readonly name: string;
  readonly short: string;
  readonly script: string;
  readonly direction: 'ltr' | 'rtl';
}

/** In the order of the specification, which decides between two that fit a preference equally. */
export const ALL_LOCALES = [
  { key: 'de-de', tag: 'de-DE', name: 'Deutsch', short: 'DE', script: 'Latn', direction: 'ltr' },
  { key: 'en-us', tag: 'en-US', name: 'English', short: 'EN', script: 'Latn', direction: 'ltr' },
  { key: 'es-es', tag: 'es-ES', name: 'Español', short: 'ES', script: 'Latn', direction: 'ltr' },
  { key: 'fa-ir', tag: 'fa-IR', name: 'فارسی', short: 'FA', script: 'Arab', direction: 'rtl' },
  { key: 'fr-fr', tag: 'fr-FR', name: 'Français', short: 'FR', script: 'Latn', direction: 'ltr' },
  { key: 'hi-in', tag: 'hi-IN', name: 'हिन्दी', short: 'HI', script: 'Deva', direction: 'ltr' },
  { key: 'id-id', tag: 'id-ID', name: 'Bahasa Indonesia', short: 'ID', script: 'Latn', direction: 'ltr' },
  { key: 'it-it', tag: 'it-IT', name: 'Italiano', short: 'IT', script: 'Latn', direction: 'ltr' },
  { key: 'ja-jp', tag: 'ja-JP', name: '日本語', short: 'JA', script: 'Jpan', direction: 'ltr' },
  { key: 'ko-kr', tag: 'ko-KR', name: '한국어', short: 'KO', script: 'Kore', direction: 'ltr' },
  { key: 'pl-pl', tag: 'pl-PL', name: 'Polski', short: 'PL', script: 'Latn', direction: 'ltr' },
  { key: 'pt-br', tag: 'pt-BR', name: 'Português (Brasil)', short: 'PT-BR', script: 'Latn', direction: 'ltr' },
  { key: 'pt-pt', tag: 'pt-PT', name: 'Português (Portugal)', short: 'PT', script: 'Latn', direction: 'ltr' },
  { key: 'ru-ru', tag: 'ru-RU', name: 'Русский', short: 'RU', script: 'Cyrl', direction: 'ltr' },
  { key: 'th-th', tag: 'th-TH', name: 'ไทย', short: 'TH', script: 'Thai', direction: 'ltr' },
  { key: 'tr-tr', tag: 'tr-TR', name: 'Türkçe', short: 'TR', script: 'Latn', direction: 'ltr' },
  { key: 'uk-ua', tag: 'uk-UA', name: 'Українська', short: 'UK', script: 'Cyrl', direction: 'ltr' },
  { key: 'uz-uz', tag: 'uz-UZ', name: 'Oʻzbekcha', short: 'UZ', script: 'Latn', direction: 'ltr' },
  { key: 'vi-vn', tag: 'vi-VN', name: 'Tiếng Việt', short: 'VI', script: 'Latn', direction: 'ltr' },
  { key: 'zh-tw', tag: 'zh-TW', name: '繁體中文', short: '繁', script: 'Hant', direction: 'ltr' },
  { key: 'zh-cn', tag: 'zh-CN', name: '简体中文', short: '简', script: 'Hans', direction: 'ltr' },
] as const satisfies readonly LocaleFacts[];

/** en_US, en-US and EN-us are en-us. */
export function normalizeLocale(key: string): string {
  return key.trim().toLowerCase().replaceAll('_', '-');
}

/** The key of a language the site is made for; English for everything else. */
export function knownLocale(key: string): string {
  const wanted = normalizeLocale(key);
  return ALL_LOCALES.find((locale) => locale.key === wanted)?.key ?? DEFAULT_LOCALE;
}

/** What the server's list says: keys normalized, each once; a list without any means English. */
export function supportedLocales(languageKeys: readonly string[]): readonly string[] {
  const keys = [...new Set(languageKeys.map(normalizeLocale))].filter((key) => /^[a-z]{2,3}-[a-z]{2}$/.test(key));
  return keys.length === 0 ? [DEFAULT_LOCALE] : keys;
}

export interface LanguagePreferences {
  /** The value of the language cookie; empty when there is none. */
  readonly cookie: string;
  /** What the browser asks for, most wanted first. */
  readonly browser: readonly string[];
}

/**
 * The language of a page whose address names none: the cookie's, else the first of the browser's preferences that is there.
 * Each preference takes its exact match before its base language; of several with that base the one in the preference's script,
 * else the first in the order above.
 */
export function chooseLocale(preferences: LanguagePreferences, supported: readonly string[]): string {
  const chosen = normalizeLocale(preferences.cookie);
  if (supported.includes(chosen)) return chosen;
  for (const preference of preferences.browser) {
    const found = findPreferred(preference, supported);
    if (found) return found;
  }
  return DEFAULT_LOCALE;
}

function findPreferred(preference: string, supported: readonly string[]): string | undefined {
  const key = normalizeLocale(preference);
  if (supported.includes(key)) return key;
  const base = key.split('-')[0];
  const sameBase = ALL_LOCALES.filter((locale) => supported.includes(locale.key) && locale.key.split('-')[0] === base);
  if (sameBase.length < 2) return sameBase[0]?.key;
  const script = scriptOf(key);
  return (sameBase.find((locale) => locale.script === script) ?? sameBase[0])?.key;
}

/** zh-HK is written in Hant, zh-SG in Hans. */
function scriptOf(key: string): string | undefined {
  try {
    return new Intl.Locale(key).maximize().script;
  } catch {
    return undefined;
  }
}

/** The tags of an Accept-Language header, most wanted first. */
export function parseAcceptLanguage(header: string): readonly string[] {
  return header
    .split(',', 50)
    .map((entry, position) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { tag, position, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => /^[a-z]{1,8}(-[a-z0-9]{1,8})*$/i.test(tag) && quality > 0)
    .sort((a, b) => b.quality - a.quality || a.position - b.position)
    .map(({ tag }) => tag);
}
