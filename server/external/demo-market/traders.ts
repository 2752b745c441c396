/**
 * The demo's market makers and takers: ordinary labelled users who follow the reference price through the public API. A
 * maker keeps a ladder in the book; a taker buys or sells a little, now and then. They are the only thing simulated: the
 * book, the matching and the fills are real.
 */
import type { Side } from '@agio/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatUnits } from '@agio/core/fixed';
import { planQuotes, type LiveQuote, type Quote, type QuoteMarket } from './quotes.ts';
import { connectTradingClient, type Credentials, type TradingClient, TradingError } from './trading-client.ts';

export interface DemoMarket extends QuoteMarket {
  /** The outside world's price at a moment. */
  readonly reference: (timeMs: number) => number;
  /** Decimals of a price and of a quantity. */
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly minAmount: number;
  /** Mean time between two takers' orders. */
  readonly takeEveryMs: number;
}

export interface TradersOptions {
  readonly url: string;
  readonly markets: readonly DemoMarket[];
  readonly maker: Credentials;
  readonly taker: Credentials;
  readonly requoteEveryMs: number;
  readonly onTrouble: (error: Error) => void;
}

export interface Traders {
  stop(): void;
}

interface OpenOrder {
  readonly orderId: number;
  readonly side: Side;
  readonly price: string;
  readonly origQty: string;
}

/** Starts trading; a lost connection is opened again. */
export function startTraders(options: TradersOptions): Traders {
  let isStopped = false;
  let client: TradingClient | null = null;
  const isRunning = (): boolean => !isStopped;

  const run = async (): Promise<void> => {
    while (isRunning()) {
      try {
        const lost = Promise.withResolvers<void>();
        client = await connectTradingClient(options.url, () => lost.resolve());
        const work = options.markets.flatMap((market) => [
          makeMarket(client!, options, market, isRunning),
          takeMarket(client!, options, market, isRunning),
        ]);
        await Promise.race([lost.promise, Promise.all(work)]);
      } catch (error) {
        options.onTrouble(error as Error);
      }
      client?.close();
      if (isRunning()) await sleep(1000);
    }
  };
  void run();
  return {
    stop() {
      isStopped = true;
      client?.close();
    },
  };
}

async function makeMarket(
  client: TradingClient,
  options: TradersOptions,
  market: DemoMarket,
  isRunning: () => boolean,
): Promise<void> {
  const { maker } = options;
  while (isRunning()) {
    const open = await client.request<OpenOrder[]>(maker, 'openOrders.status', { symbol: market.symbol });
    const plan = planQuotes(
      market,
      market.reference(Date.now()),
      open.map((order) => toQuote(market, order)),
    );
    for (const quote of plan.cancel)
      await attempt(client, maker, 'order.cancel', { symbol: market.symbol, orderId: quote.orderId });
    for (const quote of plan.place) await attempt(client, maker, 'order.place', limitOrder(market, quote));
    await sleep(options.requoteEveryMs * (0.8 + 0.4 * Math.random()));
  }
}

async function takeMarket(
  client: TradingClient,
  options: TradersOptions,
  market: DemoMarket,
  isRunning: () => boolean,
): Promise<void> {
  while (isRunning()) {
    await sleep(market.takeEveryMs * (0.2 - Math.log(1 - Math.random()) * 0.8));
    if (!isRunning()) return;
    const value = Math.max(market.minAmount * 1.5, market.orderValue * (0.02 + 0.25 * Math.random() ** 3));
    const steps = Math.max(1, Math.round(value / market.reference(Date.now()) / market.stepSize));
    await attempt(client, options.taker, 'order.place', {
      symbol: market.symbol,
      side: Math.random() < 0.5 ? 'BUY' : 'SELL',
      type: 'MARKET',
      quantity: formatUnits(
        steps * Math.round(market.stepSize * 10 ** market.quantityDecimals),
        market.quantityDecimals,
      ),
      newOrderRespType: 'ACK',
    });
  }
}

/** A refusal is part of trading (a price moved, an order was filled meanwhile); anything else ends the round. */
async function attempt(
  client: TradingClient,
  credentials: Credentials,
  method: string,
  params: Record<string, string | number>,
): Promise<void> {
  try {
    await client.request(credentials, method, params);
  } catch (error) {
    if (!(error instanceof TradingError) || error.code === -1001) throw error;
  }
}

function limitOrder(market: DemoMarket, quote: Quote): Record<string, string | number> {
  return {
    symbol: market.symbol,
    side: quote.side,
    type: 'LIMIT_MAKER',
    price: formatUnits(
      quote.priceTicks * Math.round(market.tickSize * 10 ** market.priceDecimals),
      market.priceDecimals,
    ),
    quantity: formatUnits(
      quote.quantitySteps * Math.round(market.stepSize * 10 ** market.quantityDecimals),
      market.quantityDecimals,
    ),
    newOrderRespType: 'ACK',
  };
}

function toQuote(market: DemoMarket, order: OpenOrder): LiveQuote {
  return {
    orderId: order.orderId,
    side: order.side,
    priceTicks: Math.round(Number(order.price) / market.tickSize),
    quantitySteps: Math.round(Number(order.origQty) / market.stepSize),
  };
}
