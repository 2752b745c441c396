import { useCallback, useState } from 'react';
import { useFuturesTicket } from '../futures-market.ts';
import { withCountedQuantity } from './ticket-amount.ts';
import type { TicketContext } from './ticket-preview.ts';
import { isSameOrder, type FuturesTicket } from './ticket.ts';

interface CountedTicket {
  /** With the quantity that is sent, also where an amount is given. */
  readonly ticket: FuturesTicket;
  /** The quantity of now stays, whatever prices do, as long as nothing is typed or chosen: a person was asked about it. */
  readonly keep: () => void;
  readonly release: () => void;
}

export function useCountedTicket(context: TicketContext): CountedTicket {
  const typed = useFuturesTicket();
  const [kept, setKept] = useState<{ readonly typed: FuturesTicket; readonly ticket: FuturesTicket } | null>(null);
  const ticket = kept && isSameOrder(kept.typed, typed) ? kept.ticket : withCountedQuantity(typed, context);
  const release = useCallback(() => setKept(null), []);
  return { ticket, keep: () => setKept({ typed, ticket }), release };
}
