import { useLocation } from 'react-router';
import { localeOfPath, localizePath, type Locale } from '../addresses/locales.ts';

/** The language of this page, and the addresses of other pages in it. */
export function useLocale(): { readonly locale: Locale; readonly to: (path: string) => string } {
  const { pathname } = useLocation();
  const locale = localeOfPath(pathname);
  return { locale, to: (path) => localizePath(path, locale.key) };
}
