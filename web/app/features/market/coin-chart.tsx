import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { formatNumber, signOf } from '../../../ui/format.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { quietCall } from '../../api/client.ts';
import { getKlines } from '../../api/calls/spot.ts';
import type { KlineRow, Pair } from '../../api/types.ts';
import { useStore } from '../../live-views/use-store.ts';
import { createKlineFeed } from '../../live/kline-feed.ts';
import type { TickerFeed } from '../../live/ticker-feed.ts';
import { connectWhenQuiet } from '../../start/late-socket.ts';
import { CandlePicture } from './candle-picture.tsx';
import { FIRST_PERIOD, PERIOD_NAMES, PERIODS, type PeriodName } from './chart-periods.ts';
import { useTicker } from './use-tickers.ts';
import { pairName } from '../../figures/market-name.ts';

type CoinChartProps = {
  readonly pair: Pair;
  readonly feed: TickerFeed;
  /** Klines of the first period; null: the server could not read them. */
  readonly first: readonly KlineRow[] | null;
};

/** What a coin cost in its first market, over a day to a year; the server draws the first picture. */
export function CoinChart({ pair, feed, first }: CoinChartProps) {
  const { t } = useTranslation();
  const [period, setPeriod] = useState<PeriodName>(FIRST_PERIOD);
  return (
    <section aria-label={t('coins.chart')} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <h2 className="text-16">{t('coins.chart')}</h2>
        <Segmented
          label={t('coins.period')}
          value={period}
          onChange={setPeriod}
          options={PERIOD_NAMES.map((value) => ({ value, label: t(`coins.period_${value}`) }))}
          className="max-md:[&_label]:leading-[38px]"
        />
      </div>
      <div className="grid aspect-[484/330] items-center">
        <LoadedCandles
          key={period}
          pair={pair}
          feed={feed}
          period={period}
          first={period === FIRST_PERIOD ? first : null}
        />
      </div>
    </section>
  );
}

type LoadedCandlesProps = CoinChartProps & { readonly period: PeriodName };

function LoadedCandles({ first, ...props }: LoadedCandlesProps) {
  const { t } = useTranslation();
  const { symbol } = props.pair;
  const [rows, setRows] = useState(first);
  const [state, setState] = useState<'loading' | 'failed'>('loading');
  const { interval, klines } = PERIODS[props.period];
  useEffect(() => {
    if (rows !== null || state === 'failed') return undefined;
    let hasLeft = false;
    getKlines(quietCall, { symbol, interval, limit: klines }).then(
      (loaded) => !hasLeft && setRows(loaded),
      () => !hasLeft && setState('failed'),
    );
    return () => {
      hasLeft = true;
    };
  }, [rows, state, symbol, interval, klines]);
  if (rows !== null)
    return rows.length > 1 ? <LiveCandles {...props} rows={rows} /> : <EmptyState text={t('coins.no_candles')} />;
  if (state === 'failed')
    return (
      <ErrorState text={t('common.load_failed')} retryLabel={t('common.retry')} onRetry={() => setState('loading')} />
    );
  return <Skeleton className="size-full" />;
}

type LiveCandlesProps = Omit<LoadedCandlesProps, 'first'> & { readonly rows: readonly KlineRow[] };

function LiveCandles({ pair, feed, period, rows: first }: LiveCandlesProps) {
  const { t } = useTranslation();
  const { interval, times } = PERIODS[period];
  const [klineFeed] = useState(() => createKlineFeed(pair.symbol, interval, first));
  useEffect(() => connectWhenQuiet(klineFeed.connect), [klineFeed]);
  const rows = useStore(klineFeed.rows);
  const ticker = useTicker(feed, pair.symbol);
  const price = ticker?.lastPrice ?? rows.at(-1)?.[4] ?? '0';
  return (
    <div dir="ltr" className="min-w-0">
      <CandlePicture
        pair={pair}
        rows={rows}
        direction={signOf(ticker?.changePercent ?? '0')}
        times={times}
        label={t('coins.chart_label', {
          pair: pairName(pair),
          period: t(`coins.period_${period}`),
          price: formatNumber(price, pair.quotePrecision),
        })}
      />
    </div>
  );
}
