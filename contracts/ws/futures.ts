/**
 * The channels of /futures/ws/public and /futures/ws/private: what a subscription asks for and what `data` holds. Each
 * first frame carries `snapshot: true` and the state as of now; later frames follow it without a gap.
 */
import { GAP_LEVELS, KLINE_INTERVALS } from '@agio/core/words';
import { z } from 'zod';
import {
  capital,
  contractStatus,
  futuresFill,
  futuresKline,
  futuresOrder,
  position,
  positionMode,
  preference,
  receipt,
  stopOrder,
} from '../http/futures-shapes.ts';
import { deal } from '../http/markets.ts';
import { decimal, priceSource, signedDecimal, symbol, timeMs } from '../types.ts';
import type { DepthData } from './spot.ts';

const ofContract = z.object({ symbol });
const maybeContract = z.object({ symbol: symbol.optional() });
const snapshot = z.boolean();

/** Subscription parameters by channel. What `depth` sends is the depthData of spot.ts. */
export const futuresChannelParams = {
  depth: ofContract,
  deals: ofContract,
  kline: z.object({ symbol, interval: z.enum(KLINE_INTERVALS), source: priceSource.default('LAST') }),
  /** Without a symbol: every contract's. */
  mark_price: maybeContract,
  market_monitor: z.object({}),
  network_status: z.object({}),
};

export const futuresDealsData = z.object({ snapshot, symbol, deals: z.array(deal) });
export type FuturesDealsData = z.output<typeof futuresDealsData>;

export const futuresKlineData = z.object({
  snapshot,
  symbol,
  interval: z.enum(KLINE_INTERVALS),
  source: priceSource,
  kline: futuresKline,
});
export type FuturesKlineData = z.output<typeof futuresKlineData>;

export const markPrice = z.object({
  symbol,
  markPrice: decimal,
  indexPrice: decimal,
  lastPrice: decimal,
  fundingRate: signedDecimal,
  nextFundingTime: timeMs,
  status: contractStatus,
  time: timeMs,
});
export type MarkPrice = z.output<typeof markPrice>;

/** Once a second, and when a contract's status changes. */
export const markPriceData = z.object({ snapshot, prices: z.array(markPrice) });

/** Something unusual in a spot market (trading A12). HALT: it was halted. */
export const marketAlert = z.object({
  symbol,
  kind: z.enum([...GAP_LEVELS, 'INDEX_STALE', 'SPREAD', 'MOVE']),
  /** The gap, the move or the spread in words; empty for a stale index. */
  detail: z.string(),
  time: timeMs,
});
export type MarketAlert = z.output<typeof marketAlert>;

/** The snapshot holds the newest alerts, newest first. */
export const marketMonitorData = z.object({ snapshot, alerts: z.array(marketAlert) });

/** The server's clock: what a client measures its delay against. */
export const networkStatusData = z.object({ snapshot, time: timeMs });

/** What `data` holds, by public channel. */
export interface FuturesPublicChannelData {
  readonly depth: DepthData;
  readonly deals: FuturesDealsData;
  readonly kline: FuturesKlineData;
  readonly mark_price: z.output<typeof markPriceData>;
  readonly market_monitor: z.output<typeof marketMonitorData>;
  readonly network_status: z.output<typeof networkStatusData>;
}

/** The snapshot holds everything of the user; later frames what changed, as absolute values. `seq` only grows. */
const own = { snapshot, seq: z.int() };
export const futuresOrderData = z.object({ ...own, orders: z.array(futuresOrder) });
/** Own conditional orders but trailing ones; `tpsl` the exits of orders and positions; `trailing_stop` the trailing ones. */
export const stopOrderData = z.object({ ...own, orders: z.array(stopOrder) });
export const positionData = z.object({ ...own, positions: z.array(position) });
export const capitalData = z.object({ ...own, capital });
export const futuresDealData = z.object({ ...own, deals: z.array(futuresFill) });
/** Liquidations and deleveragings of the user. */
export const dealNoticeData = z.object({ ...own, notices: z.array(receipt) });
export const preferenceData = z.object({ ...own, preferences: z.array(preference) });
/** Position mode of the wallet. */
export const modeData = z.object({ ...own, positionMode: positionMode });

/** What `data` holds, by private channel. */
export interface FuturesPrivateChannelData {
  readonly order: z.output<typeof futuresOrderData>;
  readonly stop_order: z.output<typeof stopOrderData>;
  readonly tpsl: z.output<typeof stopOrderData>;
  readonly trailing_stop: z.output<typeof stopOrderData>;
  readonly position: z.output<typeof positionData>;
  readonly balance: z.output<typeof capitalData>;
  readonly user_deal: z.output<typeof futuresDealData>;
  readonly deal_notice: z.output<typeof dealNoticeData>;
  readonly preference: z.output<typeof preferenceData>;
  readonly mode: z.output<typeof modeData>;
}
