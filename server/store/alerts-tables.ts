/** The tables of price alerts and of market statuses; prices as in tables.ts. */
import type { Generated } from 'kysely';

export interface AlertsTables {
  price_alerts: PriceAlertsTable;
  price_alert_firings: PriceAlertFiringsTable;
  market_statuses: { market: string; symbol: string; status: string };
  market_status_changes: MarketStatusChangesTable;
  market_status_notices: { uid: number; change_id: number };
}

export interface PriceAlertsTable {
  id: Generated<number>;
  uid: number;
  market: string;
  symbol: string;
  direction: string;
  price: number;
  /** Null: it tells once and is gone. */
  pause_hours: number | null;
  /** On which side of the price the last projected trade was; null before the first one. */
  was_reached: boolean | null;
  fired_at_ms: number | null;
  created_at_ms: number;
}

export interface PriceAlertFiringsTable {
  id: Generated<number>;
  alert_id: number;
  uid: number;
  market: string;
  symbol: string;
  direction: string;
  price: number;
  trade_id: number;
  trade_price: number;
  time_ms: number;
}

export interface MarketStatusChangesTable {
  id: Generated<number>;
  seq: number;
  market: string;
  symbol: string;
  status: string;
  time_ms: number;
  is_told: Generated<boolean>;
}
