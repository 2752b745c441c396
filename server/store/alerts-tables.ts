/** The tables of price alerts; prices as in tables.ts. */
import type { Generated } from 'kysely';

export interface AlertsTables {
  price_alerts: PriceAlertsTable;
  price_alert_firings: PriceAlertFiringsTable;
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
