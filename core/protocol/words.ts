/**
 * The words of orders, markets and wallets, once: commands, events, the journal, the contracts of calls and the pages take them from
 * here.
 */

// Journal, snapshots and an order's FLAGS store a word as its index in these lists: new words go at the end.
export const SIDES = ['BUY', 'SELL'] as const;
export type Side = (typeof SIDES)[number];
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'GTX'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];
/** Self-trade prevention modes of orders of perpetuals, which always have one (trading B7). */
export const PERP_STP_MODES = ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'] as const;
export type PerpStpMode = (typeof PERP_STP_MODES)[number];
/** Self-trade prevention modes of spot orders, which always have one. */
export const SPOT_STP_MODES = [...PERP_STP_MODES, 'DECREMENT'] as const;
/** Self-trade prevention: what happens to an order that would trade with another one of the same user (trading A3). */
export const STP_MODES = ['NONE', ...SPOT_STP_MODES] as const;
export type StpMode = (typeof STP_MODES)[number];
/** The modes an order may name; empty: its market's default. */
export const OPTIONAL_STP_MODES = ['', ...STP_MODES] as const;

export const ORDER_TYPES = [
  'LIMIT',
  'MARKET',
  'STOP_LIMIT',
  'STOP_MARKET',
  'TAKE_PROFIT_LIMIT',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_LIMIT',
  'TRAILING_STOP_MARKET',
] as const;
export type OrderType = (typeof ORDER_TYPES)[number];
export const MARKET_STATUSES = ['PRE_OPEN', 'TRADING', 'HALTED', 'POST_ONLY', 'MAINTENANCE', 'DELISTED'] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];
export const FEE_MODES = ['RECEIVED', 'QUOTE'] as const;
export type FeeMode = (typeof FEE_MODES)[number];

export const CONTRACT_STATUSES = ['PRE_OPEN', 'OPEN', 'REDUCE_ONLY', 'CANCEL_ONLY', 'STOP', 'SETTLED'] as const;
export type ContractStatus = (typeof CONTRACT_STATUSES)[number];
export const POSITION_MODES = ['ONE_WAY', 'HEDGE'] as const;
export type PositionMode = (typeof POSITION_MODES)[number];
export const MARGIN_MODES = ['CROSS', 'ISOLATED'] as const;
export type MarginMode = (typeof MARGIN_MODES)[number];
/** An order's FLAGS store the index in this list. */
export const POSITION_SIDES = ['BOTH', 'LONG', 'SHORT'] as const;
/** BOTH in one-way mode; the side that the order opens or closes in hedge mode. */
export type PositionSide = (typeof POSITION_SIDES)[number];
export const DIRECTIONS = ['LONG', 'SHORT'] as const;
/** The way a position points. */
export type DirectionName = (typeof DIRECTIONS)[number];
export const TRIGGER_SOURCES = ['LAST', 'MARK', 'INDEX'] as const;
/** The price that a conditional order's trigger is compared with (trading B15). */
export type TriggerSource = (typeof TRIGGER_SOURCES)[number];
export const STOP_ORDER_TYPES = ['STOP', 'TAKE_PROFIT', 'TRAILING_STOP'] as const;
export type StopOrderType = (typeof STOP_ORDER_TYPES)[number];
export const PERP_ORDER_TYPES = ['LIMIT', 'MARKET'] as const;
export type PerpOrderType = (typeof PERP_ORDER_TYPES)[number];

/**
 * A key that the caller gives a command, so that a repeat has no second effect (reliability 1.4).
 * `fingerprint` is a short digest of the body: the same key with another body is refused.
 */
export interface Idempotency {
  readonly key: string;
  readonly fingerprint: string;
}

/** A command that moves money and always has an idempotency key. */
export interface Keyed {
  readonly idempotency: Idempotency;
}

/** The checks that a conditional order of a spot market may fail when it fires (trading A4). */
export const FIRING_REFUSALS = [
  'MIN_AMOUNT',
  'MAX_AMOUNT',
  'PRICE_OFFSET',
  'PRICE_BAND',
  'POST_ONLY',
  'AMOUNT_TOO_LARGE',
] as const;

export const ORDER_STATUSES = [
  'NEW',
  'PARTIALLY_FILLED',
  'FILLED',
  'CANCELED',
  'EXPIRED',
  'EXPIRED_IN_MATCH',
  /** Dormant: a conditional order before its trigger fires. */
  'UNTRIGGERED',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
/** Why an order ended without being filled; empty while it lives or when it was filled. */
export const SPOT_END_REASONS = [
  '',
  'USER',
  'SYSTEM',
  'TIME_IN_FORCE',
  'PRICE_CAP',
  'NO_LIQUIDITY',
  'SELF_TRADE',
  'AMENDED_AWAY',
  /** The other leg of its pair was filled, fired or cancelled. */
  'OCO',
  ...FIRING_REFUSALS,
] as const;
export type EndReason = (typeof SPOT_END_REASONS)[number];
/** End reasons of all orders, those of perpetuals included. */
export const END_REASONS = [
  ...SPOT_END_REASONS,
  /** A fill would have left less equity than the maintenance margin (trading B7). */
  'NO_MARGIN',
  /** Nothing was left to reduce (trading B17). */
  'REDUCE_ONLY',
  // Its account was liquidated, or deleveraged.
  'LIQUIDATION',
  'ADL',
  /** A closing order may not trade beyond its scope's bankruptcy price (trading B17). */
  'BANKRUPTCY_PRICE',
] as const;
export type PerpEndReason = (typeof END_REASONS)[number];

export const STOP_STATUSES = ['NEW', 'TRIGGERED', 'CANCELED', 'EXPIRED'] as const;
export type StopStatus = (typeof STOP_STATUSES)[number];
export const STOP_GROUPS = ['OWN', 'ORDER', 'FULL', 'PARTIAL'] as const;
/** What a conditional order belongs to: an exit to an order or a position, an own one to nothing. */
export type StopGroup = (typeof STOP_GROUPS)[number];
/** An order's FLAGS store the index in this list. */
export const ORDER_ORIGINS = ['USER', 'STOP', 'LIQUIDATION'] as const;
/** Who sent an order: its user, one of the user's conditional orders, or the liquidation of the account. */
export type OrderOrigin = (typeof ORDER_ORIGINS)[number];

export const LIQUIDATION_STEPS = [
  'STARTED',
  'AUTO_ADD',
  'HEDGE_CLOSED',
  'REDUCED',
  'CLOSED',
  'TAKEN_OVER',
  'RECOVERED',
] as const;
/** What happened to a position, or to a whole cross account, on its way through a liquidation (trading B12). */
export type LiquidationStep = (typeof LIQUIDATION_STEPS)[number];

/** The gaps between last price and index that a monitor tells of, smallest first (trading A12). */
export const GAP_LEVELS = ['WARN', 'ALERT', 'HALT'] as const;
export type GapLevel = (typeof GAP_LEVELS)[number];

/** What is traded: pairs of coins, or contracts. The journal stores the index in this list. */
export const MARKET_KINDS = ['SPOT', 'FUTURES'] as const;
export type MarketKind = (typeof MARKET_KINDS)[number];
/** The wallets that every user has (trading C1). The journal stores the index in this list. */
export const USER_WALLETS = ['SPOT', 'FUTURES'] as const;
export type UserWallet = (typeof USER_WALLETS)[number];

/** Why an order's event is told. Rows of events have the place in this list (core/protocol/event-rows.ts). */
export const ORDER_CHANGED_CAUSES = ['ACCEPTED', 'TRIGGERED', 'FILL', 'AMENDED', 'ENDED', 'PREVENTED'] as const;
export type OrderChangedCause = (typeof ORDER_CHANGED_CAUSES)[number];

/** The journal stores a mode as its index in this list: new ones go at the end. */
export const BONUS_MODES = ['BONUS_FIRST', 'OWN_FIRST', 'RATIO'] as const;
/** What pays a charge first: bonus or own money (trading E3). */
export type BonusMode = (typeof BONUS_MODES)[number];

/** The owner's capital; the fees that the house took; the world outside (trading C1). */
export const CAPITAL_ACCOUNT = 'HOUSE';
export const FEE_ACCOUNT = 'HOUSE_FEE';
export const OUTSIDE_ACCOUNT = 'EXTERNAL';
/** The insurance fund: one of the pools, and the one that the perpetuals fill and use (trading B13). */
export const INSURANCE_ACCOUNT = 'INSURANCE';
/** House accounts that are funded from the house's own capital (trading C2). */
export type Pool = (typeof POOLS)[number];
/** The journal stores a pool as its index in this list: new ones go at the end. */
export const POOLS = [INSURANCE_ACCOUNT, 'BONUS_POOL', 'PRIZE_POOL', 'EARN_POOL', 'DUAL_POOL'] as const;

/** The intervals of klines, shortest first. */
export const KLINE_INTERVALS = [
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
] as const;
export type KlineInterval = (typeof KLINE_INTERVALS)[number];

/** An event before it is numbered: without the place in its user's stream. */
export type Unnumbered<E> = E extends unknown ? Omit<E, 'userSeq'> : never;

/** The place of a word in its list; -1 for one that is not in it. Lists are short: a loop that V8 puts in place of the call beats `indexOf`. */
export function placeOf<T>(words: readonly T[], word: T): number {
  for (let at = 0; at < words.length; at += 1) if (words[at] === word) return at;
  return -1;
}
