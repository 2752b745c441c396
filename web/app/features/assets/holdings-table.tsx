import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatAmount, formatNumber } from '../../../ui/format.ts';
import { Change } from '../../../ui/price.tsx';
import type { Pair } from '../../api/types.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import type { Money } from '../../figures/money.ts';
import { COVERED, VALUE_CURRENCY, type Holding } from './portfolio.ts';

const DECIMALS = 8;

type HoldingsTableProps = {
  readonly holdings: readonly Holding[];
  readonly pairs: readonly Pair[];
  readonly money: Money;
  /** Amounts are shown as dots, so that nobody who looks over a shoulder reads them. */
  readonly isHidden: boolean;
};

export function HoldingsTable({ holdings, pairs, money, isHidden }: HoldingsTableProps) {
  const { t } = useTranslation();
  // The head names what the values are in; without a rate that is the coin they were counted in.
  const valueCurrency = money.convert('0', VALUE_CURRENCY) === null ? VALUE_CURRENCY : money.currency;
  return (
    <table className="w-full border-collapse text-13 whitespace-nowrap">
      <caption className="sr-only">{t('assets.coins')}</caption>
      <thead className="text-12 text-faint">
        <tr className="h-8 [&>th]:px-2 [&>th]:font-medium md:[&>th]:px-3">
          <th scope="col" className="!ps-4 text-start">
            {t('assets.coin')}
          </th>
          <th scope="col" className="text-end max-md:!pe-4">
            {t('assets.total')}
          </th>
          <th scope="col" className="hidden text-end md:table-cell">
            {t('assets.available')}
          </th>
          <th scope="col" className="hidden text-end md:table-cell">
            {t('assets.in_use')}
          </th>
          <th scope="col" className="hidden text-end lg:table-cell">
            {t('assets.wallet_SPOT')}
          </th>
          <th scope="col" className="hidden text-end lg:table-cell">
            {t('assets.wallet_FUTURES')}
          </th>
          <th scope="col" className="hidden text-end lg:table-cell">
            {t('assets.price')}
          </th>
          <th scope="col" className="hidden text-end md:table-cell">
            {t('assets.value', { currency: valueCurrency })}
          </th>
          <th scope="col" className="hidden !pe-4 md:table-cell">
            <span className="sr-only">{t('assets.trade')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {holdings.map((holding) => (
          <HoldingRow
            key={holding.asset}
            holding={holding}
            pair={pairs.find((pair) => pair.base === holding.asset)}
            money={money}
            isHidden={isHidden}
          />
        ))}
      </tbody>
    </table>
  );
}

type HoldingRowProps = Pick<HoldingsTableProps, 'money' | 'isHidden'> & {
  readonly holding: Holding;
  readonly pair: Pair | undefined;
};

function HoldingRow({ holding, pair, money, isHidden }: HoldingRowProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const worth =
    holding.value === null
      ? null
      : isHidden
        ? COVERED
        : (money.format(holding.value, VALUE_CURRENCY) ?? `${formatNumber(holding.value, 2)} ${VALUE_CURRENCY}`);
  const amount = (text: string | undefined) => <bdi>{isHidden ? COVERED : formatAmount(text ?? '0', DECIMALS)}</bdi>;
  return (
    <tr className="h-12 border-t border-line hover:bg-hover md:h-9 [&>td]:px-2 md:[&>td]:px-3">
      <td className="!ps-4">
        <span className="flex items-center gap-2.5">
          <CoinIcon asset={holding.asset} className="size-5" />
          <b translate="no" className="font-semibold">
            {holding.asset}
          </b>
          <span translate="no" className="hidden text-12 text-faint md:inline">
            {pair?.baseName}
          </span>
        </span>
      </td>
      <td className="text-end font-semibold max-md:!pe-4">
        {amount(holding.total)}
        {worth === null ? null : (
          <span className="block text-11 font-normal text-faint md:hidden">
            <bdi>≈ {worth}</bdi>
          </span>
        )}
      </td>
      <td className="hidden text-end md:table-cell">{amount(holding.available)}</td>
      <td className="hidden text-end text-muted md:table-cell">{amount(holding.locked)}</td>
      <td className="hidden text-end text-muted lg:table-cell">{amount(holding.byWallet.SPOT)}</td>
      <td className="hidden text-end text-muted lg:table-cell">{amount(holding.byWallet.FUTURES)}</td>
      <td className="hidden text-end lg:table-cell">
        {holding.price === null ? '–' : <bdi>{formatNumber(holding.price, pair?.quotePrecision ?? 4)}</bdi>}
        {holding.changePercent === null ? null : (
          <Change percent={holding.changePercent} look="text" className="ms-2 min-w-16 text-12" />
        )}
      </td>
      <td className="hidden text-end font-semibold md:table-cell">{worth === null ? '–' : <bdi>{worth}</bdi>}</td>
      <td className="hidden !pe-4 text-end md:table-cell">
        {pair ? (
          <Link
            to={to(`/spot-trade/${pair.symbol}`)}
            aria-label={t('assets.trade_pair', { pair: `${pair.base}/${pair.quote}` })}
            className={buttonClass('ghost', 'xs')}
          >
            {t('assets.trade')}
          </Link>
        ) : null}
      </td>
    </tr>
  );
}
