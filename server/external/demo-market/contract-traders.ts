/**
 * The demo's maker and taker of the contracts: labelled users like those of the spot markets. What they may do, anyone may:
 * they reach the exchange through a desk that sends the same commands as the site's calls.
 */
import type { Side } from '@agio/core';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoMarket } from './traders.ts';
import { type LiveQuote, planQuotes, type Quote } from './quotes.ts';

export interface ContractOrder {
  readonly orderId: number;
  readonly side: Side;
  readonly price: string;
  readonly quantity: string;
}

/** What a trader does with one contract. */
export interface ContractDesk {
  openOrders(uid: number, symbol: string): Promise<ContractOrder[]>;
  /** A post-only limit order, or without a price a market order. Resolves false when it is refused. */
  place(uid: number, symbol: string, order: { side: Side; price: string | null; quantity: string }): Promise<boolean>;
  cancel(uid: number, symbol: string, orderId: number): Promise<void>;
  /** Signed: negative is short. */
  positionOf(uid: number, symbol: string): Promise<number>;
}

export interface ContractTradersOptions {
  readonly desk: ContractDesk;
  readonly markets: readonly DemoMarket[];
  readonly makerUid: number;
  readonly takerUid: number;
  readonly requoteEveryMs: number;
  readonly onTrouble: (error: Error) => void;
}

/** How much of the ladder's worth a taker may hold before he trades the other way. */
const TAKER_LIMIT = 4;

export function startContractTraders(options: ContractTradersOptions): { stop(): void } {
  let isStopped = false;
  const isRunning = (): boolean => !isStopped;
  const forever = async (round: () => Promise<void>): Promise<void> => {
    while (isRunning()) {
      try {
        await round();
      } catch (error) {
        if (isRunning()) options.onTrouble(error as Error);
        await sleep(1_000);
      }
    }
  };
  for (const market of options.markets) {
    void forever(() => quote(options, market));
    void forever(() => take(options, market, isRunning));
  }
  return { stop: () => void (isStopped = true) };
}

async function quote({ desk, makerUid, requoteEveryMs }: ContractTradersOptions, market: DemoMarket): Promise<void> {
  const live = (await desk.openOrders(makerUid, market.symbol)).map((order) => toQuote(market, order));
  const plan = planQuotes(market, market.reference(Date.now()), live);
  // All at once: one after another, a ladder that follows a shock would stand half empty for most of it.
  await Promise.all(plan.cancel.map(({ orderId }) => desk.cancel(makerUid, market.symbol, orderId)));
  await Promise.all(plan.place.map((wanted) => desk.place(makerUid, market.symbol, toOrder(market, wanted))));
  await sleep(requoteEveryMs * (0.8 + 0.4 * Math.random()));
}

async function take(
  { desk, takerUid }: ContractTradersOptions,
  market: DemoMarket,
  isRunning: () => boolean,
): Promise<void> {
  await sleep(market.takeEveryMs * (0.2 - Math.log(1 - Math.random()) * 0.8));
  if (!isRunning()) return;
  const reference = market.reference(Date.now());
  const value = Math.max(market.minAmount * 1.5, market.orderValue * (0.02 + 0.25 * Math.random() ** 3));
  const steps = Math.max(1, Math.round(value / reference / market.stepSize));
  const held = (await desk.positionOf(takerUid, market.symbol)) * reference;
  const limit = market.orderValue * TAKER_LIMIT;
  const buys = held > limit ? false : held < -limit ? true : Math.random() < 0.5;
  const quantity = (steps * market.stepSize).toFixed(market.quantityDecimals);
  await desk.place(takerUid, market.symbol, { side: buys ? 'BUY' : 'SELL', price: null, quantity });
}

function toOrder(market: DemoMarket, wanted: Quote): { side: Side; price: string; quantity: string } {
  return {
    side: wanted.side,
    price: (wanted.priceTicks * market.tickSize).toFixed(market.priceDecimals),
    quantity: (wanted.quantitySteps * market.stepSize).toFixed(market.quantityDecimals),
  };
}

function toQuote(market: DemoMarket, order: ContractOrder): LiveQuote {
  return {
    orderId: order.orderId,
    side: order.side,
    priceTicks: Math.round(Number(order.price) / market.tickSize),
    quantitySteps: Math.round(Number(order.quantity) / market.stepSize),
  };
}
