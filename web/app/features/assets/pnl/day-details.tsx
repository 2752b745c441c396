import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatNumber, formatSigned, shownSign } from '../../../../ui/format.ts';
import { Price } from '../../../../ui/price.tsx';
import { VALUE_CURRENCY } from '../value-currency.ts';
import { COVERED } from '../../../figures/covered.ts';
import { feeText } from '../../../figures/fee-text.ts';
import type { PnlDay } from './pnl-days.ts';

type DayDetailsProps = {
  readonly day: PnlDay;
  /** In words. */
  readonly name: string;
  readonly isToday: boolean;
  readonly isHidden: boolean;
};

/** What the result of one day is made of. */
export function DayDetails({ day, name, isToday, isHidden }: DayDetailsProps) {
  const { t } = useTranslation();
  const { equity, moved, pnl, futures } = day;
  const gain = (amount: string | null) => {
    if (amount === null) return <span className="text-muted">{t('pnl.no_figure')}</span>;
    if (isHidden) return <bdi>{COVERED}</bdi>;
    return <Price text={`${formatSigned(amount, 2)} ${VALUE_CURRENCY}`} direction={shownSign(amount, 2)} />;
  };
  const plain = (amount: string | null, text: (amount: string) => string) =>
    amount === null ? '–' : <bdi>{isHidden ? COVERED : `${text(amount)} ${VALUE_CURRENCY}`}</bdi>;
  return (
    <section aria-label={name} className="border-t border-line px-4 py-3 text-13">
      <h3 className="pb-1 font-semibold">
        {name}
        {isToday ? <span className="ms-2 inline-block text-12 font-normal text-muted">{t('pnl.so_far')}</span> : null}
      </h3>
      <dl className="grid gap-x-8 sm:grid-cols-2">
        <Line label={t('pnl.account')}>{gain(pnl)}</Line>
        <Line label={t('assets.wallet_FUTURES')}>{gain(futures.pnl)}</Line>
        <Line label={t('assets.equity')}>
          {plain(equity, (amount) => (amount.startsWith('-') ? '−' : '') + formatNumber(amount.replace('-', ''), 2))}
        </Line>
        <Line label={t('pnl.realised')}>{plain(futures.realised, (amount) => formatSigned(amount, 2))}</Line>
        <Line label={t('pnl.moved')}>{plain(moved, (amount) => formatSigned(amount, 2))}</Line>
        <Line label={t('pnl.fees')}>
          <bdi>{isHidden ? COVERED : feeText(t, negated(futures.fees), VALUE_CURRENCY)}</bdi>
        </Line>
        <span aria-hidden className="max-sm:hidden" />
        <Line label={t('pnl.funding')}>{plain(futures.funding, (amount) => formatSigned(amount, 2))}</Line>
      </dl>
    </section>
  );
}

/** Of a day the fees are told as what they added to the wallet; as fees what is paid is above 0. */
const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-7 flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
