import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { DEFAULTS } from '@agio/contracts/defaults';
import { IconButton } from '../../../ui/button.tsx';
import { groupThousands } from '../../../ui/format.ts';
import { saveCsv } from '../../../ui/save-file.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import type { PageOf } from '../../api/pages.ts';
import { refusalText } from '../../i18n/words.ts';
import { useStore } from '../../live-views/use-store.ts';
import { useTerminalMarket } from '../terminal-market.ts';
import { DataTable, type Column } from './data-table.tsx';
import { historyFile, type FileColumn } from './history-file.ts';
import {
  isFiltered,
  keepFilter,
  keptFilter,
  queryOf,
  type HistoryFilter,
  type HistoryQuery,
} from './history-filter.ts';
import { HistoryFilters, type SideNames } from './history-filters.tsx';

export type HistoryPageProps<T> = {
  /** Names the history in the browser, and its file. */
  readonly name: string;
  readonly caption: string;
  readonly empty: string;
  /** The panel shows this market only. */
  readonly symbol: string | undefined;
  readonly load: (query: HistoryQuery & { readonly page: number; readonly pageSize: number }) => Promise<PageOf<T>>;
  readonly columns: readonly Column<T>[];
  readonly file: readonly FileColumn<T>[];
  readonly keyOf: (row: T) => string;
  readonly groupOf?: (row: T) => number | undefined;
  /** Whether rows are bought or sold, and can be filtered by it. */
  readonly hasSide?: boolean;
  /** What the two sides are called, if not bought and sold. */
  readonly sideNames?: SideNames;
  /** Before the filters: which of several histories this is. */
  readonly start?: ReactNode;
};

/** One page of a history, asked again whenever the private stream says that something ended or was filled. */
export function HistoryPage<T>(props: HistoryPageProps<T>) {
  const { name, caption, empty, symbol, load, columns, keyOf, groupOf, hasSide = false } = props;
  const { t } = useTranslation();
  const { revision: changes } = useTerminalMarket();
  const revision = useStore(changes);
  const [filter, setFilter] = useState(() => keptFilter(name));
  const [page, setPage] = useState(1);
  const asked = queryOf({ ...filter, symbol: symbol ?? filter.symbol, side: hasSide ? filter.side : '' });
  const query = useQuery({
    queryKey: [name, asked, page, revision],
    queryFn: () => load({ ...asked, page, pageSize: DEFAULTS.pageSize }),
    placeholderData: keepPreviousData,
  });
  const { isSaving, save } = useFile(props, asked);
  const change = (next: HistoryFilter) => {
    setFilter(next);
    setPage(1);
    keepFilter(name, next);
  };
  const total = query.data?.total ?? 0;
  const items = query.data?.items ?? [];
  const pages = Math.max(1, Math.ceil(total / DEFAULTS.pageSize));
  const body = () => {
    if (query.isPending) return <SkeletonRows rows={4} label={t('common.loading')} />;
    if (query.isError)
      return (
        <ErrorState
          text={t('common.load_failed')}
          retryLabel={t('common.retry')}
          onRetry={() => void query.refetch()}
        />
      );
    if (items.length === 0 && page === 1)
      return <EmptyState text={isFiltered(filter) ? t('terminal.history.none') : empty} />;
    return <DataTable caption={caption} columns={columns} rows={items} keyOf={keyOf} groupOf={groupOf} />;
  };
  return (
    <>
      <HistoryFilters
        filter={filter}
        onChange={change}
        isOneMarket={symbol !== undefined}
        hasSide={hasSide}
        sideNames={props.sideNames}
        start={props.start}
        isSaving={isSaving}
        onSave={total === 0 ? undefined : save}
      />
      {body()}
      {pages > 1 ? <Turning page={page} pages={pages} onTurn={setPage} /> : null}
    </>
  );
}

/**
 * Saves all that the filter finds. What comes in meanwhile moves rows onto later pages, where they are known again; no end of the time is
 * asked for, since a device whose clock is slow would leave out the newest rows.
 */
function useFile<T>({ name, load, file, keyOf }: HistoryPageProps<T>, asked: HistoryQuery) {
  const { t } = useTranslation();
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setIsSaving(true);
    try {
      const { csv, rows, isCut } = await historyFile(
        (page, pageSize) => load({ ...asked, page, pageSize }),
        keyOf,
        file,
      );
      saveCsv(`agio-${name}-${new Date().toISOString().slice(0, 10)}.csv`, csv);
      const count = { rows: groupThousands(String(rows)) };
      if (isCut) showToast('warning', t('terminal.history.saved_cut', count));
      else showToast('success', t('terminal.history.saved', count));
    } catch (error) {
      showToast('error', t('common.load_failed'), refusalText(t, error));
    } finally {
      setIsSaving(false);
    }
  };
  return { isSaving, save: () => void save() };
}

type TurningProps = { readonly page: number; readonly pages: number; readonly onTurn: (page: number) => void };

function Turning({ page, pages, onTurn }: TurningProps) {
  const { t } = useTranslation();
  return (
    <div className="flex h-9 flex-none items-center justify-end gap-2 border-t border-line px-3 text-muted">
      <bdi>
        {page} / {pages}
      </bdi>
      <IconButton label={t('common.newer')} disabled={page === 1} onClick={() => onTurn(page - 1)}>
        <ChevronLeft aria-hidden className="flip size-4" />
      </IconButton>
      <IconButton label={t('common.older')} disabled={page === pages} onClick={() => onTurn(page + 1)}>
        <ChevronRight aria-hidden className="flip size-4" />
      </IconButton>
    </div>
  );
}
