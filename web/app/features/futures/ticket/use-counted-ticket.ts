import { useCallback, useState } from 'react';
import { isUnsettled } from '../../../api/lost-answer.ts';
import { keepLots, keepLotsWithKey, useSentTickets } from '../../../terminal/ticket/sent-tickets.ts';
import { useFuturesTicket } from '../futures-market.ts';
import { withCountedQuantity } from './ticket-amount.ts';
import type { TicketContext } from './ticket-preview.ts';
import { orderText, type FuturesTicket } from './ticket.ts';

interface CountedTicket {
  /** With the quantity that is sent, also where an amount is given. */
  readonly ticket: FuturesTicket;
  /** The quantity of now stays, whatever prices do, as long as nothing is typed or chosen: a person was asked about it. */
  readonly keep: () => void;
  readonly release: () => void;
  /** The same while its order is on its way, and until it is known what became of it: also for the ticket that is drawn next. */
  readonly kept: (send: (onLost: (key: string) => void) => Promise<void>) => Promise<void>;
}

/** `name`: of the market. */
export function useCountedTicket(name: string, context: TicketContext): CountedTicket {
  const typed = useFuturesTicket();
  const text = `${name} ${orderText(typed)}`;
  const [asked, setAsked] = useState<{ readonly text: string; readonly quantity: string } | null>(null);
  const sent = useSentTickets(({ lots }) => lots.get(text));
  const quantity = sent ?? (asked?.text === text ? asked.quantity : undefined);
  const ticket = quantity === undefined ? withCountedQuantity(typed, context) : { ...typed, quantity };
  const release = useCallback(() => setAsked(null), []);
  const kept: CountedTicket['kept'] = async (send) => {
    keepLots(text, ticket.quantity);
    try {
      await send((key) => keepLotsWithKey(text, key));
      keepLots(text, null);
    } catch (error) {
      if (!isUnsettled(error)) keepLots(text, null);
      throw error;
    }
  };
  return { ticket, keep: () => setAsked({ text, quantity: ticket.quantity }), release, kept };
}
