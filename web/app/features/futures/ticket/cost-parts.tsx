import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatNumber } from '../../../../ui/format.ts';
import { SummaryRows, type SummaryRow } from '../../../terminal/ticket/summary-rows.tsx';
import type { Preview, TicketContext } from './ticket-preview.ts';
import type { FuturesTicket } from './ticket.ts';

type CostPartsProps = {
  readonly ticket: Pick<FuturesTicket, 'type' | 'side'>;
  readonly context: TicketContext;
  /** Null while there is nothing to count. */
  readonly preview: Preview | null;
};

/** Why the cost is more than the margin of the position: its parts, and at which price they are counted (trading B5). */
export function CostParts({ ticket: { type, side }, context, preview }: CostPartsProps) {
  const { t } = useTranslation();
  const { contract, preference } = context.state;
  const leverage = String(side === 'BUY' ? preference.longLeverage : preference.shortLeverage);
  const money = (units: bigint) => `${formatNumber(formatUnits(units, 8), 2)} ${contract.settle}`;
  const isUpToWorst = type === 'MARKET' && side === 'BUY';
  const rows: readonly SummaryRow[] =
    preview === null
      ? []
      : [
          [
            t('futures.ticket.counted_at'),
            `${formatNumber(formatUnits(preview.countedAt, 8), contract.pricePrecision)} ${contract.settle}`,
          ],
          [t('futures.ticket.margin', { leverage }), money(preview.parts.margin)],
          [t('futures.ticket.cost_loss'), money(preview.parts.loss)],
          [t('futures.ticket.cost_fees'), money(preview.parts.fees)],
          [t('terminal.ticket.cost'), money(preview.cost)],
        ];
  return (
    <>
      <p className="mb-2 text-muted">{t(isUpToWorst ? 'futures.ticket.cost_market' : 'futures.ticket.cost_hint')}</p>
      <dl className="num">
        <SummaryRows rows={rows} />
      </dl>
    </>
  );
}
