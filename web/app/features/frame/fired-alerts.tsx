import { BellRing } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { ErrorState } from '../../../ui/states.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { useStore } from '../../live-views/use-store.ts';
import type { AlertCenter } from '../../live/alert-center.ts';

type FiredAlertsProps = { readonly center: AlertCenter; readonly onLeave: () => void };

/** The way to all price alerts; where what they told is not known, why. */
export function FiredAlerts({ center, onLeave }: FiredAlertsProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const fired = useStore(center.fired);
  const hasFailed = useStore(center.hasFailed);
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
    </>
  );
}
