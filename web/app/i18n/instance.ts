import { createInstance, type i18n } from 'i18next';
import { findLocale, type LocaleKey } from '../addresses/locales.ts';
import type { Dictionary } from './texts.ts';
import { waitText } from './wait-text.ts';

const NAMESPACE = 'translation';

/** The library writes language codes its own way (en-US); the plural rules want exactly that form. */
const tagOf = (key: LocaleKey): string => findLocale(key)?.tag ?? key;

/**
 * A translator of its own per request on the server and one per page in the browser; nothing global, so that two
 * requests in two languages never meet.
 */
export function createTranslator(key: LocaleKey, dictionary: Dictionary): i18n {
  const instance = createInstance();
  const tag = tagOf(key);
  void instance.init({
    lng: tag,
    load: 'currentOnly',
    fallbackLng: false,
    initAsync: false,
    resources: { [tag]: { [NAMESPACE]: { ...dictionary } } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  // {{seconds, wait}} in a text: 23 hours, 58 minutes.
  instance.services.formatter?.add('wait', (value) => waitText(Number(value), tag));
  return instance;
}

export function addTexts(translator: i18n, key: LocaleKey, dictionary: Dictionary): void {
  translator.addResourceBundle(tagOf(key), NAMESPACE, dictionary, false, true);
}

export async function speak(translator: i18n, key: LocaleKey): Promise<void> {
  const tag = tagOf(key);
  if (translator.language !== tag) await translator.changeLanguage(tag);
}
