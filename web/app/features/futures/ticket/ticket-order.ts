/** The order that the ticket makes, as the calls of perpetuals take it. */
import { decimal, formatUnits } from '../../../../ui/decimal.ts';
import type { PlaceFuturesOrder, PlaceStopOrder, Preference } from '../../../api/calls/futures.ts';
import { isSet, plain } from '../../../terminal/ticket/typed-units.ts';
import { hasLimit, isConditional, mayHaveExits, positionSideOf, type FuturesTicket } from './ticket.ts';

export type Sent =
  | { readonly kind: 'order'; readonly body: PlaceFuturesOrder }
  | { readonly kind: 'stop'; readonly body: PlaceStopOrder };

export function sentOf(ticket: FuturesTicket, symbol: string, preference: Preference): Sent {
  const isOneWay = preference.positionMode === 'ONE_WAY';
  const common = {
    symbol,
    side: ticket.side,
    positionSide: positionSideOf(ticket, preference),
    quantity: plain(ticket.quantity),
    // In hedge mode a closing side only reduces anyway.
    ...(isOneWay && ticket.isReduceOnly ? { reduceOnly: true } : {}),
  };
  const limit = hasLimit(ticket) ? { price: plain(ticket.price) } : {};
  if (!isConditional(ticket)) {
    const type = ticket.type === 'LIMIT' ? 'LIMIT' : 'MARKET';
    const time = type === 'LIMIT' ? { timeInForce: ticket.isPostOnly ? ('GTX' as const) : ticket.timeInForce } : {};
    return { kind: 'order', body: { ...common, type, ...time, ...limit, ...exitsOf(ticket) } };
  }
  if (ticket.type === 'TRAILING_STOP') {
    const trailing = {
      callbackRate: formatUnits(decimal(ticket.callback, 6), 8),
      ...(isSet(ticket.activationPrice) ? { activationPrice: plain(ticket.activationPrice) } : {}),
    };
    return { kind: 'stop', body: { ...common, type: 'TRAILING_STOP', source: ticket.source, ...trailing } };
  }
  const type = ticket.type === 'TAKE_PROFIT' ? 'TAKE_PROFIT' : 'STOP';
  const triggerPrice = plain(ticket.triggerPrice);
  return { kind: 'stop', body: { ...common, type, source: ticket.source, triggerPrice, ...limit } };
}

function exitsOf(ticket: FuturesTicket): Pick<PlaceFuturesOrder, 'takeProfit' | 'stopLoss'> {
  if (!ticket.hasExits || !mayHaveExits(ticket)) return {};
  const exit = (price: string) => ({ triggerPrice: plain(price), source: ticket.source });
  return {
    ...(isSet(ticket.takeProfit) ? { takeProfit: exit(ticket.takeProfit) } : {}),
    ...(isSet(ticket.stopLoss) ? { stopLoss: exit(ticket.stopLoss) } : {}),
  };
}
