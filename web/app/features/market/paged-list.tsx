import { DEFAULTS } from '@agio/contracts/defaults';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import type { PageOf } from '../../api/pages.ts';

type PagedListProps<T> = {
  /** The first page, if the server rendered it; null: the browser loads it. */
  readonly first: PageOf<T> | null;
  readonly load: (page: number) => Promise<PageOf<T>>;
  readonly empty: string;
  readonly children: (items: readonly T[]) => ReactNode;
};

/** A history in pages, newest first. Another `key` begins another history. */
export function PagedList<T>({ first, load, empty, children }: PagedListProps<T>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(first);
  const [page, setPage] = useState(1);
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>(first ? 'ready' : 'loading');
  const asked = useRef(0);
  const go = async (next: number) => {
    const turn = (asked.current += 1);
    setPage(next);
    setState('loading');
    const answer = await load(next).catch(() => null);
    // Ignore the answer if another page was chosen meanwhile.
    if (turn !== asked.current) return;
    if (answer) setShown(answer);
    setState(answer ? 'ready' : 'failed');
  };
  const begin = useRef(go);
  useEffect(() => {
    if (!first) void begin.current(1);
  }, [first]);
  if (state === 'failed')
    return (
      <ErrorState
        text={t('common.load_failed')}
        retryLabel={t('common.retry')}
        onRetry={() => void go(page)}
        className="py-12"
      />
    );
  if (!shown) return <SkeletonRows rows={6} height="h-11" label={t('common.loading')} />;
  if (shown.total === 0) return <EmptyState text={empty} className="py-12" />;
  const pages = Math.max(1, Math.ceil(shown.total / DEFAULTS.pageSize));
  return (
    <>
      <div aria-busy={state === 'loading'} className={classNames(state === 'loading' && 'opacity-50')}>
        {children(shown.items)}
      </div>
      {pages > 1 ? (
        <div className="flex items-center justify-end gap-2 py-2 text-13 text-muted">
          <bdi role="status">
            {page} / {pages}
          </bdi>
          <IconButton label={t('common.newer')} disabled={page === 1} onClick={() => void go(page - 1)}>
            <ChevronLeft aria-hidden className="flip size-4" />
          </IconButton>
          <IconButton label={t('common.older')} disabled={page === pages} onClick={() => void go(page + 1)}>
            <ChevronRight aria-hidden className="flip size-4" />
          </IconButton>
        </div>
      ) : null}
    </>
  );
}
