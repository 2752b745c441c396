/** What is the user's own at a price: orders, triggers, exits, positions, the liquidation price. */
export interface OwnLine {
  readonly id: string;
  /** A decimal. */
  readonly price: string;
  readonly tone: 'up' | 'down' | 'warn';
  /** A position stands filled, what only waits is outlined. */
  readonly isFilled?: boolean;
  readonly label: string;
  /** What it comes to at the prices of now: it changes while the line stays. */
  readonly note?: LineNote | undefined;
  /** Says more of another line: left out where there is no room for all. */
  readonly isMinor?: boolean;
  /**
   * Offered where the price can be changed: asks, sends, and tells what came of it by itself. The line stands at the new price
   * until this is settled, then wherever the account says.
   */
  readonly move?: (price: string) => Promise<void>;
  /** Offered where it can be canceled; tells what came of it by itself. */
  readonly close?: () => Promise<void>;
}

export interface LineNote {
  readonly wide: string;
  /** Of a narrow picture; empty: nothing. */
  readonly narrow: string;
}
