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
export const LEAST_HEIGHT = 120;

export type DrawnPanels = Readonly<Record<PanelName, (className: string) => ReactNode>>;

/** Where a panel goes: beside one that stands already, or along an edge of all; sizes in CSS pixels. */
export interface Place {
  readonly panel: PanelName;
  readonly beside?: PanelName;
  readonly direction: 'left' | 'right' | 'below';
  readonly width?: number;
  readonly height?: number;
}

/** What stands in no preset is offered by the menu of layouts; a list of markets goes to the left edge, where eyes begin. */
export const MARKETS_PLACE = { direction: 'left', width: 304 } as const;

const BOOK_WIDTH = 280;
const TICKET_WIDTH = 304;
const TABLE_HEIGHT = 240;

/** The ticket at one side over the full height, the rest beside it. */
const withTicketAt = (direction: 'left' | 'right'): readonly Place[] => [
  { panel: 'chart', direction: 'right' },
  { panel: 'ticket', direction, width: TICKET_WIDTH },
  { panel: 'account', beside: 'chart', direction: 'below', height: TABLE_HEIGHT },
  { panel: 'book', beside: 'chart', direction: 'right', width: BOOK_WIDTH },
  { panel: 'trades', beside: 'book', direction: 'below', height: TABLE_HEIGHT },
];

/** In the order in which they are put up; the first has all the room until the next comes. */
export const ARRANGEMENTS: Readonly<Record<Preset, readonly Place[]>> = {
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
    { panel: 'account', direction: 'below', height: 400 },
    { panel: 'ticket', beside: 'account', direction: 'right', width: TICKET_WIDTH },
    { panel: 'trades', beside: 'account', direction: 'right', width: BOOK_WIDTH },
    { panel: 'book', beside: 'account', direction: 'right', width: BOOK_WIDTH },
  ],
};

export const DrawnPanelsContext = createContext<DrawnPanels | null>(null);

export function useDrawnPanels(): DrawnPanels {
  const value = useContext(DrawnPanelsContext);
  if (!value) throw new Error('a dock stands outside a terminal');
  return value;
}
