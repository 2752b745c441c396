/**
 * A bad network in front of a real exchange: it passes calls and sockets on, and when told it delays, goes silent, cuts, refuses. The
 * exchange behind it only sees connections that come and go.
 */
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

export interface MisbehavingProxy {
  readonly url: string;
  /** pass; silent: accepts data from the client and never answers; refuse: accepts no new connection. */
  sockets: 'pass' | 'silent' | 'refuse';
  /** fail: every call is answered with HTTP 502. */
  calls: 'pass' | 'fail';
  /** How much later every frame of the exchange comes. */
  delayMs: number;
  /** Messages that clients sent, in order; `path` is the socket's. */
  readonly sent: { readonly path: string; readonly message: Record<string, unknown> }[];
  /** Paths of the calls that came. */
  readonly called: { readonly path: string; readonly at: number }[];
  readonly connections: number;
  /** Without a close frame, or with the code given. */
  cut(code?: number): void;
  close(): Promise<void>;
}

/** A page of the test's own, null where the exchange answers. */
export type OwnPages = (path: string) => { readonly type: string; readonly body: string } | null;

export async function startMisbehavingProxy(target: string, ownPages?: OwnPages): Promise<MisbehavingProxy> {
  const { hostname, port, host } = new URL(target);
  const clients = new Set<WebSocket>();
  const sent: { path: string; message: Record<string, unknown> }[] = [];
  const called: { path: string; at: number }[] = [];
  const server = createServer((incoming, answer) => {
    const path = incoming.url ?? '/';
    const own = ownPages?.(path) ?? null;
    if (own !== null) return void answer.writeHead(200, { 'content-type': own.type }).end(own.body);
    called.push({ path, at: Date.now() });
    if (proxy.calls === 'fail') return void answer.writeHead(502).end('bad gateway');
    const headers = { ...incoming.headers, host, ...(incoming.headers.origin ? { origin: target } : {}) };
    const onward = httpRequest({ hostname, port, path, method: incoming.method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  const accepting = new WebSocketServer({ noServer: true });
  server.on('upgrade', (incoming, raw, head) => {
    raw.on('error', () => raw.destroy());
    if (proxy.sockets === 'refuse') return void raw.destroy();
    const path = incoming.url ?? '/';
    const cookie = incoming.headers.cookie ? { cookie: incoming.headers.cookie } : {};
    const onward = new WebSocket(target.replace('http', 'ws') + path, { headers: { origin: target, ...cookie } });
    onward.on('error', () => onward.terminate());
    onward.once('open', () =>
      accepting.handleUpgrade(incoming, raw, head, (client) => join(client, onward, path.split('?')[0]!)),
    );
  });
  const join = (client: WebSocket, onward: WebSocket, path: string): void => {
    clients.add(client);
    client.on('message', (data: Buffer) => {
      sent.push({ path, message: JSON.parse(data.toString('utf8')) as Record<string, unknown> });
      if (proxy.sockets !== 'silent') onward.send(data.toString('utf8'));
    });
    onward.on('message', (data: Buffer, isBinary) => {
      const pass = (): void => {
        if (proxy.sockets !== 'silent') client.send(data, { binary: isBinary });
      };
      if (proxy.delayMs > 0) setTimeout(pass, proxy.delayMs);
      else pass();
    });
    client.on('error', () => client.terminate());
    client.on('close', () => {
      clients.delete(client);
      onward.close();
    });
    onward.on('close', (code) => {
      if (code === 1005 || code === 1006) client.terminate();
      else client.close(code);
    });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: MisbehavingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets: 'pass',
    calls: 'pass',
    delayMs: 0,
    sent,
    called,
    get connections() {
      return clients.size;
    },
    cut(code) {
      for (const client of clients) {
        if (code === undefined) client.terminate();
        else client.close(code);
      }
    },
    async close() {
      for (const client of clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
