/** A closed loop over plain sockets with kept-alive HTTP: the client costs little, so that the figure is the server's. */
import { connect, type Socket } from 'node:net';
import { Latencies, type Report } from './latency.ts';
import { signedQuery, type Trader } from '../../test/trader.ts';
import { orderAt } from './orders.ts';

export interface LoadOptions {
  readonly port: number;
  readonly traders: readonly [Trader, Trader];
  readonly connections: number;
  readonly seconds: number;
  /** Requests of one connection that are under way at once (websocket only). */
  readonly inFlight?: number;
}

export async function loadHttp(options: LoadOptions): Promise<Report> {
  const latencies = new Latencies();
  const started = Date.now();
  const until = started + options.seconds * 1000;
  let index = 0;
  await Promise.all(Array.from({ length: options.connections }, () => drive(options, until, latencies, () => index++)));
  return latencies.report(`HTTP, ${options.connections} connections`, (Date.now() - started) / 1000);
}

async function drive(options: LoadOptions, until: number, latencies: Latencies, next: () => number): Promise<void> {
  const socket = connect(options.port, '127.0.0.1');
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const read = responseReader(socket);
  while (Date.now() < until) {
    const { trader, parameters } = orderAt(next());
    const credentials = options.traders[trader];
    const body = signedQuery(credentials, parameters);
    const sent = process.hrtime.bigint();
    socket.write(
      `POST /api/v3/order HTTP/1.1\r\nhost: localhost\r\nx-mbx-apikey: ${credentials.apiKey}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    latencies.add(sent, (await read()) === 200);
  }
  socket.destroy();
}

/** Answers the status of the next whole response. */
function responseReader(socket: Socket): () => Promise<number> {
  let buffered = '';
  let wake: (() => void) | null = null;
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    buffered += chunk;
    wake?.();
  });
  return async () => {
    for (;;) {
      const headerEnd = buffered.indexOf('\r\n\r\n');
      if (headerEnd >= 0) {
        const length = Number(/content-length: (\d+)/i.exec(buffered.slice(0, headerEnd))?.[1] ?? 0);
        if (buffered.length >= headerEnd + 4 + length) {
          const status = Number(buffered.slice(9, 12));
          buffered = buffered.slice(headerEnd + 4 + length);
          return status;
        }
      }
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
}
