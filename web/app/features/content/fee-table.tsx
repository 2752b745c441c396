import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import type { Pair } from '../../api/types.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { PairName } from '../../figures/pair-name.tsx';
import { ratePercent } from './rate-percent.ts';

export function FeeTable({ pairs }: { pairs: readonly Pair[] }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  return (
    <div className="scroll-quiet mt-6 overflow-x-auto rounded-2 border border-line bg-surface" tabIndex={0}>
      <table className="w-full border-collapse whitespace-nowrap [&_td]:px-3 [&_th]:px-3">
        <caption className="sr-only">{t('fees.title')}</caption>
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
          {pairs.map((pair) => (
            <tr key={pair.symbol} className="h-11 border-b border-line last:border-0 [&>td]:text-end">
              <th scope="row" className="text-start font-normal">
                <Link
                  to={to(`/spot-trade/${pair.symbol}`)}
                  className="inline-flex items-center gap-2 align-middle hover:text-accent"
                >
                  <CoinIcon asset={pair.base} className="size-5" />
                  <PairName pair={pair} />
                </Link>
                {pair.hasFeeException ? (
                  <span className="ms-2 text-12 text-muted" title={t('fees.everyone_note')}>
                    {t('fees.everyone')}
                  </span>
                ) : null}
              </th>
              <td>
                <bdi>{ratePercent(pair.makerFeeRate)}</bdi>
              </td>
              <td>
                <bdi>{ratePercent(pair.takerFeeRate)}</bdi>
              </td>
              <td className="text-muted max-md:hidden">
                {pair.feeMode === 'RECEIVED' ? t('fees.in_received') : t('fees.in_quote', { asset: pair.quote })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
