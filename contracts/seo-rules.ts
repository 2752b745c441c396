/** Title, description and other fields of a page for search engines and previews, by rules over path patterns and locales (growth 8.8). */
import { DEFAULT_LOCALE } from './locales.ts';
import { matchingPatterns, normalizePath } from './path-pattern.ts';

export const SEO_FIELDS = ['title', 'description', 'keywords', 'ogTitle', 'ogImage', 'robots', 'canonical'] as const;
export type SeoField = (typeof SEO_FIELDS)[number];
export type SeoFields = { readonly [Field in SeoField]?: string | undefined };
export type SeoByPattern = Readonly<Record<string, SeoFields>>;
/** locale → pattern → fields */
export type SeoRules = Readonly<Record<string, SeoByPattern>>;

/**
 * The fields of a path in a locale. Per pattern the English fields, overlaid by the locale's; of the patterns that match, the most
 * specific wins, and a field it lacks is taken from the next; a field that no pattern has keeps the caller's default.
 */
export function resolveSeo(rules: SeoRules, locale: string, path: string, defaults: SeoFields = {}): SeoFields {
  // Every locale's rules stand over the English ones.
  const english = rules[DEFAULT_LOCALE] ?? {};
  const own = rules[locale] ?? {};
  const patterns = [...new Set([...Object.keys(english), ...Object.keys(own)])];
  const matching = matchingPatterns(patterns, normalizePath(path));
  const resolved: Partial<Record<SeoField, string>> = {};
  for (const field of SEO_FIELDS) {
    const pattern = matching.find((name) => (own[name]?.[field] ?? english[name]?.[field]) !== undefined);
    const text = pattern === undefined ? defaults[field] : (own[pattern]?.[field] ?? english[pattern]?.[field]);
    if (text !== undefined) resolved[field] = text;
  }
  return resolved;
}

/** A path of this site, or an address with its scheme; variables may stand in it. Where a page needs an address. */
export function isSeoAddress(text: string): boolean {
  const filled = text.replaceAll(/\{\w+\}/g, 'x');
  return /^(?:\/(?![/\\])|https?:\/\/)\S*$/.test(filled) && URL.canParse(filled, 'https://site.example');
}

/** Fills `{symbol}`, `{price}`, `{title}` and other variables of a page; an unknown variable becomes empty. */
export function fillVariables(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''));
}

export function fillSeo(fields: SeoFields, values: Readonly<Record<string, string>>): SeoFields {
  const filled: Partial<Record<SeoField, string>> = {};
  for (const field of SEO_FIELDS) {
    const text = fields[field];
    if (text !== undefined) filled[field] = fillVariables(text, values);
  }
  return filled;
}
