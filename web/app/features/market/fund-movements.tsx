import type { DataOf } from '@agio/contracts/calls';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatExactMoney, formatNumber, formatSigned, signOf } from '../../../ui/format.ts';
import { directionClass } from '../../../ui/price.tsx';
import { quietCall } from '../../api/client.ts';
import { getInsuranceFundMovements, type ListedContract } from '../../api/calls/futures-markets.ts';
import { CardTable, type CardColumn } from './card-table.tsx';
import { ContractOrSymbol } from './contract-or-symbol.tsx';
import { PagedList } from './paged-list.tsx';
import { UtcTime } from './plain-table.tsx';

type Movements = DataOf<'GET /futures/market/insurance-fund/movements'>;

/** As many as the ledger has: a funding may leave a unit of the last one. */
const AMOUNT_DECIMALS = 8;
const BALANCE_DECIMALS = 2;

type FundMovementsProps = {
  readonly contracts: readonly ListedContract[];
  /** The newest payments; null if the server could not read them. */
  readonly first: Movements | null;
  /** Of which day the payments are shown; null: of all. */
  readonly day: string | null;
  readonly onAllDays: () => void;
};

/** What was paid into the insurance fund and out of it: when, for which contract, what for, and what the fund held afterwards. */
export function FundMovements({ contracts, first, day, onAllDays }: FundMovementsProps) {
  const { t } = useTranslation();
  const heading = day === null ? t('perpetuals.fund_payments') : t('perpetuals.fund_payments_of', { day });
  return (
    <>
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2 className="text-16">{heading}</h2>
        {day === null ? null : (
          <Button className="max-md:h-11" onClick={onAllDays}>
            {t('perpetuals.fund_payments_all')}
          </Button>
        )}
      </div>
      {first?.since ? (
        <p className="mb-2 text-13 text-muted">
          {t('perpetuals.fund_payments_since')} <UtcTime timeMs={first.since} /> <bdi>UTC</bdi>
        </p>
      ) : null}
      <PagedList
        key={day}
        first={day === null ? first : null}
        load={(page) => getInsuranceFundMovements(quietCall, day === null ? { page } : { page, day })}
        empty={t('perpetuals.fund_no_payments')}
      >
        {(items) => <MovementTable items={items} contracts={contracts} caption={heading} asset={first?.asset ?? ''} />}
      </PagedList>
    </>
  );
}

type MovementTableProps = {
  readonly items: Movements['items'];
  readonly contracts: readonly ListedContract[];
  readonly caption: string;
  readonly asset: string;
};

function MovementTable({ items, contracts, caption, asset }: MovementTableProps) {
  const { t } = useTranslation();
  const columns: readonly CardColumn<Movements['items'][number]>[] = [
    { key: 'time', label: t('perpetuals.time'), isTitle: true, cell: ({ time }) => <UtcTime timeMs={time} /> },
    {
      key: 'contract',
      label: t('perpetuals.contract'),
      cell: ({ symbol }) => (
        <ContractOrSymbol contract={contracts.find((each) => each.symbol === symbol)} symbol={symbol} />
      ),
    },
    {
      key: 'kind',
      label: t('perpetuals.fund_kind'),
      className: () => 'max-sm:col-span-full sm:text-muted',
      cell: ({ kind }) => t(`perpetuals.fund_kind_${kind}`),
    },
    {
      key: 'amount',
      label: t('perpetuals.fund_amount', { asset }),
      isEnd: true,
      cell: ({ amount }) => (
        <bdi className={directionClass(signOf(amount))}>{formatSigned(amount, AMOUNT_DECIMALS, formatExactMoney)}</bdi>
      ),
    },
    {
      key: 'after',
      label: t('perpetuals.fund_after', { asset }),
      isEnd: true,
      cell: ({ balance }) => <bdi>{formatNumber(balance, BALANCE_DECIMALS)}</bdi>,
    },
  ];
  return <CardTable caption={caption} columns={columns} rows={items} keyOf={({ time }, at) => `${time} ${at}`} />;
}
