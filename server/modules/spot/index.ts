/** Spot: a user's orders and fills, by the site's calls, the Binance dialect and the spot channels. */
import type { Channel, Publisher } from '@agio/contracts/channel';
import type { Route } from '@agio/contracts/endpoint';
import type { Engine } from '../../engine/index.ts';
import type { Projection, Store } from '../../store/index.ts';
import type { Markets } from '../markets/index.ts';
import type { Users } from '../users/index.ts';
import { answeredOf } from '../wallet/index.ts';
import { createPublicChannels } from './channels.ts';
import { createRecentFills } from './fills.ts';
import { createPrivateChannels } from './private-channels.ts';
import { createSpotProjection } from './projection.ts';
import { spotRoutes } from './routes.ts';
import { createTrading } from './trading.ts';

export interface Spot {
  readonly routes: Route[];
  readonly projections: Projection[];
  readonly channels: Channel[];
  /** Answers one request of /ws-api/v3; throws a DialectError for a refusal. */
  wsApi(method: string, params: Readonly<Record<string, unknown>>, ip: string): Promise<unknown>;
  start(publisher: Publisher): Promise<void>;
  stop(): void;
}

export interface SpotOptions {
  readonly store: Store;
  readonly engine: Engine;
  readonly markets: Markets;
  readonly users: Users;
}

export function createSpot({ store, engine, markets, users }: SpotOptions): Spot {
  const fills = createRecentFills();
  engine.onEvents(({ events }) => fills.remember(events));
  const trading = createTrading(engine, store.db, answeredOf(store), fills);
  const shown = [createPublicChannels(engine, markets), createPrivateChannels(engine, markets)];
  return {
    routes: [...spotRoutes(markets.live, trading)],
    projections: [createSpotProjection()],
    channels: shown.flatMap(({ channels }) => channels),
    async wsApi(method, params, ip) {
      throw new Error(`${method} ${ip} ${Object.keys(params).length} ${users.routes.length}`);
    },
    async start(publisher) {
      for (const channels of shown) channels.start(publisher);
    },
    stop() {
      for (const channels of shown) channels.stop();
    },
  };
}
