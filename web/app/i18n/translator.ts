import { findLocale, type LocaleKey } from '../addresses/locales.ts';
import type { Dictionary } from './texts.ts';
import { waitText } from './wait-text.ts';

/** What stands in the places of a text; `count` also chooses the text's plural form. */
export interface TextValues {
  /** The text of a key that the language lacks; without it the key itself. */
  readonly defaultValue?: string;
  readonly [place: string]: unknown;
}

/** Gives the text of a key in one language. After a change of the language it is the wrong one: ask for it anew, do not keep it. */
export type Translate = (key: string, values?: TextValues) => string;

export interface Translator {
  /** Of the language that is spoken now: another function after each change. */
  readonly read: () => Translate;
  readonly addTexts: (key: LocaleKey, dictionary: Dictionary) => void;
  readonly speak: (key: LocaleKey) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** {{price}}, and {{seconds, wait}}: 23 hours, 58 minutes. */
const PLACE = /\{\{\s*(\w+)\s*(,\s*wait\s*)?\}\}/g;

/**
 * The texts of one language. Plural forms are keys of their own, with `_one`, `_few` and so on at the end. What is put into `dictionary`
 * later is found too.
 */
export function translate(key: LocaleKey, dictionary: Dictionary): Translate {
  // The plural rules want the form en-US.
  const tag = findLocale(key)?.tag ?? key;
  const rules = new Intl.PluralRules(tag);
  return (name, values = {}) => {
    const { count, defaultValue } = values;
    const plural = typeof count === 'number' ? dictionary[`${name}_${rules.select(count)}`] : undefined;
    const text = plural ?? dictionary[name] ?? defaultValue ?? name;
    return text.replaceAll(PLACE, (_, place: string, wait?: string) => {
      const value = values[place] ?? '';
      return wait ? waitText(Number(value), tag) : String(value);
    });
  };
}

/** Of the page in the browser, which learns texts and changes its language. */
export function createTranslator(first: LocaleKey, dictionary: Dictionary): Translator {
  const learned = new Map<LocaleKey, Record<string, string>>([[first, { ...dictionary }]]);
  const listeners = new Set<() => void>();
  const textsOf = (key: LocaleKey): Record<string, string> => {
    const texts = learned.get(key) ?? {};
    learned.set(key, texts);
    return texts;
  };
  let spoken = first;
  let current = translate(first, textsOf(first));
  return {
    read: () => current,
    addTexts: (key, texts) => void Object.assign(textsOf(key), texts),
    speak(key) {
      if (key === spoken) return;
      spoken = key;
      current = translate(key, textsOf(key));
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
