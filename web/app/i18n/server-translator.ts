/**
 * The texts for rendering on the server: one function for each dictionary that is kept (server-texts.ts), so one for each language and
 * set of domains. Nobody changes it, so that all pages drawn meanwhile may share it; of no visitor it knows anything.
 */
import type { LocaleKey } from '../addresses/locales.ts';
import { inlineTexts } from './inline-texts.ts';
import type { Dictionary } from './texts.ts';
import { translate, type Translate } from './translator.ts';

export interface PageTexts {
  readonly t: Translate;
  /** The same texts, as they stand in the page. */
  readonly inline: string;
}

const known = new WeakMap<Dictionary, PageTexts>();

/** `dictionary`: of this language. */
export function serverTranslator(key: LocaleKey, dictionary: Dictionary): PageTexts {
  let found = known.get(dictionary);
  if (found === undefined) {
    found = { t: translate(key, dictionary), inline: inlineTexts(dictionary) };
    known.set(dictionary, found);
  }
  return found;
}
