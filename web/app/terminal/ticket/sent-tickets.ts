/**
 * Tickets whose order is on its way, or of whose last order nobody knows what became: kept outside of the ticket, which goes when a phone's
 * sheet is closed, when a window becomes wider or another layout is chosen. By a name of the market: another person begins
 * with a new load of the page. No React.
 */
import { create } from 'zustand';
import { endOfKey, MOST_UNANSWERED, onToldKey, REPEATED_WITHIN_MS } from '../../api/repeat-key.ts';

/** lost: the answer was lost, and the exchange is asked what became of the order. */
type Sending = 'sent' | 'lost';

interface SentTickets {
  readonly sending: ReadonlyMap<string, Sending>;
  /** The lots that were sent for a size that is typed as a sum, by ticket and what was typed; the oldest first. */
  readonly lots: ReadonlyMap<string, string>;
}

export const useSentTickets = create<SentTickets>(() => ({ sending: new Map(), lots: new Map() }));

/** When lots are forgotten and under which key they went, as far as that is known, by ticket and what was typed. */
const ends = new Map<string, { readonly timer: ReturnType<typeof setTimeout>; readonly key?: string }>();

export function setSending(ticket: string, sending: Sending | null): void {
  useSentTickets.setState((now) => ({ sending: withEntry(now.sending, ticket, sending) }));
}

/**
 * Lots stay as they were sent until it is known what became of them (null), and as long as their key does: counted anew they would be
 * another order, and later on what is typed is wanted a second time, at the prices of then. As many as there are keys for them.
 */
export function keepLots(typed: string, quantity: string | null): void {
  clearTimeout(ends.get(typed)?.timer);
  ends.delete(typed);
  const lots = [...withEntry(useSentTickets.getState().lots, typed, quantity)];
  useSentTickets.setState({ lots: new Map(lots.slice(-MOST_UNANSWERED)) });
  if (quantity !== null) ends.set(typed, { timer: forgetAfter(typed, REPEATED_WITHIN_MS) });
}

/** The answer was lost: the lots end with this key, which ends early once a socket told of the order. */
export function keepLotsWithKey(typed: string, key: string): void {
  const kept = ends.get(typed);
  if (kept === undefined) return;
  clearTimeout(kept.timer);
  const endsAt = endOfKey(key) ?? 0;
  ends.set(typed, { timer: forgetAfter(typed, Math.max(0, endsAt - Date.now())), key });
}

onToldKey((told) => {
  for (const [typed, { key }] of ends) if (key === told) keepLotsWithKey(typed, told);
});

const forgetAfter = (typed: string, ms: number) => setTimeout(() => keepLots(typed, null), ms);

/** The entry is the newest one; null: there is none any more. */
function withEntry<V>(entries: ReadonlyMap<string, V>, name: string, value: V | null): ReadonlyMap<string, V> {
  const others = [...entries].filter(([one]) => one !== name);
  return new Map(value === null ? others : [...others, [name, value]]);
}
