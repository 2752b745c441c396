/** Requests that come from an address of the caller's choice: each of 127.0.0.0/8 is one, and limits count them apart. */
import { Agent, request } from 'node:http';

export interface Answered {
  readonly status: number;
  readonly text: string;
  /** From the first byte sent to the last one read. */
  readonly milliseconds: number;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Caller {
  readonly address: string;
  /** Rejects when the server is not there or cuts the connection. */
  ask(path: string, asked?: Asked): Promise<Answered>;
  close(): void;
}

/** `connections`: how many at once, the rest waits for its turn in the caller. */
export function createCaller(url: string, address: string, connections: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  return {
    address,
    ask: (path, { method = 'GET', headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const beginsAt = performance.now();
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        const outgoing = request(
          { hostname, port, path, method, agent, localAddress: address, headers: { ...headers, ...length } },
          (incoming) => {
            const chunks: Buffer[] = [];
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
            incoming.on('error', reject);
            incoming.on('end', () =>
              resolve({
                status: incoming.statusCode ?? 0,
                text: Buffer.concat(chunks).toString('utf8'),
                milliseconds: performance.now() - beginsAt,
              }),
            );
          },
        );
        outgoing.setTimeout(30_000, () => outgoing.destroy(new Error(`no answer to ${path} within 30 s`)));
        outgoing.on('error', reject);
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}
