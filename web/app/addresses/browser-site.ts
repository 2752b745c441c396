/** The server's data about the visitor and the site, for code that runs outside React: the navigation rules above all. */
import type { Site, Visit } from '@agio/contracts/navigation';
import { LANGUAGE_COOKIE } from '@agio/contracts/locales';
import { LOCALE_KEYS } from './locales.ts';

type Told = Pick<Visit, 'viewer'> & Pick<Site, 'product' | 'offlinePages'>;

let told: Told = {
  viewer: { isLoggedIn: false, isCrawler: false, isWebView: false, isMobile: false },
  product: 'agio',
  offlinePages: [],
};

/** Called by the root whenever the server said who is there. */
export function rememberSite(data: Told): void {
  told = data;
}

export function browserSite(): Site {
  return { product: told.product, locales: LOCALE_KEYS, offlinePages: told.offlinePages };
}

/** A navigation inside the page, as the rules want it. */
export function browserVisit(path: string, search: string): Visit {
  return {
    path,
    search,
    viewer: told.viewer,
    site: browserSite(),
    language: { cookie: readCookie(LANGUAGE_COOKIE), browser: navigator.languages },
  };
}

function readCookie(name: string): string {
  const entry = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return entry?.slice(name.length + 1) ?? '';
}
