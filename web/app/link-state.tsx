import { useTranslation } from 'react-i18next';
import { classNames } from '../ui/class-names.ts';
import type { LinkQuality, LiveSocket, SocketState } from './live/socket.ts';
import { createStore } from './live/store.ts';
import { useIsMounted } from './use-is-mounted.ts';
import { useStore } from './use-store.ts';

const NO_STATE = createStore<SocketState>('INIT');
const NO_DOUBT = createStore<LinkQuality>('good');
const NO_LATENCY = createStore<number | null>(null);

/** Whether what is shown is live, and how far away the server is. The socket exists in the browser only. */
export function LinkState({ socket, className }: { socket: () => LiveSocket; className?: string }) {
  const { t } = useTranslation();
  const live = useIsMounted() ? socket() : null;
  const state = useStore(live?.state ?? NO_STATE);
  const latency = useStore(live?.latencyMs ?? NO_LATENCY);
  const quality = useStore(live?.quality ?? NO_DOUBT);
  const isLive = state === 'CONNECTED' && quality === 'good';
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
      {t(wordOf(state, quality))}
      {isLive && latency !== null ? (
        <span aria-hidden>
          · <bdi>{latency} ms</bdi>
        </span>
      ) : null}
    </span>
  );
}

function wordOf(state: SocketState, quality: LinkQuality): string {
  if (quality === 'unstable') return 'link.unstable';
  if (state === 'CONNECTED') return quality === 'late' ? 'link.late' : 'common.live';
  return state === 'DISCONNECTED' ? 'common.offline' : 'common.connecting';
}
