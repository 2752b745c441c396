import type { DataOf } from '@agio/contracts/calls';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatAmount, formatNumber, formatSigned, signOf } from '../../../ui/format.ts';
import { directionClass } from '../../../ui/price.tsx';
import { quietCall } from '../../api/client.ts';
import { getInsuranceFundMovements, type ListedContract } from '../../api/calls/futures-markets.ts';
import { ContractName } from '../../figures/pair-name.tsx';
import { PagedList } from './paged-list.tsx';
import { PlainTable, UtcTime } from './plain-table.tsx';

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
  return (
    <PlainTable caption={caption}>
      <thead>
        <tr className="[&>th]:text-start">
          <th scope="col">{t('perpetuals.time')}</th>
          <th scope="col">{t('perpetuals.contract')}</th>
          <th scope="col">{t('perpetuals.fund_kind')}</th>
          <th scope="col" className="!text-end">
            {t('perpetuals.fund_amount', { asset })}
          </th>
          <th scope="col" className="!text-end">
            {t('perpetuals.fund_after', { asset })}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ time, symbol, kind, amount, balance }, index) => {
          const contract = contracts.find((each) => each.symbol === symbol);
          return (
            <tr key={`${time} ${index}`}>
              <td>
                <UtcTime timeMs={time} />
              </td>
              <td>{contract ? <ContractName contract={contract} /> : <bdi translate="no">{symbol ?? '–'}</bdi>}</td>
              <td className="text-muted">{t(`perpetuals.fund_kind_${kind}`)}</td>
              <td className="text-end">
                <bdi className={directionClass(signOf(amount))}>
                  {formatSigned(amount, AMOUNT_DECIMALS, formatAmount)}
                </bdi>
              </td>
              <td className="text-end">
                <bdi>{formatNumber(balance, BALANCE_DECIMALS)}</bdi>
              </td>
            </tr>
          );
        })}
      </tbody>
    </PlainTable>
  );
}
