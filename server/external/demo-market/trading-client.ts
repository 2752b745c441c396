/**
 * A small client of the public trading API: requests over /ws-api/v3, signed with an API key like anybody's. The demo's
 * traders use it, and nothing else, to act on the exchange.
 */
import { createHmac } from 'node:crypto';
import WebSocket from 'ws';

export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: string;
}

export class TradingError extends Error {
  override readonly name = 'TradingError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface TradingClient {
  /** A signed request; rejects with a TradingError for a refusal. */
  request<Result>(
    credentials: Credentials,
    method: string,
    params: Readonly<Record<string, string | number>>,
  ): Promise<Result>;
  close(): void;
}

interface Reply {
  readonly id: number;
  readonly status: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly msg: string };
}

/** Null if the text is not JSON. */
function replyOf(data: Buffer): Reply | null {
  try {
    return JSON.parse(data.toString('utf8')) as Reply;
  } catch {
    return null;
  }
}

/** Resolves when the socket is open. A lost socket rejects what was under way; the caller connects again. */
export async function connectTradingClient(url: string, onClosed: () => void): Promise<TradingClient> {
  const socket = new WebSocket(url);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let nextId = 1;
  socket.on('message', (data: Buffer) => {
    const reply = replyOf(data);
    // After an invalid message the connection cannot be trusted: closing it rejects the waiting requests.
    if (reply === null) return socket.terminate();
    const entry = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.error) entry?.reject(new TradingError(reply.error.code, reply.error.msg));
    else entry?.resolve(reply.result as never);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    for (const entry of waiting.values()) entry.reject(new TradingError(-1001, 'the connection was lost'));
    waiting.clear();
    onClosed();
  });
  return {
    request(credentials, method, params) {
      if (socket.readyState !== WebSocket.OPEN)
        return Promise.reject(new TradingError(-1001, 'the connection is closed'));
      const id = nextId++;
      const all: Record<string, string | number> = { ...params, apiKey: credentials.apiKey, timestamp: Date.now() };
      const payload = Object.keys(all)
        .sort()
        .map((name) => `${name}=${all[name]}`)
        .join('&');
      const signature = createHmac('sha256', credentials.apiSecret).update(payload).digest('hex');
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params: { ...all, signature } }));
      });
    },
    close: () => socket.close(),
  };
}
