/** What a person chose on this device and no call needs: favorite markets, the last chart interval, how alerts come. */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { KlineInterval } from './api/types.ts';

export type AlertType = 'toast' | 'notify';
export type SettingsTab = 'trading' | 'interface';

interface Preferences {
  readonly favorites: readonly string[];
  readonly interval: KlineInterval;
  /** How a fill that comes by itself is told: on the page, or by the device. */
  readonly alertType: AlertType;
  /** The part of the settings that was open last. */
  readonly settingsTab: SettingsTab;
  toggleFavorite(symbol: string): void;
  setInterval(interval: KlineInterval): void;
  setAlertType(alertType: AlertType): void;
  setSettingsTab(settingsTab: SettingsTab): void;
}

export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      favorites: [],
      interval: '15m',
      alertType: 'toast',
      settingsTab: 'interface',
      toggleFavorite: (symbol) =>
        set(({ favorites }) => ({
          favorites: favorites.includes(symbol)
            ? favorites.filter((known) => known !== symbol)
            : [...favorites, symbol],
        })),
      setInterval: (interval) => set({ interval }),
      setAlertType: (alertType) => set({ alertType }),
      setSettingsTab: (settingsTab) => set({ settingsTab }),
    }),
    {
      name: 'agio.preferences',
      storage: createJSONStorage(() => window.localStorage),
      partialize: ({ favorites, interval, alertType, settingsTab }) => ({
        favorites,
        interval,
        alertType,
        settingsTab,
      }),
      // The server knows nothing of this device: the stored choice is read after hydration, by the root.
      skipHydration: true,
    },
  ),
);
