import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { ratePercent } from '../figures/rate-percent.ts';
import { classNames } from '../../ui/class-names.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { useTerminalMarket } from './terminal-market.ts';

export type FactRow = readonly [label: string, value: ReactNode];

type InfoPanelProps = {
  readonly className?: string;
  readonly rows: readonly FactRow[];
  /** Rates, and decimal texts: steps in price and amount, and what an order is worth at least, in quote. */
  readonly rules: {
    readonly makerFeeRate: string;
    readonly takerFeeRate: string;
    readonly tickSize: string;
    readonly stepSize: string;
    readonly least: string;
  };
};

/** What a phone's strip has no room for: the market's figures, and the rules of its orders. */
export function InfoPanel({ className, rows, rules }: InfoPanelProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { instrument } = useTerminalMarket();
  const ruleRows: readonly FactRow[] = [
    [t('terminal.info.fees'), `${ratePercent(rules.makerFeeRate)} / ${ratePercent(rules.takerFeeRate)}`],
    [t('terminal.info.price_step'), `${rules.tickSize} ${instrument.quote}`],
    [t('terminal.info.amount_step'), `${rules.stepSize} ${instrument.base}`],
    [t('terminal.info.least'), `${rules.least} ${instrument.quote}`],
  ];
  return (
    <section
      aria-label={t('terminal.phone_info')}
      className={classNames('num bg-surface px-4 py-2 text-12', className)}
    >
      <FactRows rows={[...rows, ...ruleRows]} />
      <Link
        to={to(`/coin-introduce/${instrument.base}`)}
        className="flex min-h-11 items-center font-medium text-accent"
      >
        {t('terminal.info.coin', { asset: instrument.base })}
      </Link>
    </section>
  );
}

/** Names and figures below each other. */
export function FactRows({ rows }: { rows: readonly FactRow[] }) {
  return (
    <dl>
      {rows.map(([label, value]) => (
        <div key={label} className="flex min-h-8 items-center justify-between gap-3 border-b border-line">
          <dt className="text-muted">{label}</dt>
          <dd className="font-medium whitespace-nowrap">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
