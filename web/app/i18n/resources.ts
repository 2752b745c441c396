import type { LocaleKey } from './locales.ts';

export type Dictionary = Readonly<Record<string, string>>;

/** One chunk per language; a page downloads only its own. */
const DICTIONARIES: Record<LocaleKey, () => Promise<{ readonly dictionary: Dictionary }>> = {
  'en-us': () => import('../../locales/en-us/index.ts'),
  'fa-ir': () => import('../../locales/fa-ir/index.ts'),
};

export async function loadDictionary(key: LocaleKey): Promise<Dictionary> {
  return (await DICTIONARIES[key]()).dictionary;
}
