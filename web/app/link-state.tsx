import { useTranslation } from 'react-i18next';
import { classNames } from '../ui/class-names.ts';
import type { LiveSocket } from './live/socket.ts';
import { createStore } from './live/store.ts';
import { useIsMounted } from './use-is-mounted.ts';
import { useStore } from './use-store.ts';

const NO_STATE = createStore<'init'>('init');
const NO_LATENCY = createStore<number | null>(null);

/** Whether what is shown is live, and how far away the server is. The socket exists in the browser only. */
export function LinkState({ socket, className }: { socket: () => LiveSocket; className?: string }) {
  const { t } = useTranslation();
  const live = useIsMounted() ? socket() : null;
  const state = useStore(live?.state ?? NO_STATE);
  const latency = useStore(live?.latencyMs ?? NO_LATENCY);
  const isLive = state === 'connected';
  return (
    <span
      role="status"
      className={classNames('flex items-center gap-1.5 px-2 text-11 whitespace-nowrap text-muted', className)}
    >
      <span
        aria-hidden
        className={classNames(
          'size-1.5 rounded-full ring-[3px]',
          isLive ? 'bg-done ring-hover' : 'bg-warn ring-warn-tint',
        )}
      />
      {t(isLive ? 'common.live' : state === 'disconnected' ? 'common.offline' : 'common.connecting')}
      {isLive && latency !== null ? <bdi aria-hidden> · {latency} ms</bdi> : null}
    </span>
  );
}
