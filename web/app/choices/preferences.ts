/** Choices on this device that no call needs: favorite markets, the last chart interval, how alerts come, what is hidden. */
import type { KlineInterval } from '@agio/core/words';
import type { PageTraits } from '@agio/contracts/pages';
import { useEffect, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { whenQuiet } from '../../ui/when-quiet.ts';
import { deviceStorage } from './browser-storage.ts';

export type AlertType = 'toast' | 'notify';
export type SettingsTab = 'trading' | 'interface';

interface Preferences {
  readonly favorites: readonly string[];
  readonly interval: KlineInterval;
  /** How a fill that comes by itself is told: on the page, or by the device. */
  readonly alertType: AlertType;
  /** The part of the settings that was open last. */
  readonly settingsTab: SettingsTab;
  /** Whether menus and account pages show the person's UID. */
  readonly displayUID: boolean;
  toggleFavorite(symbol: string): void;
  setInterval(interval: KlineInterval): void;
  setAlertType(alertType: AlertType): void;
  setSettingsTab(settingsTab: SettingsTab): void;
  toggleUid(): void;
}

export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      favorites: [],
      interval: '15m',
      alertType: 'toast',
      settingsTab: 'interface',
      displayUID: true,
      toggleFavorite: (symbol) =>
        set(({ favorites }) => ({
          favorites: favorites.includes(symbol)
            ? favorites.filter((known) => known !== symbol)
            : [...favorites, symbol],
        })),
      setInterval: (interval) => set({ interval }),
      setAlertType: (alertType) => set({ alertType }),
      setSettingsTab: (settingsTab) => set({ settingsTab }),
      toggleUid: () => set(({ displayUID }) => ({ displayUID: !displayUID })),
    }),
    {
      name: 'agio.preferences',
      storage: createJSONStorage(() => deviceStorage),
      partialize: ({ favorites, interval, alertType, settingsTab, displayUID }) => ({
        favorites,
        interval,
        alertType,
        settingsTab,
        displayUID,
      }),
      // The server does not have these choices: they are read after hydration, by the root.
      skipHydration: true,
    },
  ),
);

/** Whether they have been read: before that nobody knows what the person hides. */
export function useArePreferencesRead(): boolean {
  const { onFinishHydration, hasHydrated } = usePreferences.persist;
  return useSyncExternalStore(onFinishHydration, hasHydrated, () => false);
}

/**
 * Reads what the device keeps. The first reading of a page keeps it busy until the disk answers, so it waits for a quiet
 * moment; the terminal's chart begins with the interval that was chosen last.
 */
export function useStoredPreferences(layout: PageTraits['layout']): void {
  useEffect(() => {
    const read = () => void usePreferences.persist.rehydrate();
    return layout === 'terminal' ? read() : whenQuiet(read);
  }, [layout]);
}
