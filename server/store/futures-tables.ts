/** The tables of perpetuals; whole numbers as in tables.ts. */
import type { ColumnType, Generated } from 'kysely';
import type { Numeric } from './column-types.ts';

export interface FuturesTables {
  futures_orders: FuturesOrdersTable;
  futures_stop_orders: FuturesStopOrdersTable;
  futures_fills: FuturesFillsTable;
  futures_positions: FuturesPositionsTable;
  futures_klines: FuturesKlinesTable;
  futures_funding_rates: FuturesFundingRatesTable;
  futures_funding_payments: FuturesFundingPaymentsTable;
  futures_receipts: FuturesReceiptsTable;
  futures_liquidations: FuturesLiquidationsTable;
  futures_entries: FuturesEntriesTable;
  futures_statements: FuturesStatementsTable;
  futures_fund: { id: number; balance: Numeric; is_opened: boolean; movements_from_ms: Nullable<number> };
  futures_fund_days: { day: number; balance: Numeric };
  futures_fund_movements: FuturesFundMovementsTable;
}

type Nullable<T> = ColumnType<T | null, T | null, T | null>;

/** A view of the core as JSON: numbers as they are, its big integers as text. */
type Body = ColumnType<unknown, string, string>;

interface FuturesOrdersTable {
  order_id: number;
  uid: number;
  wallet: string;
  symbol: string;
  client_order_id: string;
  status: string;
  filled_quantity: number;
  created_at_ms: number;
  updated_at_ms: number;
  body: Body;
}

interface FuturesStopOrdersTable {
  stop_order_id: number;
  uid: number;
  wallet: string;
  symbol: string;
  status: string;
  created_at_ms: number;
  updated_at_ms: number;
  body: Body;
}

interface FuturesFillsTable {
  symbol: string;
  trade_id: number;
  is_maker: boolean;
  uid: number;
  wallet: string;
  order_id: number;
  side: string;
  price: number;
  quantity: number;
  amount: Numeric;
  fee: Numeric;
  realised: Numeric;
  is_liquidation: boolean;
  time_ms: number;
  /** From here on: what a receipt needs; null in rows of before receipts. */
  seq: Nullable<number>;
  event_index: Nullable<number>;
  terms: ColumnType<unknown, string | null, string | null>;
  /** The part of the fee that a voucher paid; null in rows of before it was kept. */
  voucher: ColumnType<string | null, string | bigint | null, string | bigint | null>;
}

interface FuturesPositionsTable {
  position_id: number;
  uid: number;
  wallet: string;
  symbol: string;
  is_open: boolean;
  updated_at_ms: number;
  body: Body;
  /** Quantity and cost when it was largest: what its history shows where its openings were not kept. */
  widest: Body;
  /** Of all that was opened in its life; null where a part of that was not seen. */
  entered_quantity: ColumnType<string | null, string | null, string | null>;
  entered_cost: ColumnType<string | null, string | null, string | null>;
  /** Place in the log; null where the opening was not seen. */
  opened_seq: number | null;
}

interface FuturesKlinesTable {
  symbol: string;
  source: string;
  base: string;
  open_time_ms: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: Numeric;
  quote_volume: Numeric;
  taker_buy_volume: Numeric;
  taker_buy_quote_volume: Numeric;
  trade_count: number;
  first_id: number;
  last_id: number;
  is_demo: Generated<boolean>;
}

interface FuturesFundingRatesTable {
  symbol: string;
  time_ms: number;
  rate: number;
  mark_price: number;
}

interface FuturesLiquidationsTable {
  seq: number;
  event_index: number;
  symbol: string;
  side: string;
  kind: string;
  quantity: number;
  amount: Numeric;
  time_ms: number;
}

interface FuturesFundingPaymentsTable {
  seq: number;
  event_index: number;
  uid: number;
  wallet: string;
  symbol: string;
  position_side: string;
  quantity: number;
  rate: number;
  mark_price: number;
  amount: Numeric;
  time_ms: number;
  /** What a receipt needs; null in rows of before receipts. */
  direction: Nullable<string>;
  due: ColumnType<string | null, string | bigint | null, string | bigint | null>;
}

interface FuturesReceiptsTable {
  seq: number;
  event_index: number;
  uid: number;
  wallet: string;
  symbol: string;
  kind: string;
  time_ms: number;
  body: Body;
}

interface FuturesEntriesTable {
  seq: number;
  event_index: number;
  place: number;
  uid: number;
  wallet: string;
  type: string;
  symbol: string;
  asset: string;
  amount: Numeric;
  parts: number;
  is_summed: boolean;
  time_ms: number;
}

interface FuturesFundMovementsTable {
  seq: number;
  event_index: number;
  time_ms: number;
  symbol: string;
  kind: string;
  amount: Numeric;
  balance: Numeric;
}

/** One row: the command after which entries begin, and whether the opening balances have been entered. */
interface FuturesStatementsTable {
  id: number;
  from_seq: number;
  is_opened: boolean;
}
