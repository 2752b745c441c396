/**
 * Choices on this device that no call needs: the last chart interval, how alerts come, what is hidden; and the favorite markets, which
 * the device keeps for a visitor and the account for who is logged in (visitor/use-account-favorites.ts).
 */
import type { KlineInterval } from '@agio/core/words';
import type { PageTraits } from '@agio/contracts/pages';
import { useEffect, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { whenQuiet } from '../../ui/when-quiet.ts';
import type { AccountFavorites, FavoriteType } from './account-favorites.ts';
import { deviceStorage } from './browser-storage.ts';

export type AlertType = 'toast' | 'notify';
export const CONFIRMS = ['always', 'danger', 'never'] as const;
export type Confirms = (typeof CONFIRMS)[number];
export const BOOK_SIDES = ['both', 'bids', 'asks'] as const;
export type BookSides = (typeof BOOK_SIDES)[number];
export const BOOK_BARS = ['sum', 'row'] as const;
export type BookBars = (typeof BOOK_BARS)[number];
export type SettingsTab = 'trading' | 'interface';

/** What is known of the favorites: the device's own, or how far the reading of the account's has come. */
export type FavoritesState = 'device' | 'loading' | 'account' | 'failed';
type FavoriteLists = Readonly<Record<FavoriteType, readonly string[]>>;

type FavoritesOfAccount = Readonly<Record<FavoriteType, AccountFavorites>>;

/** Null: the device keeps the favorites. Not in the store: each change of that is written to the device. */
let accountFavorites: FavoritesOfAccount | null = null;

export function favoritesOfAccount(): FavoritesOfAccount | null {
  return accountFavorites;
}

/** From now on the stars are the account's. */
export function keepFavoritesInAccount(lists: FavoritesOfAccount): void {
  accountFavorites = lists;
}

interface Preferences {
  /** Spot markets, as they are shown; contracts have a list of their own. */
  readonly favorites: readonly string[];
  readonly futuresFavorites: readonly string[];
  readonly favoritesState: FavoritesState;
  /** Chosen without a log-in. What an account keeps is never written to the device, which others may use. */
  readonly deviceFavorites: FavoriteLists;
  readonly interval: KlineInterval;
  /** How a fill that comes by itself is told: on the page, or by the device. */
  readonly alertType: AlertType;
  /** The part of the settings that was open last. */
  readonly settingsTab: SettingsTab;
  /** Whether menus and account pages show the person's UID. */
  readonly displayUID: boolean;
  /** Which orders are asked about before they are sent: all, those that are unusual, none. */
  readonly confirms: Confirms;
  /** Which sides of the book are shown, and what its bars measure: the sum from the best price on, or each row alone. */
  readonly bookSides: BookSides;
  readonly bookBars: BookBars;
  /** The address of the market that was looked at last, without its language (navigation/trade-path.ts reads it with care). */
  readonly terminal: string;
  /** Whether a fill is heard. */
  readonly hasSounds: boolean;
  /** Whether single keys do something in the terminal; off until the person turns them on. */
  readonly hasHotkeys: boolean;
  /** What the person changed of the keys, by action (terminal/hotkeys reads it with care). */
  readonly keymap: Readonly<Record<string, string>>;
  toggleFavorite(symbol: string, type?: FavoriteType): void;
  setInterval(interval: KlineInterval): void;
  setAlertType(alertType: AlertType): void;
  setSettingsTab(settingsTab: SettingsTab): void;
  toggleUid(): void;
  setConfirms(confirms: Confirms): void;
  setBookSides(bookSides: BookSides): void;
  setBookBars(bookBars: BookBars): void;
  setTerminal(terminal: string): void;
  setHasSounds(hasSounds: boolean): void;
  setHasHotkeys(hasHotkeys: boolean): void;
  setKeymap(keymap: Readonly<Record<string, string>>): void;
}

export const usePreferences = create<Preferences>()(
  persist(
    (set, get) => ({
      favorites: [],
      futuresFavorites: [],
      favoritesState: 'device',
      deviceFavorites: { SPOT: [], FUTURES: [] },
      interval: '15m',
      alertType: 'toast',
      settingsTab: 'interface',
      displayUID: true,
      confirms: 'danger',
      bookSides: 'both',
      bookBars: 'sum',
      terminal: '/spot-trade',
      hasSounds: false,
      hasHotkeys: false,
      keymap: {},
      toggleFavorite(symbol, type = 'SPOT') {
        if (accountFavorites) return void accountFavorites[type].toggle(symbol);
        readPreferences();
        const { deviceFavorites } = get();
        set(onDevice({ ...deviceFavorites, [type]: toggled(deviceFavorites[type], symbol) }));
      },
      setInterval: (interval) => set({ interval }),
      setAlertType: (alertType) => set({ alertType }),
      setSettingsTab: (settingsTab) => set({ settingsTab }),
      setConfirms: (confirms) => set({ confirms }),
      setBookSides: (bookSides) => set({ bookSides }),
      setBookBars: (bookBars) => set({ bookBars }),
      setTerminal: (terminal) => set({ terminal }),
      setHasSounds: (hasSounds) => set({ hasSounds }),
      setHasHotkeys: (hasHotkeys) => set({ hasHotkeys }),
      setKeymap: (keymap) => set({ keymap }),
      toggleUid: () => set(({ displayUID }) => ({ displayUID: !displayUID })),
    }),
    {
      name: 'agio.preferences',
      storage: createJSONStorage(() => deviceStorage),
      partialize: (now) => ({
        favorites: now.deviceFavorites.SPOT,
        futuresFavorites: now.deviceFavorites.FUTURES,
        interval: now.interval,
        alertType: now.alertType,
        settingsTab: now.settingsTab,
        displayUID: now.displayUID,
        confirms: now.confirms,
        bookSides: now.bookSides,
        bookBars: now.bookBars,
        terminal: now.terminal,
        hasSounds: now.hasSounds,
        hasHotkeys: now.hasHotkeys,
        keymap: now.keymap,
      }),
      merge(kept, now) {
        const { favorites = [], futuresFavorites = [], ...others } = (kept ?? {}) as Partial<Preferences>;
        const deviceFavorites = { SPOT: favorites, FUTURES: futuresFavorites };
        // Once the account's are shown, what the device keeps does not replace them.
        const lists = accountFavorites ? { deviceFavorites } : onDevice(deviceFavorites);
        return { ...now, ...others, ...lists };
      },
      // The server does not have these choices: they are read after hydration, by the root.
      skipHydration: true,
    },
  ),
);

/** Before a change that builds on what the device keeps; the storage answers at once. */
export function readPreferences(): void {
  if (!usePreferences.persist.hasHydrated()) void usePreferences.persist.rehydrate();
}

function onDevice(deviceFavorites: FavoriteLists) {
  return { deviceFavorites, favorites: deviceFavorites.SPOT, futuresFavorites: deviceFavorites.FUTURES };
}

function toggled(symbols: readonly string[], symbol: string): readonly string[] {
  return symbols.includes(symbol) ? symbols.filter((known) => known !== symbol) : [...symbols, symbol];
}

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
