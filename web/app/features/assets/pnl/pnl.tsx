import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { useNavigation, useRevalidator } from 'react-router';
import { classNames } from '../../../../ui/class-names.ts';
import { Price } from '../../../../ui/price.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import { ErrorState, SkeletonRows } from '../../../../ui/states.tsx';
import { formatSigned, shownSign } from '../../../../ui/format.ts';
import { useDisplay } from '../../../choices/display.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { AmountsEye } from '../amounts-eye.tsx';
import { VALUE_CURRENCY } from '../value-currency.ts';
import { Calendar } from './calendar.tsx';
import { Curve } from './curve.tsx';
import { COVERED } from '../../../figures/covered.ts';
import { curveOf, RANGES, resultOf, SCOPES, sumOf, type PnlDay, type Range, type Scope } from './pnl-days.ts';

type PnlProps = {
  readonly month: string;
  readonly today: string;
  /** The days of the month; null if they could not be loaded. */
  readonly ofMonth: readonly PnlDay[] | null;
  /** The days of the last year. */
  readonly ofYear: readonly PnlDay[] | null;
};

/** What one earned: a curve of the last days, and a calendar. */
export function Pnl({ month, today, ofMonth, ofYear }: PnlProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const [scope, setScope] = useState<Scope>('account');
  const isHidden = useDisplay().amounts === 'hidden';
  const path = to('/assets/pnl');
  const { location } = useNavigation();
  const revalidator = useRevalidator();
  const isBusy = location?.pathname === path || revalidator.state === 'loading';
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 pt-5 pb-1">
        <h1 className="text-28">{t('navigation.pnl')}</h1>
        <AmountsEye isHidden={isHidden} />
        <Segmented
          label={t('navigation.pnl')}
          value={scope}
          options={SCOPES.map((value) => ({
            value,
            label: t(value === 'account' ? 'pnl.account' : 'assets.wallet_FUTURES'),
          }))}
          onChange={setScope}
          className="ms-auto max-md:w-full max-md:[&_label]:leading-[42px]"
        />
      </div>
      <p className="max-w-[720px] pb-4 text-14 text-muted">
        {t(scope === 'account' ? 'pnl.lead_account' : 'pnl.lead_futures')}
      </p>
      {ofMonth === null || ofYear === null ? (
        <div className="rounded-2 border border-line bg-surface">
          {isBusy ? (
            <SkeletonRows rows={10} height="h-10" label={t('common.loading')} />
          ) : (
            <ErrorState
              text={t('pnl.load_failed')}
              retryLabel={t('common.retry')}
              onRetry={() => void revalidator.revalidate()}
              className="py-16"
            />
          )}
        </div>
      ) : (
        <>
          <CurveCard days={ofYear} scope={scope} isHidden={isHidden} />
          <section
            aria-label={t('pnl.calendar')}
            aria-busy={isBusy}
            className={classNames(
              'mt-3 rounded-2 border border-line bg-surface pt-2 transition-opacity duration-120',
              isBusy && 'opacity-60',
            )}
          >
            <p className="flex flex-wrap items-baseline gap-x-2 px-4 pb-1 text-13">
              <span className="text-muted">{t('pnl.month_sum')}</span>
              <Sum amount={sumOf(ofMonth.map((day) => resultOf(day, scope)))} isHidden={isHidden} />
            </p>
            <Calendar
              month={month}
              days={ofMonth}
              today={today}
              scope={scope}
              isHidden={isHidden}
              pathOf={(other) => (other === today.slice(0, 7) ? path : `${path}?month=${other}`)}
            />
          </section>
        </>
      )}
    </>
  );
}

type CurveCardProps = { readonly days: readonly PnlDay[]; readonly scope: Scope; readonly isHidden: boolean };

function CurveCard({ days, scope, isHidden }: CurveCardProps) {
  const { t } = useTranslation();
  const [range, setRange] = useState<Range>('30');
  const [kind, setKind] = useState<'sum' | 'daily'>('sum');
  const points = curveOf(days, scope, range, kind === 'sum');
  const total = sumOf(curveOf(days, scope, range, false).map(({ amount }) => amount));
  const touch = 'max-md:flex-1 max-md:[&_label]:leading-[42px]';
  return (
    <section aria-label={t('pnl.curve')} className="rounded-2 border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-2 p-4 pb-2">
        <h2 className="me-auto flex flex-wrap items-baseline gap-x-2 text-14 font-semibold">
          {t('pnl.last_days', { days: range })} <Sum amount={total} isHidden={isHidden} />
        </h2>
        <Segmented
          label={t('pnl.curve')}
          value={kind}
          options={[
            { value: 'sum', label: t('pnl.sum') },
            { value: 'daily', label: t('pnl.daily') },
          ]}
          onChange={setKind}
          className={touch}
        />
        <Segmented
          label={t('pnl.last_days', { days: range })}
          value={range}
          options={RANGES.map((value) => ({ value, label: value }))}
          onChange={setRange}
          className={touch}
        />
      </div>
      <Curve label={t('pnl.curve')} points={points} isByDay={kind === 'daily'} isHidden={isHidden} />
    </section>
  );
}

function Sum({ amount, isHidden }: { amount: string | null; isHidden: boolean }) {
  if (amount === null) return <span className="text-muted">–</span>;
  if (isHidden) return <bdi>{COVERED}</bdi>;
  return (
    <Price
      text={`${formatSigned(amount, 2)} ${VALUE_CURRENCY}`}
      direction={shownSign(amount, 2)}
      className="font-semibold"
    />
  );
}
