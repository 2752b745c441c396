import { BellRing } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { ErrorState } from '../../../ui/states.tsx';
import { unbroken } from '../../../ui/unbroken.ts';
import { firedWords, marketPath } from '../../alerts/alert-words.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { useStore } from '../../live-views/use-store.ts';
import type { AlertCenter } from '../../live/alert-center.ts';
import type { FilledMarket } from '../../live/own-fills.ts';
import { rowTime } from '../../terminal/clock.ts';

type FiredAlertsProps = {
  readonly center: AlertCenter;
  /** Null until they are known. */
  readonly markets: ReadonlyMap<string, FilledMarket> | null;
  readonly onLeave: () => void;
};

const SHOWN = 10;
const NONE: ReadonlyMap<string, FilledMarket> = new Map();

/** What price alerts told last, and the way to all of them. Without any only the way is there. */
export function FiredAlerts({ center, markets, onLeave }: FiredAlertsProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const fired = useStore(center.fired);
  const hasFailed = useStore(center.hasFailed);
  const seenId = useStore(center.seenId);
  return (
    <>
      <Link
        to={to('/account/price-alerts')}
        onClick={onLeave}
        className="flex min-h-11 items-center gap-2 px-4 text-13 text-accent hover:underline"
      >
        <BellRing aria-hidden className="size-4" />
        {t('alerts.all')}
      </Link>
      {fired === null && hasFailed ? (
        <ErrorState text={t('common.load_failed')} retryLabel={t('common.retry')} onRetry={() => void center.load()} />
      ) : null}
      <ul className="num">
        {(fired ?? []).slice(0, SHOWN).map((one) => {
          const { title, description } = firedWords(t, one, markets ?? NONE);
          return (
            <li key={one.id} className="border-t border-line">
              <Link
                to={to(marketPath(one))}
                onClick={onLeave}
                className="grid min-h-14 grid-cols-[1fr_auto] gap-x-3 px-4 py-2 hover:bg-hover"
              >
                <span className="text-14 font-semibold">
                  {unbroken(title)}
                  {one.id > seenId ? (
                    <span className="ms-2 rounded-full bg-accent-tint px-1.5 py-0.5 text-11 font-medium text-accent">
                      {t('frame.fills.new')}
                    </span>
                  ) : null}
                </span>
                <bdi className="text-end text-12 text-muted">{rowTime(one.time, Date.now(), true)}</bdi>
                <span className="text-13 text-muted">{unbroken(description)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
