import type { LocaleKey } from './locales.ts';

export type Dictionary = Readonly<Record<string, string>>;

const SOURCE = 'en-us';

/** A language is built when its folder is there. One chunk per language. */
const FOLDERS = import.meta.glob<Dictionary>('../../locales/*/index.ts', { import: 'dictionary' });

const folderOf = (key: LocaleKey): string => `../../locales/${key}/index.ts`;

/** What a language does not say yet, English says. */
export async function loadDictionary(key: LocaleKey): Promise<Dictionary> {
  const [english, own] = await Promise.all([SOURCE, key].map((each) => FOLDERS[folderOf(each as LocaleKey)]?.()));
  return { ...english, ...own };
}
