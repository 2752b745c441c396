import { useEffect, useState } from 'react';
import { quietCall } from '../../api/client.ts';
import { request } from '../../api/request.ts';
import type { SystemStatus } from '../../api/types.ts';

const ASK_MS = 10_000;

/** The status that the server rendered, and then the one of now, while the page is looked at. `isOld`: the last answer did not come. */
export function useSystemStatus(first: SystemStatus | null): {
  readonly status: SystemStatus | null;
  readonly isOld: boolean;
} {
  const [now, setNow] = useState({ status: first, isOld: false });
  useEffect(() => {
    let hasLeft = false;
    const ask = async (): Promise<void> => {
      if (document.hidden) return;
      const status = await request(quietCall, 'GET /web/api/v1/common/status').catch(() => null);
      if (!hasLeft) setNow((before) => ({ status: status ?? before.status, isOld: status === null }));
    };
    void ask();
    const timer = setInterval(() => void ask(), ASK_MS);
    return () => {
      hasLeft = true;
      clearInterval(timer);
    };
  }, []);
  return now;
}
