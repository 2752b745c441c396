/** The tables of what a portfolio cost and earned; whole numbers as in tables.ts. */
import type { Numeric } from './column-types.ts';

export interface PortfolioTables {
  portfolio_opening: { id: number; is_opened: boolean; from_day: number | null };
  portfolio_assets: { asset: string; scale: number };
  portfolio_markets: { symbol: string; base: string; quote: string; price: number };
  portfolio_costs: { uid: number; asset: string; quantity: Numeric; unknown: Numeric; cost: Numeric };
  portfolio_spot_days: { uid: number; asset: string; day: number; amount: Numeric };
  portfolio_futures_days: {
    uid: number;
    asset: string;
    day: number;
    realised: Numeric;
    fees: Numeric;
    funding: Numeric;
    other: Numeric;
    moved: Numeric;
  };
  portfolio_position_days: {
    uid: number;
    symbol: string;
    position_side: string;
    day: number;
    direction: string;
    quantity: Numeric;
    cost: Numeric;
  };
  portfolio_moves: { uid: number; day: number; value: Numeric; is_unknown: boolean };
}
