/** The core's command of what the spot ticket sends, for tests that hold the ticket against the core. */
import type { CommandBody } from '../../../core/index.ts';
import { units } from '../../../core/testing/exchange.ts';
import type { Pair } from '../../../web/app/api/types.ts';
import { orderOf, ocoOf } from '../../../web/app/features/spot/ticket/ticket-order.ts';
import type { Ticket } from '../../../web/app/features/spot/ticket/ticket.ts';

/** The command that the server makes of what the page sends. */
export function spotCommandOf(uid: number, ticket: Ticket, pair: Pair): CommandBody {
  const common = { uid, stpMode: '', clientOrderId: '', idempotency: null } as const;
  const number = (value: string | undefined): number => units(value ?? '0');
  if (ticket.type === 'OCO') {
    const { symbol, side, ...sent } = ocoOf(ticket, pair);
    const numbers = {
      quantity: number(sent.quantity),
      price: number(sent.price),
      stopPrice: number(sent.stopPrice),
      stopLimitPrice: number(sent.stopLimitPrice),
      takeProfitPrice: 0,
    };
    return { kind: 'PlaceOco', ...common, symbol, side, ...numbers, stopClientOrderId: '' } as CommandBody;
  }
  const { symbol, side, type, timeInForce, deltaBips = 0, ...sent } = orderOf(ticket, pair);
  const numbers = {
    price: number(sent.price),
    quantity: number(sent.quantity),
    quoteAmount: number(sent.quoteAmount),
    stopPrice: number(sent.stopPrice),
    activationPrice: number(sent.activationPrice),
    displayQuantity: number(sent.displayQuantity),
    maxSlippage: 0,
    deltaBips,
  };
  const isLimit = type.endsWith('LIMIT');
  const time = timeInForce ?? (isLimit ? 'GTC' : 'IOC');
  return { kind: 'PlaceOrder', ...common, symbol, side, type, timeInForce: time, ...numbers } as CommandBody;
}
