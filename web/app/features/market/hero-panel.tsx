import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatUnits } from '../../../ui/decimal.ts';
import { formatCompact, formatNumber, signOf } from '../../../ui/format.ts';
import { Change, directionClass, Triangle } from '../../../ui/price.tsx';
import type { Deal, DepthSnapshot, KlineRow, Pair } from '../../api/types.ts';
import { LinkState } from '../../live-views/link-state.tsx';
import { connectWhenQuiet, useLateSocket } from '../../start/late-socket.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { scalesOf, viewOf, type BookRow } from '../../live/book-view.ts';
import { createKlineFeed } from '../../live/kline-feed.ts';
import { createMarketFeed } from '../../live/market-feed.ts';
import type { TickerFeed } from '../../live/ticker-feed.ts';
import { useStore } from '../../live-views/use-store.ts';
import { CandlePicture } from './candle-picture.tsx';
import { useTicker } from './use-tickers.ts';
import { pairName } from '../../figures/market-name.ts';

const ROWS = 7;
const NO_DEALS: readonly Deal[] = [];

type HeroPanelProps = {
  readonly pair: Pair;
  readonly tickers: TickerFeed;
  readonly depth: DepthSnapshot;
  readonly klines: readonly KlineRow[];
};

/** Live prices of a real market, at the top of the home page. */
export function HeroPanel({ pair, tickers, depth, klines }: HeroPanelProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const ticker = useTicker(tickers, pair.symbol);
  const [feed] = useState(() => createMarketFeed(pair, { depth, deals: NO_DEALS }));
  const [klineFeed] = useState(() => createKlineFeed(pair.symbol, '15m', klines));
  useEffect(() => connectWhenQuiet(feed.connect), [feed]);
  useEffect(() => connectWhenQuiet(klineFeed.connect), [klineFeed]);
  const rows = useStore(klineFeed.rows);
  const direction = signOf(ticker?.changePercent ?? '0');
  const name = pairName(pair);
  const last = formatNumber(ticker?.lastPrice ?? '0', pair.quotePrecision);
  return (
    <section
      aria-label={t('market.live_market', { pair: name })}
      className="@container min-w-0 overflow-hidden rounded-2 border border-line bg-surface"
    >
      <header className="flex min-h-[52px] flex-wrap items-center gap-x-3 border-b border-line px-4">
        <Link to={to(`/spot-trade/${pair.symbol}`)} className="flex items-center gap-3 font-semibold hover:text-accent">
          <CoinIcon asset={pair.base} className="size-6" />
          <bdi translate="no">
            {pair.base}
            <span className="text-12 font-normal text-faint">/{pair.quote}</span>
          </bdi>
        </Link>
        <bdi className={classNames('text-20 font-semibold tracking-[-0.015em]', directionClass(direction))}>{last}</bdi>
        <Change percent={ticker?.changePercent ?? '0'} className="min-w-0" />
        <dl className="num ms-auto hidden gap-5 text-12 sm:flex md:max-xl:hidden">
          <Figure name={t('market.high_24h')} value={formatNumber(ticker?.highPrice ?? '0', pair.quotePrecision)} />
          <Figure name={t('market.low_24h')} value={formatNumber(ticker?.lowPrice ?? '0', pair.quotePrecision)} />
          <Figure
            name={t('market.volume_in', { asset: pair.quote })}
            value={formatCompact(ticker?.quoteVolume ?? '0')}
            className="@max-[720px]:hidden"
          />
        </dl>
      </header>
      <div className="grid sm:grid-cols-[minmax(0,1fr)_230px]">
        <div dir="ltr" className="relative min-w-0 content-center px-3 py-2">
          <LinkState socket={useLateSocket()} className="absolute start-1 top-2 max-sm:hidden" />
          {rows.length > 1 ? (
            <CandlePicture
              pair={pair}
              rows={rows}
              direction={direction}
              label={t('market.candles_last', { pair: name, price: last })}
            />
          ) : null}
        </div>
        <MiniBook feed={feed} pair={pair} last={last} direction={direction} />
      </div>
    </section>
  );
}

function Figure({ name, value, className }: { name: string; value: string; className?: string }) {
  return (
    <div className={className}>
      <dt className="text-11 leading-[1.3] whitespace-nowrap text-faint">{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

type MiniBookProps = {
  readonly feed: ReturnType<typeof createMarketFeed>;
  readonly pair: Pair;
  readonly last: string;
  readonly direction: -1 | 0 | 1;
};

function MiniBook({ feed, pair, last, direction }: MiniBookProps) {
  const { t } = useTranslation();
  const book = useStore(feed.book);
  const view = viewOf(book, 1n, ROWS);
  const best = [view.bids[0], view.asks[0]];
  const spread = best[0] && best[1] ? formatUnits(best[1].price - best[0].price, pair.quotePrecision) : null;
  return (
    <div
      role="group"
      aria-label={t('market.order_book')}
      className="num flex flex-col border-line py-1.5 text-12 max-sm:border-t sm:border-s"
    >
      <div
        aria-hidden
        className="grid h-[21px] grid-cols-[1.15fr_1fr_1fr] items-center gap-1 px-3 text-11 text-faint [&>:not(:first-child)]:text-end"
      >
        <span>{t('market.price')}</span>
        <span>{t('market.size_in', { asset: pair.base })}</span>
        <span>{t('market.sum')}</span>
      </div>
      <MiniRows rows={view.asks.toReversed()} pair={pair} side="ask" />
      <div className="my-1 flex h-8 items-center gap-1.5 border-y border-line px-3">
        <b className={classNames('text-16 font-semibold', directionClass(direction))}>
          <bdi>{last}</bdi>
        </b>
        <Triangle direction={direction} className={classNames('size-2', directionClass(direction))} />
        {spread ? (
          <span className="ms-auto text-11 text-faint">
            {t('market.spread')} <bdi>{spread}</bdi>
          </span>
        ) : null}
      </div>
      <MiniRows rows={view.bids} pair={pair} side="bid" />
    </div>
  );
}

function MiniRows({ rows, pair, side }: { rows: readonly BookRow[]; pair: Pair; side: 'ask' | 'bid' }) {
  const scales = scalesOf(pair);
  const shown = Math.min(4, pair.basePrecision);
  return (
    <ol className={classNames('flex min-h-[calc(147px*var(--text-scale))] flex-col', side === 'ask' && 'justify-end')}>
      {rows.map((row, index) => (
        <li
          key={index}
          className="row-contained relative grid h-[calc(21px*var(--text-scale))] grid-cols-[1.15fr_1fr_1fr] items-center gap-1 px-3 [&>*]:relative [&>:nth-child(n+3)]:text-end"
        >
          <span
            aria-hidden
            className={classNames('end-bar !absolute', side === 'ask' ? 'bg-down-tint' : 'bg-up-tint')}
            style={{ transform: `scaleX(${row.share / 100})` }}
          />
          <span className={side === 'ask' ? 'text-down' : 'text-up'}>
            <bdi>{formatNumber(formatUnits(row.price, scales.price), pair.quotePrecision)}</bdi>
          </span>
          <span>
            <bdi>{formatNumber(formatUnits(row.quantity, scales.quantity), shown)}</bdi>
          </span>
          <span className="text-muted">
            <bdi>{formatNumber(formatUnits(row.sum, scales.quantity), shown)}</bdi>
          </span>
        </li>
      ))}
    </ol>
  );
}
