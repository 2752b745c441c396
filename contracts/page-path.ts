/** Addresses as the rules see them: decoded segments, so that no spelling of an address gets around a rule. */
import { DEFAULT_LOCALE } from './locales.ts';

const PLACEHOLDER = 'https://site.invalid';

/** Null if the text is not a valid address. `URL.parse` says the same, in browsers since 2024: older ones have to start as well. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** `//a/./b%63/` is ['a', 'bc']. */
export function segmentsOf(pathname: string): readonly string[] {
  const oneSlash = `/${pathname.replace(/^[/\\]+/, '')}`;
  const url = parseUrl(oneSlash, PLACEHOLDER);
  if (!url || url.origin !== PLACEHOLDER) return [];
  return url.pathname.split('/').filter(Boolean).map(decodeSegment);
}

/** The address of segments; it begins with exactly one slash, whatever the segments hold. */
export function pathOf(segments: readonly string[]): string {
  return `/${segments.map(encodeSegment).join('/')}`;
}

export interface LocalizedPath {
  /** The key that the address names; English when it names none. */
  readonly locale: string;
  readonly hasPrefix: boolean;
  readonly segments: readonly string[];
}

/** Takes the prefix off. English needs none, but /en-us/market names it all the same. */
export function splitLocale(pathname: string, locales: readonly string[]): LocalizedPath {
  return takePrefix(segmentsOf(pathname), locales);
}

/** The same of segments. */
export function takePrefix(segments: readonly string[], locales: readonly string[]): LocalizedPath {
  const [first = '', second = ''] = segments;
  // What is left of English's has no prefix at all, so it must not begin with one: /en-us/fa-ir is an unknown path.
  const hasPrefix = locales.includes(first) && !(first === DEFAULT_LOCALE && locales.includes(second));
  return {
    locale: hasPrefix ? first : DEFAULT_LOCALE,
    hasPrefix,
    segments: hasPrefix ? segments.slice(1) : segments,
  };
}

/** Puts the prefix back on. */
export function localizedPath(segments: readonly string[], locale: string): string {
  return pathOf(locale === DEFAULT_LOCALE ? segments : [locale, ...segments]);
}

/** A segment with an encoded slash, backslash or percent sign, or one that is no valid text, stays as it is. */
function decodeSegment(segment: string): string {
  if (/%(2f|5c|25)/i.test(segment)) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** What may stand in a path as it is, stays: base64's `=`, an `@`. A percent sign is in segments left encoded only. */
function encodeSegment(segment: string): string {
  if (segment.includes('%')) return segment;
  return encodeURIComponent(segment).replaceAll(/%(3D|40|3A|24|26|2B|2C|3B)/g, decodeURIComponent);
}
