import { create } from 'zustand';
import { usePreferences, type SettingsTab } from './preferences.ts';

/** Whether the settings are open: the head shows them, and a terminal's menu opens them too. */
export const useSettingsDialog = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

/** Without a tab they open where they were left. */
export function openSettings(tab?: SettingsTab): void {
  if (tab) usePreferences.getState().setSettingsTab(tab);
  useSettingsDialog.setState({ isOpen: true });
}
