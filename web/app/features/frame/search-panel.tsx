import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { useNavigate } from 'react-router';
import { ComboboxField, optionId } from '../../../ui/combobox-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { quietCall } from '../../api/client.ts';
import { getFuturesTickers } from '../../api/calls/futures-markets.ts';
import { QueryProvider } from '../../api/query.tsx';
import { request } from '../../api/request.ts';
import { getTickers } from '../../api/calls/spot.ts';
import { useLocalNames } from '../../i18n/use-coin-names.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { isBuilt } from '../../navigation/page-files.ts';
import { ALL_PAGES } from './menus.ts';
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts';
import { SearchOption, type Figures } from './search-option.tsx';
import { groupsOf, searchable, type SearchGroup, type SearchResult } from './search-results.ts';
import type { Typed, TypedBefore } from './typed-before.ts';

/** As many characters as the call takes. */
const MOST_CHARACTERS = 40;

const HEADS: Readonly<Record<SearchGroup['kind'], string>> = {
  recent: 'frame.search_recent',
  spot: 'frame.spot',
  futures: 'navigation.futures',
  coins: 'navigation.coins',
  pages: 'frame.search_pages',
};

interface SearchPanelProps {
  readonly onDone: () => void;
  readonly typed: TypedBefore;
}

/** What the search dialog holds; loaded when the dialog is first opened. */
export default function SearchPanel(props: SearchPanelProps) {
  return (
    <QueryProvider>
      <Panel {...props} />
    </QueryProvider>
  );
}

function Panel({ onDone, typed }: SearchPanelProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const navigate = useNavigate();
  const list = useId();
  // What was typed before counts as it is when the field stands in the page, which may be long after it was first drawn.
  const before = useSyncExternalStore(typed.subscribe, typed.soFar, typed.soFar);
  const [edited, setEdited] = useState<Typed | null>(null);
  const { text: whole, steps: active, isChosen } = edited ?? before;
  const text = whole.slice(0, MOST_CHARACTERS);
  useLayoutEffect(() => typed.end(), [typed]);
  const [recent, setRecent] = useState(recentSearches);
  // Everything at once: what is typed is then found without another call.
  const found = useQuery({
    queryKey: ['search'],
    queryFn: () => request(quietCall, 'GET /web/global/search/all', { query: { content: '' } }),
  });
  const figures = useFigures();
  const localNameOf = useLocalNames();
  const pages = ALL_PAGES.map(({ path, label }) => ({ path, name: t(label) }));
  // Pages are known at once, and come last: alone they would stand where the markets will.
  const groups = found.isPending ? [] : groupsOf(searchable(found.data, pages, localNameOf), text, recent);
  const results = groups.flatMap((group) => group.results);
  const place = Math.min(active, Math.max(0, results.length - 1));
  const go = (result: SearchResult | undefined) => {
    if (!result) return;
    rememberSearch(result.id);
    onDone();
    void navigate(to(addressOf(result)));
  };
  const latest = useRef(() => undefined as void);
  useEffect(() => {
    latest.current = () => go(results[place]);
  });
  useEffect(() => {
    if (isChosen && !found.isPending) latest.current();
  }, [isChosen, found.isPending]);
  return (
    <div className="p-2">
      <ComboboxField
        hasFocus
        label={t('frame.search')}
        placeholder={t('frame.search_for')}
        value={text}
        maxLength={MOST_CHARACTERS}
        onChange={(next) => setEdited({ text: next, steps: 0, isChosen: false })}
        list={list}
        count={results.length}
        isPending={found.isPending}
        active={found.isPending ? active : place}
        onMove={(steps) => setEdited({ text, steps, isChosen })}
        // Enter that comes before there are results waits for them.
        onChoose={() => (found.isPending ? setEdited({ text, steps: active, isChosen: true }) : go(results[place]))}
        className="h-11 gap-2 px-3"
        iconClassName="size-4 text-faint"
        inputClassName="text-14"
      />
      {found.isPending ? <SkeletonRows rows={6} height="h-11" label={t('common.loading')} /> : null}
      {found.isError ? (
        <ErrorState
          text={t('common.load_failed')}
          retryLabel={t('common.retry')}
          onRetry={() => void found.refetch()}
        />
      ) : null}
      {found.data && results.length === 0 ? (
        <EmptyState Icon={SearchX} text={t('frame.search_empty', { text: text.trim() })} />
      ) : null}
      <div id={list} role="listbox" aria-label={t('frame.search')} className="mt-1">
        {groups.map((group, at) => (
          <Group
            key={group.kind}
            group={group}
            list={list}
            from={groups.slice(0, at).reduce((sum, { results: before }) => sum + before.length, 0)}
            active={place}
            figures={figures}
            onChoose={go}
          />
        ))}
      </div>
      {groups[0]?.kind === 'recent' ? (
        <button
          type="button"
          onClick={() => {
            forgetSearches();
            setRecent([]);
            setEdited({ text, steps: 0, isChosen: false });
          }}
          className="mt-1 h-11 px-3 text-12 text-muted hover:text-fg md:h-8"
        >
          {t('frame.search_forget')}
        </button>
      ) : null}
    </div>
  );
}

type GroupProps = {
  readonly group: SearchGroup;
  readonly list: string;
  /** Place of its first result among all. */
  readonly from: number;
  readonly active: number;
  readonly figures: Figures;
  readonly onChoose: (result: SearchResult) => void;
};

function Group({ group: { kind, results }, list, from, active, figures, onChoose }: GroupProps) {
  const { t } = useTranslation();
  const head = `${list}-${kind}`;
  return (
    <div role="group" aria-labelledby={head}>
      <div id={head} role="presentation" className="px-3 pt-3 pb-1 text-11 font-medium text-faint">
        {t(HEADS[kind])}
      </div>
      {results.map((result, index) => (
        <SearchOption
          key={result.id}
          id={optionId(list, from + index)}
          result={result}
          figures={figures}
          isActive={from + index === active}
          onChoose={() => onChoose(result)}
        />
      ))}
    </div>
  );
}

/** Prices beside the names; without them the search works as well. */
function useFigures(): Figures {
  const spot = useQuery({ queryKey: ['tickers'], queryFn: () => getTickers(quietCall) });
  const futures = useQuery({ queryKey: ['futures tickers'], queryFn: () => getFuturesTickers(quietCall) });
  return { spot: spot.data ?? [], futures: futures.data ?? [] };
}

/** Until contracts have a page to trade on, one leads to what it costs to hold it. */
function addressOf(result: SearchResult): string {
  switch (result.kind) {
    case 'spot':
      return `/spot-trade/${result.pair.symbol}`;
    case 'futures':
      return `${isBuilt('/contract-trade/:symbol') ? '/contract-trade' : '/service/funding-rate'}/${result.contract.symbol}`;
    case 'coins':
      return `/coin-introduce/${result.coin.name}`;
    case 'pages':
      return result.page.path;
  }
}
