/** The server says that there is no log-in: the page forgets the user, and goes where the answer sends it. */
import type { CallPath } from '@agio/contracts/calls';
import { deviceStorage } from '../choices/browser-storage.ts';
import { LOGIN } from './answer.ts';
import { browserDevice } from './device.ts';
import { track } from './events.ts';
import { jumpSoon } from './jump.ts';
import { barePath } from '../addresses/locales.ts';
import { isLoginRedirectFresh, markLoginRedirect } from './login-marker.ts';
import { resetChildMode } from './tokens.ts';

const LOGOUT = '/auth-v2/api/v2/auth/logout' satisfies CallPath;

let isLoggingOut = false;

/**
 * While a person logs out, other calls of the page that are on their way hear that the session has ended. That is no news: it would send
 * to the log-in whoever is on the way home. False again when the log-out failed.
 */
export function expectSessionEnd(isExpected: boolean): void {
  isLoggingOut = isExpected;
}

export async function endSession(target: string): Promise<void> {
  if (isLoggingOut) return;
  const now = Date.now();
  if (isLoginRedirectFresh(deviceStorage, now)) return;
  markLoginRedirect(deviceStorage, now);
  resetChildMode();
  // The cookie must be gone before the log-in page opens, which redirects a visitor who seems to be logged in.
  await fetch(LOGOUT, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).catch(() => {});
  track('request_to_login', { target });
  if (browserDevice().webview) return;
  jumpSoon(target === LOGIN ? loginAddress() : target);
}

/** Log-in, with the way back. */
function loginAddress(): string {
  const { pathname, search } = window.location;
  if (barePath(pathname) === LOGIN) return LOGIN + search;
  return `${LOGIN}?redirect=${encodeURIComponent(pathname + search)}`;
}
