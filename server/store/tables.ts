/**
 * The SQL tables, grouped by the module that alone writes them. Whole numbers of money and prices are the core's
 * integers: bigint where the core bounds them to 2^53 - 1 (read as number), numeric where sums may pass it (as text).
 */
import type { ColumnType, Generated } from 'kysely';
import type { AlertsTables } from './alerts-tables.ts';
import type { Numeric } from './column-types.ts';
import type { ComplianceTables } from './compliance-tables.ts';
import type { DepositsTables } from './deposits-tables.ts';
import type { FuturesTables } from './futures-tables.ts';
import type { PortfolioTables } from './portfolio-tables.ts';
import type { SiteTables } from './site-tables.ts';
import type { VipTables } from './vip-tables.ts';

type Nullable<T> = ColumnType<T | null, T | null, T | null>;

export interface Tables
  extends AlertsTables, ComplianceTables, DepositsTables, FuturesTables, PortfolioTables, SiteTables, VipTables {
  projection_position: ProjectionPositionTable;
  key_check: { only_one: Generated<boolean>; value: string };
  users: UsersTable;
  sessions: SessionsTable;
  exchange_tokens: ExchangeTokensTable;
  login_attempts: LoginAttemptsTable;
  api_keys: ApiKeysTable;
  favourites: FavouritesTable;
  notifications_seen: NotificationsSeenTable;
  ledger_users: LedgerUsersTable;
  fee_tiers: FeeTiersTable;
  coins: CoinsTable;
  spot_pairs: SpotPairsTable;
  trades: TradesTable;
  klines: KlinesTable;
  funds_moves: FundsMovesTable;
  faucet_grants: FaucetGrantsTable;
  account_corrections: AccountCorrectionsTable;
  spot_entries: SpotEntriesTable;
  spot_orders: SpotOrdersTable;
  spot_fills: SpotFillsTable;
  spot_order_lists: SpotOrderListsTable;
}

/** Position of the projector: the last command whose events are in the projections' rows. */
export interface ProjectionPositionTable {
  id: number;
  seq: number;
  journal_id: string | null;
}

// users

export interface UsersTable {
  uid: Generated<number>;
  email: string;
  /** The unique key of the address: plain letters (NFKC), lower case, no invisible characters. */
  email_key: string;
  password_hash: string;
  nick_name: string | null;
  language: string;
  token_expire_hour: number;
  created_at_ms: number;
}

export interface SessionsTable {
  /** SHA-256 of the token, hex: the token itself is stored nowhere. */
  token_hash: string;
  uid: number;
  created_at_ms: number;
  /** Moves on with each use, by the hours of the user's tokenExpireHour. */
  expires_at_ms: number;
  /** The latest end, however much it is used. */
  ends_at_ms: number;
  ip: string;
  user_agent: string;
}

export interface ExchangeTokensTable {
  token_hash: string;
  session_hash: string;
  uid: number;
  expires_at_ms: number;
}

export interface LoginAttemptsTable {
  /** SHA-256 (hex) of the account, device or address that is counted: addresses without an account are counted like those with one. */
  counter: string;
  /** The newest tries, oldest first. */
  tried_at_ms: number[];
  last_at_ms: number;
}

export interface ApiKeysTable {
  id: Generated<number>;
  uid: number;
  label: string;
  api_key: string;
  /** AES-256-GCM: nonce, tag, ciphertext; base64. */
  secret_encrypted: string;
  scopes: string[];
  /** Allowed addresses and networks; empty: any. */
  ip_list: Generated<string[]>;
  created_at_ms: number;
  last_used_at_ms: number | null;
}

export interface FavouritesTable {
  uid: number;
  type: string;
  symbol: string;
  added_at_ms: number;
}

export interface NotificationsSeenTable {
  uid: number;
  fills_at_ms: number | null;
  alert_id: number | null;
}

/** Everyone the journal's events name, whether `users` knows them or not. */
export interface LedgerUsersTable {
  uid: number;
}

/** Rates by name, in 10^-8; null: the market's own. */
export interface FeeTiersTable {
  uid: number;
  own: unknown;
  trial: unknown;
  /** 0 without a trial. */
  trial_end_ms: number;
}

// markets

export interface CoinsTable {
  id: Generated<number>;
  asset: string;
  full_name: string;
  precision: number;
  logo: string;
  track: string;
  is_open: boolean;
  is_show: boolean;
  deposit_open: boolean;
  withdraw_open: boolean;
  withdraw_min: Numeric;
  withdraw_max: Numeric;
  sort: number;
  is_hot: boolean;
}

export interface SpotPairsTable {
  id: Generated<number>;
  symbol: string;
  is_hot: boolean;
  is_recommend: boolean;
  is_show: boolean;
  /** Comma-separated. */
  trade_area: string;
  sort: number;
  created_at_ms: number;
}

export interface TradesTable {
  symbol: string;
  trade_id: number;
  price: number;
  quantity: number;
  amount: number;
  taker_side: string;
  time_ms: number;
}

export interface KlinesTable {
  symbol: string;
  /** 1m, 1h or 1d: the others are merges of these. */
  base_interval: string;
  open_time_ms: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: Numeric;
  quote_volume: Numeric;
  taker_buy_base: Numeric;
  taker_buy_quote: Numeric;
  trade_count: number;
  first_trade_id: number;
  last_trade_id: number;
  is_demo: Generated<boolean>;
}

// wallet

export interface FundsMovesTable {
  transfer_id: number;
  kind: string;
  uid: number;
  asset: string;
  amount: number;
  from_wallet: string;
  to_wallet: string;
  time_ms: number;
}

export interface FaucetGrantsTable {
  uid: number;
  granted_at_ms: number;
  /** PENDING until every deposit was answered. */
  state: string;
}

export interface AccountCorrectionsTable {
  seq: number;
  event_index: number;
  uid: number;
  correction_id: number;
  account: string;
  asset: string;
  amount: Numeric;
  corrects: string;
  reason: string;
  time_ms: number;
}

export interface SpotEntriesTable {
  seq: number;
  event_index: number;
  /** Among the entries of the event. */
  place: number;
  uid: number;
  type: string;
  /** Empty where no market is concerned. */
  symbol: string;
  /** Empty: the quote of the market. */
  asset: string;
  amount: Numeric;
  time_ms: number;
}

// spot

export interface SpotOrdersTable {
  order_id: number;
  uid: number;
  symbol: string;
  side: string;
  type: string;
  time_in_force: string;
  price: number;
  quantity: number;
  quote_amount: number;
  filled_quantity: number;
  filled_amount: number;
  prevented_quantity: number;
  stp_mode: string;
  client_order_id: string;
  status: string;
  reason: string;
  amend_count: number;
  created_at_ms: number;
  updated_at_ms: number;
  stop_price: number;
  delta_bips: number;
  activation_price: number;
  display_quantity: number;
  oco_id: number;
}

/** A pair's own name, where its first order has another. */
export interface SpotOrderListsTable {
  uid: number;
  symbol: string;
  list_client_order_id: string;
  first_client_order_id: string;
  created_at_ms: number;
}

export interface SpotFillsTable {
  symbol: string;
  trade_id: number;
  is_maker: boolean;
  uid: number;
  order_id: number;
  side: string;
  price: number;
  quantity: number;
  amount: number;
  fee: number;
  fee_asset: string;
  time_ms: number;
  /** From here on: what a receipt needs; null in rows of before receipts. */
  seq: Nullable<number>;
  event_index: Nullable<number>;
  fee_rate: Nullable<number>;
  fee_rest: Nullable<number>;
  voucher: Nullable<number>;
}
