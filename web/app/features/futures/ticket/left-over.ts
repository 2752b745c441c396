/** What a market order with everything leaves: margin is asked for at the worst price that it may trade at. Pure. */
import { ceilDiv } from '@agio/core/formulas';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatNumber } from '../../../../ui/format.ts';
import type { LeftOver } from '../../../terminal/ticket/left-over.ts';
import { units } from '../../../terminal/ticket/typed-units.ts';
import { costOf, spentOf, unitsOf } from '../margin.ts';
import { boundOf, plannedOf, previewOf, type TicketContext } from './ticket-preview.ts';
import { offeredSize } from './ticket-size.ts';
import type { FuturesTicket } from './ticket.ts';

const SCALE = 8;

/**
 * Null where the order could be larger still or leaves nothing, or first takes back a position of the other side: what that frees is not
 * known before it is booked.
 */
export function leftOverOf(ticket: FuturesTicket, context: TicketContext): LeftOver | null {
  const { contract, preference } = context.state;
  if (ticket.type !== 'MARKET' || ticket.isReduceOnly || ticket.isClosing || takesBack(ticket, context)) return null;
  const preview = previewOf(ticket, context);
  if (preview === null || !preview.isComplete) return null;
  const [quantity, step] = [units(ticket.quantity), unitsOf(contract.stepSize)];
  const offered = offeredSize(ticket, context);
  const costFor = (wanted: bigint) => costOf(context.state, plannedOf(ticket, context, wanted));
  if (offered.limit !== 'margin' || quantity < offered.quantity || costFor(quantity) > context.available) return null;
  const spent = spentOf(context.state, { side: ticket.side, quantity }, { amount: preview.value, fee: preview.fee });
  const left = context.available - spent;
  if (left <= 0n) return null;
  const leverage = BigInt(ticket.side === 'BUY' ? preference.longLeverage : preference.shortLeverage);
  const worthOfStep = ceilDiv((step * preview.averagePrice) / 10n ** BigInt(SCALE), leverage) * 2n;
  const shared = { left: formatUnits(left, SCALE), asset: contract.settle };
  if (left <= worthOfStep) return { ...shared, reason: 'step', detail: `${contract.stepSize} ${contract.base}` };
  const worst = ticket.side === 'BUY' ? boundOf('BUY', context) : context.state.mark;
  const detail = `${formatNumber(formatUnits(worst, SCALE), contract.pricePrecision)} ${contract.settle}`;
  // A sell is counted at about the price that it gets: there is no worse one that it would have to cover.
  return { ...shared, reason: ticket.side === 'BUY' ? 'price' : 'cushion', detail };
}

/** In hedge mode a side of its own opens, whatever the other one holds. */
function takesBack({ side }: FuturesTicket, { state }: TicketContext): boolean {
  const { contract, positions, preference } = state;
  const other = side === 'BUY' ? 'SHORT' : 'LONG';
  const isOther = positions.some(({ symbol, direction }) => symbol === contract.symbol && direction === other);
  return preference.positionMode === 'ONE_WAY' && isOther;
}
