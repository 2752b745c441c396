import type { PagePath } from '@agio/contracts/pages';
import { useEffect } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { showToast } from '../../ui/toast-queue.ts';
import { whenQuiet } from '../../ui/when-quiet.ts';
import { quietCall } from '../api/client.ts';
import { request } from '../api/request.ts';
import {
  createAccountFavorites,
  type AccountFavorites,
  type FavoriteCalls,
  type FavoriteType,
} from '../choices/account-favorites.ts';
import { favoritesOfAccount, keepFavoritesInAccount, readPreferences, usePreferences } from '../choices/preferences.ts';

/** Where stars are shown: the other pages need not ask. */
const PAGES_WITH_STARS: ReadonlySet<PagePath> = new Set([
  '/market',
  '/spot-trade',
  '/spot-trade/:symbol',
  '/contract-trade',
  '/contract-trade/:symbol',
]);

const CALLS: FavoriteCalls = {
  read: async (type) => (await request(quietCall, 'GET /web/optional/api/v1/user/own', { query: { type } })).symbols,
  update: async (body) => (await request(quietCall, 'POST /web/optional/update_optional_symbol', { body })).symbols,
};

const LISTS = { SPOT: 'favorites', FUTURES: 'futuresFavorites' } as const;

/**
 * Gives the favorites of a logged-in person to their account: the stars show the account's, and those that were chosen on this device
 * before the log-in are added to it once. A log-out loads a new page, which begins with the device's again.
 */
export function useAccountFavorites(isLoggedIn: boolean, path: PagePath | undefined): void {
  const { t } = useTranslation();
  const isWanted = isLoggedIn && path !== undefined && PAGES_WITH_STARS.has(path);
  useEffect(() => {
    if (!isWanted || favoritesOfAccount()) return;
    let hasBegun = false;
    const start = () => {
      if (hasBegun) return;
      hasBegun = true;
      readPreferences();
      begin((symbol, isFromDevice) => {
        if (isFromDevice) showToast('warning', t('frame.favorites_not_added'), t('frame.favorites_added_later'));
        else showToast('error', t('frame.favorite_not_saved', { symbol }), t('common.nothing_changed'));
      });
      void loadAccountFavorites();
    };
    keepFavoritesInAccount({ SPOT: early('SPOT', start), FUTURES: early('FUTURES', start) });
    // Not called off: once begun it lasts as long as the document, whatever page is shown.
    whenQuiet(start);
  }, [isWanted, t]);
}

/** Stands in until the page is quiet; a star that is clicked before begins at once. */
function early(type: FavoriteType, start: () => void): AccountFavorites {
  return {
    async load() {
      start();
    },
    async toggle(symbol) {
      start();
      await favoritesOfAccount()?.[type].toggle(symbol);
    },
  };
}

/** Again after a failure; what is shown meanwhile is what was known last. */
export async function loadAccountFavorites(): Promise<void> {
  const lists = favoritesOfAccount();
  if (!lists) return;
  usePreferences.setState({ favoritesState: 'loading' });
  try {
    await Promise.all([lists.SPOT.load(), lists.FUTURES.load()]);
    usePreferences.setState({ favoritesState: 'account' });
  } catch {
    usePreferences.setState({ favoritesState: 'failed' });
  }
}

function begin(onFailed: (symbol: string, isFromDevice: boolean) => void): void {
  const { deviceFavorites } = usePreferences.getState();
  const of = (type: FavoriteType) =>
    createAccountFavorites({
      type,
      calls: CALLS,
      fromDevice: deviceFavorites[type],
      show: (symbols) => usePreferences.setState({ [LISTS[type]]: symbols }),
      onAdopted: (symbol) =>
        usePreferences.setState((state) => ({
          deviceFavorites: {
            ...state.deviceFavorites,
            [type]: state.deviceFavorites[type].filter((known) => known !== symbol),
          },
        })),
      onFailed: ({ symbol }, isFromDevice) => onFailed(symbol, isFromDevice),
    });
  keepFavoritesInAccount({ SPOT: of('SPOT'), FUTURES: of('FUTURES') });
}
