/** Futures: USDT perpetuals. A user's orders, positions and wallet; public prices; the clock of marks and funding. */
import type { EngineHandle } from '../../engine/index.ts';
import type { LongReads } from '../../limits/long-reads.ts';
import type { NoteFailure } from '../../failures/failures.ts';
import type { IndexPrices } from '../../external/index.ts';
import type { Module } from '../module.ts';
import type { Store } from '../../store/index.ts';
import type { HistorySource, Markets } from '../markets/index.ts';
import { createOrderRate } from '../spot/index.ts';
import { answeredOf } from '../../commands/answered.ts';
import { createMoveRate } from '../wallet/index.ts';
import { importContractHistory } from './demo-history.ts';
import { fundProjection, openFund } from './fund-history.ts';
import { createLiveContracts, type LiveContracts } from './live.ts';
import { createMarketMonitor } from './market-monitor.ts';
import { priceClock } from './prices.ts';
import { createFuturesPrivateChannels } from './private-channels.ts';
import { createFuturesProjection } from './projection.ts';
import { createFuturesChannels } from './public-channels.ts';
import { publicRoutes } from './public-routes.ts';
import { userRoutes } from './routes.ts';
import { searchRoute } from './search-route.ts';
import { ensureContracts } from './seed.ts';
import { statementRoute } from './statement-route.ts';
import { openStatements } from './statement-opening.ts';
import { createFuturesTrading, type FuturesTrading } from './trading.ts';

export { newestContractPrice } from './kline-repo.ts';
export { CONTRACTS } from './seed.ts';
export { SETTLE_ASSET } from './settle-asset.ts';
export { amountOf, placeCommand } from './order-request.ts';
export type { LiveContracts } from './live.ts';
export { amountText, orderOf as futuresOrderOf } from './views.ts';

export interface Futures extends Module {
  readonly live: LiveContracts;
  readonly trading: FuturesTrading;
  /** Past klines of a demo, for contracts that have none; call it before start. Answers how many were written. */
  importDemoHistory(sources: readonly HistorySource[], nowMs: number): Promise<number>;
}

export interface FuturesOptions {
  readonly store: Store;
  readonly engine: EngineHandle;
  /** The spot markets, which the monitor watches. */
  readonly markets: Markets;
  readonly prices: IndexPrices;
  /** Whether there is a limit to how often a user moves margin. */
  readonly hasLimits: boolean;
  /** Whether a user's orders are limited, to as many as in the spot markets. */
  readonly isOrderLimited: (uid: number) => boolean;
  /** Of all modules together. */
  readonly longReads: LongReads;
  readonly note: NoteFailure;
}

export function createFutures({
  store,
  engine,
  markets,
  prices,
  hasLimits,
  isOrderLimited,
  longReads,
  note,
}: FuturesOptions): Futures {
  const live = createLiveContracts(engine, store, note);
  const trading = createFuturesTrading(engine, answeredOf(store), live);
  const shown = createFuturesChannels(engine, live, note);
  const own = createFuturesPrivateChannels(engine, live, trading, note);
  const monitor = createMarketMonitor(engine, markets.live, live, note);
  const channels = [...shown.channels, monitor.channel, ...own.channels];
  return {
    routes: [
      ...publicRoutes(live, engine, store.db, channels),
      ...userRoutes(live, trading, store.db, {
        moves: createMoveRate('MARGIN', hasLimits),
        orders: createOrderRate(isOrderLimited),
      }),
      searchRoute(live, markets),
      statementRoute(trading, store.db, markets.live.scales, longReads),
    ],
    projections: [createFuturesProjection(), fundProjection],
    channels: { futures: channels },
    // Without an index there are no marks to update, and the monitor has nothing to compare a market with.
    jobs: [
      ...shown.jobs,
      ...own.jobs,
      ...(prices.hasSources ? [monitor.job, priceClock(engine, live, prices, note)] : []),
    ],
    live,
    trading,
    importDemoHistory: (sources, nowMs) => importContractHistory(store, live.contracts, sources, nowMs),
    async prepare() {
      await openStatements(store.db, engine);
      await openFund(store.db, engine);
    },
    async seed() {
      await ensureContracts(engine);
      await live.register();
    },
    async start(to) {
      await live.start();
      shown.start(to.futures);
      own.start(to.futures);
      monitor.start(to.futures);
    },
    stop() {
      shown.stop();
      own.stop();
    },
  };
}
