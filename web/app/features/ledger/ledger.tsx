import type { DataOf } from '@agio/contracts/calls';
import { DEFAULTS } from '@agio/contracts/defaults';
import { LEDGER_LIMIT } from '@agio/contracts/ledger';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useNavigation, useRevalidator } from 'react-router';
import { Button, iconButtonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { groupThousands } from '../../../ui/format.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { showToast } from '../../../ui/toast.tsx';
import { browserCall } from '../../api/client.ts';
import { useDisplay } from '../../choices/display.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { fileName, ledgerFile } from './ledger-file.ts';
import { LedgerFilters } from './ledger-filters.tsx';
import { callQuery, searchOf, type LedgerFilter } from './ledger-query.ts';
import { LedgerTable } from './ledger-table.tsx';

type LedgerProps = {
  readonly filter: LedgerFilter;
  readonly page: number;
  /** Null if it could not be loaded. */
  readonly found: DataOf<'GET /web/account/ledger/list'> | null;
  readonly assets: readonly string[];
};

export function Ledger({ filter, page, found, assets }: LedgerProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const path = to('/assets/records');
  const isHidden = useDisplay().amounts === 'hidden';
  const { location } = useNavigation();
  const revalidator = useRevalidator();
  const isBusy = location?.pathname === path || revalidator.state === 'loading';
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 pt-5 pb-1">
        <h1 className="me-auto text-28">{t('ledger.title')}</h1>
        <FileButton filter={filter} isEmpty={!found || found.total === 0} />
      </div>
      <p className="max-w-[640px] pb-4 text-14 text-muted">{t('ledger.lead')}</p>
      <LedgerFilters filter={filter} assets={assets} path={path} />
      {found?.isCut ? <Notice>{t('ledger.cut', { limit: groupThousands(String(LEDGER_LIMIT)) })}</Notice> : null}
      <section
        aria-label={t('ledger.title')}
        aria-busy={isBusy}
        className={classNames(
          'mt-3 overflow-hidden rounded-2 border border-line bg-surface py-1 transition-opacity duration-120',
          isBusy && found !== null && 'opacity-60',
        )}
      >
        {found === null && isBusy ? <SkeletonRows rows={8} height="h-9" label={t('common.loading')} /> : null}
        {found === null && !isBusy ? (
          <ErrorState
            text={t('ledger.load_failed')}
            retryLabel={t('common.retry')}
            onRetry={() => void revalidator.revalidate()}
            className="py-12"
          />
        ) : null}
        {found?.items.length === 0 ? (
          <EmptyState text={t(searchOf(filter, 1) === '' ? 'ledger.empty' : 'ledger.none_found')} className="py-12" />
        ) : null}
        {found && found.items.length > 0 ? (
          <>
            <LedgerTable entries={found.items} isHidden={isHidden} />
            <Pages filter={filter} page={page} total={found.total} path={path} />
          </>
        ) : null}
      </section>
    </>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mt-3 rounded-1 bg-warn-tint px-3 py-2 text-13">
      {children}
    </p>
  );
}

function FileButton({ filter, isEmpty }: { filter: LedgerFilter; isEmpty: boolean }) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  // How many entries have come; a long file says so while it is made.
  const [rows, setRows] = useState(0);
  const save = async () => {
    setIsBusy(true);
    try {
      const { file, rows } = await ledgerFile(browserCall, callQuery(filter), setRows);
      saveFile(`agio-ledger-${fileName(filter)}.csv`, file);
      showToast('success', t('ledger.saved', { rows: groupThousands(String(rows)) }));
    } catch {
      // The call itself shows a message.
    } finally {
      setIsBusy(false);
      setRows(0);
    }
  };
  return (
    <Button busy={isBusy} disabled={isEmpty || isBusy} onClick={() => void save()} className="max-md:h-11">
      <Download aria-hidden className="size-4" />
      {rows > 0 ? t('ledger.entries', { total: groupThousands(String(rows)) }) : t('ledger.save_csv')}
    </Button>
  );
}

type PagesProps = {
  readonly filter: LedgerFilter;
  readonly page: number;
  readonly total: number;
  readonly path: string;
};

function Pages({ filter, page, total, path }: PagesProps) {
  const { t } = useTranslation();
  const pages = Math.max(1, Math.ceil(total / DEFAULTS.pageSize));
  const turn = (target: number, label: string, icon: ReactNode) =>
    target < 1 || target > pages ? (
      <span aria-hidden className={iconButtonClass('opacity-40 max-md:size-11')}>
        {icon}
      </span>
    ) : (
      <Link
        to={path + searchOf(filter, target)}
        preventScrollReset
        aria-label={label}
        title={label}
        className={iconButtonClass('max-md:size-11')}
      >
        {icon}
      </Link>
    );
  return (
    <nav
      aria-label={t('ledger.pages')}
      className="flex items-center justify-end gap-2 border-t border-line px-3 pt-1 text-13"
    >
      <span className="me-auto text-muted">{t('ledger.entries', { total: groupThousands(String(total)) })}</span>
      {turn(page - 1, t('common.newer'), <ChevronLeft aria-hidden className="flip size-4" />)}
      <bdi>
        {page} / {pages}
      </bdi>
      {turn(page + 1, t('common.older'), <ChevronRight aria-hidden className="flip size-4" />)}
    </nav>
  );
}
