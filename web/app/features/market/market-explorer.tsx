import { Search, SearchX, Star } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Pair } from '../../api/types.ts';
import type { TickerFeed, Tickers } from '../../live/ticker-feed.ts';
import { usePreferences } from '../../choices/preferences.ts';
import { MarketTable } from './market-table.tsx';
import { filterPairs, sortPairs, zonesOf, type SortKey, type Sorting } from './sort-pairs.ts';

const ALL = 'ALL';

type MarketExplorerProps = {
  readonly pairs: readonly Pair[];
  /** The list is ordered by these; each row reads its own live ticker from `feed`. */
  readonly tickers: Tickers;
  readonly feed: TickerFeed;
  readonly sparklines: Readonly<Record<string, readonly number[]>>;
};

/** The list of all markets with favorites, quote, zone, search and order. */
export function MarketExplorer({ pairs, tickers, feed, sparklines }: MarketExplorerProps) {
  const { t } = useTranslation();
  const favorites = usePreferences((state) => state.favorites);
  const [onlyFavorites, setOnlyFavorites] = useState(false);
  const [quote, setQuote] = useState(ALL);
  const [zone, setZone] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [sorting, setSorting] = useState<Sorting>({ key: 'volume', order: 'descending' });
  const quotes = useMemo(() => [...new Set(pairs.map((pair) => pair.quote))], [pairs]);
  const zones = useMemo(
    () => [...new Set(pairs.flatMap(zonesOf))].filter((name) => !quotes.includes(name)),
    [pairs, quotes],
  );
  const filter = { quote: quote === ALL ? null : quote, zone, text, favorites: onlyFavorites ? favorites : null };
  const shown = sortPairs(filterPairs(pairs, filter), tickers, sorting);
  const onSort = (key: SortKey) =>
    setSorting((now) => ({ key, order: now.key === key && now.order === 'descending' ? 'ascending' : 'descending' }));
  const clear = () => {
    setOnlyFavorites(false);
    setQuote(ALL);
    setZone(null);
    setText('');
  };
  return (
    <section aria-label={t('market.list')}>
      <div className="flex flex-wrap items-center gap-x-4 border-b border-line">
        <div role="group" aria-label={t('market.which')} className="flex gap-5">
          <FilterTab isOn={onlyFavorites} onClick={() => setOnlyFavorites(true)}>
            <Star aria-hidden className="size-4" />
            {t('market.favorites')} <bdi className="text-12 font-normal text-faint">{favorites.length}</bdi>
          </FilterTab>
          <FilterTab isOn={!onlyFavorites} onClick={() => setOnlyFavorites(false)}>
            {t('market.spot')} <bdi className="text-12 font-normal text-faint">{pairs.length}</bdi>
          </FilterTab>
        </div>
        <div className="ms-auto flex items-center gap-3 py-2 max-md:w-full">
          <Segmented
            label={t('market.quote')}
            value={quote}
            onChange={setQuote}
            options={[{ value: ALL, label: t('market.all') }, ...quotes.map((value) => ({ value, label: value }))]}
          />
          <label className="field-well flex h-8 min-w-0 flex-1 items-center gap-2 px-2.5 md:w-48 md:flex-none">
            <Search aria-hidden className="size-4 flex-none text-faint" />
            <span className="sr-only">{t('market.find')}</span>
            <input
              type="search"
              value={text}
              onChange={(event) => setText(event.target.value)}
              placeholder={t('market.find')}
              className="h-full min-w-0 flex-1 text-13 text-fg"
            />
          </label>
        </div>
      </div>
      {zones.length > 0 ? (
        <div role="group" aria-label={t('market.zone')} className="scroll-quiet flex gap-1.5 overflow-x-auto py-2.5">
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
      {shown.length > 0 ? (
        <MarketTable
          pairs={shown}
          feed={feed}
          sparklines={sparklines}
          caption={t('market.list')}
          sorting={sorting}
          onSort={onSort}
          hasFavorites
        />
      ) : (
        <EmptyState
          Icon={onlyFavorites ? Star : SearchX}
          text={t(onlyFavorites ? 'market.no_favorites' : 'market.nothing_found')}
          action={
            <Button size="sm" onClick={clear}>
              {t('market.show_all')}
            </Button>
          }
          className="py-16"
        />
      )}
    </section>
  );
}

function FilterTab({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={classNames(
        'relative inline-flex h-11 items-center gap-1.5 font-medium',
        isOn
          ? 'text-fg after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-accent'
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
