/** The error thrown for a missing page: status, text and title in its language. */
import { data, isRouteErrorResponse, type RouterContextProvider } from 'react-router';
import { translateOf } from '../i18n/browser-texts.ts';
import { barePath, localeOfPath, localizePath } from '../addresses/locales.ts';
import { pageText, type PageText } from '../search-engines/page-meta.ts';
import { serverContext } from '../api/server-context.ts';

export interface MissingPage {
  readonly path: string;
  /** The words differ: `server` answered with status 404, `browser` found no route for a link. */
  readonly foundBy: 'server' | 'browser';
  readonly text: PageText;
}

/** The path that the visitor asked for has no page. */
export async function missingOnServer(context: Readonly<RouterContextProvider>) {
  const { path, origin } = context.get(serverContext);
  // The router asks for the data of a page under the page's path with this ending.
  const shown = decodePath(path.replace(/\.data$/, ''));
  // The rules of search engines that hold for the address speak of the page that is not there.
  const url = new URL(localizePath('/404', localeOfPath(path).key), origin);
  const text = await pageText({ url, context, pattern: '/404' }, 'errors', { path: shown });
  return missing('server', shown, { ...text, path: barePath(path) });
}

/** The browser's router has no page for a link. */
export async function missingInBrowser(pathname: string) {
  const path = decodePath(pathname);
  const t = await translateOf(pathname);
  return missing('browser', path, {
    title: t('errors.meta.title', { path }),
    description: t('errors.meta.description', { path }),
    origin: window.location.origin,
    path: barePath(pathname),
    locale: localeOfPath(pathname).key,
  });
}

function missing(foundBy: MissingPage['foundBy'], path: string, text: PageText) {
  const page: MissingPage = { path, foundBy, text: { ...text, robots: 'noindex' } };
  return data(page, { status: 404 });
}

/** The missing page that an error stands for; null when the error is something else. */
export function missingPageOf(error: unknown): Partial<MissingPage> | null {
  if (!isRouteErrorResponse(error) || error.status !== 404) return null;
  return (error.data ?? {}) as Partial<MissingPage>;
}

function decodePath(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
