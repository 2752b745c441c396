import { memo, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatCompact, formatNumber } from '../../../ui/format.ts';
import { Change } from '../../../ui/price.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { AlertButton } from '../../alerts/alert-button.tsx';
import type { Pair } from '../../api/types.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import type { TickerFeed } from '../../live/ticker-feed.ts';
import { restrictionOf } from '@agio/contracts/market-restrictions';
import { MarketStatusTag } from '../../figures/market-status-tag.tsx';
import { PairName } from '../../figures/pair-name.tsx';
import { dayLine } from './day-line.ts';
import { FavoriteButton } from './favorite-button.tsx';
import { SortHead } from './sort-head.tsx';
import { QuickButton, STACKED_BUTTONS, TradeLink } from './trade-link.tsx';
import { useTicker } from './use-tickers.ts';
import { rangePercent, type SortKey, type Sorting, volumePercent, type Worth } from './sort-pairs.ts';
import { pairName } from '../../figures/market-name.ts';

/** What the bars of the volumes are drawn by. */
interface VolumeBars {
  readonly most: number;
  readonly worth: Worth;
}

type MarketTableProps = {
  readonly pairs: readonly Pair[];
  readonly feed: TickerFeed;
  readonly sparklines: Readonly<Record<string, readonly number[]>>;
  readonly caption: string;
  /** Without it the columns cannot be sorted. */
  readonly sorting?: Sorting;
  readonly onSort?: (key: SortKey) => void;
  /** Without them volumes have no bars. */
  readonly bars?: VolumeBars;
  /** Opens a market order beside the list. Without it rows only lead to their terminal. */
  readonly onQuick?: (pair: Pair) => void;
  readonly hasFavorites?: boolean;
};

export function MarketTable({
  pairs,
  feed,
  sparklines,
  caption,
  sorting,
  onSort,
  bars,
  onQuick,
  hasFavorites = false,
}: MarketTableProps) {
  const { t } = useTranslation();
  const head = (key: SortKey, label: string, className?: string) => (
    <SortHead column={key} label={label} sorting={sorting} onSort={onSort} className={className} />
  );
  return (
    <div className="scroll-quiet relative overflow-x-auto">
      <table className="w-full border-collapse whitespace-nowrap stacked:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-12 text-faint stacked:block">
          <tr
            className={classNames(
              'h-9 border-b border-line [&>th]:px-2 [&>th]:py-1.5 [&>th]:font-medium max-md:[&>th]:whitespace-normal max-[379px]:[&>th]:px-1',
              stackedRow(hasFavorites),
            )}
          >
            {hasFavorites ? (
              <th scope="col" className="w-8 !px-0 stacked:row-span-2">
                <span className="sr-only">{t('market.favorites')}</span>
              </th>
            ) : null}
            {head('pair', t('market.pair'), 'text-start !ps-0 stacked:row-span-2')}
            {head('price', t('market.last_price'), 'text-end stacked:col-start-[-3]')}
            {head('change', t('market.change_24h'), 'text-end stacked:col-start-[-3]')}
            <th scope="col" className="hidden text-end lg:table-cell">
              {t('market.low_24h')}
            </th>
            <th scope="col" className="hidden w-24 text-start lg:table-cell">
              {t('market.range')}
            </th>
            <th scope="col" className="hidden text-start lg:table-cell">
              {t('market.high_24h')}
            </th>
            {head('volume', t('market.volume_24h'), 'hidden text-end md:table-cell')}
            <th scope="col" className="hidden w-[136px] text-end md:table-cell">
              {t('market.last_24h')}
            </th>
            <th
              scope="col"
              className={hasFavorites ? classNames('w-11 md:w-28', STACKED_END) : 'hidden w-20 md:table-cell'}
            >
              <span className="sr-only">{t(hasFavorites ? 'market.row_actions' : 'market.trade')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="stacked:block">
          {pairs.map((pair) => (
            <MarketRow
              key={pair.symbol}
              pair={pair}
              feed={feed}
              values={sparklines[pair.symbol]}
              hasFavorite={hasFavorites}
              bars={bars}
              onQuick={onQuick}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** On small phones a row is a grid: price over change beside the name; the first and the last column are as wide as their buttons. */
export function stackedRow(hasButtons: boolean): string {
  const columns = hasButtons ? STACKED_BUTTONS : 'stacked:grid-cols-[1fr_auto_0]';
  return classNames('stacked:grid stacked:h-auto stacked:items-center stacked:gap-y-1 stacked:py-2', columns);
}

/** Where the column of buttons stands in that grid. */
export const STACKED_END = 'stacked:col-start-[-2] stacked:row-span-2 stacked:row-start-1 max-md:!px-0';

const NONE: readonly number[] = [];

type MarketRowProps = {
  readonly pair: Pair;
  readonly feed: TickerFeed;
  readonly values: readonly number[] | undefined;
  readonly hasFavorite: boolean;
  readonly bars: VolumeBars | undefined;
  readonly onQuick: ((pair: Pair) => void) | undefined;
};

const MarketRow = memo(function MarketRow({ pair, feed, values, hasFavorite, bars, onQuick }: MarketRowProps) {
  const ticker = useTicker(feed, pair.symbol);
  const { to } = useLocale();
  const status = ticker?.status ?? pair.status;
  const price = (text: string | undefined): ReactNode =>
    text === undefined ? '–' : <bdi>{formatNumber(text, pair.quotePrecision)}</bdi>;
  return (
    <tr
      className={classNames(
        'relative h-12 border-b border-line hover:bg-hover md:h-9 [&>td]:px-2 max-[379px]:[&>td]:px-1',
        stackedRow(hasFavorite),
      )}
    >
      {hasFavorite ? (
        <td className="!px-0 stacked:row-span-2">
          <FavoriteButton symbol={pair.symbol} name={pairName(pair)} />
        </td>
      ) : null}
      <td className="!ps-0 stacked:row-span-2">
        <Link
          to={to(`/spot-trade/${pair.symbol}`)}
          className="inline-flex items-center gap-2.5 align-middle after:absolute after:inset-0"
        >
          <CoinIcon asset={pair.base} className="size-6 max-[359px]:hidden md:size-5" />
          <span className="grid items-center justify-items-start md:flex md:gap-2.5">
            <PairName pair={pair} quoteClass="text-12 cramped:block" />
            <span translate="no" className="hidden text-12 text-faint md:inline">
              {pair.baseName}
            </span>
            <MarketStatusTag status={status} />
          </span>
        </Link>
      </td>
      <td className="text-end font-medium stacked:col-start-[-3]">{price(ticker?.lastPrice)}</td>
      <td className="text-end stacked:col-start-[-3]">
        {ticker ? <Change percent={ticker.changePercent} className="stacked:min-w-0" /> : '–'}
      </td>
      <td className="hidden text-end text-muted lg:table-cell">{price(ticker?.lowPrice)}</td>
      <td className="hidden lg:table-cell">{ticker ? <RangeTick percent={rangePercent(ticker)} /> : null}</td>
      <td className="hidden text-muted lg:table-cell">{price(ticker?.highPrice)}</td>
      <td className="hidden text-end font-medium md:table-cell">
        <bdi>
          {formatCompact(ticker?.quoteVolume ?? '0')} <span className="font-normal text-faint">{pair.quote}</span>
        </bdi>
        {bars === undefined ? null : (
          <span
            aria-hidden
            className="pointer-events-none ms-auto block h-0.5 rounded-full bg-line-strong"
            style={{ inlineSize: `${volumePercent(bars.worth(ticker?.quoteVolume ?? '0', pair.quote), bars.most)}%` }}
          />
        )}
      </td>
      <td className="hidden md:table-cell">
        <Sparkline values={dayLine(ticker, values ?? NONE)} className="ms-auto h-6 w-[108px]" />
      </td>
      <td
        className={classNames(
          'text-end',
          hasFavorite ? classNames('md:!pe-0', STACKED_END) : 'hidden !pe-0 md:table-cell',
        )}
      >
        {hasFavorite ? (
          <AlertButton
            market="SPOT"
            symbol={pair.symbol}
            name={pairName(pair)}
            className="relative z-[1] align-middle max-md:size-11 md:me-1 md:size-6"
          />
        ) : null}
        {onQuick && restrictionOf(status) === null ? <QuickButton pair={pair} onQuick={onQuick} /> : null}
        <TradeLink to={to(`/spot-trade/${pair.symbol}`)} pair={pairName(pair)} isWideOnly={onQuick !== undefined} />
      </td>
    </tr>
  );
});

/** From right to left the lowest price stands at its right, as in the columns beside it. */
function RangeTick({ percent }: { percent: number }) {
  return (
    <span aria-hidden className="pointer-events-none relative block h-1 w-24 rounded-full bg-line">
      <span
        className="absolute -top-[3px] -ms-px h-2.5 w-0.5 rounded-full bg-fg"
        style={{ insetInlineStart: `${percent}%` }}
      />
    </span>
  );
}
