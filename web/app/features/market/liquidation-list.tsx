import type { DataOf } from '@agio/contracts/calls';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { formatAmount } from '../../../ui/format.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { quietCall } from '../../api/client.ts';
import { getLiquidations, type ListedContract } from '../../api/calls/futures-markets.ts';
import { formatAverage } from '../../figures/average-price.ts';
import { ContractName } from '../../figures/pair-name.tsx';
import { PagedList } from './paged-list.tsx';
import { PlainTable, UtcTime } from './plain-table.tsx';

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
  return (
    <PlainTable caption={t('navigation.liquidations')}>
      <thead>
        <tr className="[&>th]:text-start">
          <th scope="col">{t('perpetuals.time')}</th>
          <th scope="col">{t('perpetuals.contract')}</th>
          <th scope="col">{t('perpetuals.closed')}</th>
          <th scope="col">{t('perpetuals.how')}</th>
          <th scope="col" className="!text-end">
            {t('perpetuals.price')}
          </th>
          <th scope="col" className="!text-end">
            {t('perpetuals.quantity')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ symbol, side, kind, price, quantity, time }, index) => {
          const contract = contracts.find((each) => each.symbol === symbol);
          return (
            <tr key={`${time} ${symbol} ${index}`}>
              <td>
                <UtcTime timeMs={time} />
              </td>
              <td>{contract ? <ContractName contract={contract} /> : <bdi translate="no">{symbol}</bdi>}</td>
              {/* Colored by what was closed, as longs and shorts are everywhere; a sale closed a long. */}
              <td className={side === 'SELL' ? 'text-up' : 'text-down'}>
                {t(side === 'SELL' ? 'perpetuals.long' : 'perpetuals.short')}
              </td>
              <td className="text-muted">
                {t(kind === 'MARKET' ? 'perpetuals.how_market' : 'perpetuals.how_taken_over')}
              </td>
              <td className="text-end">
                <bdi>{formatAverage(price, contract?.pricePrecision ?? 8)}</bdi>
              </td>
              <td className="text-end">
                <bdi>{`${formatAmount(quantity, 8)} ${contract?.base ?? ''}`}</bdi>
              </td>
            </tr>
          );
        })}
      </tbody>
    </PlainTable>
  );
}
