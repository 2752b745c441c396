/** The user's own futures stream, of which these pages read the wallet. Opened when first needed. */
import type { Capital } from '@agio/contracts/http/futures-shapes';
import { SOCKET_PATHS } from '@agio/contracts/ws/socket-paths';
import { getExchangeToken } from '../../api/account.ts';
import { quietCall } from '../../api/client.ts';
import { createSocket, type LiveSocket } from '../../live/socket.ts';

interface WalletChannels {
  readonly balance: { readonly snapshot: boolean; readonly seq: number; readonly capital: Capital };
}

let socket: LiveSocket<WalletChannels> | undefined;

/** Logs in with a fresh exchange token on each connection. */
export function futuresWalletSocket(): LiveSocket<WalletChannels> {
  socket ??= createSocket<WalletChannels>({
    url: () => {
      const protocol = window.location.protocol === 'https:' ? 'wss:' : 'ws:';
      return `${protocol}//${window.location.host}${SOCKET_PATHS.futuresPrivate}`;
    },
    token: () => getExchangeToken(quietCall),
  });
  return socket;
}
