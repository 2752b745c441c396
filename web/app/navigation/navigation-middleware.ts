/** The navigation rules inside the app: before the router follows a link, and when it asks the server for a page's data. */
import { navigate } from '@agio/contracts/navigation';
import { redirect, replace, type MiddlewareFunction } from 'react-router';
import { keepsChildToken } from '@agio/contracts/child-token';
import { browserVisit } from '../addresses/browser-site.ts';
import { resetChildMode } from '../api/tokens.ts';
import { languageCookie, rememberLanguage } from '../i18n/language-cookies.ts';
import { barePath } from '../addresses/locales.ts';
import { jumpNatively } from './native-bridge.ts';
import { serverContext } from '../api/server-context.ts';

/** In the browser, before the router follows a link. */
export const steerNavigation: MiddlewareFunction = ({ url }) => {
  const here = window.location.pathname + window.location.search;
  const visit = browserVisit(url.pathname, url.search);
  if (visit.viewer.isWebView && url.pathname + url.search !== here && jumpNatively(url.pathname)) throw replace(here);
  const outcome = navigate(visit);
  // Before the redirect, which asks the cookie where to go.
  if (outcome.kind === 'redirect' && outcome.chosen) rememberLanguage(outcome.chosen);
  if (outcome.kind === 'redirect') throw redirect(outcome.to);
  if (!keepsChildToken(barePath(url.pathname))) resetChildMode();
};

/** On the server, for data; documents were steered before they came here. */
export const steerDataRequest: MiddlewareFunction<Response> = ({ context, request, url }) => {
  if (!new URL(request.url).pathname.endsWith('.data')) return;
  const { viewer, language, site } = context.get(serverContext);
  const outcome = navigate({ path: url.pathname, search: url.search, viewer, language, site });
  if (outcome.kind !== 'redirect') return;
  throw redirect(
    outcome.to,
    outcome.chosen ? { headers: { 'set-cookie': languageCookie(outcome.chosen) } } : undefined,
  );
};
