import { useEffect } from 'react';
import { LOGIN } from '../api/answer.ts';
import { endSession } from '../api/session-end.ts';
import type { MessageCenter } from '../live/message-center.ts';

/** The message centre is logged in while the page is; a log-in it refuses ends the session as a call does. */
export function useMessageCenter(isLoggedIn: boolean): void {
  useEffect(() => {
    if (!isLoggedIn) return;
    let center: MessageCenter | undefined;
    let hasLeft = false;
    // Code that does not come is answered by the guarded reload (chunk-reload.ts).
    void import('../live/sockets.ts')
      .catch(() => null)
      .then((sockets) => {
        if (!sockets || hasLeft) return;
        center = sockets.messageCenter();
        center.logIn(() => void endSession(LOGIN));
      });
    return () => {
      hasLeft = true;
      center?.logOut();
    };
  }, [isLoggedIn]);
}
