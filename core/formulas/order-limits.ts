/** Limits that no configuration changes, and those of a market whose configuration does not say: for the core and for who shows them. */

/** The most parts in which an iceberg may show itself (trading A1.5). */
export const ICEBERG_PARTS = 10;
/** How far the price turns back before a trailing stop of a spot market fires, in hundredths of a percent (trading A1.3). */
export const TRAILING_BIPS = { least: 10, most: 2_000 } as const;
/** How many dormant orders a user may have in a market, unless it sets another number; 0 is no limit (trading A4.8). */
export const MAX_CONDITIONAL = 20;
/** The same for icebergs. */
export const MAX_ICEBERG = 5;
/** The highest leverage that any contract or bonus allows. */
export const MAX_LEVERAGE = 1_000;
/** Steps of a contract's risk ladder (trading B2). */
export const MAX_TIERS = 32;
/** The part of a contract's open interest that one account may hold, a tenth, once the interest is above SHARE_CAP_FROM (trading B18). */
export const SHARE_CAP = 10;
export const SHARE_CAP_FROM = 500_000_000_000_000;
/** Prices of a book are 31-bit numbers of ticks. */
export const MAX_TICKS = 0x7fff_ffff;
