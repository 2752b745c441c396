import { SearchX, Star } from 'lucide-react';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FindField } from '../../../ui/find-field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { usePreferences } from '../../choices/preferences.ts';
import { useLocalNamesFor } from '../../i18n/use-coin-names.ts';
import { latePart } from '../../start/late-part.ts';
import type { MarketLists } from './market-lists.ts';
import { MarketTable } from './market-table.tsx';
import { filterPairs, mostVolume, nextSorting, sortPairs, type SortKey, type Sorting, zonesOf } from './sort-pairs.ts';

// The lists that the page does not begin with: their code comes when their button is pointed at or has the focus, or at the latest when
// it is pressed.
const Favorites = latePart(async () => (await import('./favorite-lists.tsx')).FavoriteLists);
const Contracts = latePart(async () => (await import('./contract-list.tsx')).ContractList);
const LOAD: Readonly<Record<Tab, (() => Promise<unknown>) | undefined>> = {
  spot: undefined,
  favorites: Favorites.load,
  futures: Contracts.load,
};

const ALL = 'ALL';
type Tab = 'favorites' | 'spot' | 'futures';

/** What the explorer shows; the lists above it choose as well. */
export interface Explored {
  readonly tab: Tab;
  /** How the spot markets are sorted. */
  readonly sorting: Sorting;
}

export const FIRST_EXPLORED: Explored = { tab: 'spot', sorting: { key: 'volume', order: 'descending' } };

type MarketExplorerProps = MarketLists & {
  readonly explored: Explored;
  readonly onExplore: (change: (now: Explored) => Explored) => void;
};

/** The lists of all markets, and of the favorite ones. */
export function MarketExplorer(props: MarketExplorerProps) {
  const { pairs, contracts, contractTickers, onReload, explored, onExplore } = props;
  const { t } = useTranslation();
  const { tab } = explored;
  const setTab = (next: Tab) => onExplore((now) => ({ ...now, tab: next }));
  const favorites = usePreferences((state) => state.favorites.length + state.futuresFavorites.length);
  const tabs: readonly { readonly id: Tab; readonly label: string; readonly count: number | null }[] = [
    { id: 'favorites', label: t('market.favorites'), count: favorites },
    { id: 'spot', label: t('market.spot'), count: pairs.length },
    ...(contracts?.length === 0
      ? []
      : [{ id: 'futures' as const, label: t('navigation.futures'), count: contracts?.length ?? null }]),
  ];
  return (
    <section aria-label={t('market.list')}>
      <div
        role="group"
        aria-label={t('market.which')}
        className="scroll-quiet flex gap-5 overflow-x-auto border-b border-line"
      >
        {tabs.map(({ id, label, count }) => (
          <FilterTab key={id} isOn={tab === id} load={LOAD[id]} onClick={() => setTab(id)}>
            {id === 'favorites' ? <Star aria-hidden className="size-4" /> : null}
            {label} {count === null ? null : <bdi className="text-12 font-normal text-faint">{count}</bdi>}
          </FilterTab>
        ))}
      </div>
      {tab === 'spot' ? <SpotList {...props} /> : null}
      <Suspense fallback={<SkeletonRows rows={8} height="h-12" label={t('common.loading')} />}>
        {tab === 'favorites' ? <Favorites.Part {...props} onShowAll={() => setTab('spot')} /> : null}
        {tab === 'futures' && contracts ? <Contracts.Part contracts={contracts} first={contractTickers} /> : null}
      </Suspense>
      {tab === 'futures' && !contracts ? (
        <ErrorState
          text={t('common.load_failed')}
          retryLabel={t('common.retry')}
          onRetry={onReload}
          className="py-16"
        />
      ) : null}
    </section>
  );
}

/** Spot markets, filtered by quote asset, zone and text, and sorted by a column. */
function SpotList({ pairs, tickers, worth, feed, sparklines, explored, onExplore, onQuick }: MarketExplorerProps) {
  const { t } = useTranslation();
  const [quote, setQuote] = useState(ALL);
  const [zone, setZone] = useState<string | null>(null);
  const [text, setText] = useState('');
  const { sorting } = explored;
  const quotes = useMemo(() => [...new Set(pairs.map((pair) => pair.quote))], [pairs]);
  const zones = useMemo(
    () => [...new Set(pairs.flatMap(zonesOf))].filter((name) => !quotes.includes(name)),
    [pairs, quotes],
  );
  const filter = { quote: quote === ALL ? null : quote, zone, text };
  const localNameOf = useLocalNamesFor(text);
  const shown = sortPairs(filterPairs(pairs, filter, localNameOf), tickers, sorting, worth);
  const compared = filterPairs(pairs, { ...filter, zone: null, text: '' }, localNameOf);
  const most = mostVolume(compared, tickers, worth);
  // The same object while it says the same: rows that take it are not drawn anew.
  const bars = useMemo(() => ({ most, worth }), [most, worth]);
  const onSort = (key: SortKey) => onExplore((now) => ({ ...now, sorting: nextSorting(now.sorting, key) }));
  const clear = () => {
    setQuote(ALL);
    setZone(null);
    setText('');
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4">
        {zones.length > 0 ? (
          <div
            role="group"
            aria-label={t('market.zone')}
            className="scroll-quiet flex min-w-0 gap-1.5 overflow-x-auto py-2.5 max-md:w-full"
          >
            <ZonePill isOn={zone === null} onClick={() => setZone(null)} label={t('market.all')} />
            {zones.map((name) => (
              <ZonePill
                key={name}
                isOn={zone === name}
                onClick={() => setZone(name)}
                label={t(`market.zone_${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`, { defaultValue: name })}
              />
            ))}
          </div>
        ) : null}
        <div className="ms-auto flex items-center gap-3 py-2 max-md:w-full">
          <Segmented
            label={t('market.quote')}
            value={quote}
            onChange={setQuote}
            options={[{ value: ALL, label: t('market.all') }, ...quotes.map((value) => ({ value, label: value }))]}
          />
          <FindField label={t('market.find')} value={text} onChange={setText} />
        </div>
      </div>
      {shown.length > 0 ? (
        <MarketTable
          pairs={shown}
          feed={feed}
          sparklines={sparklines}
          caption={t('market.list')}
          sorting={sorting}
          onSort={onSort}
          bars={bars}
          onQuick={onQuick}
          hasFavorites
        />
      ) : (
        <EmptyState
          Icon={SearchX}
          text={t('market.nothing_found')}
          action={
            <Button size="sm" onClick={clear}>
              {t('market.show_all')}
            </Button>
          }
          className="py-16"
        />
      )}
    </>
  );
}

type FilterTabProps = {
  readonly isOn: boolean;
  /** Brings the code of what it opens. */
  readonly load: (() => Promise<unknown>) | undefined;
  readonly onClick: () => void;
  readonly children: ReactNode;
};

function FilterTab({ isOn, load, onClick, children }: FilterTabProps) {
  // What does not come now is asked for again when it is opened.
  const ahead = () => void load?.().catch(() => null);
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={onClick}
      className={classNames(
        'relative inline-flex h-11 flex-none items-center gap-1.5 font-medium',
        isOn
          ? 'text-fg after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-accent'
          : 'text-muted hover:text-fg',
      )}
    >
      {children}
    </button>
  );
}

function ZonePill({ isOn, onClick, label }: { isOn: boolean; onClick: () => void; label: string }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={classNames(
        'h-8 flex-none rounded-1 border px-2.5 text-12 font-medium md:h-7',
        isOn ? 'border-line-strong bg-raised text-fg' : 'border-line text-muted hover:text-fg',
      )}
    >
      {label}
    </button>
  );
}
