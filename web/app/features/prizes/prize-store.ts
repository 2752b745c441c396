/** The pop-up area: one pop-up at a time, and the prizes that wait. Opening one closes the others. */
import { create } from 'zustand';
import { quietCall } from '../../api/client.ts';
import { track } from '../../api/events.ts';
import { jumpTo } from '../../api/jump.ts';
import { closePrizes, getPendingPrizes } from '../../api/calls/prizes.ts';
import { opensByItself, popupKindOf, type Opened, type Place } from './prize-queue.ts';
import { readPrizes, type PendingPrize, type PopupKind } from './prize-records.ts';

interface PrizeState {
  readonly queue: readonly PendingPrize[];
  /** The open pop-up. */
  readonly popup: { readonly kind: PopupKind; readonly prize: PendingPrize } | null;
  readonly lastOpened: Opened | null;
  /** How many were closed since the page was loaded, for "2 of 5". */
  readonly closedCount: number;
}

export const usePrizes = create<PrizeState>(() => ({ queue: [], popup: null, lastOpened: null, closedCount: 0 }));

/** Prizes that were closed here but that the server may still list, because the call failed or is not answered yet. */
const closed = new Set<string>();

/** Loads the list of prizes; if that fails, the list stays as it is, without a message. */
export async function refetchPrizes(): Promise<void> {
  try {
    const queue = readPrizes(await getPendingPrizes(quietCall));
    usePrizes.setState({ queue: queue.filter(({ id }) => !closed.has(id)) });
  } catch {
    return;
  }
}

export function clearPrizes(): void {
  usePrizes.setState({ queue: [], popup: null });
}

/** Hides the open pop-up without telling the server. */
export function hidePopup(): void {
  usePrizes.setState({ popup: null });
}

/** Opens the pop-up of the current prize, if this page allows that. */
export function openCurrent(current: PendingPrize | null, place: Place): void {
  const { popup, lastOpened } = usePrizes.getState();
  if (popup || !current || !opensByItself(current, lastOpened, place)) return;
  const kind = popupKindOf(current);
  usePrizes.setState({ popup: { kind, prize: current }, lastOpened: { id: current.id, path: place.path } });
  track('prize_pop_open', { kind, type: current.prize.type });
}

/** Closes the pop-up, tells the server, and shows the next one. If the call fails, the prize comes back with the next page. */
export async function closePopup(): Promise<void> {
  if (await markClosed('prize_pop_close')) await refetchPrizes();
}

/** For the link to the prize's page: closes the pop-up, tells the server, and shows no other. */
export async function jumpFromPopup(path: string): Promise<void> {
  await markClosed('prize_pop_jump');
  jumpTo(path);
}

async function markClosed(event: 'prize_pop_close' | 'prize_pop_jump'): Promise<boolean> {
  const { popup } = usePrizes.getState();
  if (!popup) return false;
  const { id } = popup.prize;
  closed.add(id);
  usePrizes.setState(({ queue, closedCount }) => ({
    popup: null,
    queue: event === 'prize_pop_jump' ? [] : queue.filter((prize) => prize.id !== id),
    closedCount: closedCount + 1,
  }));
  track(event, { kind: popup.kind, type: popup.prize.prize.type });
  try {
    await closePrizes(quietCall, [id]);
  } catch {
    return true;
  }
  return true;
}
