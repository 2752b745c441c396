import { useEffect } from 'react';
import { LOGIN } from './api/answer.ts';
import { endSession } from './api/session-end.ts';
import type { MessageCenter } from './live/message-center.ts';

/** The message centre is logged in while the page is; a log-in it refuses ends the session as a call does. */
export function useMessageCenter(isLoggedIn: boolean): void {
  useEffect(() => {
    if (!isLoggedIn) return;
    let center: MessageCenter | undefined;
    let hasLeft = false;
    void import('./live/sockets.ts').then(({ messageCenter }) => {
      if (hasLeft) return;
      center = messageCenter();
      center.logIn(() => void endSession(LOGIN));
    });
    return () => {
      hasLeft = true;
      center?.logOut();
    };
  }, [isLoggedIn]);
}
