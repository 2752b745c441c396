import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { usePreferences } from '../../choices/preferences.ts';
import { useTerminalMarket, type KlineSource } from '../terminal-market.ts';
import { CandleTable } from './candle-table.tsx';
import type { ChartFace, ChartMark, Drawing, DrawingTool } from './chart-face.ts';
import { ChartToolbar, type ChartSource, type ChartView } from './chart-toolbar.tsx';
import type { ComparableMarkets } from './comparable-markets.ts';
import { DepthView } from './depth-view.tsx';
import { DrawingBar } from './drawing-bar.tsx';
import type { OwnLine } from './own-line.ts';
import { Plot } from './plot.tsx';
import { TextDialog } from './text-dialog.tsx';
import { changeMarket, useKeptMarket } from './use-kept-chart.ts';

type ChartPanelProps = {
  readonly klines: KlineSource;
  /** They are of what was traded, and not of a mark or an index. */
  readonly isTraded?: boolean;
  readonly lines: readonly OwnLine[];
  readonly marks: readonly ChartMark[];
  readonly comparable: ComparableMarkets;
  /** Beside the intervals: which prices are drawn. */
  readonly source?: ChartSource;
  readonly className?: string;
};

/** A market's picture: candles with what is the user's own, or the depth of its book. */
export function ChartPanel(props: ChartPanelProps) {
  const { klines, isTraded = true, lines, marks, comparable, source, className } = props;
  const { t } = useTranslation();
  const { name } = useTerminalMarket();
  const interval = usePreferences((state) => state.interval);
  const [view, setView] = useState<ChartView>('candles');
  const [face, setFace] = useState<ChartFace | null>(null);
  const compared = useKeptMarket(name)?.compared ?? '';
  const [tool, setTool] = useState<DrawingTool | null>(null);
  const [text, setText] = useState<Drawing | null>(null);
  return (
    <section
      aria-label={t('terminal.chart.title')}
      data-toast-place
      className={classNames('flex min-h-0 min-w-0 flex-col bg-surface', className)}
    >
      <ChartToolbar
        view={view}
        onView={(next) => {
          setTool(null);
          setView(next);
        }}
        face={face}
        interval={interval}
        comparable={comparable}
        compared={compared}
        onCompared={(symbol) => changeMarket(name, { compared: symbol })}
        tool={tool}
        onTool={setTool}
        onText={setText}
        source={source}
      />
      {view === 'depth' ? <DepthView /> : null}
      {view === 'table' ? <CandleTable key={interval} klines={klines} interval={interval} /> : null}
      {view === 'candles' ? (
        <div className="flex min-h-0 flex-1">
          <DrawingBar market={name} tool={tool} onTool={setTool} onText={setText} />
          <Plot
            interval={interval}
            klines={klines}
            isTraded={isTraded}
            lines={lines}
            marks={marks}
            comparable={comparable}
            compared={compared}
            tool={tool}
            onTool={setTool}
            onText={setText}
            face={face}
            onFace={setFace}
          />
        </div>
      ) : null}
      <TextDialog market={name} drawing={text} onClose={() => setText(null)} />
    </section>
  );
}
