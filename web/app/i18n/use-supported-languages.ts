import { DEFAULT_LOCALE, supportedLocales } from '@agio/contracts/locales';
import { useEffect } from 'react';
import { whenQuiet } from '../../ui/when-quiet.ts';
import { quietCall } from '../api/client.ts';
import { request } from '../api/request.ts';
import type { LocaleKey } from '../addresses/locales.ts';
import { rememberLanguage, rememberLanguages } from './language-cookies.ts';

const ENGLISH_LOGIN = '/login';

/**
 * The page to which a page in an ended language is sent. It stays there even if the server's list has no English: loading again would
 * change nothing.
 */
export const isEnglishLogin = (pathname: string): boolean => pathname.replace(/\/$/, '') === ENGLISH_LOGIN;

/**
 * Asks for the supported languages at the start and whenever somebody logs in or out. A page in a language that ended goes on in English,
 * at the log-in. A crawler asks for no list; if the list fails to load, the page stays as it is.
 */
export function useSupportedLanguages(current: LocaleKey, isLoggedIn: boolean, isCrawler: boolean): void {
  useEffect(() => {
    if (isCrawler) return undefined;
    let isOver = false;
    const check = async () => {
      const keys = await fetchLanguages();
      if (isOver || !keys) return;
      rememberLanguages(keys);
      if (keys.includes(current)) return;
      rememberLanguage(DEFAULT_LOCALE);
      if (!isEnglishLogin(window.location.pathname)) window.location.assign(ENGLISH_LOGIN);
    };
    const callOff = whenQuiet(() => void check());
    return () => {
      isOver = true;
      callOff();
    };
  }, [current, isLoggedIn, isCrawler]);
}

async function fetchLanguages(): Promise<readonly string[] | null> {
  try {
    const list = await request(quietCall, 'GET /web/api/v1/common/language/list');
    return supportedLocales(list.map(({ languageKey }) => languageKey));
  } catch {
    return null;
  }
}
