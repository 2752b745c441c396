/** The page's two connections, opened when first needed. */
import { getExchangeToken } from '../api/account.ts';
import { browserCall } from '../api/client.ts';
import { createSocket, type LiveSocket } from './socket.ts';

let shared: LiveSocket | undefined;
let own: LiveSocket | undefined;

export function publicSocket(): LiveSocket {
  shared ??= createSocket({ url: () => addressOf('/web/spot/ws/public') });
  return shared;
}

/** Logs in with a fresh exchange token on each connection. */
export function privateSocket(): LiveSocket {
  own ??= createSocket({ url: () => addressOf('/web/spot/ws/private'), token: () => getExchangeToken(browserCall) });
  return own;
}

function addressOf(path: string): string {
  const protocol = window.location.protocol === 'https:' ? 'wss:' : 'ws:';
  return `${protocol}//${window.location.host}${path}`;
}
