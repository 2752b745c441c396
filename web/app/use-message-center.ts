import { useEffect } from 'react';
import { LOGIN } from './api/answer.ts';
import { endSession } from './api/session-end.ts';
import { messageCenter } from './live/sockets.ts';

/** The message centre is logged in while the page is; a log-in it refuses ends the session as a call does. */
export function useMessageCenter(isLoggedIn: boolean): void {
  useEffect(() => {
    if (!isLoggedIn) return;
    const center = messageCenter();
    center.logIn(() => void endSession(LOGIN));
    return () => center.logOut();
  }, [isLoggedIn]);
}
