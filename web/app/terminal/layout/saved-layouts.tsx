import type { Preset } from '@agio/contracts/display';
import type { DockviewApi } from 'dockview-react';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { changeDisplay } from '../../choices/display.ts';
import { isolated } from '../../i18n/isolated.ts';
import {
  type ArrangementOwner,
  deleteLayout,
  keepArrangement,
  MOST_LAYOUTS,
  readLayouts,
  type SavedLayout,
  saveLayout,
} from './arrangement.ts';
import { leastWidthOf } from './least-width.ts';

const LONGEST_NAME = 40;

type SavedLayoutsProps = {
  readonly owner: ArrangementOwner;
  /** What stands where an arrangement cannot be put up. */
  readonly preset: Preset;
  /** The person's own arrangement; null where a preset is shown, which has a name already. */
  readonly dock: DockviewApi | null;
  readonly onClose: () => void;
};

/** The arrangements that a person keeps under names: to be put up again, replaced and deleted. */
export default function SavedLayouts({ owner, preset, dock, onClose }: SavedLayoutsProps) {
  const { t } = useTranslation();
  const [layouts, setLayouts] = useState(() => readLayouts(owner));
  const [name, setName] = useState('');
  const given = name.trim();
  const isKnown = layouts.some((layout) => layout.name === given);
  const isFull = layouts.length >= MOST_LAYOUTS && !isKnown;
  const save = () => {
    if (!dock || given === '' || isFull) return;
    const kept = saveLayout(owner, { name: given, arrangement: dock.toJSON() });
    setLayouts(kept);
    if (kept.some((layout) => layout.name === given)) setName('');
  };
  const use = (layout: SavedLayout) => {
    onClose();
    const needed = leastWidthOf(layout.arrangement);
    const room = document.documentElement.clientWidth;
    if (needed <= room) return void putUp({ owner, dock, preset }, layout);
    if (dock) void arrangePreset(dock, preset);
    const sizes = { needed: String(needed), room: String(room) };
    showToast(
      'info',
      t('terminal.layout.too_wide', { name: isolated(layout.name) }),
      t('terminal.layout.too_wide_why', sizes),
    );
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('terminal.layout.saved')}
      closeLabel={t('common.close')}
    >
      <div className="grid grid-cols-1 gap-3 px-4 pb-4 text-14">
        {layouts.length === 0 ? <p className="text-muted">{t('terminal.layout.none_saved')}</p> : null}
        <ul className="grid grid-cols-1 gap-1">
          {layouts.map((layout) => (
            <li key={layout.name} className="flex items-center gap-2">
              <Button className="min-w-0 flex-1 justify-start truncate" onClick={() => use(layout)}>
                {/* As its own language is read, whatever the page's. */}
                <span dir="auto">{layout.name}</span>
              </Button>
              <IconButton
                label={t('terminal.layout.delete_saved', { name: layout.name })}
                onClick={() => setLayouts(deleteLayout(owner, layout.name))}
              >
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
        {dock ? (
          <form
            noValidate
            className="flex items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              save();
            }}
          >
            <TextField
              className="min-w-0 flex-1"
              label={t('terminal.layout.save_as')}
              value={name}
              maxLength={LONGEST_NAME}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" look="primary" disabled={given === '' || isFull}>
              {t(isKnown ? 'terminal.layout.replace' : 'terminal.layout.save')}
            </Button>
          </form>
        ) : (
          <p className="text-12 text-muted">
            {t('terminal.layout.only_custom', { custom: t('terminal.layout.custom') })}
          </p>
        )}
        {dock && isFull ? (
          <p className="text-12 text-muted">{t('terminal.layout.full', { count: MOST_LAYOUTS })}</p>
        ) : null}
      </div>
    </Dialog>
  );
}

/** Where a preset is shown it gives way to the arrangement. */
async function putUp(
  { owner, dock, preset }: Pick<SavedLayoutsProps, 'owner' | 'dock' | 'preset'>,
  { arrangement }: SavedLayout,
): Promise<void> {
  if (!dock) {
    keepArrangement(owner, arrangement);
    changeDisplay({ layout: 'custom' });
    return;
  }
  try {
    dock.fromJSON(arrangement);
  } catch {
    // Of another version of the library, which left the dock half-built.
    await arrangePreset(dock, preset);
  }
}

async function arrangePreset(dock: DockviewApi, preset: Preset): Promise<void> {
  const { arrange } = await import('./dock.tsx');
  arrange(dock, preset);
}
