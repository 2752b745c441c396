import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import type { FuturesOrder, StopOrder } from '../../api/calls/futures.ts';
import type { Order } from '../../api/types.ts';
import { exactFeeText, feeText } from '../../figures/fee-text.ts';
import type { SidedOrder } from '../side-text.ts';
import { SideCell, TimeCell, TimeHead } from './cells.tsx';
import type { Column } from './data-table.tsx';
import { endReasonText } from './end-reason.ts';
import { statusText } from './status-text.ts';

interface Figure<T> {
  readonly key: string;
  readonly label: string;
  readonly text: (row: T) => ReactNode;
  readonly isExtra?: boolean;
}

/** A column of figures: each stands at the end of its cell. */
export function figureColumn<T>({ key, label, text, isExtra = false }: Figure<T>): Column<T> {
  return { key, label, isEnd: true, isExtra, cell: (row) => <bdi>{text(row)}</bdi> };
}

/** The columns that orders, fills and positions of both terminals have, under the same words and in the same shape. */
export function useColumns() {
  const { t } = useTranslation();
  return {
    /** `changedAt`: when a row that is still open was changed last. */
    time: <T,>(timeOf: (row: T) => number, changedAt: (row: T) => number = timeOf): Column<T> => ({
      key: 'time',
      label: <TimeHead />,
      cell: (row) => <TimeCell time={timeOf(row)} changedAt={changedAt(row)} />,
    }),
    market: <T,>(cell: (row: T) => ReactNode): Column<T> => ({
      key: 'market',
      label: t('terminal.market'),
      isTitle: true,
      cell,
    }),
    type: <T,>(cell: Column<T>['cell']): Column<T> => ({
      key: 'type',
      label: t('terminal.ticket.type'),
      isExtra: true,
      cell,
    }),
    side: <T extends SidedOrder>(): Column<T> => ({
      key: 'side',
      label: t('terminal.ticket.side'),
      cell: (row) => <SideCell of={row} />,
    }),
    price: <T,>(text: (row: T) => string, isExtra = false): Column<T> =>
      figureColumn({ key: 'price', label: t('terminal.ticket.price'), text, isExtra }),
    quantity: <T,>(text: (row: T) => ReactNode): Column<T> =>
      figureColumn({ key: 'quantity', label: t('terminal.ticket.quantity'), text }),
    fee: <T,>(feeOf: (row: T) => readonly [fee: string, asset: string]): Column<T> => ({
      key: 'fee',
      label: t('terminal.fee'),
      isEnd: true,
      cell: (row) => <FeeCell of={feeOf(row)} />,
    }),
    /** With the reason where an order ended by itself: at the pointer in a table, below it in a card, and heard in both. */
    status: <T extends Order | FuturesOrder | StopOrder>(): Column<T> => ({
      key: 'status',
      label: t('terminal.status'),
      isEnd: true,
      cell: (row) => <StatusCell of={row} />,
    }),
    /** Maker or taker, where `exception` knows no other word. */
    role: <T extends { readonly isMaker: boolean }>(exception?: (row: T) => string | undefined): Column<T> => ({
      key: 'role',
      label: t('terminal.role'),
      isEnd: true,
      isExtra: true,
      cell: (row) => exception?.(row) ?? t(row.isMaker ? 'terminal.role_maker' : 'terminal.role_taker'),
    }),
    actions: <T,>(cell: (row: T) => ReactNode): Column<T> => ({
      key: 'actions',
      label: <span className="sr-only">{t('terminal.actions')}</span>,
      isEnd: true,
      isPinned: true,
      isInCorner: true,
      cell,
    }),
  };
}

function StatusCell({ of: order }: { of: Order | FuturesOrder | StopOrder }) {
  const { t } = useTranslation();
  const why = order.reason === '' ? undefined : endReasonText(t, order.reason);
  return (
    <span title={why}>
      {statusText(t, order)}
      {why === undefined ? null : <span className="block text-11 text-muted md:sr-only">{why}</span>}
    </span>
  );
}

/** With all its digits at the pointer. */
function FeeCell({ of: [fee, asset] }: { of: readonly [fee: string, asset: string] }) {
  const { t } = useTranslation();
  return <bdi title={exactFeeText(t, fee, asset)}>{feeText(t, fee, asset)}</bdi>;
}
