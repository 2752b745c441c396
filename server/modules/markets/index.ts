/**
 * Markets: assets, pairs and their rules; public book, trades, klines and day figures. Everyone else who needs a
 * market's scales, rules or prices asks here.
 */
import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { EngineHandle } from '../../engine/index.ts';
import type { NoteFailure } from '../../failures/failures.ts';
import type { Module } from '../module.ts';
import type { Store } from '../../store/index.ts';
import { type HistorySource, importDemoHistory } from './demo-history.ts';
import { graphqlLimits, graphqlWeight } from './graphql-limits.ts';
import { buildGraphqlSchema } from './graphql.ts';
import { createLive, type LiveMarkets } from './live.ts';
import { marketsProjection } from './projection.ts';
import { printsBetween, printsFromId, printsUntil } from './trade-repo.ts';
import { CURRENCIES } from './rates.ts';
import { type FoundMarkets, marketRoutes, searchMarkets } from './routes.ts';
import { ensureMarkets } from './seed.ts';
import { type Displays, type KlineRange, readDisplays, readKlines } from './service.ts';
import type { Kline, KlineTrade } from '@agio/core';
import type { KlineInterval } from '@agio/core/words';

export { NumberRefusal, readUnits, unitsOf } from './decimals.ts';
export type { LiveMarket, LiveMarkets } from './live.ts';
export { type BookKeeper, createBookKeeper } from './book-keeper.ts';
export { bestOf, emptyBook, type Level, type LiveBook, weightOfBest, WHOLE_BOOK } from './order-book.ts';
export { FIRST_DEALS, FLUSH_EVERY_MS, MAX_DEALS_A_FRAME } from './channel-limits.ts';
export { klineOf } from './kline-repo.ts';
export { KEPT_KLINES, trim } from './newest.ts';
export { demoKlines, type HistorySource } from './demo-history.ts';
export { newestPrints } from './trade-repo.ts';
export { holdsText } from './routes.ts';
export { brokenBand } from './price-band.ts';
export { createTrailTeller, type TrailTeller, trailView } from './trails.ts';
export { dayOf, dealOf, klineRow, lastPriceOf, levelTexts, nowOf, priceText, rateText, tickerOf } from './service.ts';

export interface Markets extends Module {
  readonly live: LiveMarkets;
  displays(): Displays;
  /** Whose symbol or name holds the text. */
  search(text: string): FoundMarkets;
  /** Codes of the currencies in which people may have amounts shown. */
  readonly currencies: readonly string[];
  klines(symbol: string, interval: KlineInterval, range: KlineRange): Promise<Kline[]>;
  printsFromId(symbol: string, fromId: number, limit: number): Promise<KlineTrade[]>;
  printsBetween(symbol: string, fromMs: number, toMs: number, limit: number): Promise<KlineTrade[]>;
  printsUntil(symbol: string, toMs: number, limit: number): Promise<KlineTrade[]>;
  /** Past klines of a demo, for markets that have none; call it before start. Answers how many were written. */
  importDemoHistory(sources: readonly HistorySource[], nowMs: number): Promise<number>;
  /** The schema of POST /graphql, the limits of a query, and its request weight: they must be mounted together. */
  readonly graphql: { readonly schema: GraphQLSchema; readonly limits: Plugin; weight(): number };
}

export interface MarketsOptions {
  readonly store: Store;
  readonly engine: EngineHandle;
  readonly note: NoteFailure;
}

export function createMarkets({ store, engine, note }: MarketsOptions): Markets {
  const live = createLive(engine, store, note);
  let shown: Displays = { coins: [], pairs: new Map() };
  const displays = (): Displays => shown;
  return {
    routes: marketRoutes(live, displays, store.db),
    projections: [marketsProjection],
    live,
    displays,
    search: (text) => searchMarkets(live, displays(), text),
    currencies: CURRENCIES,
    async seed() {
      await ensureMarkets(engine, store.db);
      await live.register();
      shown = await readDisplays(store.db);
    },
    async start() {
      await live.start();
      shown = await readDisplays(store.db);
    },
    async klines(symbol, interval, range) {
      const market = live.markets.get(symbol);
      return market ? readKlines(store.db, market, interval, range) : [];
    },
    printsFromId: (symbol, fromId, limit) => printsFromId(store.db, symbol, fromId, limit),
    printsBetween: (symbol, fromMs, toMs, limit) => printsBetween(store.db, symbol, fromMs, toMs, limit),
    printsUntil: (symbol, toMs, limit) => printsUntil(store.db, symbol, toMs, limit),
    importDemoHistory: (sources, nowMs) => importDemoHistory(store, live.markets, sources, nowMs),
    graphql: {
      schema: buildGraphqlSchema(live, displays),
      limits: graphqlLimits,
      weight: () => graphqlWeight(live.markets.size),
    },
  };
}
