import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { FindField } from '../../../ui/find-field.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { FuturesTicker, ListedContract } from '../../api/calls/futures-markets.ts';
import { useLocalNamesFor } from '../../i18n/use-coin-names.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { ContractTable } from './contract-table.tsx';
import { findContracts, sortContracts, type ContractSorting } from './sort-contracts.ts';
import { nextSorting } from './sort-pairs.ts';
import { useContractTickers } from './use-contract-tickers.ts';

/** What else the exchange tells of all contracts. */
const PAGES = [
  { path: '/service/funding-rate', label: 'navigation.funding_rates' },
  { path: '/service/insurance-fund', label: 'navigation.insurance_fund' },
  { path: '/service/liquidations', label: 'navigation.liquidations' },
] as const;

type ContractListProps = { readonly contracts: readonly ListedContract[]; readonly first: readonly FuturesTicker[] };

/** All USDT perpetuals, sorted by a column. */
export function ContractList({ contracts, first }: ContractListProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { tickers, isOld } = useContractTickers(first, true);
  const [text, setText] = useState('');
  const [sorting, setSorting] = useState<ContractSorting>({ key: 'volume', order: 'descending' });
  const shown = sortContracts(findContracts(contracts, text, useLocalNamesFor(text)), tickers, sorting);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
        {PAGES.map(({ path, label }) => (
          <Link key={path} to={to(path)} className="py-2 text-13 text-muted hover:text-accent">
            {t(label)}
          </Link>
        ))}
        <div className="ms-auto flex max-md:w-full">
          <FindField label={t('market.find')} value={text} onChange={setText} />
        </div>
      </div>
      <OldFigures isOld={isOld} />
      {shown.length > 0 ? (
        <ContractTable
          contracts={shown}
          tickers={tickers}
          caption={t('navigation.futures')}
          sorting={sorting}
          onSort={(key) => setSorting((now) => nextSorting(now, key))}
        />
      ) : (
        <EmptyState
          Icon={SearchX}
          text={t('market.nothing_found')}
          action={
            <Button size="sm" onClick={() => setText('')}>
              {t('market.show_all')}
            </Button>
          }
          className="py-16"
        />
      )}
    </>
  );
}

/** Says that the figures are not up to date. The element always exists, so that screen readers announce the change. */
export function OldFigures({ isOld }: { isOld: boolean }) {
  const { t } = useTranslation();
  return (
    <p role="status" className="text-12 text-warn">
      {isOld ? t('common.offline') : null}
    </p>
  );
}
