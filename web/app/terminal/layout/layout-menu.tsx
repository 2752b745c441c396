import { PRESETS, type Preset } from '@agio/contracts/display';
import type { DockviewApi } from 'dockview-react';
import { Keyboard, LayoutPanelLeft, Maximize, Minimize } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { changeDisplay, useDisplay } from '../../choices/display.ts';
import { openSettings } from '../../choices/settings-dialog.ts';
import type { ArrangementOwner } from './arrangement.ts';
import { toggleFullScreen, useIsFullScreen } from './full-screen.ts';
import { PANELS, type PanelName } from './panels.ts';
import { showPanel } from './show-panel.ts';

const SavedLayouts = lazy(() => import('./saved-layouts.tsx'));

type LayoutMenuProps = {
  /** How this terminal stands where nothing was chosen. */
  readonly preset: Preset;
  readonly owner: ArrangementOwner;
  /** Of the person's own arrangement, while it is shown. */
  readonly dock: DockviewApi | null;
  readonly onReset: () => void;
  readonly onKeys: () => void;
};

const OPTIONS = [...PRESETS, 'custom'] as const;

/** A menu of how the panels stand, and buttons for the keys and the whole screen. Wide screens only: a phone has tabs. */
export function LayoutMenu({ preset, owner, dock, onReset, onKeys }: LayoutMenuProps) {
  const { t } = useTranslation();
  const { layout } = useDisplay();
  const isFull = useIsFullScreen();
  const hidden = useHiddenPanels(dock);
  const [isSavedOpen, setIsSavedOpen] = useState(false);
  const label = t('terminal.layout.title');
  const fullScreen = t(isFull ? 'terminal.layout.window' : 'terminal.layout.full_screen');
  return (
    <div className="flex flex-none max-md:hidden">
      <Menu
        trigger={
          <button
            type="button"
            aria-label={label}
            title={label}
            className="grid size-8 flex-none place-content-center rounded-1 text-muted hover:bg-hover hover:text-fg"
          >
            <LayoutPanelLeft aria-hidden className="size-4" />
          </button>
        }
      >
        {({ Choice, Heading, Item, Separator }) => (
          <>
            <Heading>{label}</Heading>
            <Choice
              value={layout === 'page' ? preset : layout}
              options={OPTIONS.map((value) => ({ value, label: t(`terminal.layout.${value}`) }))}
              onChange={(next) => changeDisplay({ layout: next })}
            />
            {dock ? (
              <>
                <Separator />
                {hidden.map((name) => (
                  <Item key={name} onClick={() => showPanel(dock, name)}>
                    {t('terminal.layout.show', { panel: t(`terminal.dock.panel_${name}`) })}
                  </Item>
                ))}
                <Item onClick={onReset}>{t('terminal.layout.reset')}</Item>
              </>
            ) : null}
            <Separator />
            <Item onClick={() => setIsSavedOpen(true)}>{t('terminal.layout.saved')}</Item>
            <Item onClick={() => openSettings('trading')}>{t('terminal.layout.settings')}</Item>
          </>
        )}
      </Menu>
      <IconButton label={t('terminal.keys.title')} onClick={onKeys}>
        <Keyboard aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={fullScreen} onClick={toggleFullScreen}>
        {isFull ? <Minimize aria-hidden className="size-4" /> : <Maximize aria-hidden className="size-4" />}
      </IconButton>
      {isSavedOpen ? (
        <Suspense fallback={null}>
          <SavedLayouts owner={owner} preset={preset} dock={dock} onClose={() => setIsSavedOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Which panels the person closed. */
function useHiddenPanels(dock: DockviewApi | null): readonly PanelName[] {
  const [hidden, setHidden] = useState<readonly PanelName[]>([]);
  useEffect(() => {
    if (!dock) return undefined;
    const look = () => setHidden(PANELS.filter((name) => dock.getPanel(name) === undefined));
    look();
    const watches = [dock.onDidAddPanel(look), dock.onDidRemovePanel(look)];
    return () => watches.forEach((watch) => watch.dispose());
  }, [dock]);
  return hidden;
}
