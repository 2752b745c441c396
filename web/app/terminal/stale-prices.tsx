import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { useLostSince } from '../live-views/link-state.tsx';
import { useIsMounted } from '../start/use-is-mounted.ts';
import { useTerminalMarket } from './terminal-market.ts';

/** Since when the prices of this terminal stand still, in milliseconds; null while they are live. */
export function useStaleSince(): number | null {
  const { socket } = useTerminalMarket();
  const isMounted = useIsMounted();
  return useLostSince(isMounted ? socket() : null);
}

/** Says how old the prices are that are shown; they are dimmed beside it (terminal.css). */
export function StalePrices({ since }: { since: number }) {
  const { t } = useTranslation();
  const seconds = useSecondsSince(since);
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-2 bg-warn-tint px-4 py-1.5 text-13">
      <WifiOff aria-hidden className="size-4 flex-none text-warn" />
      {/* Read out once, not with every second. */}
      <p role="status" className="font-medium">
        {t('terminal.stale.title')}
      </p>
      <p className="num text-muted">
        {t('terminal.stale.age', { time: seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min` })}
      </p>
    </div>
  );
}

function useSecondsSince(since: number): number {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - since) / 1000));
}

/** Stands at the button that sends: what pressing it does while the exchange cannot be reached. */
export function OfflineNote() {
  const { t } = useTranslation();
  const isStale = useStaleSince() !== null;
  return isStale ? (
    <p role="status" className="text-12 text-warn">
      {t('terminal.stale.sending')}
    </p>
  ) : null;
}
