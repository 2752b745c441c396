import { useEffect } from 'react';
import { localeOfPath, localizePath } from './i18n/locales.ts';
import { messageCenter } from './live/sockets.ts';

/** The message centre is logged in while the page is; a log-in it refuses leads to the page of that name. */
export function useMessageCenter(isLoggedIn: boolean): void {
  useEffect(() => {
    if (!isLoggedIn) return;
    const center = messageCenter();
    center.logIn(openLogin);
    return () => center.logOut();
  }, [isLoggedIn]);
}

/** As a new document: the server says anew who is logged in. */
function openLogin(): void {
  window.location.assign(localizePath('/login', localeOfPath(window.location.pathname).key));
}
