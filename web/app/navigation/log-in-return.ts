/** The ways out of a log-in and of a log-out: a whole new page, so that everything on it knows who is logged in. */
import { safeReturnTarget } from '@agio/contracts/return-target';
import { isLoginRedirectFresh, markLoginRedirect } from '../api/login-marker.ts';
import { deviceStorage } from '../choices/browser-storage.ts';
import { browserSite } from '../addresses/browser-site.ts';
import { localeOfPath, localizePath } from '../addresses/locales.ts';

/** The target is checked again where it is used. */
export function goBackAfterLogIn(target: string): void {
  const home = localizePath('/', localeOfPath(window.location.pathname).key);
  const safe = safeReturnTarget([target], browserSite(), home);
  markLoginRedirect(deviceStorage, Date.now());
  window.location.assign(new URL(safe, window.location.origin));
}

/** A log-out leads elsewhere, unless the log-in was a moment ago or the native app shows the page. */
export function leaveAfterLogOut(path: string, isWebView: boolean): void {
  if (isWebView || isLoginRedirectFresh(deviceStorage, Date.now())) window.location.reload();
  else window.location.assign(path);
}
