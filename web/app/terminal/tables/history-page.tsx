import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULTS } from '@agio/contracts/defaults';
import { IconButton } from '../../../ui/button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import type { PageOf } from '../../api/pages.ts';
import { useStore } from '../../live-views/use-store.ts';
import { DataTable, type Column } from './data-table.tsx';
import { useTerminalMarket } from '../terminal-market.ts';

type HistoryPageProps<T> = {
  readonly name: string;
  readonly caption: string;
  readonly empty: string;
  readonly symbol: string | undefined;
  readonly load: (page: number, symbol?: string) => Promise<PageOf<T>>;
  readonly columns: readonly Column<T>[];
  readonly keyOf: (row: T) => string;
};

/** One page of a history, asked again whenever the private stream says that something ended or was filled. */
export function HistoryPage<T>({ name, caption, empty, symbol, load, columns, keyOf }: HistoryPageProps<T>) {
  const { t } = useTranslation();
  const { revision: changes } = useTerminalMarket();
  const revision = useStore(changes);
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: [name, symbol, page, revision],
    queryFn: () => load(page, symbol),
    placeholderData: keepPreviousData,
  });
  if (query.isPending) return <SkeletonRows rows={4} label={t('common.loading')} />;
  if (query.isError)
    return (
      <ErrorState text={t('common.load_failed')} retryLabel={t('common.retry')} onRetry={() => void query.refetch()} />
    );
  const { items, total } = query.data;
  if (items.length === 0 && page === 1) return <EmptyState text={empty} />;
  const pages = Math.max(1, Math.ceil(total / DEFAULTS.pageSize));
  return (
    <>
      <DataTable caption={caption} columns={columns} rows={items} keyOf={keyOf} />
      {pages > 1 ? (
        <div className="flex h-9 flex-none items-center justify-end gap-2 border-t border-line px-3 text-muted">
          <bdi>
            {page} / {pages}
          </bdi>
          <IconButton label={t('common.newer')} disabled={page === 1} onClick={() => setPage(page - 1)}>
            <ChevronLeft aria-hidden className="flip size-4" />
          </IconButton>
          <IconButton label={t('common.older')} disabled={page === pages} onClick={() => setPage(page + 1)}>
            <ChevronRight aria-hidden className="flip size-4" />
          </IconButton>
        </div>
      ) : null}
    </>
  );
}
