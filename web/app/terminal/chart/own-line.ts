/** What is the user's own at a price: orders, triggers, exits, positions, the liquidation price. */
export interface OwnLine {
  readonly id: string;
  /** A decimal. */
  readonly price: string;
  readonly tone: 'up' | 'down' | 'warn';
  /** A position stands filled, what only waits is outlined. */
  readonly isFilled?: boolean;
  /** What kind of order it is, in words: they give way first where a pill has no room. Left out where the label says it. */
  readonly kind?: string;
  /** Side and amount: never cut. */
  readonly label: string;
  /** What there is to say of the amount, at the pointer. */
  readonly hint?: string | undefined;
  /** What it comes to at the prices of now: it changes while the line stays. */
  readonly note?: LineNote | undefined;
  /** The same at another price: what it would come to where it is dragged. */
  readonly noteAt?: (price: string) => LineNote | undefined;
  /** Of a position (entry, exits, liquidation): at the edge of the picture it stands before orders that are nearer. */
  readonly isOfPosition?: boolean;
  /** Says more of another line: left out where there is no room for all. */
  readonly isMinor?: boolean;
  /**
   * Offered where the price can be changed: asks, sends, and tells what came of it by itself. The line stands at the new price
   * until this is settled, then wherever the account says.
   */
  readonly move?: (price: string) => Promise<void>;
  /** Offered where it can be canceled, or a position closed; tells what came of it by itself. */
  readonly close?: () => Promise<unknown>;
  /** What `close` is called where it does not cancel. */
  readonly closeName?: string;
}

export interface LineNote {
  readonly wide: string;
  /** Of a narrow picture; empty: nothing. */
  readonly narrow: string;
  /** What kind of figure it is, at the pointer. */
  readonly hint: string;
}

/** All of its name: to be read out, and in questions. */
export const lineName = ({ kind, label }: Pick<OwnLine, 'kind' | 'label'>): string =>
  kind === undefined ? label : `${kind} · ${label}`;
