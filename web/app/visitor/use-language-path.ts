import { useIsCrawler } from './crawler.ts';
import { choicePath, localizePath, type LocaleKey } from '../addresses/locales.ts';
import { useLocale } from '../i18n/use-locale.ts';

/** The address of a link that chooses a language. A crawler chooses none: it gets the pages' own addresses. */
export function useLanguagePath(): (path: string, key: LocaleKey) => string {
  const { locale } = useLocale();
  const isCrawler = useIsCrawler();
  return (path, key) => (isCrawler || key === locale.key ? localizePath(path, key) : choicePath(path, key));
}
