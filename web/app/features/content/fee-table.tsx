import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import type { Contract } from '../../api/calls/futures.ts';
import type { Pair } from '../../api/types.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { ContractName, PairName } from '../../figures/pair-name.tsx';
import { ratePercent } from '../../figures/rate-percent.ts';

/** What the table reads of a market or contract. */
interface FeeRow {
  readonly kind: 'spot' | 'futures';
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly path: string;
  readonly chargedIn: string;
  /** Personal rates do not apply to it. */
  readonly hasFeeException: boolean;
}

/** The rates of spot markets, which may charge in what is received. */
export function SpotFeeTable({ pairs }: { pairs: readonly Pair[] }) {
  const { t } = useTranslation();
  const rows = pairs.map((pair) => ({
    ...pair,
    kind: 'spot' as const,
    path: `/spot-trade/${pair.symbol}`,
    chargedIn: pair.feeMode === 'RECEIVED' ? t('fees.in_received') : t('fees.in_quote', { asset: pair.quote }),
  }));
  return <FeeTable title={t('frame.spot')} rows={rows} />;
}

/** The rates of perpetuals, which charge in the coin they settle in. */
export function FuturesFeeTable({ contracts }: { contracts: readonly Contract[] }) {
  const { t } = useTranslation();
  const rows = contracts.map((contract) => ({
    ...contract,
    kind: 'futures' as const,
    path: `/contract-trade/${contract.symbol}`,
    chargedIn: t('fees.in_quote', { asset: contract.settle }),
    hasFeeException: false,
  }));
  return <FeeTable title={t('navigation.futures')} rows={rows} />;
}

function FeeTable({ title, rows }: { title: string; rows: readonly FeeRow[] }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  return (
    <section className="mt-6">
      <h2 className="text-16">{title}</h2>
      <div className="scroll-quiet mt-3 overflow-x-auto rounded-2 border border-line bg-surface" tabIndex={0}>
        <table className="w-full border-collapse whitespace-nowrap [&_td]:px-3 [&_th]:px-3">
          <caption className="sr-only">{title}</caption>
          <thead className="text-12 text-muted">
            <tr className="h-10 border-b border-line [&>th]:text-end [&>th]:font-medium">
              <th scope="col" className="!text-start">
                {t('fees.market')}
              </th>
              <th scope="col">{t('fees.maker')}</th>
              <th scope="col">{t('fees.taker')}</th>
              <th scope="col" className="max-md:hidden">
                {t('fees.charged_in')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.symbol} className="h-11 border-b border-line last:border-0 [&>td]:text-end">
                <th scope="row" className="text-start font-normal">
                  <Link to={to(row.path)} className="inline-flex items-center gap-2 align-middle hover:text-accent">
                    <CoinIcon asset={row.base} className="size-5" />
                    {row.kind === 'spot' ? <PairName pair={row} /> : <ContractName contract={row} />}
                  </Link>
                  {row.hasFeeException ? (
                    <span className="ms-2 text-12 text-muted" title={t('fees.everyone_note')}>
                      {t('fees.everyone')}
                    </span>
                  ) : null}
                </th>
                <td>
                  <bdi>{ratePercent(row.makerFeeRate)}</bdi>
                </td>
                <td>
                  <bdi>{ratePercent(row.takerFeeRate)}</bdi>
                </td>
                <td className="text-muted max-md:hidden">{row.chargedIn}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
