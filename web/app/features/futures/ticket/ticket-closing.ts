/** What of a position an order that only closes can close (trading B17). Pure; quantities are units of 10^-8. */
import type { Position } from '../../../api/calls/futures.ts';
import { isSet, units } from '../../../terminal/ticket/typed-units.ts';
import { closesOnly, type MarginState, unitsOf } from '../margin.ts';
import { isConditional, positionSideOf, type FuturesTicket } from './ticket.ts';

export interface ClosableSize {
  /** Null: nothing is open that it would close. */
  readonly position: Position | null;
  /** What the own orders that come before it close. */
  readonly ahead: bigint;
  /** What is left to it of the position. */
  readonly quantity: bigint;
}

type State = Pick<MarginState, 'contract' | 'positions' | 'preference' | 'orders'>;

/** Null of an order that may open. */
export function closableSize(ticket: FuturesTicket, state: State): ClosableSize | null {
  if (!ticket.isReduceOnly && !ticket.isClosing) return null;
  const position = positionAgainst(ticket, state) ?? null;
  const open = position === null ? 0n : unitsOf(position.quantity);
  const waiting = waitingAhead(ticket, state);
  const ahead = waiting < open ? waiting : open;
  return { position, ahead, quantity: open - ahead };
}

/** The position that an order of this ticket takes back first; undefined: it opens one. */
export function positionAgainst(
  ticket: FuturesTicket,
  { contract, positions, preference }: Omit<State, 'orders'>,
): Position | undefined {
  const positionSide = positionSideOf(ticket, preference);
  const direction = ticket.side === 'BUY' ? 'SHORT' : 'LONG';
  return positions.find(
    (one) => one.symbol === contract.symbol && one.positionSide === positionSide && one.direction === direction,
  );
}

/**
 * Closing orders never wait in the book for more than the position: the best price keeps its quantity, then the oldest. So what waits at the
 * same price or a better one counts against a limit order that waits as well. What trades at once, or when it fires, takes the position first.
 */
function waitingAhead(ticket: FuturesTicket, { orders, preference, contract }: State): bigint {
  const mayWait =
    !isConditional(ticket) && ticket.type === 'LIMIT' && (ticket.isPostOnly || ticket.timeInForce === 'GTC');
  if (!mayWait || !isSet(ticket.price)) return 0n;
  const { side } = ticket;
  const positionSide = positionSideOf(ticket, preference);
  const price = units(ticket.price);
  return orders
    .filter((order) => order.symbol === contract.symbol && order.side === side && order.positionSide === positionSide)
    .filter((order) => order.type !== 'MARKET' && closesOnly({ side, positionSide, isReduceOnly: order.reduceOnly }))
    .filter((order) => (side === 'BUY' ? unitsOf(order.price) >= price : unitsOf(order.price) <= price))
    .reduce((sum, { quantity, filledQuantity }) => sum + unitsOf(quantity) - unitsOf(filledQuantity), 0n);
}
