/** The panels of a terminal as a person arranges them: dragged, stacked, resized, floating, alone. Loaded when it is chosen. */
import 'dockview-react/dist/styles/dockview.css';
import './dock.css';
import type { Preset } from '@agio/contracts/display';
import {
  DockviewReact,
  type DockviewApi,
  type DockviewTheme,
  type IDockviewHeaderActionsProps,
  type IDockviewPanelHeaderProps,
  type IDockviewPanelProps,
  type LiveRegionEvent,
} from 'dockview-react';
import { Maximize2, Minimize2, Move, PanelTopOpen, PanelTop, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { keepArrangement, readArrangement, type ArrangementOwner } from './arrangement.ts';
import { mendRoles, nameTabs } from './dock-roles.ts';
import { keepLeastSizes, type LeastSize } from './least-sizes.ts';
import { arrangementOf, PANELS, useDrawnPanels, type PanelName } from './panels.ts';
import { useLeaveAlone } from './use-leave-alone.ts';

/** A drag moves a border many times a second; the arrangement is kept when it rests. */
const KEEP_AFTER_MS = 300;
const FLOATING = { width: 360, height: 420 };
/** How many pixels each floating panel lies below and beside the one before, whose head stays free. */
const FLOATING_STEP = 60;
const THEME: DockviewTheme = { name: 'agio', className: 'dock', gap: 1 };

type DockProps = {
  readonly owner: ArrangementOwner;
  /** Where an arrangement begins. */
  readonly preset: Preset;
  readonly onApi: (api: DockviewApi | null) => void;
};

export default function Dock({ owner, preset, onApi }: DockProps) {
  const { t } = useTranslation();
  const [api, setApi] = useState<DockviewApi | null>(null);
  const room = useRef<HTMLDivElement>(null);
  const [least, setLeast] = useState<LeastSize>({ width: 0, height: 0 });
  useEffect(() => (api && room.current ? mendRoles(api, room.current) : undefined), [api]);
  useEffect(() => (api ? nameTabs(api, (panel) => t(`terminal.dock.panel_${nameOf(panel)}`)) : undefined), [api, t]);
  useEffect(() => {
    if (!api) return undefined;
    begin(api, owner, preset);
    const leaveSizes = keepLeastSizes(api, (next) =>
      setLeast((now) => (now.width === next.width && now.height === next.height ? now : next)),
    );
    onApi(api);
    const stopKeeping = keepChanges(api, owner);
    return () => {
      stopKeeping();
      leaveSizes();
      onApi(null);
    };
  }, [api, owner, preset, onApi]);
  useLeaveAlone(api);
  const told = ({ kind, panel }: LiveRegionEvent) =>
    kind === 'popout' ? null : t(`terminal.dock.told_${kind}`, { panel: t(`terminal.dock.panel_${nameOf(panel.id)}`) });
  return (
    // A window may have less room than the panels need together: then they scroll, and none is cut.
    <div ref={room} className="scroll-quiet min-h-0 flex-1 overflow-auto max-md:hidden" dir="ltr">
      <div className="h-full" style={{ minInlineSize: least.width, minBlockSize: least.height }}>
        <DockviewReact
          theme={THEME}
          components={COMPONENTS}
          defaultTabComponent={Tab}
          rightHeaderActionsComponent={GroupActions}
          floatingGroupBounds="boundedWithinViewport"
          floatingGroupDragHandle="tabbar"
          getAnnouncement={told}
          onReady={(event) => setApi(event.api)}
        />
      </div>
    </div>
  );
}

/** Keeps each change once it rests, and at the latest when the page is left. Answers how to stop, which keeps what is new. */
function keepChanges(api: DockviewApi, owner: ArrangementOwner): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let kept = JSON.stringify(api.toJSON());
  const keep = () => {
    clearTimeout(timer);
    const arrangement = api.toJSON();
    const now = JSON.stringify(arrangement);
    // Else a page that changed nothing would undo what another one did.
    if (now === kept) return;
    kept = now;
    keepArrangement(owner, arrangement);
  };
  // The library tells of a change only after a while, and a page may be gone by then.
  window.addEventListener('pagehide', keep);
  const onChange = api.onDidLayoutChange(() => {
    clearTimeout(timer);
    timer = setTimeout(keep, KEEP_AFTER_MS);
  });
  return () => {
    onChange.dispose();
    window.removeEventListener('pagehide', keep);
    keep();
  };
}

const COMPONENTS = { panel: PanelContent };

const nameOf = (id: string): PanelName => PANELS.find((name) => name === id) ?? 'chart';

function begin(api: DockviewApi, owner: ArrangementOwner, preset: Preset): void {
  const kept = readArrangement(owner);
  if (kept) {
    try {
      api.fromJSON(kept);
      return;
    } catch {
      // Written by another version: the person begins with the preset.
    }
  }
  arrange(api, preset);
}

/** Puts all panels up as the preset has them. */
export function arrange(api: DockviewApi, preset: Preset): void {
  api.clear();
  for (const { panel, beside, direction, width, height } of arrangementOf(preset, api.height))
    api.addPanel({
      id: panel,
      component: 'panel',
      ...(api.panels.length === 0 ? {} : { position: beside ? { referencePanel: beside, direction } : { direction } }),
      ...(width === undefined ? {} : { initialWidth: width }),
      ...(height === undefined ? {} : { initialHeight: height }),
    });
}

function PanelContent({ api }: IDockviewPanelProps) {
  const { locale } = useLocale();
  const panels = useDrawnPanels();
  return (
    <div dir={locale.direction} className="size-full">
      {panels[nameOf(api.id)]('h-full')}
    </div>
  );
}

/** Inside of a tab nothing else may be pressed by keyboard: the button that closes the panel stands among those of its group. */
function Tab({ api }: IDockviewPanelHeaderProps) {
  const { t } = useTranslation();
  return (
    <span className="flex h-full items-center px-3 text-12 font-medium">
      {t(`terminal.dock.panel_${nameOf(api.id)}`)}
    </span>
  );
}

function GroupActions({ api, containerApi, group, activePanel }: IDockviewHeaderActionsProps) {
  const { t } = useTranslation();
  const [isAlone, setIsAlone] = useState(api.isMaximized());
  const [isFloating, setIsFloating] = useState(api.location.type === 'floating');
  useEffect(() => {
    const watches = [
      containerApi.onDidMaximizedGroupChange(() => setIsAlone(api.isMaximized())),
      api.onDidLocationChange(({ location }) => setIsFloating(location.type === 'floating')),
    ];
    return () => watches.forEach((watch) => watch.dispose());
  }, [api, containerApi]);
  const panel = t(`terminal.dock.panel_${nameOf(activePanel?.id ?? '')}`);
  const float = () => {
    if (isFloating) return api.moveTo({ position: 'right' });
    const others = containerApi.groups.filter(({ api: { location } }) => location.type === 'floating').length;
    const from = FLOATING_STEP * (2 + (others % 8));
    containerApi.addFloatingGroup(group, { ...FLOATING, x: from, y: from });
  };
  return (
    <span className="flex h-full items-center pe-1">
      <ActionButton label={t(isFloating ? 'terminal.dock.dock' : 'terminal.dock.float', { panel })} onClick={float}>
        {isFloating ? <PanelTop aria-hidden className="size-3.5" /> : <PanelTopOpen aria-hidden className="size-3.5" />}
      </ActionButton>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('terminal.dock.move', { panel })}
            title={t('terminal.dock.move', { panel })}
            className={ACTION}
          >
            <Move aria-hidden className="size-3.5" />
          </button>
        }
      >
        {({ Item }) =>
          EDGES.map((position) => (
            <Item key={position} onClick={() => api.moveTo({ position })}>
              {t(`terminal.dock.to_${position}`)}
            </Item>
          ))
        }
      </Menu>
      {isFloating ? null : (
        <ActionButton
          label={t(isAlone ? 'terminal.dock.restore' : 'terminal.dock.maximize', { panel })}
          onClick={() => (isAlone ? api.exitMaximized() : api.maximize())}
        >
          {isAlone ? <Minimize2 aria-hidden className="size-3.5" /> : <Maximize2 aria-hidden className="size-3.5" />}
        </ActionButton>
      )}
      <ActionButton label={t('terminal.dock.close', { panel })} onClick={() => activePanel?.api.close()}>
        <X aria-hidden className="size-3.5" />
      </ActionButton>
    </span>
  );
}

/** Where a panel can be moved without a pointer. */
const EDGES = ['left', 'right', 'top', 'bottom'] as const;
const ACTION = 'grid size-7 place-content-center rounded-1 text-muted hover:bg-hover hover:text-fg';

type ActionButtonProps = { readonly label: string; readonly onClick: () => void; readonly children: ReactNode };

function ActionButton({ label, onClick, children }: ActionButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onClick} className={ACTION}>
      {children}
    </button>
  );
}
