import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatAmount } from '../../../../ui/format.ts';
import { quietCall } from '../../../api/client.ts';
import { type EndedStopOrder, getStopOrderHistory } from '../../../api/calls/futures.ts';
import { formatAverage } from '../../../figures/average-price.ts';
import { TimeCell, TypeAndTags } from '../../../terminal/tables/cells.tsx';
import { useColumns } from '../../../terminal/tables/columns.tsx';
import type { Column } from '../../../terminal/tables/data-table.tsx';
import { useHistoryColumns } from '../../../terminal/tables/history-columns.tsx';
import { HistoryPage, type HistoryPageProps } from '../../../terminal/tables/history-page.tsx';
import { endReasonText } from '../../../terminal/tables/end-reason.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { contractOf, useFuturesMarket } from '../futures-market.ts';
import { ContractCell } from './cells.tsx';
import { firedAt, refusedFor } from './fired-stop.ts';
import { STOP_FILE } from './history-files.ts';
import { useStopWords } from './stop-words.ts';

type StopHistoryProps = Pick<HistoryPageProps<EndedStopOrder>, 'symbol' | 'start'>;

/** Conditional orders and exits that fired or ended: what woke them, when, and what became of the order that they placed. */
export function StopHistory({ symbol, start }: StopHistoryProps) {
  const { t } = useTranslation();
  const common = useColumns();
  const paired = useHistoryColumns();
  const words = useStopWords();
  const { contracts } = useFuturesMarket();
  const columns: readonly Column<EndedStopOrder>[] = [
    paired.marketAndSide(({ symbol }) => <ContractCell symbol={symbol} />),
    { ...common.type((stop) => <TypeAndTags type={words.typeOf(stop)} tags={words.tagsOf(stop)} />), isExtra: false },
    common.status(),
    { key: 'order', label: t('futures.table.became'), isEnd: true, cell: (stop) => <Became stop={stop} /> },
    {
      key: 'trigger',
      label: t('futures.table.trigger'),
      cell: (stop) => (
        <span className="inline-block md:max-w-96 md:min-w-44 md:py-1 md:whitespace-normal">
          {words.triggerOf(stop)}
        </span>
      ),
    },
    common.time(({ createdAt }) => createdAt),
    common.price(words.priceOf, true),
    common.quantity(({ quantity, symbol }) =>
      isSet(quantity) ? `${formatAmount(quantity, 8)} ${contractOf(contracts, { symbol })?.base ?? ''}` : '–',
    ),
    {
      key: 'triggered',
      label: t('futures.table.triggered'),
      isEnd: true,
      cell: (stop) => {
        const time = firedAt(stop);
        return time === null ? '–' : <TimeCell time={time} />;
      },
    },
  ];
  return (
    <HistoryPage
      name="futures-conditional-history"
      file={STOP_FILE}
      hasSide
      caption={t('futures.table.conditional_history')}
      empty={t('futures.table.no_conditional')}
      symbol={symbol}
      start={start}
      load={(query) => getStopOrderHistory(quietCall, query)}
      columns={columns}
      keyOf={({ stopOrderId }) => String(stopOrderId)}
    />
  );
}

/**
 * The order that it placed: its state, and its average price once something of it was filled; below it why that order ended by itself. Of
 * one whose order was refused, why: it placed none.
 */
function Became({ stop }: { stop: EndedStopOrder }) {
  const { t } = useTranslation();
  const { contracts } = useFuturesMarket();
  const { order, symbol } = stop;
  const decimals = contractOf(contracts, { symbol })?.pricePrecision ?? 2;
  const average = order && isSet(order.averagePrice) ? ` · ${formatAverage(order.averagePrice, decimals)}` : '';
  const why = refusedFor(stop);
  return (
    <>
      {order === null && why !== null ? null : (
        <bdi>{order ? `${t(`terminal.status_${order.status}`)}${average}` : '–'}</bdi>
      )}
      {why === null ? null : (
        <span className="block text-11 text-muted md:ms-auto md:max-w-56 md:min-w-36 md:whitespace-normal">
          {endReasonText(t, why)}
        </span>
      )}
    </>
  );
}
