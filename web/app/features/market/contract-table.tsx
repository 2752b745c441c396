import { memo } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatCompact, formatNumber, signOf } from '../../../ui/format.ts';
import { Change, directionClass } from '../../../ui/price.tsx';
import { AlertButton } from '../../alerts/alert-button.tsx';
import type { FuturesTicker, ListedContract } from '../../api/calls/futures-markets.ts';
import { Countdown } from '../../figures/countdown.tsx';
import { fundingPercent } from '../../figures/funding.ts';
import { MarketStatusTag } from '../../figures/market-status-tag.tsx';
import { ContractName } from '../../figures/pair-name.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { isBuilt } from '../../navigation/page-files.ts';
import { FavoriteButton } from './favorite-button.tsx';
import { STACKED_END, stackedRow } from './market-table.tsx';
import type { ContractSortKey, ContractSorting } from './sort-contracts.ts';
import { SortHead } from './sort-head.tsx';
import { TradeLink } from './trade-link.tsx';
import type { ContractTickers } from './use-contract-tickers.ts';

type ContractTableProps = {
  readonly contracts: readonly ListedContract[];
  readonly tickers: ContractTickers;
  readonly caption: string;
  /** Without it the columns cannot be sorted. */
  readonly sorting?: ContractSorting;
  readonly onSort?: (key: ContractSortKey) => void;
};

/** All contracts with price, funding rate and open interest. */
export function ContractTable({ contracts, tickers, caption, sorting, onSort }: ContractTableProps) {
  const { t } = useTranslation();
  const head = (column: ContractSortKey, label: string, className: string) => (
    <SortHead column={column} label={label} sorting={sorting} onSort={onSort} className={className} />
  );
  return (
    <div className="scroll-quiet relative overflow-x-auto">
      <table className="w-full border-collapse whitespace-nowrap stacked:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-12 text-faint stacked:block">
          <tr
            className={classNames(
              'h-9 border-b border-line [&>th]:px-2 [&>th]:py-1.5 [&>th]:font-medium max-md:[&>th]:whitespace-normal max-[379px]:[&>th]:px-1',
              stackedRow(true),
            )}
          >
            <th scope="col" className="w-8 !px-0 stacked:row-span-2">
              <span className="sr-only">{t('market.favorites')}</span>
            </th>
            {head('pair', t('market.contract'), 'text-start !ps-0 stacked:row-span-2')}
            {head('price', t('market.last_price'), 'text-end stacked:col-start-[-3]')}
            {head('change', t('market.change_24h'), 'text-end stacked:col-start-[-3]')}
            {head('mark', t('market.mark_price'), 'hidden text-end lg:table-cell')}
            {head('funding', t('market.funding_in'), 'hidden text-end md:table-cell')}
            {head('volume', t('market.volume_24h'), 'hidden text-end md:table-cell')}
            {head('interest', t('market.open_interest'), 'hidden text-end lg:table-cell')}
            <th scope="col" className={classNames('w-11 md:w-28', STACKED_END)}>
              <span className="sr-only">{t('market.row_actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="stacked:block">
          {contracts.map((contract) => (
            <ContractRow key={contract.symbol} contract={contract} ticker={tickers.get(contract.symbol)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ContractRowProps = { readonly contract: ListedContract; readonly ticker: FuturesTicker | undefined };

const ContractRow = memo(function ContractRow({ contract, ticker }: ContractRowProps) {
  const { to } = useLocale();
  const { base, quote, pricePrecision, symbol } = contract;
  const price = (text: string | undefined) =>
    text === undefined ? '–' : <bdi>{formatNumber(text, pricePrecision)}</bdi>;
  return (
    <tr
      className={classNames(
        'relative h-12 border-b border-line hover:bg-hover md:h-9 [&>td]:px-2 max-[379px]:[&>td]:px-1',
        stackedRow(true),
      )}
    >
      <td className="!px-0 stacked:row-span-2">
        <FavoriteButton symbol={symbol} name={symbol} type="FUTURES" />
      </td>
      <td className="!ps-0 stacked:row-span-2">
        <NameLink contract={contract} ticker={ticker} />
      </td>
      <td className="text-end font-medium stacked:col-start-[-3]">{price(ticker?.lastPrice)}</td>
      <td className="text-end stacked:col-start-[-3]">
        {ticker ? <Change percent={ticker.changePercent} className="stacked:min-w-0" /> : '–'}
      </td>
      <td className="hidden text-end text-muted lg:table-cell">{price(ticker?.markPrice)}</td>
      <td className="hidden text-end md:table-cell">
        {ticker ? (
          <>
            <FundingRate rate={ticker.fundingRate} />{' '}
            <span className="ms-1 inline-block min-w-16 text-muted">
              <Countdown untilMs={ticker.nextFundingTime} />
            </span>
          </>
        ) : (
          '–'
        )}
      </td>
      <td className="hidden text-end font-medium md:table-cell">
        <bdi>
          {formatCompact(ticker?.quoteVolume ?? '0')} <span className="font-normal text-faint">{quote}</span>
        </bdi>
      </td>
      <td className="hidden text-end lg:table-cell">
        <bdi>
          {formatCompact(ticker?.openInterest ?? '0')} <span className="text-faint">{base}</span>
        </bdi>
      </td>
      <td className={classNames('text-end md:!pe-0', STACKED_END)}>
        <AlertButton
          market="FUTURES"
          symbol={symbol}
          name={symbol}
          className="relative z-[1] align-middle max-md:size-11 md:me-1 md:size-6"
        />
        {isBuilt(TERMINAL) ? <TradeLink to={to(`/contract-trade/${symbol}`)} pair={symbol} /> : null}
      </td>
    </tr>
  );
});

const TERMINAL = '/contract-trade/:symbol';

/** The whole row is a link if the page of contracts exists. */
function NameLink({ contract, ticker }: ContractRowProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const name = (
    <>
      <CoinIcon asset={contract.base} className="size-6 max-[359px]:hidden md:size-5" />
      <span className="grid items-baseline md:flex md:gap-2.5">
        <ContractName contract={contract} quoteClass="text-12 cramped:block" />
        <span className="hidden text-12 text-faint md:inline">{t('frame.perpetual')}</span>
        <MarketStatusTag status={ticker?.status} className="justify-self-start" />
        {ticker ? (
          <span className="text-11 text-muted stacked:whitespace-normal md:hidden">
            <FundingRate rate={ticker.fundingRate} /> · <Countdown untilMs={ticker.nextFundingTime} />
          </span>
        ) : null}
      </span>
    </>
  );
  const look = 'inline-flex items-center gap-2.5 align-middle';
  if (!isBuilt(TERMINAL)) return <span className={look}>{name}</span>;
  return (
    <Link to={to(`/contract-trade/${contract.symbol}`)} className={`${look} after:absolute after:inset-0`}>
      {name}
    </Link>
  );
}

/** The funding rate. Its sign says who pays; the color only repeats that. */
function FundingRate({ rate }: { rate: string }) {
  return <bdi className={directionClass(signOf(rate))}>{fundingPercent(rate)}</bdi>;
}
