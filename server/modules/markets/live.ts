/**
 * Every market as of now, in memory: rules, book, newest trades and klines, last day. Loaded from the engine and from SQL,
 * then kept by the engine's events, so it is as fresh as any answer; ids tell what is known already.
 */
import {
  BASE_INTERVALS,
  type BaseInterval,
  type CoreEvent,
  foldTrade,
  type Kline,
  type KlineTrade,
  type MarketView,
} from '@agio/core';
import type { EngineHandle } from '../../engine/index.ts';
import { attempt, type NoteFailure } from '../../failures/failures.ts';
import type { Store } from '../../store/index.ts';
import { createBookKeeper } from './book-keeper.ts';
import { emptyBook, type LiveBook, WHOLE_BOOK } from './order-book.ts';
import { firstKlineTime, newestKlines } from './kline-repo.ts';
import { KEPT_KLINES, trim } from './newest.ts';
import { newestPrints } from './trade-repo.ts';

export const KEPT_PRINTS = 1000;
const PART = 'live markets';

export interface LiveMarket {
  view: MarketView;
  readonly baseScale: number;
  readonly quoteScale: number;
  readonly book: LiveBook;
  /** Oldest first. */
  readonly prints: KlineTrade[];
  /** Oldest first; only klines that have trades. */
  readonly klines: Readonly<Record<BaseInterval, Kline[]>>;
  /** When the first stored kline opens, null before the first trade. */
  readonly firstKline: Record<BaseInterval, number | null>;
}

export interface LiveMarkets {
  readonly markets: ReadonlyMap<string, LiveMarket>;
  /** Asset code to ledger scale. */
  readonly scales: ReadonlyMap<string, number>;
  /** Makes the engine's assets and markets known, still empty. */
  register(): Promise<void>;
  /** Loads the present state; events that come meanwhile are applied after it. */
  start(): Promise<void>;
}

export function createLive(engine: EngineHandle, store: Store, note: NoteFailure): LiveMarkets {
  const keeper = createBookKeeper((symbol) => engine.query('depth', { symbol, limit: WHOLE_BOOK }), note);
  const markets = new Map<string, LiveMarket>();
  const scales = new Map<string, number>();
  let early: CoreEvent[] | null = [];

  engine.onEvents(PART, ({ events }) => {
    // An event that cannot be shown must not keep the ones after it from being applied.
    if (early) for (const event of events) early.push(event);
    else for (const event of events) attempt(PART, note, () => apply(event));
  });

  const marketOf = (view: MarketView): LiveMarket => {
    const known = markets.get(view.symbol);
    if (known) return known;
    const created = newMarket(view, scales);
    markets.set(view.symbol, created);
    return created;
  };
  const apply = (event: CoreEvent): void => {
    if (event.kind === 'Traded') addPrint(markets.get(event.symbol), event);
    else if (event.kind === 'DepthChanged') {
      const book = markets.get(event.symbol)?.book;
      if (book) keeper.change(book, event);
    } else if (event.kind === 'MarketChanged') marketOf(event).view = marketView(event);
    else if (event.kind === 'AssetCreated') scales.set(event.asset, event.scale);
  };

  const register = async (): Promise<void> => {
    for (const asset of await engine.query('assets', {})) scales.set(asset.asset, asset.scale);
    for (const view of await engine.query('markets', {})) marketOf(view).view = view;
  };

  return {
    markets,
    scales,
    register,
    async start() {
      await register();
      await store.waitForSeq(engine.durableSeq);
      for (const market of markets.values()) await load(market, engine, store);
      const waiting = early ?? [];
      early = null;
      for (const event of waiting) apply(event);
    },
  };
}

function marketView(event: MarketView): MarketView {
  const { symbol, base, quote, status, version, parameters, lastPrice, updateId, lastTradeId } = event;
  return { symbol, base, quote, status, version, parameters, lastPrice, updateId, lastTradeId };
}

function newMarket(view: MarketView, scales: ReadonlyMap<string, number>): LiveMarket {
  const baseScale = scales.get(view.base);
  const quoteScale = scales.get(view.quote);
  if (baseScale === undefined || quoteScale === undefined)
    throw new Error(`market ${view.symbol} names an unknown asset`);
  return {
    view,
    baseScale,
    quoteScale,
    book: emptyBook(),
    prints: [],
    klines: { '1m': [], '1h': [], '1d': [] },
    firstKline: { '1m': null, '1h': null, '1d': null },
  };
}

async function load(market: LiveMarket, engine: EngineHandle, store: Store): Promise<void> {
  const { symbol } = market.view;
  const depth = await engine.query('depth', { symbol, limit: WHOLE_BOOK });
  if (depth) {
    market.book.bids.push(...depth.bids);
    market.book.asks.push(...depth.asks);
    market.book.updateId = depth.updateId;
  }
  market.prints.push(...(await newestPrints(store.db, symbol, KEPT_PRINTS)));
  for (const base of BASE_INTERVALS) {
    market.klines[base].push(...(await newestKlines(store.db, symbol, base, KEPT_KLINES[base])));
    market.firstKline[base] = await firstKlineTime(store.db, symbol, base);
  }
}

function addPrint(market: LiveMarket | undefined, print: KlineTrade): void {
  if (!market || print.tradeId <= (market.prints.at(-1)?.tradeId ?? 0)) return;
  const { tradeId, price, quantity, amount, takerSide, timeMs } = print;
  market.prints.push({ tradeId, price, quantity, amount, takerSide, timeMs });
  trim(market.prints, KEPT_PRINTS);
  for (const base of BASE_INTERVALS) {
    const klines = market.klines[base];
    // Null where the loaded klines are newer than the loaded prints, and have this one.
    const kline = foldTrade(base, klines, print);
    if (kline === null) continue;
    trim(klines, KEPT_KLINES[base]);
    market.firstKline[base] ??= kline.openTimeMs;
  }
}
