import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatNumber, signOf } from '../../../ui/format.ts';
import { directionClass } from '../../../ui/price.tsx';
import type { FuturesTicker, ListedContract } from '../../api/calls/futures-markets.ts';
import { Countdown } from '../../figures/countdown.tsx';
import { fundingPercent } from '../../figures/funding.ts';
import { ContractName } from '../../figures/pair-name.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { PlainTable } from './plain-table.tsx';
import { useContractTickers } from './use-contract-tickers.ts';

type FundingTableProps = { readonly contracts: readonly ListedContract[]; readonly first: readonly FuturesTicker[] };

/** The next funding of each contract; a row leads to the contract's past fundings. */
export function FundingTable({ contracts, first }: FundingTableProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { tickers, isOld } = useContractTickers(first, true);
  return (
    <>
      <p role="status" className="text-12 text-warn">
        {isOld ? t('common.offline') : null}
      </p>
      <PlainTable caption={t('navigation.funding_rates')}>
        <thead>
          <tr className="[&>th]:text-end">
            <th scope="col" className="!text-start">
              {t('perpetuals.contract')}
            </th>
            <th scope="col">{t('perpetuals.rate_now')}</th>
            <th scope="col">{t('perpetuals.due_in')}</th>
            <th scope="col" className="max-md:hidden">
              {t('perpetuals.interval')}
            </th>
            <th scope="col" className="max-md:hidden">
              {t('perpetuals.mark_price')}
            </th>
          </tr>
        </thead>
        <tbody>
          {contracts.map((contract) => {
            const ticker = tickers.get(contract.symbol);
            return (
              <tr key={contract.symbol} className="relative hover:bg-hover [&>td]:text-end">
                <th scope="row" className="text-start font-normal">
                  <Link
                    to={to(`/service/funding-rate/${contract.symbol}`)}
                    className="inline-flex items-center gap-2 align-middle after:absolute after:inset-0"
                  >
                    <CoinIcon asset={contract.base} className="size-5" />
                    <ContractName contract={contract} />
                  </Link>
                </th>
                <td>{ticker ? <Rate rate={ticker.fundingRate} /> : '–'}</td>
                <td className="text-muted">{ticker ? <Countdown untilMs={ticker.nextFundingTime} /> : '–'}</td>
                <td className="text-muted max-md:hidden">
                  {t('perpetuals.hours', { hours: contract.fundingIntervalHours })}
                </td>
                <td className="max-md:hidden">
                  <bdi>{ticker ? formatNumber(ticker.markPrice, contract.pricePrecision) : '–'}</bdi>
                </td>
              </tr>
            );
          })}
        </tbody>
      </PlainTable>
    </>
  );
}

export function Rate({ rate }: { rate: string }) {
  return <bdi className={directionClass(signOf(rate))}>{fundingPercent(rate)}</bdi>;
}
