import {
  AlignJustify,
  Lock,
  LockOpen,
  Minus,
  MousePointer2,
  MoveUpRight,
  PencilLine,
  PenLine,
  SeparatorVertical,
  Slash,
  Tally2,
  Trash2,
  Type,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { ask } from '../../../ui/confirm.ts';
import { formatNumber } from '../../../ui/format.ts';
import { Menu } from '../../../ui/menu.tsx';
import type { MenuParts } from '../../../ui/menu-parts.ts';
import { useTerminalMarket } from '../terminal-market.ts';
import { type Drawing, DRAWING_TOOLS, type DrawingTool } from './chart-face.ts';
import { menuButton } from './tool-button.tsx';
import { changeLook, changeMarket, useChartLook, useKeptMarket } from './use-kept-chart.ts';

const ICONS: Readonly<Record<DrawingTool, LucideIcon>> = {
  trend: Slash,
  ray: MoveUpRight,
  horizontal: Minus,
  vertical: SeparatorVertical,
  channel: Tally2,
  fibonacci: AlignJustify,
  text: Type,
};

type DrawingBarProps = {
  readonly market: string;
  readonly tool: DrawingTool | null;
  readonly onTool: (tool: DrawingTool | null) => void;
  /** One of the texts is to be changed. */
  readonly onText: (drawing: Drawing) => void;
};

/** The drawing tools at the chart's side, where there is room for them. */
export function DrawingBar({ market, tool, onTool, onText }: DrawingBarProps) {
  const { t } = useTranslation();
  const texts = useTexts(market);
  const { isLocked } = useChartLook();
  const size = 'size-7';
  const LockIcon = isLocked ? Lock : LockOpen;
  return (
    <div
      role="toolbar"
      aria-label={t('terminal.chart.draw')}
      aria-orientation="vertical"
      className="tool-column scroll-quiet flex w-9 flex-none flex-col items-center gap-0.5 overflow-x-hidden overflow-y-auto border-e border-line py-0.5 max-md:hidden"
    >
      <IconButton
        label={t('terminal.chart.tool_none')}
        aria-pressed={tool === null}
        onClick={() => onTool(null)}
        className={size}
      >
        <MousePointer2 aria-hidden className="size-4" />
      </IconButton>
      {DRAWING_TOOLS.map((name) => {
        const Icon = ICONS[name];
        return (
          <IconButton
            key={name}
            label={t(`terminal.chart.tool_${name}`)}
            aria-pressed={tool === name}
            onClick={() => onTool(tool === name ? null : name)}
            className={size}
          >
            <Icon aria-hidden className="size-4" />
          </IconButton>
        );
      })}
      <IconButton
        label={t('terminal.chart.lock')}
        aria-pressed={isLocked}
        onClick={() => changeLook({ isLocked: !isLocked })}
        className={size}
      >
        <LockIcon aria-hidden className="size-4" />
      </IconButton>
      {texts.length > 0 ? (
        <Menu
          trigger={menuButton(t('terminal.chart.change_text'), <PencilLine aria-hidden className="size-4" />)}
          align="start"
        >
          {(parts) => <TextItems texts={texts} onText={onText} parts={parts} />}
        </Menu>
      ) : null}
      <Menu trigger={menuButton(t('terminal.chart.remove'), <Trash2 aria-hidden className="size-4" />)} align="start">
        {(parts) => <RemoveItems market={market} parts={parts} />}
      </Menu>
    </div>
  );
}

/** The same on a phone, behind one button of the toolbar. */
export function DrawingMenu({ market, tool, onTool, onText }: DrawingBarProps) {
  const { t } = useTranslation();
  const texts = useTexts(market);
  const { isLocked } = useChartLook();
  const icon = <PenLine aria-hidden className="size-4" />;
  return (
    <Menu trigger={menuButton(t('terminal.chart.draw'), icon, tool !== null, 'md:hidden')} align="start">
      {(parts) => (
        <>
          <parts.Choice
            value={tool ?? ''}
            options={[
              { value: '', label: t('terminal.chart.tool_none') },
              ...DRAWING_TOOLS.map((name) => ({ value: name, label: t(`terminal.chart.tool_${name}`) })),
            ]}
            onChange={(next) => onTool(DRAWING_TOOLS.find((name) => name === next) ?? null)}
          />
          <parts.Separator />
          <parts.Switch isOn={isLocked} onChange={(isOn) => changeLook({ isLocked: isOn })}>
            {t('terminal.chart.lock')}
          </parts.Switch>
          <parts.Separator />
          {texts.length > 0 ? (
            <>
              <TextItems texts={texts} onText={onText} parts={parts} />
              <parts.Separator />
            </>
          ) : null}
          <RemoveItems market={market} parts={parts} />
        </>
      )}
    </Menu>
  );
}

function useTexts(market: string): readonly Drawing[] {
  return (useKeptMarket(market)?.drawings ?? []).filter(({ tool }) => tool === 'text');
}

type TextItemsProps = {
  readonly texts: readonly Drawing[];
  readonly onText: (drawing: Drawing) => void;
  readonly parts: MenuParts;
};

/** One item for each text, so that any of them can be changed by keyboard. */
function TextItems({ texts, onText, parts: { Item, Heading } }: TextItemsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Heading>{t('terminal.chart.change_text')}</Heading>
      {texts.map((drawing) => (
        <Item key={drawing.id} onClick={() => onText(drawing)}>
          <Words text={drawing.text} />
        </Item>
      ))}
    </>
  );
}

function Words({ text }: { readonly text: string | undefined }) {
  return (
    <span dir="auto" className="block max-w-56 truncate">
      {text}
    </span>
  );
}

/** One item for each drawing, so that any of them can be removed by keyboard, and one for all. */
function RemoveItems({ market, parts: { Item, Separator, Heading } }: { market: string; parts: MenuParts }) {
  const { t } = useTranslation();
  const { instrument } = useTerminalMarket();
  const drawings = useKeptMarket(market)?.drawings ?? [];
  if (drawings.length === 0) return <Heading>{t('terminal.chart.no_drawings')}</Heading>;
  const priceOf = ({ points: [first] }: Drawing) =>
    formatNumber((first?.price ?? 0).toFixed(instrument.quotePrecision), instrument.quotePrecision);
  const removeAll = () =>
    ask({
      title: t('terminal.chart.remove_all'),
      text: t('terminal.chart.remove_all_text', { count: String(drawings.length), pair: market }),
      confirmLabel: t('terminal.chart.remove_all'),
      cancelLabel: t(drawings.length > 1 ? 'common.keep_all' : 'common.keep'),
      isDangerous: true,
      onConfirm: () => changeMarket(market, { drawings: [] }),
    });
  return (
    <>
      <Heading>{t('terminal.chart.remove')}</Heading>
      {drawings.map((drawing) => (
        <Item
          key={drawing.id}
          isStaying
          onClick={() => changeMarket(market, { drawings: drawings.filter(({ id }) => id !== drawing.id) })}
        >
          {t(`terminal.chart.tool_${drawing.tool}`)}
          <bdi className="num ms-auto text-muted">
            {drawing.tool === 'text' ? <Words text={drawing.text} /> : null}
            {drawing.tool === 'text' || drawing.tool === 'vertical' ? null : priceOf(drawing)}
          </bdi>
        </Item>
      ))}
      <Separator />
      <Item onClick={() => void removeAll()}>{t('terminal.chart.remove_all')}</Item>
    </>
  );
}
