export type Dictionary = Readonly<Record<string, string>>;

interface DictionaryFile {
  readonly dictionary: Dictionary;
}

/** The languages that are built: a line each. One chunk per language; a page downloads only its own. */
export const DICTIONARIES = {
  'en-us': (): Promise<DictionaryFile> => import('../../locales/en-us/index.ts'),
  'fa-ir': (): Promise<DictionaryFile> => import('../../locales/fa-ir/index.ts'),
};

export type LocaleKey = keyof typeof DICTIONARIES;

export async function loadDictionary(key: LocaleKey): Promise<Dictionary> {
  return (await DICTIONARIES[key]()).dictionary;
}
