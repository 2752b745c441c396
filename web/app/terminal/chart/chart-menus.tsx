/** The menus of the chart's toolbar: each has a button of its own, or all stand in one where the row is short. */
import { Camera, ChartCandlestick, ChartNoAxesCombined, Ellipsis, GitCompareArrows, Layers } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import type { MenuParts } from '../../../ui/menu-parts.ts';
import type { Option } from '../../../ui/segmented.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useTerminalMarket } from '../terminal-market.ts';
import { CHART_TYPES, type ChartFace, type IndicatorName, PANE_INDICATORS, PRICE_INDICATORS } from './chart-face.ts';
import { savePicture } from './chart-picture.ts';
import type { ComparableMarkets } from './comparable-markets.ts';
import { menuButton } from './tool-button.tsx';
import { changeLook, changeMarket, useChartLook, useKeptMarket } from './use-kept-chart.ts';

/** One of a few, with the name of what is chosen. */
export interface ToolChoice {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option<string>[];
  readonly onChange: (value: string) => void;
}

export interface ToolsProps {
  readonly face: ChartFace | null;
  readonly interval: string;
  readonly comparable: ComparableMarkets;
  /** A market's symbol; empty: none. */
  readonly compared: string;
  readonly onCompared: (symbol: string) => void;
}

type PartsProps = { readonly parts: MenuParts };

/** What is done less often, each with its button. */
export function Tools(props: ToolsProps) {
  const { t } = useTranslation();
  const { face, compared } = props;
  const save = useSavePicture(props);
  return (
    <>
      <Menu
        trigger={menuButton(t('terminal.chart.type'), <ChartCandlestick aria-hidden className="size-4" />)}
        align="start"
      >
        {(parts) => <TypeItems parts={parts} />}
      </Menu>
      <Menu trigger={menuButton(t('terminal.chart.mine'), <Layers aria-hidden className="size-4" />)} align="start">
        {(parts) => <LookItems parts={parts} />}
      </Menu>
      <Menu
        trigger={menuButton(
          t('terminal.chart.compare'),
          <GitCompareArrows aria-hidden className="size-4" />,
          compared !== '',
        )}
      >
        {(parts) => <CompareItems {...props} parts={parts} />}
      </Menu>
      <IconButton
        label={t('terminal.chart.picture')}
        disabled={face === null}
        onClick={save}
        className="size-9 md:size-7"
      >
        <Camera aria-hidden className="size-4" />
      </IconButton>
    </>
  );
}

type MoreMenuProps = {
  /** Null: they have buttons of their own, or the view has none. */
  readonly tools: ToolsProps | null;
  readonly choices: readonly ToolChoice[];
};

/** All that found no room in the row, under the names that its buttons had there. */
export function MoreMenu({ tools, choices }: MoreMenuProps) {
  const { t } = useTranslation();
  if (tools === null && choices.length === 0) return null;
  return (
    <Menu trigger={menuButton(t('terminal.chart.more'), <Ellipsis aria-hidden className="size-4" />)}>
      {(parts) => (
        <>
          {choices.map((choice) => (
            <ChoiceItems key={choice.label} choice={choice} parts={parts} />
          ))}
          {tools === null ? null : <ToolItems tools={tools} parts={parts} />}
        </>
      )}
    </Menu>
  );
}

function ChoiceItems({ choice, parts: { Heading, Choice, Separator } }: PartsProps & { readonly choice: ToolChoice }) {
  return (
    <>
      <Heading>{choice.label}</Heading>
      <Choice value={choice.value} options={choice.options} onChange={choice.onChange} />
      <Separator />
    </>
  );
}

function ToolItems({ tools, parts }: PartsProps & { readonly tools: ToolsProps }) {
  const { t } = useTranslation();
  const save = useSavePicture(tools);
  const { Heading, Separator, Item } = parts;
  return (
    <>
      <Item onClick={save}>{t('terminal.chart.picture')}</Item>
      <Separator />
      <Heading>{t('terminal.chart.type')}</Heading>
      <TypeItems parts={parts} />
      <Separator />
      <Heading>{t('terminal.chart.mine')}</Heading>
      <LookItems parts={parts} />
      <Separator />
      <Heading>{t('terminal.chart.compare')}</Heading>
      <CompareItems {...tools} parts={parts} />
    </>
  );
}

function useSavePicture({ face, interval }: ToolsProps): () => void {
  const { t } = useTranslation();
  const { name } = useTerminalMarket();
  return () =>
    void (
      face && savePicture(face, name, interval).catch(() => showToast('error', t('terminal.chart.picture_failed')))
    );
}

function TypeItems({ parts: { Choice } }: PartsProps) {
  const { t } = useTranslation();
  const { type } = useChartLook();
  return (
    <Choice
      value={type}
      options={CHART_TYPES.map((value) => ({ value, label: t(`terminal.chart.type_${value}`) }))}
      onChange={(next) => changeLook({ type: next })}
    />
  );
}

/** What of the user's own is on the chart. */
function LookItems({ parts: { Switch, Separator } }: PartsProps) {
  const { t } = useTranslation();
  const { showsOrders, showsTrades, asksMove } = useChartLook();
  return (
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
  );
}

function CompareItems({ comparable, compared, onCompared, parts: { Choice } }: PartsProps & ToolsProps) {
  const { t } = useTranslation();
  return (
    <Choice
      value={compared}
      options={[
        { value: '', label: t('terminal.chart.compare_none') },
        ...comparable.markets.map((market) => ({ value: market.symbol, label: market.name })),
      ]}
      onChange={onCompared}
    />
  );
}

export function IndicatorMenu({ market }: { market: string }) {
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
