/** The page's connections, each opened when first needed. */
import { REFUSALS } from '@agio/contracts/errors';
import { getExchangeToken } from '../api/account.ts';
import { quietCall } from '../api/client.ts';
import { ApiError, request } from '../api/request.ts';
import { createMessageCenter, type MessageCenter } from './message-center.ts';
import type { Poll } from './polling.ts';
import { tellSocketEvent } from './socket-events.ts';
import { createSocket, type LiveSocket } from './socket.ts';

const sockets = new Map<string, LiveSocket>();
let center: MessageCenter | undefined;

export function publicSocket(): LiveSocket {
  return socketAt('/web/spot/ws/public');
}

/** Logs in with a fresh exchange token on each connection. */
export function privateSocket(): LiveSocket {
  return socketAt('/web/spot/ws/private');
}

/** While it is down its channels are asked for by HTTP. */
export function futuresPublicSocket(): LiveSocket {
  return socketAt('/futures/ws/public');
}

export function messageCenter(): MessageCenter {
  center ??= createMessageCenter({
    url: () => addressOf(`/ws-old/message?from=trad&compress=${canInflate() ? 2 : 0}&transfer=pb`),
    token: readToken,
    read: async (bytes) => (await import('./message-codec.ts')).readMessage(bytes, canInflate()),
    onEvent: tellSocketEvent,
  });
  return center;
}

function socketAt(path: string): LiveSocket {
  const known = sockets.get(path);
  if (known) return known;
  const socket = createSocket({
    url: () => addressOf(path),
    onEvent: tellSocketEvent,
    ...(path.endsWith('/private') ? { token: () => getExchangeToken(quietCall) } : {}),
    ...(path === '/futures/ws/public' ? { poll: pollFutures } : {}),
  });
  sockets.set(path, socket);
  return socket;
}

const pollFutures: Poll = async (channels) =>
  (await request(quietCall, 'POST /futures/subscribe', { body: { channels } })).messages;

/** Null when nobody is logged in. */
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
