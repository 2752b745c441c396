/**
 * Keys of texts in the source: those named in full, and those built from a template. Pure, over the text of files; checks of the
 * dictionaries are in check-locales.ts.
 */

export interface NamedKeys {
  /** Written out. */
  readonly literal: ReadonlySet<string>;
  /** Built: `terminal.side_${side}` is ^spot\.side_.+$. */
  readonly built: readonly { readonly source: string; readonly pattern: RegExp }[];
}

/** `prefixes`: the first parts of all keys; text that begins otherwise is no key. */
export function namedKeys(sources: readonly string[], prefixes: ReadonlySet<string>): NamedKeys {
  const literal = new Set<string>();
  const built = new Map<string, RegExp>();
  for (const source of sources) {
    for (const [, text = ''] of source.matchAll(/['"`]([a-z][a-z0-9]*\.[A-Za-z0-9_.]*[A-Za-z0-9_])['"`]/g))
      if (prefixes.has(text.split('.')[0] ?? '')) literal.add(text);
    for (const [, text = ''] of source.matchAll(/`((?:[^`\\$]|\$\{[^`{}]*(?:\{[^`{}]*\}[^`{}]*)*\})*)`/g)) {
      const pattern = templatePattern(text, prefixes);
      if (pattern) built.set(text, pattern);
    }
  }
  return { literal, built: [...built].map(([source, pattern]) => ({ source, pattern })) };
}

/** Null for a template that cannot be a key. */
function templatePattern(text: string, prefixes: ReadonlySet<string>): RegExp | null {
  if (!text.includes('${')) return null;
  const parts = text.split(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/);
  if (parts.some((part) => /[^A-Za-z0-9_.]/.test(part))) return null;
  const first = parts[0] ?? '';
  const isKey =
    first === ''
      ? /^[._][a-z]/.test(parts.at(-1) ?? '')
      : prefixes.has(first.split('.')[0] ?? '') && first.includes('.');
  if (!isKey) return null;
  return new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`);
}

/** The key without its plural form, for keys that have forms: `market.summary_one` is `market.summary`. */
export function pluralBase(key: string, keys: ReadonlySet<string>): string | null {
  const match = /^(.+)_(zero|one|two|few|many|other)$/.exec(key);
  const base = match?.[1];
  return base !== undefined && keys.has(`${base}_one`) && keys.has(`${base}_other`) ? base : null;
}

export const placeholdersOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1] ?? ''))].toSorted();

/** Whether a translation could differ at all: figures, signs and placeholders are the same in every language. */
export const hasWords = (text: string): boolean => /\p{L}{2,}/u.test(text.replaceAll(/\{\{[^}]*\}\}/g, ''));
