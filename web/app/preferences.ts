/** What a person chose on this device and no call needs: favorite markets, the last chart interval, how alerts come, what is hidden. */
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
  /** Whether menus and account pages show the person's UID. */
  readonly displayUID: boolean;
  /** Whether the page of assets shows how much there is. */
  readonly showsAmounts: boolean;
  toggleFavorite(symbol: string): void;
  setInterval(interval: KlineInterval): void;
  setAlertType(alertType: AlertType): void;
  setSettingsTab(settingsTab: SettingsTab): void;
  toggleUid(): void;
  toggleAmounts(): void;
}

export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      favorites: [],
      interval: '15m',
      alertType: 'toast',
      settingsTab: 'interface',
      displayUID: true,
      showsAmounts: true,
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
      toggleAmounts: () => set(({ showsAmounts }) => ({ showsAmounts: !showsAmounts })),
    }),
    {
      name: 'agio.preferences',
      storage: createJSONStorage(() => window.localStorage),
      partialize: ({ favorites, interval, alertType, settingsTab, displayUID, showsAmounts }) => ({
        favorites,
        interval,
        alertType,
        settingsTab,
        displayUID,
        showsAmounts,
      }),
      // The server knows nothing of this device: the stored choice is read after hydration, by the root.
      skipHydration: true,
    },
  ),
);
