/** The order that the ticket makes, as the server's calls take it. */
import type { Pair, PlaceOrder, PlaceOco } from '../../../api/types.ts';
import { callbackBips, hasLimit, isByAmount, type Ticket } from './ticket.ts';
import { isSet, plain } from '../../../terminal/ticket/typed-units.ts';

/** The order of a ticket of any type but OCO, which is two orders. */
export function orderOf(ticket: Ticket, pair: Pair): PlaceOrder {
  const base = { symbol: pair.symbol, side: ticket.side, type: typeOf(ticket) };
  if (isByAmount(ticket)) return { ...base, quoteAmount: plain(ticket.amount) };
  const { isPostOnly, timeInForce } = ticket;
  return {
    ...base,
    ...(ticket.type === 'LIMIT' ? { timeInForce: isPostOnly ? 'GTX' : timeInForce } : {}),
    ...(hasLimit(ticket) ? { price: plain(ticket.price) } : {}),
    quantity: plain(ticket.quantity),
    ...triggerOf(ticket),
    ...(ticket.type === 'LIMIT' && ticket.isIceberg ? { displayQuantity: plain(ticket.displayQuantity) } : {}),
  };
}

export function ocoOf(ticket: Ticket, pair: Pair): PlaceOco {
  return {
    symbol: pair.symbol,
    side: ticket.side,
    quantity: plain(ticket.quantity),
    price: plain(ticket.price),
    stopPrice: plain(ticket.stopPrice),
    ...(isSet(ticket.stopLimitPrice) ? { stopLimitPrice: plain(ticket.stopLimitPrice) } : {}),
  };
}

function typeOf(ticket: Ticket): PlaceOrder['type'] {
  switch (ticket.type) {
    case 'TAKE_PROFIT':
      return ticket.isMarketThen ? 'TAKE_PROFIT_MARKET' : 'TAKE_PROFIT_LIMIT';
    case 'TRAILING_STOP':
      return ticket.isMarketThen ? 'TRAILING_STOP_MARKET' : 'TRAILING_STOP_LIMIT';
    case 'OCO':
      throw new Error('a pair is no single order');
    default:
      return ticket.type;
  }
}

function triggerOf(ticket: Ticket): Pick<PlaceOrder, 'stopPrice' | 'deltaBips' | 'activationPrice'> {
  if (ticket.type === 'LIMIT' || ticket.type === 'MARKET') return {};
  if (ticket.type !== 'TRAILING_STOP') return { stopPrice: plain(ticket.stopPrice) };
  return {
    deltaBips: callbackBips(ticket),
    ...(isSet(ticket.activationPrice) ? { activationPrice: plain(ticket.activationPrice) } : {}),
  };
}
