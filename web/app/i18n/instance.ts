import { createInstance, type i18n } from 'i18next';
import { findLocale, type LocaleKey } from './locales.ts';
import { loadDictionary, type Dictionary } from './resources.ts';

/**
 * A translator of its own per request on the server and one per page in the browser; nothing global, so that two
 * requests in two languages never meet.
 */
export function createTranslator(key: LocaleKey, dictionary: Dictionary): i18n {
  const instance = createInstance();
  // The library writes language codes its own way (en-US); the plural rules want exactly that form.
  const tag = findLocale(key)?.tag ?? key;
  void instance.init({
    lng: tag,
    load: 'currentOnly',
    fallbackLng: false,
    initAsync: false,
    resources: { [tag]: { translation: { ...dictionary } } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return instance;
}

export async function loadTranslator(key: LocaleKey): Promise<i18n> {
  return createTranslator(key, await loadDictionary(key));
}
