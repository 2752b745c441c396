/** The websockets of the exchange: which path is whose, who may publish to them, and when they have to end. */
import type { Channel, Publishers, SocketFamily } from '@agio/contracts/channel';
import { SOCKET_PATHS } from '@agio/contracts/ws/socket-paths';
import type { Config } from './config.ts';
import type { Modules } from './compose-modules.ts';
import type { NoteFailure } from './failures/failures.ts';
import type { Module } from './modules/module.ts';
import {
  createGateway,
  createKeyedSockets,
  createMessageCenter,
  createNotices,
  createSiteSockets,
  createSocketLimits,
  type Gateway,
  joinPublishers,
  noticeChannels,
  openWsApi,
  type Protocol,
  startSocketCheck,
  type WsApiLimit,
} from './gateway/index.ts';
import { type Limiter, securityHeaders } from './http/index.ts';
import { createFairQueue, type FairQueueLimits } from './limits/fair-queue.ts';
import { networkOf, widerNetworkOf } from './limits/network-address.ts';

export interface Sockets {
  /** Modules publish their channels through these. */
  readonly publishers: Publishers;
  connectionCount(): number;
  /** Closes the sockets whose session or key has ended elsewhere; happens by itself every 20 s. */
  check(): Promise<void>;
  /** `isCounted`: false for an API key whose requests do not count against the address's weight. */
  gateway(limiter: Limiter, isCounted: (apiKey: unknown) => boolean): Gateway;
  stop(): void;
}

/** Each is a query: however many log in at once, ten of the dozen connections to the database are for all others (FLT-16). */
const LOGINS: FairQueueLimits = {
  running: 2,
  waiting: 10_000,
  waitingOfOne: 300,
  whenFull: 'So many log in now that you were not. Try again in a moment.',
};

/** `note` hears of our own bugs, and when the sessions of open sockets could not be looked up. */
export function openSockets(config: Config, modules: Modules, note: NoteFailure): Sockets {
  const limits = createSocketLimits(config.hasRateLimits);
  const { liveSessions } = modules.users;
  const logins = createFairQueue(LOGINS);
  const exchangeToken = (token: string, ip: string) =>
    logins.run({ network: widerNetworkOf(ip), address: networkOf(ip) }, () => modules.users.spendExchangeToken(token));
  const hub = { exchangeToken, liveSessions, limits };
  const spotChannels = channelsOf(Object.values(modules), 'spot');
  const spot = createSiteSockets({ channels: spotChannels, ...hub });
  const futures = createSiteSockets({
    channels: [...channelsOf(Object.values(modules), 'futures'), ...noticeChannels],
    ...hub,
  });
  const ticker = spotChannels.find(({ name }) => name === 'ticker')!;
  const messageCenter = createMessageCenter({ ticker, ...hub });
  const groups = [spot, futures, messageCenter];
  const keyed = createKeyedSockets();
  modules.users.onSessionEnded((sessionId) => {
    for (const group of groups) group.endSession(sessionId);
  });
  modules.users.onApiKeyDeleted(keyed.endKey);
  const bySession = groups.map(({ sessionIds, endSession }) => ({
    names: sessionIds,
    live: liveSessions,
    end: endSession,
  }));
  const byKey = { names: keyed.keys, live: modules.users.liveApiKeys, end: keyed.endKey };
  const check = startSocketCheck([...bySession, byKey], (error) => note('sessions of open sockets', error));
  return {
    publishers: {
      spot: joinPublishers([spot.publisher, messageCenter.publisher]),
      futures: futures.publisher,
      notices: createNotices(messageCenter, futures),
    },
    connectionCount: () => groups.reduce((sum, { connectionCount }) => sum + connectionCount, 0),
    check: check.run,
    gateway(limiter, isCounted) {
      const limit: WsApiLimit = (ip, weight, apiKey) => limiter.take(ip, isCounted(apiKey) ? weight : 0);
      const protocols = new Map<string, Protocol>([
        [SOCKET_PATHS.spotPublic, (connection) => spot.open(connection, false)],
        [SOCKET_PATHS.spotPrivate, (connection) => spot.open(connection, true)],
        [SOCKET_PATHS.futuresPublic, (connection) => futures.open(connection, false)],
        [SOCKET_PATHS.futuresPrivate, (connection) => futures.open(connection, true)],
        [SOCKET_PATHS.messageCenter, (connection, query) => messageCenter.open(connection, query)],
        [SOCKET_PATHS.tradingApi, (connection) => openWsApi(connection, modules.spot.wsApi, limit, keyed, note)],
      ]);
      const { origins, trustedProxies } = config;
      const refusalHeaders = securityHeaders(config);
      return createGateway({ protocols, origins, trustedProxies, limits, refusalHeaders, note });
    },
    stop: check.stop,
  };
}

/** The channels of a family; two of one name in it are a mistake of ours. */
function channelsOf(modules: readonly Module[], family: SocketFamily): Channel[] {
  const channels = modules.flatMap((module) => module.channels?.[family] ?? []);
  const twice = channels.find(({ name }, at) => channels.findIndex((other) => other.name === name) !== at);
  if (twice) throw new Error(`Two channels of the ${family} sockets are named ${twice.name}.`);
  return channels;
}
