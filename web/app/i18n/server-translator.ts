/**
 * Translators for rendering on the server: one for each dictionary that is kept (server-texts.ts), so one for each language and set of
 * domains. Nobody changes it, so that all pages drawn meanwhile may share it; of no visitor it knows anything.
 */
import type { i18n, TFunction } from 'i18next';
import type { LocaleKey } from '../addresses/locales.ts';
import { inlineTexts } from './inline-texts.ts';
import { createTranslator } from './instance.ts';
import type { Dictionary } from './texts.ts';

export interface ServerTranslator {
  readonly translator: i18n;
  /** The same texts, as they stand in the page. */
  readonly inline: string;
}

const known = new WeakMap<Dictionary, ServerTranslator>();

/** `dictionary`: of this language. */
export function serverTranslator(key: LocaleKey, dictionary: Dictionary): ServerTranslator {
  let found = known.get(dictionary);
  if (found === undefined) {
    found = { translator: remembering(createTranslator(key, dictionary)), inline: inlineTexts(dictionary) };
    known.set(dictionary, found);
  }
  return found;
}

/** Most texts take no values: they are looked up once for each dictionary rather than some six hundred times a page. */
function remembering(translator: i18n): i18n {
  const plain = new Map<string, string>();
  const lookUp = translator.t;
  const t = (...asked: Parameters<TFunction>): string => {
    const [name] = asked;
    if (asked.length !== 1 || typeof name !== 'string') return lookUp(...asked);
    const found = plain.get(name) ?? lookUp(name);
    plain.set(name, found);
    return found;
  };
  translator.t = t as TFunction;
  // No page asks for a namespace, a prefix or another language: the same function serves all.
  translator.getFixedT = () => translator.t as never;
  return translator;
}
