/** The page's connections, each opened when first needed. */
import { REFUSALS } from '@agio/contracts/errors';
import type { FuturesPrivateChannelData, FuturesPublicChannelData } from '@agio/contracts/ws/futures';
import { SOCKET_PATHS } from '@agio/contracts/ws/socket-paths';
import type { SpotChannelData } from '@agio/contracts/ws/spot';
import { getExchangeToken } from '../api/calls/account.ts';
import { quietCall } from '../api/client.ts';
import { ApiError, request } from '../api/request.ts';
import { createMessageCenter, type MessageCenter } from './message-center.ts';
import type { Poll } from './polling.ts';
import { tellSocketEvent } from './socket-events.ts';
import { createSocket, type LiveSocket, type SocketOptions } from './socket.ts';

let center: MessageCenter | undefined;

/** Prices and trades of the spot markets. */
export const publicSocket = madeOnce(() => connect<SpotChannelData>(SOCKET_PATHS.spotPublic));

/** The user's own spot orders and balances. Logs in with a fresh exchange token on each connection. */
export const privateSocket = madeOnce(() =>
  connect<SpotChannelData>(SOCKET_PATHS.spotPrivate, { token: () => getExchangeToken(quietCall) }),
);

/** While it is down its channels are asked for by HTTP. */
export const futuresPublicSocket = madeOnce(() =>
  connect<FuturesPublicChannelData>(SOCKET_PATHS.futuresPublic, { poll: pollFutures }),
);

/** The user's own orders, positions and wallet of perpetuals. Logs in as the private socket of spot does. */
export const futuresPrivateSocket = madeOnce(() =>
  connect<FuturesPrivateChannelData>(SOCKET_PATHS.futuresPrivate, { token: () => getExchangeToken(quietCall) }),
);

export function messageCenter(): MessageCenter {
  center ??= createMessageCenter({
    url: () => addressOf(`${SOCKET_PATHS.messageCenter}?from=trad&compress=${canInflate() ? 2 : 0}&transfer=pb`),
    token: readToken,
    read: async (bytes) => (await import('./message-codec.ts')).readMessage(bytes, canInflate()),
    onEvent: tellSocketEvent,
  });
  return center;
}

function madeOnce<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

function connect<Channels>(path: string, more: Pick<SocketOptions, 'token' | 'poll'> = {}): LiveSocket<Channels> {
  return createSocket({ url: () => addressOf(path), onEvent: tellSocketEvent, ...more });
}

async function pollFutures(channels: Parameters<Poll>[0]): ReturnType<Poll> {
  return (await request(quietCall, 'POST /futures/subscribe', { body: { channels } })).messages;
}

/** Null without a log-in. */
async function readToken(): Promise<string | null> {
  try {
    return await getExchangeToken(quietCall);
  } catch (error) {
    if (error instanceof ApiError && error.code === REFUSALS.NOT_LOGGED_IN.code) return null;
    throw error;
  }
}

/** Browsers before 2023 cannot: they ask for frames that are not compressed. */
function canInflate(): boolean {
  return typeof DecompressionStream === 'function';
}

function addressOf(path: string): string {
  const protocol = window.location.protocol === 'https:' ? 'wss:' : 'ws:';
  return `${protocol}//${window.location.host}${path}`;
}
