/** The panels of a terminal, and how each preset stands as a dock that can be rearranged (experience section 4, checklist S10). */
import type { Preset } from '@agio/contracts/display';
import { createContext, useContext, type ReactNode } from 'react';

export const PANELS = ['chart', 'book', 'trades', 'ticket', 'account', 'markets'] as const;
export type PanelName = (typeof PANELS)[number];

/** Below these, in CSS pixels, a panel could not be used. */
export const LEAST_WIDTHS: Readonly<Record<PanelName, number>> = {
  chart: 320,
  book: 240,
  trades: 220,
  ticket: 288,
  account: 320,
  markets: 248,
};
/** With the head of its group. The ticket keeps its types, two fields and the button that sends; the book some rows of each side. */
export const LEAST_HEIGHTS: Readonly<Record<PanelName, number>> = {
  chart: 140,
  book: 200,
  trades: 100,
  ticket: 260,
  account: 100,
  markets: 120,
};

export type DrawnPanels = Readonly<Record<PanelName, (className: string) => ReactNode>>;

/** Where a panel goes: beside one that stands already, or along an edge of all; sizes in CSS pixels. */
export interface Place {
  readonly panel: PanelName;
  readonly beside?: PanelName;
  readonly direction: 'left' | 'right' | 'below';
  readonly width?: number;
  readonly height?: number;
}

export const BOOK_WIDTH = 280;
export const TICKET_WIDTH = 304;
export const TABLE_HEIGHT = 240;
/** Of a dock that is not high: three rows and a half with the heads above them, and the chart keeps its tools in sight. */
const LOW_TABLE_HEIGHT = 204;
/**
 * Below which height a dock is not high. In `standard` the ticket stands above the table, and needs more; in `pro_kline` the ticket stands
 * below a chart that should have nearly half of the window (terminal.css).
 */
const LOW_DOCK: Readonly<Record<Preset, number>> = { standard: 860, pro_right: 780, pro_left: 780, pro_kline: 1200 };

/** The ticket at one side over the full height, the rest beside it. */
const withTicketAt = (direction: 'left' | 'right'): readonly Place[] => [
  { panel: 'chart', direction: 'right' },
  { panel: 'ticket', direction, width: TICKET_WIDTH },
  { panel: 'account', beside: 'chart', direction: 'below', height: TABLE_HEIGHT },
  { panel: 'book', beside: 'chart', direction: 'right', width: BOOK_WIDTH },
  { panel: 'trades', beside: 'book', direction: 'below', height: TABLE_HEIGHT },
];

/** The same in a dock that is not high: the book has the height that the trades take up else, and they stand beside the tables. */
const lowWithTicketAt = (direction: 'left' | 'right'): readonly Place[] => [
  { panel: 'chart', direction: 'right' },
  { panel: 'ticket', direction, width: TICKET_WIDTH },
  { panel: 'account', beside: 'chart', direction: 'below', height: LOW_TABLE_HEIGHT },
  { panel: 'book', beside: 'chart', direction: 'right', width: BOOK_WIDTH },
  { panel: 'trades', beside: 'account', direction: 'right', width: BOOK_WIDTH },
];

/** In the order in which they are put up; the first has all the room until the next comes. */
const ARRANGEMENTS: Readonly<Record<Preset, readonly Place[]>> = {
  standard: [
    { panel: 'chart', direction: 'right' },
    { panel: 'account', direction: 'below', height: TABLE_HEIGHT },
    { panel: 'ticket', beside: 'chart', direction: 'right', width: TICKET_WIDTH },
    { panel: 'book', beside: 'chart', direction: 'right', width: BOOK_WIDTH },
    { panel: 'trades', beside: 'account', direction: 'right', width: TICKET_WIDTH },
  ],
  pro_right: withTicketAt('right'),
  pro_left: withTicketAt('left'),
  pro_kline: [
    { panel: 'chart', direction: 'right' },
    { panel: 'account', direction: 'below', height: 540 },
    { panel: 'ticket', beside: 'account', direction: 'right', width: TICKET_WIDTH },
    { panel: 'book', beside: 'account', direction: 'right', width: BOOK_WIDTH },
    { panel: 'trades', beside: 'book', direction: 'below', height: 190 },
  ],
};

/** In a low dock the ticket has the full height at its side, because beside others in a row it would have no room. */
const LOW_ARRANGEMENTS: Readonly<Partial<Record<Preset, readonly Place[]>>> = {
  standard: lowWithTicketAt('right'),
  pro_right: lowWithTicketAt('right'),
  pro_left: lowWithTicketAt('left'),
  pro_kline: [
    { panel: 'chart', direction: 'right' },
    { panel: 'ticket', direction: 'right', width: TICKET_WIDTH },
    { panel: 'account', beside: 'chart', direction: 'below', height: TABLE_HEIGHT },
    { panel: 'trades', beside: 'account', direction: 'right', width: BOOK_WIDTH },
    { panel: 'book', beside: 'account', direction: 'right', width: BOOK_WIDTH },
  ],
};

/** How a preset stands in a dock of this height. */
export function arrangementOf(preset: Preset, dockHeight: number): readonly Place[] {
  const low = dockHeight < LOW_DOCK[preset] ? LOW_ARRANGEMENTS[preset] : undefined;
  return low ?? ARRANGEMENTS[preset];
}

export const DrawnPanelsContext = createContext<DrawnPanels | null>(null);

export function useDrawnPanels(): DrawnPanels {
  const value = useContext(DrawnPanelsContext);
  if (!value) throw new Error('a dock stands outside a terminal');
  return value;
}
