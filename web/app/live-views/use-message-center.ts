import { useEffect } from 'react';
import { LOGIN } from '../api/answer.ts';
import { endSession } from '../api/session-end.ts';
import type { MessageCenter } from '../live/message-center.ts';
import { loadPart } from '../start/load-part.ts';

/** The message centre is logged in while the page is; a log-in it refuses ends the session as a call does. */
export function useMessageCenter(isLoggedIn: boolean): void {
  useEffect(() => {
    if (!isLoggedIn) return;
    let center: MessageCenter | undefined;
    let hasLeft = false;
    // A file that is gone is answered by the guarded reload (chunk-reload.ts).
    void loadPart(() => import('../live/sockets.ts'))
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
