/** The public socket for pages that begin with the server's figures: its code comes when the page is quiet. */
import { useEffect, useState } from 'react';
import { startWhenQuiet } from '../../ui/when-quiet.ts';
import type { LiveSocket } from '../live/socket.ts';
import { loadPart } from './load-part.ts';

/** Calls `connect` once the page is quiet. Answers a function that cancels it, or ends what it began. */
export function connectWhenQuiet(connect: (socket: LiveSocket) => () => void): () => void {
  return startWhenQuiet(() => {
    let end: (() => void) | undefined;
    let hasLeft = false;
    // A file that is gone is answered by the guarded reload (chunk-reload.ts).
    void loadPart(() => import('../live/sockets.ts'))
      .catch(() => null)
      .then((sockets) => {
        if (sockets && !hasLeft) end = connect(sockets.publicSocket());
      });
    return () => {
      hasLeft = true;
      end?.();
    };
  });
}

/** The same socket, for what tells its state; null until it is there. */
export function useLateSocket(): LiveSocket | null {
  const [socket, setSocket] = useState<LiveSocket | null>(null);
  useEffect(
    () =>
      connectWhenQuiet((live) => {
        setSocket(live);
        return () => undefined;
      }),
    [],
  );
  return socket;
}
