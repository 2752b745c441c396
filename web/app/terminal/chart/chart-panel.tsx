import { KLINE_INTERVALS, type KlineInterval } from '@agio/core/words';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';
import { Menu } from '../../../ui/menu.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { usePreferences } from '../../choices/preferences.ts';
import { useTerminalMarket, type CandleSource } from '../terminal-market.ts';
import { openChart, type ChartController } from './chart-controller.ts';
import type { ChartLine } from './chart-lines.ts';

/** Those that stand beside the chart; the others are in a menu. */
const QUICK = ['1m', '5m', '15m', '1h', '4h', '1d'] as const satisfies readonly KlineInterval[];
type ChartPanelProps = {
  readonly candles: CandleSource;
  readonly lines: readonly ChartLine[];
  /** Beside the intervals. */
  readonly controls?: ReactNode;
  readonly className?: string;
};

export function ChartPanel({ candles, lines, controls, className }: ChartPanelProps) {
  const { t } = useTranslation();
  const interval = usePreferences((state) => state.interval);
  const setInterval = usePreferences((state) => state.setInterval);
  const isQuick = (QUICK as readonly string[]).includes(interval);
  const more = (
    <button type="button" aria-label={t('terminal.chart.all_intervals')} className={intervalClass(!isQuick)}>
      {isQuick ? null : <bdi>{interval}</bdi>}
      <ChevronDown aria-hidden className="size-3" />
    </button>
  );
  return (
    <section
      aria-label={t('terminal.chart.title')}
      className={classNames('flex min-h-0 min-w-0 flex-col bg-surface', className)}
    >
      <div
        role="group"
        aria-label={t('terminal.chart.interval')}
        className="scroll-quiet flex h-11 flex-none items-center gap-1 overflow-x-auto overflow-y-hidden border-b border-line px-2 md:h-9"
      >
        {QUICK.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === interval}
            onClick={() => setInterval(value)}
            className={intervalClass(value === interval)}
          >
            <bdi>{value}</bdi>
          </button>
        ))}
        <Menu trigger={more} align="start">
          {({ Choice }) => (
            <Choice
              value={interval}
              options={KLINE_INTERVALS.map((value) => ({ value, label: value }))}
              onChange={setInterval}
            />
          )}
        </Menu>
        {controls}
      </div>
      <Plot interval={interval} candles={candles} lines={lines} />
    </section>
  );
}

function intervalClass(isOn: boolean): string {
  return classNames(
    'inline-flex h-9 min-w-9 items-center justify-center gap-1 rounded-1 px-1.5 text-12 font-medium md:h-6 md:min-w-7',
    isOn ? 'bg-accent-tint text-accent' : 'text-muted hover:bg-hover hover:text-fg',
  );
}

type PlotProps = Pick<ChartPanelProps, 'candles' | 'lines'> & { readonly interval: KlineInterval };

function Plot({ interval, candles, lines }: PlotProps) {
  const { t } = useTranslation();
  const { locale } = useLocale();
  const { instrument, name } = useTerminalMarket();
  const element = useRef<HTMLDivElement>(null);
  const [controller, setController] = useState<ChartController | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'empty' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    let isGone = false;
    let opened: ChartController | null = null;
    const words = {
      direction: locale.direction,
      open: t('terminal.chart.open'),
      high: t('terminal.chart.high'),
      low: t('terminal.chart.low'),
      close: t('terminal.chart.close'),
      volume: t('terminal.chart.volume'),
    };
    setState('loading');
    openChart({
      element: element.current,
      instrument,
      candles,
      interval: usePreferences.getState().interval,
      words,
      onState: setState,
    })
      .then((chart) => {
        if (isGone) return chart.dispose();
        opened = chart;
        setController(chart);
      })
      .catch(() => setState('failed'));
    return () => {
      isGone = true;
      setController(null);
      opened?.dispose();
    };
  }, [instrument, candles, t, locale, attempt]);
  useEffect(() => controller?.setInterval(interval), [controller, interval]);
  useEffect(() => controller?.setLines(lines), [controller, lines]);
  return (
    <div className="relative min-h-[260px] flex-1 md:min-h-0" dir="ltr">
      <div
        ref={element}
        role="img"
        aria-label={t('terminal.chart.described', { pair: name, interval })}
        className="absolute inset-0"
      />
      {state === 'loading' ? (
        <div
          role="status"
          aria-label={t('common.loading')}
          className="absolute inset-0 flex items-end gap-1 bg-surface p-4"
        >
          {[40, 55, 48, 62, 70, 58, 66, 80, 74, 60, 52, 64, 72, 84].map((height, index) => (
            <span key={index} className="flex-1" style={{ blockSize: `${height}%` }}>
              <Skeleton className="h-full" />
            </span>
          ))}
        </div>
      ) : null}
      <noscript>
        <p className="absolute inset-0 grid place-content-center bg-surface p-4 text-center text-muted" dir="auto">
          {t('terminal.chart.needs_script')}
        </p>
      </noscript>
      {state === 'empty' ? (
        <EmptyState text={t('terminal.chart.empty')} className="absolute inset-0 bg-surface" />
      ) : null}
      {state === 'failed' ? (
        <ErrorState
          text={t('terminal.chart.failed')}
          retryLabel={t('common.retry')}
          onRetry={() => setAttempt((now) => now + 1)}
          className="absolute inset-0 bg-surface"
        />
      ) : null}
    </div>
  );
}
