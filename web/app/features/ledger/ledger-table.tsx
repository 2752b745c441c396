import type { DataOf } from '@agio/contracts/calls';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatAmount, formatSigned, shownSign } from '../../../ui/format.ts';
import { directionClass } from '../../../ui/price.tsx';
import { ReceiptButton } from '../../receipts/receipt-button.tsx';
import { receiptOfEntry } from './receipt-of-entry.ts';
import { COVERED } from '../../figures/covered.ts';
import { AMOUNT_DECIMALS } from '../../../ui/decimal.ts';

export type LedgerEntry = DataOf<'GET /web/account/ledger/list'>['items'][number];

type LedgerTableProps = { readonly entries: readonly LedgerEntry[]; readonly isHidden: boolean };

/** The table of entries; on phones it has two columns, with the other fields below them. */
export function LedgerTable({ entries, isHidden }: LedgerTableProps) {
  const { t } = useTranslation();
  return (
    <table className="w-full border-collapse text-13">
      <caption className="sr-only">{t('ledger.title')}</caption>
      <thead className="text-12 whitespace-nowrap text-faint">
        <tr className="h-9 [&>th]:px-2 [&>th]:font-medium">
          <th scope="col" className="hidden !ps-4 text-start md:table-cell">
            {t('ledger.time')}
          </th>
          <th scope="col" className="text-start max-md:!ps-4">
            {t('ledger.type')}
          </th>
          <th scope="col" className="hidden text-start md:table-cell">
            {t('ledger.wallet')}
          </th>
          <th scope="col" className="hidden text-start lg:table-cell">
            {t('ledger.details')}
          </th>
          <th scope="col" className="!pe-4 text-end">
            {t('assets.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <LedgerRow key={entry.entryId} entry={entry} isHidden={isHidden} />
        ))}
      </tbody>
    </table>
  );
}

function LedgerRow({ entry, isHidden }: { entry: LedgerEntry; isHidden: boolean }) {
  const { t } = useTranslation();
  const wallet = t(`assets.wallet_${entry.wallet}`);
  const receipt = receiptOfEntry(entry);
  const details = [
    entry.symbol,
    entry.reference === '' ? '' : `#${entry.reference}`,
    entry.parts > 1 ? t('ledger.summed', { parts: entry.parts }) : '',
    entry.reason,
  ].filter((part) => part !== '');
  return (
    <tr className="h-14 border-t border-line hover:bg-hover md:h-9 [&>td]:px-2 [&>td]:py-1.5">
      <td className="hidden !ps-4 whitespace-nowrap text-muted md:table-cell">
        <Time timeMs={entry.time} />
      </td>
      <td className="max-md:!ps-4">
        {/* On the narrowest phones one long word, and the time below it, take two lines: the amount beside them is whole. */}
        <span className="inline-flex items-center gap-1 font-medium max-md:hyphens-auto max-md:wrap-anywhere">
          {t(`ledger.type_${entry.type}`)}
          {receipt ? <ReceiptButton name={receipt} /> : null}
        </span>
        <span className="block text-12 text-muted md:hidden [&_bdi]:whitespace-normal">
          <Time timeMs={entry.time} />
        </span>
      </td>
      <td className="hidden whitespace-nowrap text-muted md:table-cell">{wallet}</td>
      <td className="hidden text-muted lg:table-cell">
        <Details parts={details} />
      </td>
      <td className="!pe-4 text-end font-semibold">
        {/* An amount is one thing, its coin behind it in every language, as in sentences; one longer than nearly half of a phone has its coin below it. */}
        <span
          dir="ltr"
          className="inline-flex items-center justify-end gap-2 whitespace-nowrap max-md:w-max max-md:max-w-[46vw] max-md:flex-wrap max-md:gap-y-0"
        >
          {isHidden ? (
            <bdi>{COVERED}</bdi>
          ) : (
            <bdi className={directionClass(shownSign(entry.amount, AMOUNT_DECIMALS))}>
              {formatSigned(entry.amount, AMOUNT_DECIMALS, formatAmount)}
            </bdi>
          )}
          <span translate="no" className="inline-flex items-center gap-1.5 font-medium md:min-w-16">
            <CoinIcon asset={entry.asset} className="size-4 max-md:hidden" />
            {entry.asset}
          </span>
        </span>
        <span className="block text-12 font-normal text-muted md:hidden">{wallet}</span>
        <span className="block text-12 font-normal text-muted lg:hidden">
          <Details parts={details} />
        </span>
      </td>
    </tr>
  );
}

function Details({ parts }: { parts: readonly string[] }) {
  return parts.map((part, at) => (
    <span key={part} className="wrap-anywhere">
      {at > 0 ? ' · ' : ''}
      <bdi>{part}</bdi>
    </span>
  ));
}

/** Date and time in UTC, as in the filters and the saved file. */
function Time({ timeMs }: { timeMs: number }) {
  const iso = new Date(timeMs).toISOString();
  const [date, time] = iso.slice(0, 19).split('T');
  return (
    <time dateTime={iso}>
      {/* In one piece: two of them would change places where words are read from the right. A line ends between them alone. */}
      <bdi>
        <span className="whitespace-nowrap">{date}</span> <span className="whitespace-nowrap">{time}</span>
      </bdi>
    </time>
  );
}
