import { useEffect } from 'react';
import { usePreferences } from '../../choices/preferences.ts';
import { isOpenAbove } from '../layout/open-above.ts';
import { actionOf, keymapOf, pressText, type HotkeyAction } from './hotkeys.ts';

type HotkeyInput = {
  readonly onAction: (action: HotkeyAction) => void;
  /** `?`: the sheet that lists the keys. */
  readonly onHelp: () => void;
};

/** Presses outside of fields and dialogs. The keys do nothing until the person turned them on; the list opens all the same. */
export function useHotkeys({ onAction, onHelp }: HotkeyInput): void {
  const isOn = usePreferences((state) => state.hasHotkeys);
  const kept = usePreferences((state) => state.keymap);
  useEffect(() => {
    const keymap = keymapOf(kept);
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || isOpenAbove()) return;
      const press = pressText(event);
      if (press === null) return;
      const isTyping = event.target instanceof Element && event.target.closest(TYPED) !== null;
      const action = isOn ? actionOf(keymap, press) : null;
      // Inside a field only the key that leaves it counts.
      if (isTyping && action !== 'leave') return;
      if (event.key === '?') onHelp();
      else if (action === null || action === 'send') return;
      else onAction(action);
      // Outside of a field Escape has other tasks beside this one, such as to leave a panel that is alone.
      if (isTyping || action !== 'leave') event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn, kept, onAction, onHelp]);
}

/** Where a letter is a letter. */
const TYPED = 'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable=true]';
