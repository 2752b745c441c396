import { KLINE_INTERVALS, type KlineInterval } from '@agio/core/words';
import { Camera, ChartCandlestick, ChartNoAxesCombined, ChevronDown, GitCompareArrows, Layers } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton, ToggleButton } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { usePreferences } from '../../choices/preferences.ts';
import { useTerminalMarket } from '../terminal-market.ts';
import {
  CHART_TYPES,
  type ChartFace,
  type Drawing,
  type DrawingTool,
  type IndicatorName,
  PANE_INDICATORS,
  PRICE_INDICATORS,
} from './chart-face.ts';
import type { ComparableMarkets } from './comparable-markets.ts';
import { savePicture } from './chart-picture.ts';
import { DrawingMenu } from './drawing-bar.tsx';
import { menuButton, toolClass } from './tool-button.tsx';
import { changeLook, changeMarket, useChartLook, useKeptMarket } from './use-kept-chart.ts';

export type ChartView = 'candles' | 'depth' | 'table';

/** Those that stand beside the chart; the others are in a menu. */
const QUICK = ['1m', '5m', '15m', '1h', '4h', '1d'] as const satisfies readonly KlineInterval[];

type ChartToolbarProps = {
  readonly view: ChartView;
  readonly onView: (view: ChartView) => void;
  readonly face: ChartFace | null;
  readonly interval: KlineInterval;
  readonly comparable: ComparableMarkets;
  /** A market's symbol; empty: none. */
  readonly compared: string;
  readonly onCompared: (symbol: string) => void;
  readonly tool: DrawingTool | null;
  readonly onTool: (tool: DrawingTool | null) => void;
  /** One of the chart's texts is to be changed. */
  readonly onText: (drawing: Drawing) => void;
  readonly controls?: ReactNode;
};

/** Everything that the chart can do, in one row that scrolls where it is narrow. */
export function ChartToolbar(props: ChartToolbarProps) {
  const { view, onView, face, interval, comparable, compared, onCompared, tool, onTool, onText, controls } = props;
  const { t } = useTranslation();
  const { name } = useTerminalMarket();
  const isCandles = view === 'candles';
  return (
    <div className="scroll-quiet flex h-11 flex-none items-center gap-1 overflow-x-auto overflow-y-hidden border-b border-line px-2 md:h-9">
      {isCandles ? (
        <>
          <Intervals interval={interval} />
          <Divider />
          <TypeMenu />
          <IndicatorMenu market={name} />
          <DrawingMenu market={name} tool={tool} onTool={onTool} onText={onText} />
          <LookMenu />
          <Menu
            trigger={menuButton(
              t('terminal.chart.compare'),
              <GitCompareArrows aria-hidden className="size-4" />,
              compared !== '',
            )}
          >
            {({ Choice }) => (
              <Choice
                value={compared}
                options={[
                  { value: '', label: t('terminal.chart.compare_none') },
                  ...comparable.markets.map((market) => ({ value: market.symbol, label: market.name })),
                ]}
                onChange={onCompared}
              />
            )}
          </Menu>
          <IconButton
            label={t('terminal.chart.picture')}
            disabled={face === null}
            onClick={() =>
              face &&
              savePicture(face, name, interval).catch(() => showToast('error', t('terminal.chart.picture_failed')))
            }
            className="size-9 md:size-7"
          >
            <Camera aria-hidden className="size-4" />
          </IconButton>
          {controls}
        </>
      ) : null}
      {view === 'table' ? (
        <>
          <Intervals interval={interval} />
          {controls}
        </>
      ) : null}
      <Segmented
        label={t('terminal.view')}
        value={view}
        onChange={onView}
        options={[
          { value: 'candles', label: t('terminal.chart.view_candles') },
          { value: 'depth', label: t('terminal.chart.view_depth') },
          { value: 'table', label: t('terminal.chart.view_table') },
        ]}
        className="ms-auto flex-none max-md:[&_label]:leading-9"
      />
    </div>
  );
}

function Divider() {
  return <span aria-hidden className="mx-1 h-4 w-px flex-none bg-line" />;
}

function Intervals({ interval }: { interval: KlineInterval }) {
  const { t } = useTranslation();
  const setInterval = usePreferences((state) => state.setInterval);
  const isQuick = (QUICK as readonly string[]).includes(interval);
  const more = (
    <button type="button" aria-label={t('terminal.chart.all_intervals')} className={toolClass(!isQuick)}>
      {isQuick ? null : <bdi>{interval}</bdi>}
      <ChevronDown aria-hidden className="size-3" />
    </button>
  );
  return (
    <div role="group" aria-label={t('terminal.chart.interval')} className="flex flex-none items-center gap-1">
      {QUICK.map((value) => (
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

function TypeMenu() {
  const { t } = useTranslation();
  const { type } = useChartLook();
  return (
    <Menu
      trigger={menuButton(t('terminal.chart.type'), <ChartCandlestick aria-hidden className="size-4" />)}
      align="start"
    >
      {({ Choice }) => (
        <Choice
          value={type}
          options={CHART_TYPES.map((value) => ({ value, label: t(`terminal.chart.type_${value}`) }))}
          onChange={(next) => changeLook({ type: next })}
        />
      )}
    </Menu>
  );
}

function IndicatorMenu({ market }: { market: string }) {
  const { t } = useTranslation();
  const indicators = useKeptMarket(market)?.indicators ?? [];
  const toggle = (name: IndicatorName, isOn: boolean) =>
    changeMarket(market, { indicators: isOn ? [...indicators, name] : indicators.filter((one) => one !== name) });
  return (
    <Menu
      trigger={menuButton(t('terminal.chart.indicators'), <ChartNoAxesCombined aria-hidden className="size-4" />)}
      align="start"
    >
      {({ Switch, Separator }) => {
        const rows = (names: readonly IndicatorName[]) =>
          names.map((name) => (
            <Switch key={name} isOn={indicators.includes(name)} onChange={(isOn) => toggle(name, isOn)}>
              <bdi>{name}</bdi>
            </Switch>
          ));
        return (
          <>
            {rows(PRICE_INDICATORS)}
            <Separator />
            {rows(PANE_INDICATORS)}
          </>
        );
      }}
    </Menu>
  );
}

/** What of the user's own is on the chart. */
function LookMenu() {
  const { t } = useTranslation();
  const { showsOrders, showsTrades, asksMove } = useChartLook();
  return (
    <Menu trigger={menuButton(t('terminal.chart.mine'), <Layers aria-hidden className="size-4" />)} align="start">
      {({ Switch, Separator }) => (
        <>
          <Switch isOn={showsOrders} onChange={(isOn) => changeLook({ showsOrders: isOn })}>
            {t('terminal.chart.own_orders')}
          </Switch>
          <Switch isOn={showsTrades} onChange={(isOn) => changeLook({ showsTrades: isOn })}>
            {t('terminal.chart.own_trades')}
          </Switch>
          <Separator />
          <Switch isOn={asksMove} onChange={(isOn) => changeLook({ asksMove: isOn })}>
            {t('terminal.chart.asks_move')}
          </Switch>
        </>
      )}
    </Menu>
  );
}
