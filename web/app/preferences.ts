/** What a person chose on this device and no call needs: favorite markets and the last chart interval. */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { KlineInterval } from './api/types.ts';

interface Preferences {
  readonly favorites: readonly string[];
  readonly interval: KlineInterval;
  toggleFavorite(symbol: string): void;
  setInterval(interval: KlineInterval): void;
}

export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      favorites: [],
      interval: '15m',
      toggleFavorite: (symbol) =>
        set(({ favorites }) => ({
          favorites: favorites.includes(symbol)
            ? favorites.filter((known) => known !== symbol)
            : [...favorites, symbol],
        })),
      setInterval: (interval) => set({ interval }),
    }),
    {
      name: 'agio.preferences',
      storage: createJSONStorage(() => window.localStorage),
      partialize: ({ favorites, interval }) => ({ favorites, interval }),
      // The server knows nothing of this device: the stored choice is read after hydration, by the root.
      skipHydration: true,
    },
  ),
);
