/** What a user's coins cost, and what the account earned from day to day (decision 072). Values are in USDT. */
import { z } from 'zod';
import { DAY_MS } from '../durations.ts';
import { endpoint } from '../endpoint.ts';
import { decimal, signedDecimal } from '../types.ts';

/** How many days one call tells of. */
const MOST_DAYS = 400;

const coinCost = z.object({
  asset: z.string(),
  /** Held in SPOT. */
  quantity: decimal,
  /** Of it: what nobody knows the cost of. */
  unknown: decimal,
  /** What the others cost, fees included. */
  cost: signedDecimal,
});
export type CoinCost = z.output<typeof coinCost>;

export const coinCosts = endpoint({
  method: 'GET',
  path: '/web/account/coin-costs',
  summary: 'What the coins of one’s spot wallet cost, in USDT; USDT itself is not among them',
  data: z.object({ items: z.array(coinCost) }),
});

/** Such as 2026-02-28, in UTC. */
const day = z.iso.date();

const pnlDay = z.object({
  day,
  /** What the account was worth at the end of the day, or is now; null where a coin had no price or nothing is known of the day. */
  equity: signedDecimal.nullable(),
  /** What was deposited or given, less what left, at the prices of the moment. */
  moved: signedDecimal.nullable(),
  /** Equity at the end less equity at the end of the day before less `moved`. */
  pnl: signedDecimal.nullable(),
  /** What the day's entries added to the futures wallet; transfers are none of it. */
  futures: z.object({
    pnl: signedDecimal,
    realised: signedDecimal,
    /** Less than 0: paid. */
    fees: signedDecimal,
    funding: signedDecimal,
  }),
});
export type PnlDay = z.output<typeof pnlDay>;

export const pnlDays = endpoint({
  method: 'GET',
  path: '/web/account/pnl/days',
  summary: 'What one’s account earned on each day (UTC), oldest first; at most 400 days, none of them still to come',
  query: z.object({ from: day, to: day }).refine(({ from, to }) => {
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
    return days >= 0 && days < MOST_DAYS && Date.parse(from) >= 0;
  }, `must be from a day to the same or a later one, at most ${MOST_DAYS} days`),
  data: z.object({ days: z.array(pnlDay) }),
  weight: 10,
});
