/** Every contract as of now, in memory: rules, book, prices, newest trades and klines. Kept by the engine's events. */
import {
  BASE_INTERVALS,
  type BaseInterval,
  type ContractView,
  type CoreEvent,
  foldTrade,
  type Kline,
  type KlineTrade,
  type PerpTradeView,
} from '@agio/core';
import type { Amount, Price } from '@agio/core/fixed';
import type { EngineHandle } from '../../engine/index.ts';
import { attempt, type NoteFailure } from '../../failures/failures.ts';
import type { Store } from '../../store/index.ts';
import {
  type BookKeeper,
  createBookKeeper,
  emptyBook,
  KEPT_KLINES,
  type LiveBook,
  trim,
  WHOLE_BOOK,
} from '../markets/index.ts';
import { type KlineSource, newestKlines, newestDeals, type Deal } from './kline-repo.ts';

const KEPT_DEALS = 1_000;
const PART = 'live contracts';

export interface LiveContract {
  view: ContractView;
  /** When its newest event was made. */
  timeMs: number;
  /** When the sources last gave an index; 0 before the first tick since the start. */
  indexTimeMs: number;
  readonly book: LiveBook;
  /** Oldest first. */
  readonly deals: Deal[];
  /** Oldest first; only klines in which something happened. */
  readonly klines: Readonly<Record<KlineSource, Readonly<Record<BaseInterval, Kline[]>>>>;
}

export interface LiveContracts {
  readonly contracts: ReadonlyMap<string, LiveContract>;
  /** Makes the engine's contracts known, still empty. */
  register(): Promise<void>;
  /** Loads the present state; events that come meanwhile are applied after it. */
  start(): Promise<void>;
}

export function createLiveContracts(engine: EngineHandle, store: Store, note: NoteFailure): LiveContracts {
  const keeper = createBookKeeper((symbol) => engine.query('contractDepth', { symbol, limit: WHOLE_BOOK }), note);
  const contracts = new Map<string, LiveContract>();
  let early: CoreEvent[] | null = [];
  engine.onEvents(PART, ({ events }) => {
    for (const event of events) {
      if (early) early.push(event);
      // A failure with one event does not stop the others.
      else attempt(PART, note, () => apply(contracts, keeper, event));
    }
  });
  const register = async (): Promise<void> => {
    for (const view of await engine.query('contracts', {})) known(contracts, view).view = view;
  };
  return {
    contracts,
    register,
    async start() {
      await register();
      await store.waitForSeq(engine.durableSeq);
      for (const contract of contracts.values()) await load(contract, engine, store);
      const waiting = early ?? [];
      early = null;
      for (const event of waiting) apply(contracts, keeper, event);
    },
  };
}

function apply(contracts: Map<string, LiveContract>, keeper: BookKeeper, event: CoreEvent): void {
  switch (event.kind) {
    case 'ContractChanged':
      known(contracts, event).view = { ...event };
      return;
    case 'PerpDepthChanged': {
      const contract = contracts.get(event.symbol);
      if (contract === undefined || event.updateId <= contract.book.updateId) return;
      keeper.change(contract.book, event);
      contract.timeMs = event.timeMs;
      return;
    }
    case 'PerpTraded':
      return addDeal(contracts.get(event.symbol), event);
    case 'MarkPriceChanged': {
      const contract = contracts.get(event.symbol);
      if (contract === undefined || event.markPrice === 0) return;
      const { markPrice, indexPrice, fundingRate, nextFundingMs, openInterest } = event;
      contract.view = { ...contract.view, markPrice, indexPrice, fundingRate, nextFundingMs, openInterest };
      contract.indexTimeMs = event.indexTimeMs;
      contract.timeMs = event.timeMs;
      addKlines(contract, 'MARK', markOf(event.seq, markPrice, event.timeMs));
      addKlines(contract, 'INDEX', markOf(event.seq, indexPrice, event.timeMs));
      return;
    }
    case 'FundingSettled': {
      const contract = contracts.get(event.symbol);
      if (contract !== undefined)
        contract.view = { ...contract.view, lastFundingRate: event.rate, nextFundingMs: event.nextFundingMs };
      return;
    }
    default:
  }
}

function known(contracts: Map<string, LiveContract>, view: ContractView): LiveContract {
  const contract = contracts.get(view.symbol);
  if (contract !== undefined) return contract;
  const none = (): Record<BaseInterval, Kline[]> => ({ '1m': [], '1h': [], '1d': [] });
  const made: LiveContract = {
    view,
    timeMs: 0,
    indexTimeMs: 0,
    book: emptyBook(),
    deals: [],
    klines: { LAST: none(), MARK: none(), INDEX: none() },
  };
  contracts.set(view.symbol, made);
  return made;
}

async function load(contract: LiveContract, engine: EngineHandle, store: Store): Promise<void> {
  const { symbol } = contract.view;
  const depth = await engine.query('contractDepth', { symbol, limit: WHOLE_BOOK });
  if (depth) {
    contract.book.bids.push(...depth.bids);
    contract.book.asks.push(...depth.asks);
    contract.book.updateId = depth.updateId;
  }
  contract.deals.push(...(await newestDeals(store.db, symbol, KEPT_DEALS)));
  for (const source of ['LAST', 'MARK', 'INDEX'] as const) {
    for (const base of BASE_INTERVALS)
      contract.klines[source][base].push(
        ...(await newestKlines(store.db, { symbol, source, base }, KEPT_KLINES[base])),
      );
  }
}

/** A mark or index price as a trade with quantity 0, because klines are made from trades. */
export function markOf(seq: number, price: Price, timeMs: number): KlineTrade {
  return { tradeId: seq, price, quantity: 0 as Amount, amount: 0 as Amount, takerSide: 'BUY', timeMs };
}

export function tradeOf(event: PerpTradeView): KlineTrade {
  const { tradeId, price, quantity, takerSide, timeMs } = event;
  return { tradeId, price, quantity, amount: Number(event.amount) as Amount, takerSide, timeMs };
}

function addDeal(contract: LiveContract | undefined, event: PerpTradeView): void {
  if (contract === undefined || event.tradeId <= (contract.deals.at(-1)?.tradeId ?? 0)) return;
  const { tradeId, price, quantity, takerSide, timeMs } = event;
  contract.deals.push({ tradeId, price, quantity, takerSide, timeMs });
  contract.view = { ...contract.view, lastPrice: price, lastTradeId: tradeId };
  contract.timeMs = timeMs;
  trim(contract.deals, KEPT_DEALS);
  addKlines(contract, 'LAST', tradeOf(event));
}

function addKlines(contract: LiveContract, source: KlineSource, trade: KlineTrade): void {
  for (const base of BASE_INTERVALS) {
    const klines = contract.klines[source][base];
    // Null where the klines loaded from SQL have this trade.
    if (foldTrade(base, klines, trade) !== null) trim(klines, KEPT_KLINES[base]);
  }
}
