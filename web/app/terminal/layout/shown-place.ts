/** Where a panel comes to stand that was closed, or stands in no preset, when the menu of layouts shows it. Pure. */
import { BOOK_WIDTH, LEAST_HEIGHTS, LEAST_WIDTHS, type PanelName, TABLE_HEIGHT, TICKET_WIDTH } from './panels.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The panels that stand in the dock, and how large; of stacked ones each has the size of its group. */
export type PanelSizes = ReadonlyMap<PanelName, Size>;

interface ShownPlace {
  /** Which gives the room: it goes beside this one, or along an edge of all that takes its room from this one. */
  readonly from: PanelName;
  readonly isEdge?: boolean;
  readonly direction: 'left' | 'right' | 'above' | 'below';
  /** Px along that direction. */
  readonly size: number;
}

export type Answer = ShownPlace | { readonly behind: PanelName } | { readonly direction: 'left' | 'right' };

/** Usual places, the first that has room; a list of markets goes to the left edge, where eyes begin. */
const PLACES: Readonly<Record<PanelName, readonly ShownPlace[]>> = {
  markets: [{ from: 'chart', isEdge: true, direction: 'left', size: TICKET_WIDTH }],
  ticket: [{ from: 'chart', isEdge: true, direction: 'right', size: TICKET_WIDTH }],
  book: [
    { from: 'trades', direction: 'above', size: 320 },
    { from: 'chart', direction: 'right', size: BOOK_WIDTH },
  ],
  trades: [
    { from: 'book', direction: 'below', size: TABLE_HEIGHT },
    { from: 'account', direction: 'right', size: BOOK_WIDTH },
  ],
  account: [{ from: 'chart', direction: 'below', size: TABLE_HEIGHT }],
  chart: [{ from: 'account', direction: 'above', size: 2 * TABLE_HEIGHT }],
};

/** Behind which of the others, as a tab, where it has room in none of them. The ticket hides none and is hidden by none. */
const BEHIND: Readonly<Record<PanelName, readonly PanelName[]>> = {
  markets: ['book', 'trades', 'account'],
  ticket: [],
  book: ['trades', 'account'],
  trades: ['book', 'account'],
  account: ['trades', 'book'],
  chart: [],
};

/** What a panel keeps when it gives room. The chart stays the widest of all. */
const KEEPS: Readonly<Record<PanelName, Size>> = {
  chart: { width: 380, height: 240 },
  book: { width: LEAST_WIDTHS.book, height: 200 },
  trades: { width: LEAST_WIDTHS.trades, height: 140 },
  ticket: { width: LEAST_WIDTHS.ticket, height: LEAST_HEIGHTS.ticket },
  account: { width: 480, height: LEAST_HEIGHTS.account },
  markets: { width: LEAST_WIDTHS.markets, height: LEAST_HEIGHTS.markets },
};

/** Beside its usual neighbor where that can spare the room, else behind one, else along an edge. */
export function shownPlace(panel: PanelName, sizes: PanelSizes): Answer {
  for (const place of PLACES[panel]) {
    const giver = sizes.get(place.from);
    if (!giver) continue;
    const isWide = place.direction === 'left' || place.direction === 'right';
    const spare = isWide ? giver.width - KEEPS[place.from].width : giver.height - KEEPS[place.from].height;
    const least = isWide ? LEAST_WIDTHS[panel] : LEAST_HEIGHTS[panel];
    if (spare >= least) return { ...place, size: Math.min(place.size, spare) };
  }
  const behind = BEHIND[panel].find((name) => sizes.has(name));
  return behind === undefined ? { direction: panel === 'chart' ? 'left' : 'right' } : { behind };
}
