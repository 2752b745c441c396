import { KLINE_INTERVALS, type KlineInterval } from '@agio/core/words';
import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { ToggleButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Menu } from '../../../ui/menu.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { usePreferences } from '../../choices/preferences.ts';
import { useIsWide } from '../layout/use-is-wide.ts';
import { useTerminalMarket } from '../terminal-market.ts';
import { useFolds } from '../use-folds.ts';
import type { Drawing, DrawingTool } from './chart-face.ts';
import { IndicatorMenu, MoreMenu, type ToolChoice, Tools, type ToolsProps } from './chart-menus.tsx';
import { DrawingMenu } from './drawing-bar.tsx';
import { toolClass } from './tool-button.tsx';

const VIEWS = ['candles', 'depth', 'table'] as const;
export type ChartView = (typeof VIEWS)[number];

/** Which prices are drawn, where there are several. */
export type ChartSource = ToolChoice;

/** Those that stand beside the chart; the others are in a menu. */
const QUICK = ['1m', '5m', '15m', '1h', '4h', '1d'] as const satisfies readonly KlineInterval[];

/** What gives way where the row is too short for the language, one after the other: into the menu of more, the intervals into their own. */
const FOLDS = ['tools', 'intervals', 'source', 'view'] as const;

type ChartToolbarProps = Omit<ToolsProps, 'interval'> & {
  readonly view: ChartView;
  readonly onView: (view: ChartView) => void;
  readonly interval: KlineInterval;
  readonly tool: DrawingTool | null;
  readonly onTool: (tool: DrawingTool | null) => void;
  /** One of the chart's texts is to be changed. */
  readonly onText: (drawing: Drawing) => void;
  readonly source?: ChartSource | undefined;
};

/** Everything that the chart can do, in one row: on wide screens it folds what has no room, on phones it scrolls by finger. */
export function ChartToolbar(props: ChartToolbarProps) {
  const { view, onView, interval, tool, onTool, onText, source } = props;
  const { t } = useTranslation();
  const { name } = useTerminalMarket();
  const row = useRef<HTMLDivElement>(null);
  const views: ToolChoice = {
    label: t('terminal.view'),
    value: view,
    options: VIEWS.map((value) => ({ value, label: t(`terminal.chart.view_${value}`) })),
    onChange: (chosen) => onView(VIEWS.find((value) => value === chosen) ?? 'candles'),
  };
  const shown = view === 'depth' || !source ? [views] : [source, views];
  const words = shown.flatMap(({ options }) => options.map(({ label }) => label));
  const count = useFolds(row, useIsWide() ? FOLDS.length : 0, [view, ...words].join('\n'));
  const isFolded = (part: (typeof FOLDS)[number]) => FOLDS.indexOf(part) < count;
  const isCandles = view === 'candles';
  const folded = shown.filter((choice) => isFolded(choice === views ? 'view' : 'source'));
  return (
    <div
      ref={row}
      className="scroll-quiet flex h-11 flex-none items-center gap-1 overflow-x-auto overflow-y-hidden border-b border-line px-2 md:h-9 pointer-coarse:h-11"
    >
      {view === 'depth' ? null : <Intervals interval={interval} isShort={isFolded('intervals')} />}
      {isCandles ? (
        <>
          <Divider />
          <IndicatorMenu market={name} />
          <DrawingMenu market={name} tool={tool} onTool={onTool} onText={onText} />
          {isFolded('tools') ? null : <Tools {...props} />}
        </>
      ) : null}
      {shown
        .filter((choice) => !folded.includes(choice))
        .map((choice, index) => (
          <Segmented
            key={choice.label}
            {...choice}
            className={classNames(
              'flex-none max-md:[&_label]:leading-9 pointer-coarse:[&_label]:leading-9',
              index === 0 && 'ms-auto',
            )}
          />
        ))}
      {folded.length === shown.length ? <span className="ms-auto" /> : null}
      <MoreMenu tools={isCandles && isFolded('tools') ? props : null} choices={folded} />
    </div>
  );
}

function Divider() {
  return <span aria-hidden className="mx-1 h-4 w-px flex-none bg-line" />;
}

type IntervalsProps = {
  readonly interval: KlineInterval;
  /** The one that is shown, and the menu of all. */
  readonly isShort: boolean;
};

function Intervals({ interval, isShort }: IntervalsProps) {
  const { t } = useTranslation();
  const setInterval = usePreferences((state) => state.setInterval);
  const quick = isShort ? [] : QUICK;
  const isQuick = quick.some((value) => value === interval);
  const more = (
    <button type="button" aria-label={t('terminal.chart.all_intervals')} className={toolClass(!isQuick)}>
      {isQuick ? null : <bdi>{interval}</bdi>}
      <ChevronDown aria-hidden className="size-3" />
    </button>
  );
  return (
    <div role="group" aria-label={t('terminal.chart.interval')} className="flex flex-none items-center gap-1">
      {quick.map((value) => (
        <ToggleButton
          key={value}
          isOn={value === interval}
          onClick={() => setInterval(value)}
          className={toolClass(value === interval)}
        >
          <bdi>{value}</bdi>
        </ToggleButton>
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
    </div>
  );
}
