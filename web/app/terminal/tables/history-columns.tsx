import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import type { FuturesFill } from '../../api/calls/futures.ts';
import type { Fill } from '../../api/types.ts';
import type { SidedOrder } from '../side-text.ts';
import { MarketAndSide, SideCell, TwoLines, TypeAndTags } from './cells.tsx';
import type { Column } from './data-table.tsx';

interface FigurePair<T> {
  readonly key: string;
  readonly label: string;
  readonly top: (row: T) => string;
  readonly bottom: (row: T) => string;
}

/** A column of two figures that are read together, one below the other. */
function pairColumn<T>({ key, label, top, bottom }: FigurePair<T>): Column<T> {
  return {
    key,
    label,
    isEnd: true,
    cell: (row) => <TwoLines top={<bdi>{top(row)}</bdi>} bottom={<bdi>{bottom(row)}</bdi>} />,
  };
}

/** The columns of histories that hold two things in a cell, so that what people look for is in sight in a narrow panel. */
export function useHistoryColumns() {
  const { t } = useTranslation();
  const marketLabel = `${t('terminal.market')} / ${t('terminal.ticket.side')}`;
  return {
    /** What a row is found by. */
    marketAndSide: <T extends SidedOrder>(market: (row: T) => ReactNode): Column<T> => ({
      key: 'market',
      label: marketLabel,
      isTitle: true,
      cell: (row) => <MarketAndSide market={market(row)} side={<SideCell of={row} />} />,
    }),
    /** The same of fills: with which condition sent the order. */
    marketAndSentSide: <T extends Fill | FuturesFill>(market: (row: T) => ReactNode): Column<T> => ({
      key: 'market',
      label: marketLabel,
      isTitle: true,
      cell: (row) => <MarketAndSide market={market(row)} side={<SentSideCell of={row} />} />,
    }),
    filledOfAmount: <T,>(filled: (row: T) => string, amount: (row: T) => string): Column<T> =>
      pairColumn({ key: 'filled', label: t('terminal.filled_of_amount'), top: filled, bottom: amount }),
    /** At which it traded, and below it the price that was asked for. */
    averageAndPrice: <T,>(average: (row: T) => string, price: (row: T) => string): Column<T> =>
      pairColumn({
        key: 'average',
        label: `${t('terminal.average_price')} / ${t('terminal.ticket.price')}`,
        top: average,
        bottom: price,
      }),
  };
}

function SentSideCell({ of: fill }: { of: Fill | FuturesFill }) {
  const { t } = useTranslation();
  return <TypeAndTags type={<SideCell of={fill} />} tags={fill.sentBy ? [t(`frame.fills.by_${fill.sentBy}`)] : []} />;
}
