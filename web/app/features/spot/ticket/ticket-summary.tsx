import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatNumber } from '../../../../ui/format.ts';
import { formatAverage } from '../../../figures/average-price.ts';
import { coinAmount } from '../../../figures/coin-amount.ts';
import { feeText } from '../../../figures/fee-text.ts';
import { ratePercent } from '../../../figures/rate-percent.ts';
import { SummaryRows, type SummaryRow } from '../../../terminal/ticket/summary-rows.tsx';
import { LeftOverLine } from '../../../terminal/ticket/left-over-line.tsx';
import { useConditionWords } from './condition-words.ts';
import { leftOverOf } from './left-over.ts';
import { PairFigures } from './pair-figures.tsx';
import { SellAllOffer } from './sell-all-offer.tsx';
import { sellByTotalOf } from './sell-by-total.ts';
import { endsUnfilled, previewOf } from './ticket-preview.ts';
import { isConditional, type Ticket, type TicketContext } from './ticket.ts';

/** What the order would cost and bring, counted as the engine counts. Rows stay, so that nothing jumps while typing. */
export function TicketSummary({ ticket, context }: { ticket: Ticket; context: TicketContext }) {
  const { t } = useTranslation();
  const { pair } = context;
  const sell = sellByTotalOf(ticket, context);
  const unfilled = endsUnfilled(ticket, context);
  // For an order that would not be filled, no amounts are shown.
  const summary = unfilled === null ? previewOf(ticket, context) : null;
  const words = useConditionWords(pair).ofTicket(ticket);
  const role = t(summary?.isMaker ? 'terminal.ticket.maker' : 'terminal.ticket.taker');
  const rate = ratePercent((summary?.feeRate ?? context.feeRates.taker).replace('-', ''));
  const rows: readonly SummaryRow[] = [
    [
      t(ticket.side === 'BUY' ? 'terminal.ticket.cost' : 'terminal.ticket.you_sell'),
      summary && coinAmount(summary.cost, summary.costAsset),
    ],
    ...(summary?.locks ? [[t('terminal.ticket.locks'), coinAmount(summary.locks, pair.quote)] as const] : []),
    [
      t(isConditional(ticket) ? 'terminal.ticket.expected' : 'terminal.ticket.average'),
      summary && `${formatAverage(summary.averagePrice, pair.quotePrecision)} ${pair.quote}`,
    ],
    ...(ticket.type === 'MARKET'
      ? [
          [
            t(ticket.side === 'BUY' ? 'terminal.ticket.never_above' : 'terminal.ticket.never_below'),
            summary?.worstPrice ? `${formatNumber(summary.worstPrice, pair.quotePrecision)} ${pair.quote}` : null,
          ] as const,
        ]
      : []),
    [t('terminal.ticket.fee', { role, rate }), summary && feeText(t, summary.fee, summary.feeAsset)],
  ];
  return (
    <div className="flex-none">
      {words ? <p className="mb-2 text-muted">{words}</p> : null}
      {ticket.type === 'OCO' ? (
        <PairFigures ticket={ticket} context={context} />
      ) : (
        <dl>
          <SummaryRows rows={rows} />
          <div className="ledger-total mt-1 flex justify-between gap-2 py-1 leading-5 font-semibold">
            <dt>{t('terminal.ticket.you_receive')}</dt>
            <dd>
              <bdi>{summary ? coinAmount(summary.receive, summary.receiveAsset) : '–'}</bdi>
            </dd>
          </div>
        </dl>
      )}
      {unfilled ? (
        <p role="status" className="mt-2 text-11 text-warn">
          {t(`terminal.ticket.unfilled_${unfilled}`)}
        </p>
      ) : null}
      {sell ? (
        <SellAllOffer sell={sell} context={context} />
      ) : (
        <LeftOverLine leftOver={leftOverOf(ticket, context)} decimals={8} />
      )}
      {summary && !summary.isComplete ? (
        <p className="mt-2 text-11 text-warn">{t('terminal.ticket.thin_book')}</p>
      ) : null}
    </div>
  );
}
