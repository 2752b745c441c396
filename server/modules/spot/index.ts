/** Spot: a user's orders and fills, by the site's calls, the Binance dialect and the spot channels. */
import type { EngineHandle } from '../../engine/index.ts';
import type { NoteFailure } from '../../failures/failures.ts';
import type { Module } from '../module.ts';
import type { Store } from '../../store/index.ts';
import type { Markets } from '../markets/index.ts';
import type { Users } from '../users/index.ts';
import { answeredOf } from '../../commands/answered.ts';
import { createAccount } from './binance/account.ts';
import { createMarketData } from './binance/market-data.ts';
import { createOrderRate } from './order-rate.ts';
import { createOrderLists } from './binance/order-lists.ts';
import { createOrders } from './binance/orders.ts';
import { binanceRoutes, type DialectHandlers } from './binance/rest.ts';
import { createWsApi, type WsApi } from './binance/ws-api.ts';
import { createPublicChannels } from './channels.ts';
import { createRecentFills } from './fills.ts';
import { createPrivateChannels } from './private-channels.ts';
import { createSpotProjection } from './projection.ts';
import { spotRoutes } from './routes.ts';
import { createTrading } from './trading.ts';

export { createOrderRate, type OrderRate } from './order-rate.ts';

export interface Spot extends Module {
  /** Answers one request of /ws-api/v3; throws a DialectError for a refusal. */
  readonly wsApi: WsApi;
}

export interface SpotOptions {
  readonly store: Store;
  readonly engine: EngineHandle;
  readonly markets: Markets;
  readonly users: Users;
  /** Whether a user's orders are limited as exchangeInfo says; by default no user's. */
  readonly isOrderLimited?: (uid: number) => boolean;
  readonly note: NoteFailure;
}

export function createSpot({ store, engine, markets, users, isOrderLimited = () => false, note }: SpotOptions): Spot {
  const fills = createRecentFills();
  engine.onEvents('recent fills', ({ events }) => fills.remember(events));
  const trading = createTrading({ engine, db: store.db, answered: answeredOf(store), fills, live: markets.live });
  const limits = createOrderRate(isOrderLimited);
  const handlers: DialectHandlers = {
    marketData: createMarketData(markets),
    orders: createOrders(markets.live, trading, limits),
    orderLists: createOrderLists(markets.live, trading, limits),
    account: createAccount(engine, markets, users, limits),
    limits,
  };
  const shown = [createPublicChannels(engine, markets, note), createPrivateChannels(engine, markets, note)];
  return {
    routes: [...spotRoutes(markets.live, trading, limits), ...binanceRoutes(handlers)],
    projections: [createSpotProjection()],
    channels: { spot: shown.flatMap(({ channels }) => channels) },
    jobs: shown.flatMap(({ jobs }) => jobs),
    wsApi: createWsApi(handlers, users),
    async start(to) {
      for (const channels of shown) channels.start(to.spot);
    },
    stop() {
      for (const channels of shown) channels.stop();
    },
  };
}
