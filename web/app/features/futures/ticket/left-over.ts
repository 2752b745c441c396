/** What a market order with everything leaves: margin is asked for at the worst price that it may trade at. Pure. */
import { ceilDiv } from '@agio/core/formulas';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatNumber } from '../../../../ui/format.ts';
import type { LeftOver } from '../../../terminal/ticket/left-over.ts';
import { units } from '../../../terminal/ticket/typed-units.ts';
import { costOf, unitsOf } from '../margin.ts';
import { boundOf, plannedOf, previewOf, type TicketContext } from './ticket-preview.ts';
import type { FuturesTicket } from './ticket.ts';

const SCALE = 8;

/**
 * Null where the order could be larger still or leaves nothing, or the contract already has an open position, because the margin of
 * a changed position does not follow the order's size.
 */
export function leftOverOf(ticket: FuturesTicket, context: TicketContext): LeftOver | null {
  const { contract, positions, preference } = context.state;
  const isOpen = positions.some(({ symbol }) => symbol === contract.symbol);
  if (ticket.type !== 'MARKET' || ticket.isReduceOnly || ticket.isClosing || isOpen) return null;
  const preview = previewOf(ticket, context);
  if (preview === null || !preview.isComplete) return null;
  const [quantity, step] = [units(ticket.quantity), unitsOf(contract.stepSize)];
  const costFor = (wanted: bigint) => costOf(context.state, plannedOf(ticket, context, wanted));
  if (costFor(quantity) > context.available || costFor(quantity + step) <= context.available) return null;
  const spent = costOf(context.state, { ...plannedOf(ticket, context, quantity), price: preview.averagePrice });
  const left = context.available - spent;
  if (left <= 0n) return null;
  const leverage = BigInt(ticket.side === 'BUY' ? preference.longLeverage : preference.shortLeverage);
  const worthOfStep = ceilDiv((step * preview.averagePrice) / 10n ** BigInt(SCALE), leverage) * 2n;
  const shared = { left: formatUnits(left, SCALE), asset: contract.settle };
  if (left <= worthOfStep) return { ...shared, reason: 'step', detail: `${contract.stepSize} ${contract.base}` };
  const worst = ticket.side === 'BUY' ? boundOf('BUY', context) : context.state.mark;
  return {
    ...shared,
    reason: 'price',
    detail: `${formatNumber(formatUnits(worst, SCALE), contract.pricePrecision)} ${contract.settle}`,
  };
}
