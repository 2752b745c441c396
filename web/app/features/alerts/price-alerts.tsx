import { MOST_PRICE_ALERTS } from '@agio/contracts/alert-limits';
import { BellOff, BellRing } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { firedWords, marketPath } from '../../alerts/alert-words.ts';
import type { FiredAlert, PriceAlert } from '../../api/calls/alerts.ts';
import { openSettings } from '../../choices/settings-dialog.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { rowTime } from '../../terminal/clock.ts';
import { useFiredAlerts, useMarketFacts, useReadAlertsAgain, useWaitingAlerts } from './use-alerts.ts';
import { WaitingAlerts } from './waiting-alerts.tsx';

type PriceAlertsProps = {
  /** As the server gave them; null where it could not. */
  readonly waiting: readonly PriceAlert[] | null;
  readonly fired: readonly FiredAlert[] | null;
};

/** All alerts of the person: those that wait, and what was told. */
export function PriceAlerts(props: PriceAlertsProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const waiting = useWaitingAlerts(props.waiting);
  const fired = useFiredAlerts(props.fired);
  const markets = useMarketFacts();
  const readAgain = useReadAlertsAgain();
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 pt-5 pb-2">
        <h1 className="me-auto text-28">{t('alerts.title')}</h1>
        <Button className="max-md:h-11" onClick={() => openSettings('trading')}>
          {t('alerts.how')}
        </Button>
      </div>
      <p className="mb-4 max-w-[640px] text-13 text-muted">{t('alerts.lead')}</p>
      <Block
        title={t('alerts.waiting')}
        count={waiting.data ? `${waiting.data.length} / ${MOST_PRICE_ALERTS}` : undefined}
        query={waiting}
      >
        {waiting.data?.length === 0 ? (
          <EmptyState
            Icon={BellOff}
            text={t('alerts.none')}
            className="py-12"
            action={
              <Link to={to('/market')} className={buttonClass('line', 'sm')}>
                {t('frame.markets')}
              </Link>
            }
          />
        ) : (
          <WaitingAlerts alerts={waiting.data ?? []} markets={markets} onChanged={readAgain} />
        )}
      </Block>
      <Block title={t('alerts.told')} query={fired}>
        {fired.data?.length === 0 ? (
          <EmptyState Icon={BellRing} text={t('alerts.none_told')} className="py-12" />
        ) : (
          <ul className="num">
            {(fired.data ?? []).map((one) => {
              const { title, description } = firedWords(t, one, markets);
              return (
                <li key={one.id} className="border-t border-line first:border-0">
                  <Link
                    to={to(marketPath(one))}
                    className="flex min-h-11 flex-wrap items-center gap-x-4 px-4 py-1.5 text-13 hover:bg-hover"
                  >
                    <span className="font-medium">{title}</span>
                    <span className="text-muted">{description}</span>
                    <bdi className="ms-auto text-12 text-muted">{rowTime(one.time, Date.now(), true)}</bdi>
                  </Link>
                </li>
              );
            })}
          </ul>
        )}
      </Block>
    </>
  );
}

type BlockProps = {
  readonly title: string;
  readonly count?: string | undefined;
  readonly query: { readonly isPending: boolean; readonly isError: boolean; refetch(): unknown };
  readonly children: ReactNode;
};

function Block({ title, count, query, children }: BlockProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={title} className="mb-6">
      <h2 className="pb-2 text-16">
        {title} {count ? <bdi className="num text-13 font-normal text-muted">{count}</bdi> : null}
      </h2>
      <div className="rounded-2 border border-line bg-surface">
        {query.isPending ? <SkeletonRows rows={3} height="h-11" label={t('common.loading')} /> : null}
        {query.isError ? (
          <ErrorState
            text={t('common.load_failed')}
            retryLabel={t('common.retry')}
            onRetry={() => void query.refetch()}
            className="py-12"
          />
        ) : null}
        {query.isPending || query.isError ? null : children}
      </div>
    </section>
  );
}
