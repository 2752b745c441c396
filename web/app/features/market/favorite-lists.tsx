import { Star } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { usePreferences } from '../../choices/preferences.ts';
import { loadAccountFavorites } from '../../visitor/use-account-favorites.ts';
import { OldFigures } from './contract-list.tsx';
import { ContractTable } from './contract-table.tsx';
import type { MarketLists } from './market-lists.ts';
import { MarketTable } from './market-table.tsx';
import { sortContracts, type ContractSorting } from './sort-contracts.ts';
import { nextSorting, sortPairs, type Sorting } from './sort-pairs.ts';
import { useContractTickers } from './use-contract-tickers.ts';

/** Favorite spot markets and favorite contracts, each kind in a list of its own. */
export function FavoriteLists({ onShowAll, ...props }: MarketLists & { readonly onShowAll: () => void }) {
  const { t } = useTranslation();
  const state = usePreferences((preferences) => preferences.favoritesState);
  const spot = usePreferences((preferences) => preferences.favorites);
  const futures = usePreferences((preferences) => preferences.futuresFavorites);
  const pairs = props.pairs.filter(({ symbol }) => spot.includes(symbol));
  const contracts = (props.contracts ?? []).filter(({ symbol }) => futures.includes(symbol));
  const isEmpty = pairs.length + contracts.length === 0;
  if (state === 'failed')
    return (
      <ErrorState
        text={t('market.favorites_failed')}
        retryLabel={t('common.retry')}
        onRetry={() => void loadAccountFavorites()}
        className="py-16"
      />
    );
  if (state === 'loading' && isEmpty) return <SkeletonRows rows={4} height="h-12" label={t('common.loading')} />;
  if (isEmpty)
    return (
      <EmptyState
        Icon={Star}
        text={t('market.no_favorites')}
        action={
          <Button size="sm" onClick={onShowAll}>
            {t('market.show_all')}
          </Button>
        }
        className="py-16"
      />
    );
  return (
    <>
      {pairs.length > 0 ? <FavoritePairs {...props} pairs={pairs} /> : null}
      {contracts.length > 0 ? <FavoriteContracts {...props} contracts={contracts} /> : null}
    </>
  );
}

function FavoritePairs({ pairs, tickers, worth, feed, sparklines, onQuick }: MarketLists) {
  const { t } = useTranslation();
  const [sorting, setSorting] = useState<Sorting>({ key: 'volume', order: 'descending' });
  return (
    <>
      <h2 className="pt-4 pb-1 text-13">{t('market.spot')}</h2>
      <MarketTable
        pairs={sortPairs(pairs, tickers, sorting, worth)}
        feed={feed}
        sparklines={sparklines}
        caption={t('market.spot')}
        sorting={sorting}
        onSort={(key) => setSorting((now) => nextSorting(now, key))}
        onQuick={onQuick}
        hasFavorites
      />
    </>
  );
}

function FavoriteContracts({ contracts, contractTickers }: MarketLists) {
  const { t } = useTranslation();
  const [sorting, setSorting] = useState<ContractSorting>({ key: 'volume', order: 'descending' });
  const { tickers, isOld } = useContractTickers(contractTickers, true);
  return (
    <>
      <h2 className="pt-4 pb-1 text-13">{t('navigation.futures')}</h2>
      <OldFigures isOld={isOld} />
      <ContractTable
        contracts={sortContracts(contracts ?? [], tickers, sorting)}
        tickers={tickers}
        caption={t('navigation.futures')}
        sorting={sorting}
        onSort={(key) => setSorting((now) => nextSorting(now, key))}
      />
    </>
  );
}
