import type { DataOf } from '@agio/contracts/calls';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { decimal, formatUnits } from '../../../ui/decimal.ts';
import { formatNumber, formatSigned, shownSign } from '../../../ui/format.ts';
import { directionClass } from '../../../ui/price.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { CardTable, type CardColumn } from './card-table.tsx';

type FundDays = DataOf<'GET /futures/market/insurance-fund/days'>;

const SCALE = 8;
const SHOWN_DECIMALS = 2;
/** Days that are shown at first; the others on demand. */
const FIRST_DAYS = 14;

type FundHistoryProps = {
  /** Null if they could not be loaded. */
  readonly days: FundDays | null;
  readonly onRetry: () => void;
  /** A day was chosen, to see its payments. */
  readonly onDay: (day: string) => void;
};

/** What the insurance fund held at the end of each of the last days: a curve, and below it the table, newest first. */
export function FundHistory({ days, onRetry, onDay }: FundHistoryProps) {
  const { t } = useTranslation();
  const [isWhole, setIsWhole] = useState(false);
  if (days === null)
    return (
      <ErrorState text={t('common.load_failed')} retryLabel={t('common.retry')} onRetry={onRetry} className="py-12" />
    );
  if (days.items.length === 0) return <EmptyState text={t('perpetuals.fund_no_history')} className="py-12" />;
  const rows = days.items
    .map(({ day, balance }, at) => ({
      day,
      balance,
      change: changeOf(balance, days.items[at - 1]?.balance ?? days.opening ?? undefined),
    }))
    .toReversed();
  const columns: readonly CardColumn<(typeof rows)[number]>[] = [
    {
      key: 'day',
      label: t('perpetuals.fund_day'),
      isTitle: true,
      cell: ({ day }) => (
        <button
          type="button"
          aria-label={t('perpetuals.fund_payments_show', { day })}
          onClick={() => onDay(day)}
          className="h-11 text-accent hover:underline max-sm:-my-2"
        >
          <time dateTime={day}>
            <bdi>{day}</bdi>
          </time>
        </button>
      ),
    },
    {
      key: 'balance',
      label: t('perpetuals.fund_at_end', { asset: days.asset }),
      isEnd: true,
      className: () => 'font-medium',
      cell: ({ balance }) => <bdi>{formatNumber(balance, SHOWN_DECIMALS)}</bdi>,
    },
    {
      key: 'change',
      label: t('perpetuals.fund_change'),
      isEnd: true,
      cell: ({ change }) => <Change units={change} />,
    },
  ];
  return (
    <>
      {/* One day makes no line. */}
      {days.items.length > 1 ? (
        <div dir="ltr" className="mb-3 rounded-2 border border-line bg-surface p-3">
          <Sparkline values={days.items.map(({ balance }) => Number(balance))} className="h-28 w-full" />
        </div>
      ) : null}
      <CardTable
        caption={t('perpetuals.fund_history')}
        columns={columns}
        rows={isWhole ? rows : rows.slice(0, FIRST_DAYS)}
        keyOf={({ day }) => day}
      />
      {rows.length > FIRST_DAYS && !isWhole ? (
        <Button className="mt-3 max-md:h-11" onClick={() => setIsWhole(true)}>
          {t('perpetuals.fund_all_days')}
        </Button>
      ) : null}
    </>
  );
}

/** Units; null: nobody knows what the fund held before. */
const changeOf = (balance: string, before: string | undefined): bigint | null =>
  before === undefined ? null : decimal(balance, SCALE) - decimal(before, SCALE);

function Change({ units }: { units: bigint | null }) {
  if (units === null) return '–';
  const text = formatUnits(units, SCALE);
  return <bdi className={directionClass(shownSign(text, SHOWN_DECIMALS))}>{formatSigned(text, SHOWN_DECIMALS)}</bdi>;
}
