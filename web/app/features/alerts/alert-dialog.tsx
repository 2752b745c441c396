import { MOST_PRICE_ALERTS } from '@agio/contracts/alert-limits';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLocation } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { closeAlert, useAlertDialog, type AlertTarget } from '../../alerts/open-alert.ts';
import { getAlertedMarket, type PriceAlert } from '../../api/calls/alerts.ts';
import { quietCall } from '../../api/client.ts';
import { QueryProvider } from '../../api/query.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { useSessionUser } from '../../visitor/session.ts';
import { AlertForm } from './alert-form.tsx';
import { useAcceptAlert, useMarketFacts, useReadAlertsAgain, useWaitingAlerts } from './use-alerts.ts';
import { WaitingAlerts } from './waiting-alerts.tsx';
import { marketName } from '../../figures/market-name.ts';

/** The price alerts of one market. It opens over any page. */
export default function AlertDialog() {
  const { t } = useTranslation();
  const target = useAlertDialog((state) => state.target);
  const isLoggedIn = useSessionUser() !== null;
  return (
    <Dialog
      isOpen={target !== null}
      onOpenChange={(isOpen) => !isOpen && closeAlert()}
      title={t(target?.alert ? 'alerts.change' : 'alerts.title')}
      closeLabel={t('common.close')}
    >
      {target && isLoggedIn ? (
        <QueryProvider>
          <Content key={`${target.market} ${target.symbol} ${target.alert?.id ?? ''}`} target={target} />
        </QueryProvider>
      ) : null}
      {target && !isLoggedIn ? <LogIn /> : null}
    </Dialog>
  );
}

function Content({ target }: { target: AlertTarget }) {
  const { t } = useTranslation();
  const { market, symbol, alert } = target;
  const facts = useQuery({
    queryKey: ['alerted-market', market, symbol],
    queryFn: () => getAlertedMarket(quietCall, market, symbol),
  });
  const accept = useAcceptAlert();
  if (facts.isPending) return <SkeletonRows rows={5} height="h-12" label={t('common.loading')} />;
  if (!facts.data)
    return (
      <ErrorState text={t('common.load_failed')} retryLabel={t('common.retry')} onRetry={() => void facts.refetch()} />
    );
  const { base, quote } = facts.data;
  const onSaved = (saved: PriceAlert) => {
    showToast('success', t('alerts.saved'));
    accept(saved);
    if (alert) closeAlert();
  };
  return (
    <>
      <p className="px-4 pb-1 text-16 font-semibold">
        <bdi translate="no">{marketName({ kind: market === 'SPOT' ? 'spot' : 'futures', symbol, base, quote })}</bdi>
        {market === 'FUTURES' ? (
          <span className="ms-2 text-12 font-normal text-muted">{t('frame.perpetual')}</span>
        ) : null}
      </p>
      <AlertForm target={target} facts={facts.data} onSaved={onSaved} />
      {alert ? null : <OfMarket target={target} />}
    </>
  );
}

/** Those that wait in the same market, and the way to all. */
function OfMarket({ target }: { target: AlertTarget }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const waiting = useWaitingAlerts();
  const markets = useMarketFacts();
  const readAgain = useReadAlertsAgain();
  const own = waiting.data?.filter(({ market, symbol }) => market === target.market && symbol === target.symbol) ?? [];
  return (
    <div className="border-t border-line pb-2">
      {waiting.isPending ? <SkeletonRows rows={1} height="h-11" label={t('common.loading')} /> : null}
      {waiting.isError ? (
        <ErrorState
          text={t('common.load_failed')}
          retryLabel={t('common.retry')}
          onRetry={() => void waiting.refetch()}
        />
      ) : null}
      <WaitingAlerts alerts={own} markets={markets} isOfOneMarket onChanged={readAgain} />
      <Link
        to={to('/account/price-alerts')}
        onClick={closeAlert}
        className="flex min-h-11 items-center gap-2 px-4 text-13 text-accent hover:underline"
      >
        {t('alerts.all')}
        {waiting.data ? <bdi className="text-muted">{`${waiting.data.length} / ${MOST_PRICE_ALERTS}`}</bdi> : null}
      </Link>
    </div>
  );
}

function LogIn() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { pathname } = useLocation();
  return (
    <EmptyState
      text={t('alerts.log_in')}
      className="min-h-40"
      action={
        <Link
          to={`${to('/login')}?redirect=${encodeURIComponent(pathname)}`}
          onClick={closeAlert}
          className={buttonClass('primary', 'sm')}
        >
          {t('frame.log_in')}
        </Link>
      }
    />
  );
}
