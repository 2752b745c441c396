/** The same orders over /ws-api/v3, several under way on each connection. */
import WebSocket from 'ws';
import type { LoadOptions } from './http-load.ts';
import { Latencies, type Report } from './latency.ts';
import { orderAt, signedParams } from './orders.ts';

export async function loadSocket(options: LoadOptions): Promise<Report> {
  const latencies = new Latencies();
  const started = Date.now();
  const until = started + options.seconds * 1000;
  let index = 0;
  await Promise.all(Array.from({ length: options.connections }, () => drive(options, until, latencies, () => index++)));
  const inFlight = options.inFlight ?? 1;
  return latencies.report(
    `websocket, ${options.connections} connections × ${inFlight} in flight`,
    (Date.now() - started) / 1000,
  );
}

async function drive(options: LoadOptions, until: number, latencies: Latencies, next: () => number): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${options.port}/ws-api/v3`, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const sentAt = new Map<number, bigint>();
  const isOver = (): boolean => Date.now() >= until;
  const send = (): void => {
    const index = next();
    const { trader, parameters } = orderAt(index);
    sentAt.set(index, process.hrtime.bigint());
    socket.send(
      JSON.stringify({ id: index, method: 'order.place', params: signedParams(options.traders[trader], parameters) }),
    );
  };
  await new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const reply = JSON.parse(data.toString('utf8')) as { id: number; status: number };
      latencies.add(sentAt.get(reply.id)!, reply.status === 200);
      sentAt.delete(reply.id);
      if (!isOver()) send();
      else if (sentAt.size === 0) resolve();
    });
    for (let i = 0; i < (options.inFlight ?? 1); i++) send();
  });
  socket.close();
}
