/** The kinds of entries in a user's ledger. Values only, no schemas: pages import this module. */

/** How many entries a list holds at most; the rest is found by narrower dates. A file holds them all. */
export const LEDGER_LIMIT = 10_000;

export const LEDGER_TYPES = [
  'DEPOSIT',
  'TRANSFER',
  /** What a fill in a spot market brought and cost. */
  'TRADE',
  'FEE',
  /** Result of a position. */
  'REALISED',
  'FUNDING',
  'LIQUIDATION_FEE',
  'FEE_VOUCHER',
  'BONUS',
  'VOUCHER_PROFIT',
  'COVER',
  'DEBT_COVERED',
  'PRIZE',
  'PRIZE_CLAW_BACK',
  'CORRECTION',
  'PROFIT_WITHHELD',
  'PROFIT_SHARE',
  /** Small balances that became USDT. */
  'DUST',
  /** The futures wallet as it was before its statement began. */
  'OPENING',
  /** Of a product that has no type of its own here. */
  'OTHER',
] as const;
export type LedgerType = (typeof LEDGER_TYPES)[number];
