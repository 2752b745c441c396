/** The limit price that a ticket begins with: nobody has chosen it yet. No React. */
import type { StoreApi } from 'zustand/vanilla';

/** What of a ticket it is about. */
export interface OfferedTicket {
  readonly type: string;
  readonly price: string;
  readonly quantity: string;
  /** Where a ticket has a total. */
  readonly amount?: string;
  /** The price of a limit order is the one that the ticket began with: nobody typed or chose it. */
  readonly isPriceOffered: boolean;
  /** What was typed in other types of order. */
  readonly pricesOf: { readonly LIMIT?: { readonly price: string } };
}

interface Offer {
  /** The last price as the text of the field; empty while none is known. */
  readonly priceNow: () => string;
  /** Calls back when that may have changed. */
  readonly watch: (listener: () => void) => () => void;
  /** Nothing changes under the hand of somebody who types. */
  readonly isTyping?: () => boolean;
}

/**
 * Lets an offered price follow the last price, so that a market that moved on does not make it a fault that nobody made. Once the limit
 * order has a size, somebody has seen its price beside it: it stays.
 */
export function followOfferedPrice<T extends OfferedTicket>(
  ticket: StoreApi<T>,
  { priceNow, watch, isTyping = isInTicketField }: Offer,
): () => void {
  const follow = () => {
    const price = priceNow();
    if (price !== '' && ticket.getState().isPriceOffered && !isTyping())
      ticket.setState((now) => withOfferedPrice(now, price));
  };
  const keep = (now: T) => {
    const hasSize = now.quantity !== '' || (now.amount ?? '') !== '';
    if (now.isPriceOffered && now.type === 'LIMIT' && hasSize)
      ticket.setState((sized) => ({ ...sized, isPriceOffered: false }));
  };
  const leaves = [watch(follow), ticket.subscribe(keep)];
  return () => {
    for (const leave of leaves) leave();
  };
}

/** Whether the limit price is still the offered one after a price was chosen: that of another type says nothing of a limit order's. */
export function staysOffered({ isPriceOffered, type }: Pick<OfferedTicket, 'isPriceOffered' | 'type'>): boolean {
  return isPriceOffered && type !== 'LIMIT';
}

/** While another type of order is chosen the limit price waits, and is of now when a limit order is chosen again. */
function withOfferedPrice<T extends OfferedTicket>(ticket: T, price: string): T {
  const { LIMIT } = ticket.pricesOf;
  if (ticket.type === 'LIMIT') return ticket.price === price ? ticket : { ...ticket, price };
  if (LIMIT === undefined || LIMIT.price === price) return ticket;
  return { ...ticket, pricesOf: { ...ticket.pricesOf, LIMIT: { ...LIMIT, price } } };
}

function isInTicketField(): boolean {
  return document.activeElement?.matches('#ticket input[inputmode=decimal]') === true;
}
