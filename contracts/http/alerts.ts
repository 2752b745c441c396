/** Price alerts: a person is told when the last price of a market passes a level. */
import { z } from 'zod';
import { ALERT_DIRECTIONS, ALERT_PAUSE_HOURS } from '../alert-limits.ts';
import { endpoint } from '../endpoint.ts';
import { decimal, decimalAboveZero, symbol, timeMs, wholeNumber } from '../types.ts';
import { CONTRACT_STATUSES, MARKET_KINDS, MARKET_STATUSES } from '@agio/core/words';

const id = z.int().positive();
const direction = z.enum(ALERT_DIRECTIONS);
/** Null: it tells once and is gone. Else it tells each time, but not again within this many hours. */
const pauseHours = z.literal(ALERT_PAUSE_HOURS).nullable();
const ofMarket = { market: z.enum(MARKET_KINDS), symbol };

const priceAlert = z.object({
  id,
  ...ofMarket,
  direction,
  price: decimal,
  pauseHours,
  createdAt: timeMs,
  /** Null: it told nothing yet. */
  lastFiredAt: timeMs.nullable(),
});
export type PriceAlert = z.output<typeof priceAlert>;

/** One crossing that was told. */
export const firedAlert = z.object({
  id,
  alertId: id,
  ...ofMarket,
  direction,
  price: decimal,
  /** Of the trade that crossed the level. */
  lastPrice: decimal,
  time: timeMs,
});
export type FiredAlert = z.output<typeof firedAlert>;

export const priceAlerts = endpoint({
  method: 'GET',
  path: '/web/alert/price/list',
  summary: 'The price alerts that wait, newest first',
  data: z.object({ alerts: z.array(priceAlert) }),
});

export const createPriceAlert = endpoint({
  method: 'POST',
  path: '/web/alert/price/create',
  summary: 'Waits for the last price of a market to pass a level',
  body: z.object({ ...ofMarket, direction, price: decimalAboveZero, pauseHours: pauseHours.default(null) }),
  data: z.object({ alert: priceAlert }),
});

export const updatePriceAlert = endpoint({
  method: 'POST',
  path: '/web/alert/price/update',
  summary: 'Changes a price alert that waits',
  body: z.object({ id, direction, price: decimalAboveZero, pauseHours: pauseHours.default(null) }),
  data: z.object({ alert: priceAlert }),
});

export const deletePriceAlert = endpoint({
  method: 'POST',
  path: '/web/alert/price/delete',
  summary: 'Deletes a price alert',
  body: z.object({ id }),
  data: z.object({}),
});

export const firedPriceAlerts = endpoint({
  method: 'GET',
  path: '/web/alert/price/fired',
  summary: 'What price alerts told in the last 30 days, newest first',
  query: z.object({ limit: wholeNumber(1, 100).default(50) }),
  data: z.object({ fired: z.array(firedAlert) }),
});

/** A market in which the user held a position or an open order has another status now (trading A8, B1). */
export const marketStatusNotice = z.object({
  id,
  ...ofMarket,
  status: z.enum([...MARKET_STATUSES, ...CONTRACT_STATUSES]),
  time: timeMs,
});
export type MarketStatusNotice = z.output<typeof marketStatusNotice>;

export const marketStatusNotices = endpoint({
  method: 'GET',
  path: '/web/alert/market-status/list',
  summary:
    'Halts of markets in which the user held a position or an open order, and their ends, of the last 30 days, newest first',
  query: z.object({ limit: wholeNumber(1, 100).default(50) }),
  data: z.object({ changes: z.array(marketStatusNotice) }),
});
