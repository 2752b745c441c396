import type { DataOf } from '@agio/contracts/calls';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { formatAmount } from '../../../ui/format.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { quietCall } from '../../api/client.ts';
import { getLiquidations, type ListedContract } from '../../api/calls/futures-markets.ts';
import { CardTable, type CardColumn } from './card-table.tsx';
import { ContractOrSymbol } from './contract-or-symbol.tsx';
import { formatAverage } from '../../figures/average-price.ts';
import { PagedList } from './paged-list.tsx';
import { UtcTime } from './plain-table.tsx';

const ALL = 'ALL';
type Liquidations = DataOf<'GET /futures/market/liquidations'>;

type LiquidationListProps = {
  readonly contracts: readonly ListedContract[];
  /** Liquidations of all contracts; null if the server could not read them. */
  readonly first: Liquidations | null;
};

/** Liquidations of all contracts, without naming the accounts. */
export function LiquidationList({ contracts, first }: LiquidationListProps) {
  const { t } = useTranslation();
  const [symbol, setSymbol] = useState(ALL);
  return (
    <>
      <div className="scroll-quiet overflow-x-auto py-3">
        <Segmented
          label={t('perpetuals.contract')}
          value={symbol}
          onChange={setSymbol}
          options={[
            { value: ALL, label: t('perpetuals.all') },
            ...contracts.map(({ symbol: value, base }) => ({ value, label: base })),
          ]}
        />
      </div>
      <PagedList
        key={symbol}
        first={symbol === ALL ? first : null}
        load={(page) => getLiquidations(quietCall, symbol === ALL ? { page } : { page, symbol })}
        empty={t('perpetuals.no_liquidations')}
      >
        {(items) => <LiquidationTable items={items} contracts={contracts} />}
      </PagedList>
    </>
  );
}

type LiquidationTableProps = {
  readonly items: Liquidations['items'];
  readonly contracts: readonly ListedContract[];
};

function LiquidationTable({ items, contracts }: LiquidationTableProps) {
  const { t } = useTranslation();
  const contractOf = (symbol: string) => contracts.find((each) => each.symbol === symbol);
  const columns: readonly CardColumn<Liquidations['items'][number]>[] = [
    { key: 'time', label: t('perpetuals.time'), isTitle: true, cell: ({ time }) => <UtcTime timeMs={time} /> },
    {
      key: 'contract',
      label: t('perpetuals.contract'),
      cell: ({ symbol }) => <ContractOrSymbol contract={contractOf(symbol)} symbol={symbol} />,
    },
    {
      key: 'closed',
      label: t('perpetuals.closed'),
      // Colored by what was closed, as longs and shorts are everywhere; a sale closed a long.
      cell: ({ side }) => (
        <span className={side === 'SELL' ? 'text-up' : 'text-down'}>
          {t(side === 'SELL' ? 'perpetuals.long' : 'perpetuals.short')}
        </span>
      ),
    },
    {
      key: 'how',
      label: t('perpetuals.how'),
      className: () => 'sm:text-muted',
      cell: ({ kind }) => t(kind === 'MARKET' ? 'perpetuals.how_market' : 'perpetuals.how_taken_over'),
    },
    {
      key: 'price',
      label: t('perpetuals.price'),
      isEnd: true,
      cell: ({ symbol, price }) => <bdi>{formatAverage(price, contractOf(symbol)?.pricePrecision ?? 8)}</bdi>,
    },
    {
      key: 'quantity',
      label: t('perpetuals.quantity'),
      isEnd: true,
      cell: ({ symbol, quantity }) => <bdi>{`${formatAmount(quantity, 8)} ${contractOf(symbol)?.base ?? ''}`}</bdi>,
    },
  ];
  return (
    <CardTable
      caption={t('navigation.liquidations')}
      columns={columns}
      rows={items}
      keyOf={({ time, symbol }, at) => `${time} ${symbol} ${at}`}
    />
  );
}
