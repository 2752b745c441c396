/** The same orders over /ws-api/v3, several under way on each connection. */
import WebSocket from 'ws';
import { type LoadOptions, offered, type Run } from './http-load.ts';
import { Latencies, Pace, type Report } from './latency.ts';
import { orderAt, signedParams } from './orders.ts';

export async function loadSocket(options: LoadOptions): Promise<Report> {
  const latencies = new Latencies();
  const started = Date.now();
  const until = started + options.seconds * 1000;
  const pace = new Pace(options.perSecond);
  let index = 0;
  const run = { until, latencies, pace, next: () => index++ };
  await Promise.all(Array.from({ length: options.connections }, () => drive(options, run)));
  const name = `websocket, ${options.connections} connections × ${options.inFlight ?? 1} in flight${offered(options)}`;
  return latencies.report(name, (Date.now() - started) / 1000);
}

async function drive(options: LoadOptions, { until, latencies, pace, next }: Run): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${options.port}/ws-api/v3`, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const dueAt = new Map<number, bigint>();
  const isOver = (): boolean => Date.now() >= until;
  const send = async (): Promise<void> => {
    const index = next();
    dueAt.set(index, 0n);
    dueAt.set(index, await pace.until(index));
    const { trader, parameters } = orderAt(index);
    socket.send(
      JSON.stringify({ id: index, method: 'order.place', params: signedParams(options.traders[trader], parameters) }),
    );
  };
  await new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const reply = JSON.parse(data.toString('utf8')) as { id: number; status: number };
      latencies.add(dueAt.get(reply.id)!, reply.status === 200);
      dueAt.delete(reply.id);
      if (!isOver()) void send();
      else if (dueAt.size === 0) resolve();
    });
    for (let i = 0; i < (options.inFlight ?? 1); i++) void send();
  });
  socket.close();
}
