import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { OwnRates } from '../../api/fees.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { rateText } from './rate-text.ts';

export interface FeeRow {
  readonly symbol: string;
  readonly base: string;
  readonly name: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  /** Everyone pays these rates here, whatever their own are. */
  readonly isFixed: boolean;
}

type FeeScheduleProps = {
  /** Null where the server gave no answer. */
  readonly spot: readonly FeeRow[] | null;
  readonly futures: readonly FeeRow[] | null;
  /** Null for a visitor. */
  readonly own: OwnRates | null;
};

export function FeeSchedule({ spot, futures, own }: FeeScheduleProps) {
  const { t } = useTranslation();
  return (
    <div className="page-wrap grid gap-8 py-6">
      <header className="grid gap-2">
        <h1 className="text-28">{t('fees.title')}</h1>
        <p className="max-w-[640px] text-muted">{t('fees.explanation')}</p>
      </header>
      <OwnFees own={own} />
      <div className="grid gap-8 lg:grid-cols-2">
        <FeeTable title={t('frame.spot')} rows={spot} />
        <FeeTable title={t('navigation.futures')} rows={futures} />
      </div>
    </div>
  );
}

function OwnFees({ own }: { own: OwnRates | null }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  if (!own) {
    return (
      <p className="text-13 text-muted">
        <Link
          to={`${to('/login')}?redirect=${encodeURIComponent(to('/service/handling-fee'))}`}
          className="font-medium text-accent hover:underline"
        >
          {t('fees.log_in')}
        </Link>
      </p>
    );
  }
  const rates = [
    [t('fees.spot_maker'), own.spotMakerRate],
    [t('fees.spot_taker'), own.spotTakerRate],
    [t('fees.futures_maker'), own.futureMakerRate],
    [t('fees.futures_taker'), own.futureTakerRate],
  ] as const;
  return (
    <section className="grid gap-3">
      <h2 className="text-18">{t('fees.own')}</h2>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-2 border border-line bg-line md:grid-cols-4">
        {rates.map(([name, rate]) => (
          <div key={name} className="grid gap-1 bg-surface px-4 py-3">
            <dt className="text-12 text-muted">{name}</dt>
            <dd className="text-18 font-semibold">
              <bdi>{rateText(rate)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function FeeTable({ title, rows }: { title: string; rows: readonly FeeRow[] | null }) {
  const { t } = useTranslation();
  return (
    <section className="grid content-start gap-2">
      <h2 className="text-18">{title}</h2>
      {rows === null || rows.length === 0 ? (
        <EmptyState text={t(rows === null ? 'fees.no_answer' : 'fees.no_markets')} />
      ) : (
        <table className="w-full text-13">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b border-line text-12 text-muted [&>th]:py-2 [&>th]:font-medium">
              <th scope="col" className="text-start">
                {t('fees.market')}
              </th>
              <th scope="col" className="text-end">
                {t('fees.maker')}
              </th>
              <th scope="col" className="text-end">
                {t('fees.taker')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.symbol} className="h-11 border-b border-line md:h-9">
                <th scope="row" className="text-start font-semibold">
                  <span className="inline-flex items-center gap-2.5 align-middle">
                    <CoinIcon asset={row.base} className="size-5" />
                    <bdi>{row.name}</bdi>
                    {row.isFixed ? <span className="text-12 font-normal text-faint">{t('fees.fixed')}</span> : null}
                  </span>
                </th>
                <td className="text-end">
                  <bdi>{rateText(row.makerFeeRate)}</bdi>
                </td>
                <td className="text-end">
                  <bdi>{rateText(row.takerFeeRate)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
