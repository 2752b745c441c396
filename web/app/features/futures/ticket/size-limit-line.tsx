import type { Translate } from '../../../i18n/translator.ts';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import { SCALE, units } from '../../../terminal/ticket/typed-units.ts';
import { sumFor, sumWithin } from './ticket-amount.ts';
import { closableSize, type ClosableSize } from './ticket-closing.ts';
import type { TicketContext } from './ticket-preview.ts';
import { largestPosition, type LargestSize, leverageOf } from './ticket-size.ts';
import { isByAmount, isConditional, type FuturesTicket } from './ticket.ts';

type SizeLimitLineProps = {
  readonly ticket: FuturesTicket;
  readonly context: TicketContext;
  readonly largest: LargestSize;
};

/** Why the order cannot be larger, of the largest one that can be sent; of one that only closes, that not all of it will. */
export function SizeLimitLine({ ticket, context, largest }: SizeLimitLineProps) {
  const { t } = useTranslation();
  const text = closingLimit(t, ticket, context) ?? sizeLimit(t, { ticket, context, largest });
  return text === null ? null : (
    <p role="status" className="text-11 text-muted">
      {text}
    </p>
  );
}

/**
 * Where more is typed than can be closed: the exchange takes such an order, and closes what there is (trading B17). Where nothing is open it
 * takes only what waits for its trigger, and the size's problem says so of others.
 */
export function closingLimit(t: Translate, ticket: FuturesTicket, context: TicketContext): string | null {
  const closable = closableSize(ticket, context.state);
  if (closable === null || !context.isAccountKnown || units(ticket.quantity) <= closable.quantity) return null;
  if (closable.position === null && !isConditional(ticket)) return null;
  const most = t('futures.ticket.closes_at_most', { amount: sizeText(closable.quantity, ticket, context) });
  if (closable.ahead === 0n) return most;
  return `${most} ${t('futures.ticket.closes_after', { amount: sizeText(closable.ahead, ticket, context) })}`;
}

/** Where that is not the money. */
function sizeLimit(t: Translate, { ticket, context, largest }: SizeLimitLineProps): string | null {
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
        : lotsText(quantity, context);
  return t(`futures.ticket.limited_${limit}`, { leverage: String(leverage), amount });
}

/** What an order that only closes can close; a dash until that is known. */
export const closableText = (closable: ClosableSize, ticket: FuturesTicket, context: TicketContext): string =>
  context.isAccountKnown ? sizeText(closable.quantity, ticket, context) : '–';

/** A size in the unit that the ticket is given in: of a sum the least one that makes so many lots. */
function sizeText(quantity: bigint, ticket: FuturesTicket, context: TicketContext): string {
  const sum = isByAmount(ticket) ? sumFor(ticket, context, quantity) : 0n;
  if (sum === 0n && quantity > 0n) return lotsText(quantity, context);
  return isByAmount(ticket)
    ? `${formatNumber(formatUnits(sum, SCALE), 2)} ${context.state.contract.settle}`
    : lotsText(quantity, context);
}

const lotsText = (quantity: bigint, { state }: TicketContext): string =>
  `${formatAmount(formatUnits(quantity, SCALE), SCALE)} ${state.contract.base}`;
