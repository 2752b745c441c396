import type { KlineInterval } from '@agio/core/words';
import { ChevronsRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { useTerminalMarket, type KlineSource } from '../terminal-market.ts';
import { useLastPrice } from '../use-last-price.ts';
import type { ChartFace, ChartMark, Drawing, DrawingTool } from './chart-face.ts';
import { openChart } from './chart-library.ts';
import type { ComparableMarkets } from './comparable-markets.ts';
import { DrawingLayer } from './drawing-layer.tsx';
import type { OwnLine } from './own-line.ts';
import { OwnLines } from './own-lines.tsx';
import { withoutVolume } from './volume-indicators.ts';
import { changeMarket, useChartLook, useKeptMarket } from './use-kept-chart.ts';

const NO_LINES: readonly OwnLine[] = [];
const NO_MARKS: readonly ChartMark[] = [];

type PlotProps = {
  readonly interval: KlineInterval;
  readonly klines: KlineSource;
  /** They are of what was traded, and not of a mark or an index. */
  readonly isTraded: boolean;
  readonly lines: readonly OwnLine[];
  readonly marks: readonly ChartMark[];
  readonly comparable: ComparableMarkets;
  /** A market's symbol; empty: none. */
  readonly compared: string;
  readonly tool: DrawingTool | null;
  readonly onTool: (tool: DrawingTool | null) => void;
  /** A text was placed, or pressed to be changed. */
  readonly onText: (drawing: Drawing) => void;
  readonly face: ChartFace | null;
  readonly onFace: (face: ChartFace | null) => void;
};

type State = 'loading' | 'ready' | 'empty' | 'failed';

/** The candles, and on top of them what is the user's own. */
export function Plot(props: PlotProps) {
  const { interval, lines, face, tool, onTool, onText } = props;
  const { t } = useTranslation();
  const { instrument, name } = useTerminalMarket();
  const look = useChartLook();
  const kept = useKeptMarket(name);
  const [attempt, setAttempt] = useState(0);
  const { element, state, isLive } = useFace(props, attempt);
  useContents(props);
  useOrderRoom(face);
  return (
    <div className="relative isolate min-h-[260px] min-w-0 flex-1 overflow-hidden md:min-h-0" dir="ltr">
      <div
        ref={element}
        role="img"
        aria-label={t('terminal.chart.described', { pair: name, interval })}
        className="absolute inset-0 isolate"
      />
      {face && props.isTraded ? <LastDirection face={face} /> : null}
      {face && state === 'ready' ? (
        <OwnLines
          face={face}
          lines={look.showsOrders ? lines : NO_LINES}
          tickSize={instrument.tickSize}
          precision={instrument.quotePrecision}
        />
      ) : null}
      {face && !isLive ? (
        <Button size="sm" onClick={() => face.toLive()} className="absolute right-20 bottom-8 h-9 bg-overlay md:h-7">
          {t('terminal.chart.to_live')}
          <ChevronsRight aria-hidden className="size-4" />
        </Button>
      ) : null}
      {face && tool && state === 'ready' ? (
        <DrawingLayer
          key={tool}
          face={face}
          tool={tool}
          onDone={() => onTool(null)}
          onDrawn={(drawing) => {
            if (drawing.tool === 'text') onText(drawing);
            else changeMarket(name, { drawings: [...(kept?.drawings ?? []), drawing] });
          }}
        />
      ) : null}
      <States state={state} onRetry={() => setAttempt((now) => now + 1)} />
    </div>
  );
}

/** Opens the chart of the market, and anew when the market, its candles or the language change. */
function useFace({ interval, klines, onFace, onText }: PlotProps, attempt: number) {
  const { t } = useTranslation();
  const { locale } = useLocale();
  const { instrument, name } = useTerminalMarket();
  const element = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>('loading');
  const [isLive, setIsLive] = useState(true);
  const first = useRef(interval);
  useEffect(() => {
    first.current = interval;
  });
  useEffect(() => {
    if (!element.current) return;
    let isGone = false;
    let opened: ChartFace | null = null;
    setState('loading');
    setIsLive(true);
    openChart({
      element: element.current,
      instrument,
      klines,
      interval: first.current,
      words: {
        direction: locale.direction,
        open: t('terminal.chart.open'),
        high: t('terminal.chart.high'),
        low: t('terminal.chart.low'),
        close: t('terminal.chart.close'),
        volume: t('terminal.chart.volume'),
        buyMark: t('terminal.chart.buy_mark'),
        sellMark: t('terminal.chart.sell_mark'),
        forcedMarks: { LIQUIDATION: t('terminal.chart.liquidation_mark'), ADL: t('terminal.chart.adl_mark') },
      },
      onState: setState,
      onLive: setIsLive,
      onDrawings: (drawings) => changeMarket(name, { drawings }),
      onText,
    })
      .then((chart) => {
        if (isGone) return chart.dispose();
        opened = chart;
        onFace(chart);
      })
      .catch(() => setState('failed'));
    return () => {
      isGone = true;
      onFace(null);
      opened?.dispose();
    };
  }, [instrument, name, klines, t, locale, attempt, onFace, onText]);
  return { element, state, isLive };
}

/** The newest price has one color all over the page. Apart from the rest, since it is told with every trade. */
function LastDirection({ face }: { face: ChartFace }) {
  const { direction } = useLastPrice();
  useEffect(() => face.setDirection(direction), [face, direction]);
  return null;
}

/** Whoever is logged in may place an order: there is room for its pill before it comes. */
function useOrderRoom(face: ChartFace | null): void {
  const { readOwnTrades } = useTerminalMarket();
  const isPerson = readOwnTrades !== null;
  useEffect(() => {
    if (isPerson) face?.keepOrderRoom();
  }, [face, isPerson]);
}

/** What was chosen goes to the chart: after each choice, and all of it to a new chart. */
function useContents({ face, interval, isTraded, marks, comparable, compared }: PlotProps): void {
  const { name } = useTerminalMarket();
  const kept = useKeptMarket(name);
  const { type, isLocked, showsTrades } = useChartLook();
  useEffect(() => face?.setInterval(interval), [face, interval]);
  useEffect(() => face?.setType(type), [face, type]);
  const indicators = kept?.indicators;
  useEffect(
    () => void (indicators && face?.setIndicators(isTraded ? indicators : withoutVolume(indicators))),
    [face, indicators, isTraded],
  );
  const drawings = kept?.drawings;
  useEffect(() => void (drawings && face?.setDrawings(drawings)), [face, drawings]);
  useEffect(() => face?.setLocked(isLocked), [face, isLocked]);
  useEffect(() => face?.setMarks(showsTrades ? marks : NO_MARKS), [face, marks, showsTrades]);
  useEffect(() => {
    const market = comparable.markets.find(({ symbol }) => symbol === compared);
    face?.setCompared(market ? { name: market.name, klines: comparable.klinesOf(market.symbol) } : null);
  }, [face, comparable, compared]);
}

function States({ state, onRetry }: { state: State; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <>
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
          onRetry={onRetry}
          className="absolute inset-0 bg-surface"
        />
      ) : null}
    </>
  );
}
