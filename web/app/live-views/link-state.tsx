import { WifiOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { LinkQuality, LiveSocket, SocketState } from '../live/socket.ts';
import { createStore } from '../live/store.ts';
import { useStore } from './use-store.ts';

export type StatedSocket = Pick<LiveSocket, 'state' | 'quality' | 'latencyMs'>;

const NO_STATE = createStore<SocketState>('INIT');
const NO_DOUBT = createStore<LinkQuality>('good');
const NO_LATENCY = createStore<number | null>(null);

type LinkStateProps = {
  readonly socket: StatedSocket | null;
  /** On phones only the dot is shown; the words are read out by screen readers. */
  readonly isDotOnPhones?: boolean;
  readonly className?: string;
};

/** Whether what is shown is live, and how far away the server is. The socket exists in the browser only: null until it does. */
export function LinkState({ socket, isDotOnPhones = false, className }: LinkStateProps) {
  const { t } = useTranslation();
  const state = useStore(socket?.state ?? NO_STATE);
  const latency = useStore(socket?.latencyMs ?? NO_LATENCY);
  const quality = useStore(socket?.quality ?? NO_DOUBT);
  const isLive = state === 'CONNECTED' && quality === 'good';
  return (
    <span
      role="status"
      className={classNames(
        'flex items-center gap-1.5 px-2 text-11 whitespace-nowrap text-muted noscript:hidden',
        className,
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'size-1.5 rounded-full ring-[3px]',
          isLive ? 'bg-done ring-hover' : 'bg-warn ring-warn-tint',
        )}
      />
      <span className={isDotOnPhones ? 'max-md:sr-only' : undefined}>
        {t(wordOf(state, quality))}
        {isLive && latency !== null ? (
          <span aria-hidden>
            {' · '}
            <bdi>{latency} ms</bdi>
          </span>
        ) : null}
      </span>
    </span>
  );
}

type LostLinkProps = {
  readonly socket: StatedSocket | null;
  /** A second socket that the page needs. */
  readonly other?: StatedSocket | null;
};

/**
 * For pages that do not show the state of their connection: says when numbers are not live any more. It lies over the
 * page, so that nothing moves.
 */
export function LostLink({ socket, other }: LostLinkProps) {
  const { t } = useTranslation();
  const isLost = useIsLost(socket);
  const isOtherLost = useIsLost(other ?? null);
  return (
    <p
      role="status"
      className="pointer-events-none fixed inset-x-0 z-20 mx-auto max-md:bottom-[calc(var(--tabbar)+env(safe-area-inset-bottom)+16px)] md:top-[calc(var(--head)+8px)] flex w-fit justify-center"
    >
      {isLost || isOtherLost ? (
        <span className="enter flex items-center gap-2 rounded-full border border-line-strong bg-overlay px-3 py-1 text-12 font-medium shadow-overlay">
          <WifiOff aria-hidden className="size-3.5 text-warn" />
          {t('common.offline')}
        </span>
      ) : null}
    </p>
  );
}

/** Since when what is shown is not live, in milliseconds of this device's clock; null while it is, and while the first connection is being opened. */
export function useLostSince(socket: StatedSocket | null): number | null {
  const isLost = useIsLost(socket);
  const [since, setSince] = useState<number | null>(null);
  if (isLost && since === null) setSince(Date.now());
  if (!isLost && since !== null) setSince(null);
  return since;
}

/** True once a connection was lost, or could not be opened; false while the first one is being opened. */
function useIsLost(socket: StatedSocket | null): boolean {
  const state = useStore(socket?.state ?? NO_STATE);
  const quality = useStore(socket?.quality ?? NO_DOUBT);
  const [wasLive, setWasLive] = useState(false);
  if (state === 'CONNECTED' && !wasLive) setWasLive(true);
  return state === 'DISCONNECTED' || quality === 'unstable' || (wasLive && state === 'CONNECTING');
}

function wordOf(state: SocketState, quality: LinkQuality): string {
  if (quality === 'unstable') return 'link.unstable';
  if (state === 'CONNECTED') return quality === 'late' ? 'link.late' : 'common.live';
  return state === 'DISCONNECTED' ? 'common.offline' : 'common.connecting';
}
