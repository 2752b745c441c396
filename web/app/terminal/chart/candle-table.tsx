import type { KlineInterval } from '@agio/core/words';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { formatAmount, formatNumber } from '../../../ui/format.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { figureColumn, useColumns } from '../tables/columns.tsx';
import { DataTable } from '../tables/data-table.tsx';
import { useTerminalMarket, type ChartKlineRow, type KlineSource } from '../terminal-market.ts';
import { withRow } from '../../live/kline-feed.ts';

const ROWS_A_PAGE = 50;

type CandleTableProps = { readonly klines: KlineSource; readonly interval: KlineInterval };

/** The chart's candles as a table, newest first: for whoever reads by ear or by keyboard, and for exact figures. */
export function CandleTable({ klines, interval }: CandleTableProps) {
  const { t } = useTranslation();
  const { instrument, name } = useTerminalMarket();
  const columns = useColumns();
  // Each entry is where an older page ends, as time in milliseconds; the newest page has none.
  const [ends, setEnds] = useState<readonly number[]>([]);
  const { rows, hasFailed, retry } = useKlinePage(klines, interval, ends.at(-1));
  const price = (key: string, at: 1 | 2 | 3 | 4) =>
    figureColumn<ChartKlineRow>({
      key,
      label: t(`terminal.chart.table_${key}`),
      text: (row) => formatNumber(row[at], instrument.quotePrecision),
    });
  if (hasFailed) return <ErrorState text={t('common.load_failed')} retryLabel={t('common.retry')} onRetry={retry} />;
  if (rows === null) return <SkeletonRows rows={8} label={t('common.loading')} />;
  if (rows.length === 0 && ends.length === 0) return <EmptyState text={t('terminal.chart.empty')} className="flex-1" />;
  return (
    <div className="num flex min-h-0 flex-1 flex-col text-12 max-md:h-[376px] max-md:flex-none">
      <DataTable
        caption={t('terminal.chart.table_caption', { pair: name, interval })}
        columns={[
          columns.time<ChartKlineRow>((row) => row[0]),
          price('open', 1),
          price('high', 2),
          price('low', 3),
          price('close', 4),
          figureColumn<ChartKlineRow>({
            key: 'volume',
            label: t('terminal.chart.table_volume', { asset: instrument.base }),
            text: (row) => formatAmount(row[5], 8),
          }),
        ]}
        rows={rows.toReversed()}
        keyOf={(row) => String(row[0])}
        isFiguresOnly
      />
      <div className="flex h-11 flex-none items-center justify-end gap-2 border-t border-line px-3 text-muted md:h-9">
        <bdi>{ends.length + 1}</bdi>
        <IconButton
          label={t('common.newer')}
          disabled={ends.length === 0}
          onClick={() => setEnds((now) => now.slice(0, -1))}
          className="max-md:size-11"
        >
          <ChevronLeft aria-hidden className="flip size-4" />
        </IconButton>
        <IconButton
          label={t('common.older')}
          disabled={rows.length < ROWS_A_PAGE}
          onClick={() => setEnds((now) => [...now, rows[0]![0] - 1])}
          className="max-md:size-11"
        >
          <ChevronRight aria-hidden className="flip size-4" />
        </IconButton>
      </div>
    </div>
  );
}

interface Loaded {
  readonly klines: KlineSource;
  readonly interval: KlineInterval;
  readonly end: number | undefined;
  /** Oldest first; null: the asking failed. */
  readonly rows: readonly ChartKlineRow[] | null;
}

/** A page of candles; the newest one follows the market. */
function useKlinePage(klines: KlineSource, interval: KlineInterval, end: number | undefined) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    const show = (rows: readonly ChartKlineRow[] | null) => {
      if (!isGone) setLoaded({ klines, interval, end, rows });
    };
    klines
      .load({ interval, limit: ROWS_A_PAGE, ...(end === undefined ? {} : { endTime: end }) })
      .then(show, () => show(null));
    const leave =
      end === undefined
        ? klines.follow(interval, (row) =>
            setLoaded((now) =>
              now?.rows && now.klines === klines && now.interval === interval && now.end === undefined
                ? { ...now, rows: withRow(now.rows, row, ROWS_A_PAGE) }
                : now,
            ),
          )
        : undefined;
    return () => {
      isGone = true;
      leave?.();
    };
  }, [klines, interval, end, attempt]);
  const isCurrent = loaded?.klines === klines && loaded.interval === interval && loaded.end === end;
  return {
    rows: isCurrent ? loaded.rows : null,
    hasFailed: isCurrent && loaded.rows === null,
    retry: () => {
      setLoaded(null);
      setAttempt((now) => now + 1);
    },
  };
}
