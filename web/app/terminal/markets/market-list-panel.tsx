import { ArrowDown, ArrowUp, Search, SearchX, Star } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useNavigate } from 'react-router';
import { ToggleButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatNumber, formatPercent, signOf } from '../../../ui/format.ts';
import { directionClass } from '../../../ui/price.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { tabClass } from '../../../ui/tabs.tsx';
import { usePreferences } from '../../choices/preferences.ts';
import { MarketStatusSign } from '../../figures/market-status-tag.tsx';
import { useLocalNamesFor } from '../../i18n/use-coin-names.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { useTerminalMarket, type MarketKind } from '../terminal-market.ts';
import {
  findMarkets,
  nextListSorting,
  sortMarkets,
  useListChoice,
  type ListSortKey,
  type PricedMarket,
} from './market-list.ts';
import { useListedMarkets, useWorth } from './use-listed-markets.ts';

const TABS = ['favorites', 'spot', 'futures'] as const;
const TITLES = {
  favorites: 'terminal.markets.favorites',
  spot: 'frame.spot',
  futures: 'navigation.futures',
} as const;
const pathOf = ({ kind, symbol }: PricedMarket) =>
  kind === 'spot' ? `/spot-trade/${symbol}` : `/contract-trade/${symbol}`;

/** All markets of both kinds beside the chart: one is chosen without leaving the terminal. */
export default function MarketListPanel({ className }: { className: string }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const navigate = useNavigate();
  const { markets: own } = useTerminalMarket();
  const { tab: chosen, text, sorting } = useListChoice();
  const tab = chosen ?? own.kind;
  const { markets, hasFailed, retry } = useShown(tab);
  const worth = useWorth();
  const localNameOf = useLocalNamesFor(text);
  const shown = markets && sortMarkets(findMarkets(markets, text, localNameOf), sorting, worth);
  const openFirst = (event: KeyboardEvent) => {
    const first = shown?.[0];
    if (event.key === 'Enter' && first) void navigate(to(pathOf(first)));
  };
  return (
    <section
      aria-label={t('terminal.dock.panel_markets')}
      className={classNames('num flex min-h-0 min-w-0 flex-col bg-surface text-12', className)}
    >
      <div
        role="group"
        aria-label={t('terminal.markets.which')}
        className="flex h-9 flex-none gap-4 border-b border-line px-3"
      >
        {TABS.map((name) => (
          <ToggleButton
            key={name}
            isOn={tab === name}
            onClick={() => useListChoice.setState({ tab: name })}
            className={tabClass(tab === name)}
          >
            {t(TITLES[name])}
          </ToggleButton>
        ))}
      </div>
      <label className="field-well mx-3 my-2 flex h-8 flex-none items-center gap-2 px-2">
        <Search aria-hidden className="size-3.5 flex-none text-faint" />
        <span className="sr-only">{t('terminal.markets.find')}</span>
        <input
          type="search"
          value={text}
          onChange={(event) => useListChoice.setState({ text: event.target.value })}
          onKeyDown={openFirst}
          placeholder={t('terminal.markets.find')}
          className="h-full min-w-0 flex-1 text-12 text-fg"
        />
      </label>
      {hasFailed ? (
        <ErrorState text={t('common.load_failed')} retryLabel={t('common.retry')} onRetry={retry} />
      ) : shown === null ? (
        <SkeletonRows rows={6} label={t('common.loading')} />
      ) : shown.length > 0 ? (
        <MarketRows markets={shown} />
      ) : tab === 'favorites' && text === '' ? (
        <EmptyState Icon={Star} text={t('terminal.markets.no_favorites')} />
      ) : (
        <EmptyState Icon={SearchX} text={t('terminal.markets.none')} />
      )}
    </section>
  );
}

/** Favorites of the other kind fail or load with that kind alone where there are any. */
function useShown(tab: MarketKind | 'favorites') {
  const spotFavorites = usePreferences((state) => state.favorites);
  const futuresFavorites = usePreferences((state) => state.futuresFavorites);
  const isFavorites = tab === 'favorites';
  const hasSpot = spotFavorites.length > 0;
  const hasFutures = futuresFavorites.length > 0;
  const spot = useListedMarkets('spot', tab === 'spot' || (isFavorites && hasSpot));
  const futures = useListedMarkets('futures', tab === 'futures' || (isFavorites && hasFutures));
  if (!isFavorites) return tab === 'spot' ? spot : futures;
  const wanted = [...(hasSpot ? [spot] : []), ...(hasFutures ? [futures] : [])];
  const isWhole = wanted.every(({ markets }) => markets !== null);
  const isFavorite = ({ kind, symbol }: PricedMarket) =>
    (kind === 'spot' ? spotFavorites : futuresFavorites).includes(symbol);
  return {
    markets: isWhole ? wanted.flatMap(({ markets }) => markets ?? []).filter(isFavorite) : null,
    hasFailed: wanted.some(({ hasFailed }) => hasFailed),
    retry: () => wanted.forEach(({ hasFailed, retry }) => hasFailed && retry()),
  };
}

function MarketRows({ markets }: { markets: readonly PricedMarket[] }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  // The list of the next terminal begins anew: the market that is shown stays in sight.
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>('tr:has([aria-current])');
    if (box.current && row) box.current.scrollTop = row.offsetTop - box.current.clientHeight / 2;
  }, []);
  return (
    <div ref={box} className="scroll-quiet relative min-h-0 flex-1 overflow-y-auto">
      <table className="w-full table-fixed border-collapse whitespace-nowrap">
        <caption className="sr-only">{t('terminal.dock.panel_markets')}</caption>
        <thead className="sticky top-0 z-[2] bg-surface text-11 text-faint">
          <tr className="h-7 [&>th]:font-normal">
            <th scope="col" className="w-8">
              <span className="sr-only">{t('terminal.markets.favorites')}</span>
            </th>
            <Head column="name" label={t('terminal.markets.pair')} className="text-start" />
            <Head column="price" label={t('terminal.markets.last')} className="w-[74px] text-end" />
            <Head column="change" label={t('terminal.markets.change')} className="w-[78px] ps-1.5 pe-3 text-end" />
          </tr>
        </thead>
        <tbody>
          {markets.map((market) => (
            <Row key={`${market.kind} ${market.symbol}`} market={market} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head({ column, label, className }: { column: ListSortKey; label: string; className: string }) {
  const { sorting } = useListChoice();
  const isSorted = sorting.key === column;
  const Icon = sorting.order === 'ascending' ? ArrowUp : ArrowDown;
  const sort = () => useListChoice.setState((now) => ({ sorting: nextListSorting(now.sorting, column) }));
  return (
    <th scope="col" aria-sort={isSorted ? sorting.order : undefined} className={className}>
      <button
        type="button"
        onClick={sort}
        className={classNames('inline-flex h-6 max-w-full items-center gap-0.5', isSorted && 'text-fg')}
      >
        <span className="truncate">{label}</span>
        {isSorted ? <Icon aria-hidden className="size-3 flex-none text-accent" /> : null}
      </button>
    </th>
  );
}

function Row({ market }: { market: PricedMarket }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { instrument, markets } = useTerminalMarket();
  const { kind, symbol, base, name, ticker, decimals } = market;
  const type = kind === 'spot' ? 'SPOT' : 'FUTURES';
  const isFavorite = usePreferences((state) =>
    (kind === 'spot' ? state.favorites : state.futuresFavorites).includes(symbol),
  );
  const toggle = usePreferences((state) => state.toggleFavorite);
  const isShown = kind === markets.kind && symbol === instrument.symbol;
  return (
    <tr className={classNames('relative h-8 hover:bg-hover', isShown && 'bg-accent-tint')}>
      <td>
        <button
          type="button"
          aria-pressed={isFavorite}
          aria-label={t('terminal.favorite_pair', { pair: name })}
          onClick={() => toggle(symbol, type)}
          className="relative z-[1] ms-1.5 grid size-6 place-items-center rounded-1"
        >
          <Star
            aria-hidden
            className={classNames('size-3.5', isFavorite ? 'fill-warn text-warn' : 'text-line-field hover:text-muted')}
          />
        </button>
      </td>
      <td>
        <Link
          to={to(pathOf(market))}
          aria-current={isShown ? 'page' : undefined}
          className="flex min-w-0 items-center gap-1.5 after:absolute after:inset-0"
        >
          <CoinIcon asset={base} className="size-4" />
          <bdi translate="no" className="truncate font-semibold">
            {name}
          </bdi>
          <MarketStatusSign status={ticker?.status} />
        </Link>
      </td>
      <td className="text-end">
        <bdi>{ticker ? formatNumber(ticker.lastPrice, decimals) : '–'}</bdi>
      </td>
      <td className={classNames('pe-3 text-end', directionClass(signOf(ticker?.changePercent ?? '0')))}>
        <bdi>{ticker ? formatPercent(ticker.changePercent) : '–'}</bdi>
      </td>
    </tr>
  );
}
