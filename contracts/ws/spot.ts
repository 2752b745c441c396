/**
 * The spot channels of /web/spot/ws/public and /web/spot/ws/private: what a subscription asks for and what `data` holds.
 * Each first frame carries `snapshot: true` and the state as of now; later frames follow it without a gap.
 */
import { KLINE_INTERVALS } from '@agio/core/words';
import { z } from 'zod';
import { firedAlert, marketStatusNotice } from '../http/alerts.ts';
import { bookLevel, deal, kline, ticker } from '../http/markets.ts';
import { fill, order } from '../http/spot.ts';
import { balance } from '../http/wallet.ts';
import { symbol, timeMs } from '../types.ts';

export const SPOT_PUBLIC_CHANNELS = ['depth', 'deals', 'kline', 'ticker'] as const;
export const SPOT_PRIVATE_CHANNELS = ['order', 'balance', 'user_deal', 'price_alert', 'market_status'] as const;

const ofMarket = z.object({ symbol });
const snapshot = z.boolean();

/** Subscription parameters by channel. A ticker without a symbol is every market's. */
export const spotChannelParams = {
  depth: ofMarket,
  deals: ofMarket,
  kline: z.object({ symbol, interval: z.enum(KLINE_INTERVALS) }),
  ticker: z.object({ symbol: symbol.optional() }),
  order: z.object({}),
  balance: z.object({}),
  user_deal: z.object({}),
  price_alert: z.object({}),
  market_status: z.object({}),
};

/**
 * Absolute quantities, "0" removes the level. Drop frames whose `u` is not above the snapshot's; after that each `pu` is
 * the previous frame's `u`, and when it is not, subscribe again.
 */
export const depthData = z.object({
  snapshot,
  symbol,
  U: z.int(),
  u: z.int(),
  pu: z.int(),
  bids: z.array(bookLevel),
  asks: z.array(bookLevel),
  time: timeMs,
});
export type DepthData = z.output<typeof depthData>;

/** A snapshot is newest first, later frames oldest first. */
export const dealsData = z.object({ snapshot, symbol, deals: z.array(deal) });
export type DealsData = z.output<typeof dealsData>;

/** The running kline after each change; once more with isFinal when it has ended. */
export const klineData = z.object({ snapshot, symbol, interval: z.enum(KLINE_INTERVALS), isFinal: z.boolean(), kline });
export type KlineData = z.output<typeof klineData>;

export const tickerData = z.object({ snapshot, tickers: z.array(ticker) });
export type TickerData = z.output<typeof tickerData>;

/** The snapshot holds the open orders; later frames the orders that changed, ended ones included. `seq` only grows. */
export const orderData = z.object({ snapshot, seq: z.int(), orders: z.array(order) });
export type OrderData = z.output<typeof orderData>;

/** The snapshot holds every balance; later frames those that changed, as absolute values. `seq` only grows. */
export const balanceData = z.object({ snapshot, seq: z.int(), balances: z.array(balance) });
export type BalanceData = z.output<typeof balanceData>;

export const userDealData = z.object({ snapshot, seq: z.int(), deals: z.array(fill) });
export type UserDealData = z.output<typeof userDealData>;

/** What price alerts told, of spot markets and contracts. The snapshot is the newest 50, newest first; later frames are oldest first. */
export const priceAlertData = z.object({ snapshot, fired: z.array(firedAlert) });
export type PriceAlertData = z.output<typeof priceAlertData>;

/**
 * Statuses of spot markets and contracts in which the user holds a position or an open order, as they change. The snapshot is the newest 50,
 * newest first; later frames are oldest first.
 */
export const marketStatusData = z.object({ snapshot, changes: z.array(marketStatusNotice) });
export type MarketStatusData = z.output<typeof marketStatusData>;

/** What `data` holds, by channel. */
export interface SpotChannelData {
  readonly depth: DepthData;
  readonly deals: DealsData;
  readonly kline: KlineData;
  readonly ticker: TickerData;
  readonly order: OrderData;
  readonly balance: BalanceData;
  readonly user_deal: UserDealData;
  readonly price_alert: PriceAlertData;
  readonly market_status: MarketStatusData;
}
