import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { usePreferences } from '../../choices/preferences.ts';
import {
  DEFAULT_KEYMAP,
  FIXED_ACTIONS,
  HOTKEY_ACTIONS,
  keymapOf,
  pressText,
  refusalOf,
  type HotkeyAction,
} from './hotkeys.ts';

/** The list of the terminal's keys, where they are turned on and changed. The content of a dialog. */
export default function HotkeySheet() {
  const { t } = useTranslation();
  const isOn = usePreferences((state) => state.hasHotkeys);
  const setOn = usePreferences((state) => state.setHasHotkeys);
  const setKeymap = usePreferences((state) => state.setKeymap);
  const keymap = keymapOf(usePreferences((state) => state.keymap));
  const [changing, setChanging] = useState<HotkeyAction | null>(null);
  const [refusal, setRefusal] = useState<{ readonly action: HotkeyAction; readonly text: string } | null>(null);
  const press = (action: HotkeyAction, event: React.KeyboardEvent) => {
    const text = pressText(event);
    // Tab goes on through the list, and Escape closes it.
    if (text === null || event.key === 'Tab' || event.key === 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    const reason = refusalOf(keymap, action, text);
    setRefusal(reason && { action, text: t(`terminal.keys.refused_${reason}`, { key: text }) });
    if (reason) return;
    setKeymap({ ...keymap, [action]: text });
    setChanging(null);
  };
  return (
    <div className="grid grid-cols-1 gap-3 px-4 pb-4">
      <Checkbox checked={isOn} onChange={setOn} className="min-h-11 text-14">
        {t('terminal.keys.turn_on')}
      </Checkbox>
      <p className="text-13 text-muted">{t('terminal.keys.hint')}</p>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 text-14">
        {HOTKEY_ACTIONS.map((action) => (
          <div
            key={action}
            className="col-span-2 grid min-h-10 grid-cols-subgrid items-center border-b border-line py-1"
          >
            <dt>{t(`terminal.keys.action_${action}`)}</dt>
            <dd className={classNames('text-end', FIXED_ACTIONS.includes(action) && 'pe-2')}>
              {FIXED_ACTIONS.includes(action) ? (
                <Key text={keymap[action]} />
              ) : (
                <button
                  type="button"
                  aria-label={t('terminal.keys.change', { action: t(`terminal.keys.action_${action}`) })}
                  onClick={() => setChanging(action)}
                  onBlur={() => setChanging(null)}
                  onKeyDown={(event) => changing === action && press(action, event)}
                  className="inline-flex min-h-11 items-center rounded-1 px-2 hover:bg-hover md:min-h-8"
                >
                  {changing === action ? (
                    <span className="text-13 text-accent">{t('terminal.keys.press')}</span>
                  ) : (
                    <Key text={keymap[action]} />
                  )}
                </button>
              )}
            </dd>
            {refusal?.action === action ? (
              <p role="alert" className="col-span-2 text-12 text-danger">
                {refusal.text}
              </p>
            ) : null}
          </div>
        ))}
        <div className="col-span-2 grid min-h-10 grid-cols-subgrid items-center py-1">
          <dt>{t('terminal.keys.action_help')}</dt>
          <dd className="pe-2 text-end">
            <Key text="?" />
          </dd>
        </div>
      </dl>
      <div className="flex justify-end">
        <Button onClick={() => setKeymap({ ...DEFAULT_KEYMAP })}>{t('terminal.keys.reset')}</Button>
      </div>
    </div>
  );
}

function Key({ text }: { text: string }) {
  return (
    <bdi>
      <kbd className="num rounded-1 border border-line-strong bg-raised px-1.5 py-0.5 text-12 font-medium">{text}</kbd>
    </bdi>
  );
}
