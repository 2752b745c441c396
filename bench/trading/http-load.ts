/** Plain sockets with kept-alive HTTP, as fast as answers come or at a rate: the client costs little, so that the figure is the server's. */
import { connect, type Socket } from 'node:net';
import { Latencies, Pace, type Report } from './latency.ts';
import { signedQuery, type Trader } from '../../test/trader.ts';
import { orderAt } from './orders.ts';

export interface LoadOptions {
  readonly port: number;
  readonly traders: readonly [Trader, Trader];
  readonly connections: number;
  readonly seconds: number;
  /** Orders a second that are offered, evenly, whether or not earlier ones have their answers; else as many as are answered. */
  readonly perSecond?: number;
  /** Requests of one connection that are under way at once (websocket only). */
  readonly inFlight?: number;
}

export async function loadHttp(options: LoadOptions): Promise<Report> {
  const latencies = new Latencies();
  const started = Date.now();
  const until = started + options.seconds * 1000;
  const pace = new Pace(options.perSecond);
  let index = 0;
  const run = { until, latencies, pace, next: () => index++ };
  await Promise.all(Array.from({ length: options.connections }, () => drive(options, run)));
  const name = `HTTP, ${options.connections} connections${offered(options)}`;
  return latencies.report(name, (Date.now() - started) / 1000);
}

export const offered = ({ perSecond }: LoadOptions): string =>
  perSecond === undefined ? '' : `, ${perSecond.toLocaleString('en')}/s offered`;

export interface Run {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly latencies: Latencies;
  readonly pace: Pace;
  next(): number;
}

async function drive(options: LoadOptions, { until, latencies, pace, next }: Run): Promise<void> {
  const socket = connect(options.port, '127.0.0.1');
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const read = responseReader(socket);
  while (Date.now() < until) {
    const index = next();
    const due = await pace.until(index);
    const { trader, parameters } = orderAt(index);
    const credentials = options.traders[trader];
    const body = signedQuery(credentials, parameters);
    socket.write(
      `POST /api/v3/order HTTP/1.1\r\nhost: localhost\r\nx-mbx-apikey: ${credentials.apiKey}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    latencies.add(due, (await read()) === 200);
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
