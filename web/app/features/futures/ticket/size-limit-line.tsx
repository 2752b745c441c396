import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import { SCALE, units } from '../../../terminal/ticket/typed-units.ts';
import { sumWithin } from './ticket-amount.ts';
import type { TicketContext } from './ticket-preview.ts';
import { largestPosition, type LargestSize, leverageOf } from './ticket-size.ts';
import { isByAmount, type FuturesTicket } from './ticket.ts';

type SizeLimitLineProps = {
  readonly ticket: FuturesTicket;
  readonly context: TicketContext;
  readonly largest: LargestSize;
};

/** Of the largest order that can be sent: why it cannot be larger, where that is not the money. */
export function SizeLimitLine({ ticket, context, largest }: SizeLimitLineProps) {
  const { t } = useTranslation();
  const { contract } = context.state;
  const { quantity, limit } = largest;
  if (quantity === 0n || units(ticket.quantity) !== quantity) return null;
  if (limit !== 'leverage' && limit !== 'order') return null;
  const leverage = leverageOf(ticket, context);
  const amount =
    limit === 'leverage'
      ? `${formatNumber(formatUnits(largestPosition(contract, leverage), SCALE), 0)} ${contract.settle}`
      : isByAmount(ticket)
        ? `${formatNumber(formatUnits(sumWithin(ticket, context, quantity), SCALE), 2)} ${contract.settle}`
        : `${formatAmount(formatUnits(quantity, SCALE), SCALE)} ${contract.base}`;
  return (
    <p role="status" className="text-11 text-muted">
      {t(`futures.ticket.limited_${limit}`, { leverage: String(leverage), amount })}
    </p>
  );
}
