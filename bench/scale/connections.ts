/** The guard of connections: a request, and the sweep of each second, by how many connections have an answer that is not taken yet. */
import { once } from 'node:events';
import { Agent, createServer, get, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import {
  type ConnectionLimits,
  connectionLimits,
  Connections,
  createGuardedServer,
  noConnections,
} from '../../server/http/guard/guarded-server.ts';
import { type Growth, median } from './exponent.ts';

const SIZES = [20, 200, 1_900];
const ROUNDS = 400;
const SWEEP_SIZES = [100, 1_000, 5_000];
const SWEEPS = 50;
/** Each cuts half of the connections, so that it needs new ones. */
const CUTS = 5;
const UNREAD_BYTES = 1_000;
const HELD = 'GET /held HTTP/1.1\r\nhost: x\r\n\r\n';

/** One answer never comes, the others at once. */
const handler: RequestListener = (request, response) => {
  if (request.url !== '/held') response.end('answer');
};

/** In microseconds, beside a server of Node's without a guard that holds as many. */
export async function connectionGrowth(): Promise<Growth[]> {
  const points: (readonly [number, number])[] = [];
  const others: number[] = [];
  for (const size of SIZES) {
    const guarded = createGuardedServer(handler, {
      limits: connectionLimits(true),
      figures: noConnections(),
      isTrusted: () => false,
      takesSockets: false,
    });
    points.push([size, await requestTime(guarded, size)]);
    others.push(await requestTime(createServer(handler), size));
  }
  return [
    {
      what: 'a request of an address that has so many other answers open',
      unit: 'µs',
      points,
      beside: { what: 'the same without a guard', costs: others },
    },
    ...(await sweepGrowth()),
  ];
}

async function sweepGrowth(): Promise<Growth[]> {
  const usual = connectionLimits(false);
  const quiet: (readonly [number, number])[] = [];
  const cutting: (readonly [number, number])[] = [];
  for (const size of SWEEP_SIZES) {
    quiet.push([size, await sweepTime(size, SWEEPS, usual)]);
    const half = { ...usual, unreadOfAddress: (size * UNREAD_BYTES) / 2 };
    const cuts: number[] = [];
    for (let round = 0; round < CUTS; round += 1) cuts.push(await sweepTime(size, 1, half));
    cutting.push([size, median(cuts)]);
  }
  return [
    { what: 'a sweep over so many connections with unread answers, within the limits', unit: 'µs', points: quiet },
    {
      what: 'a sweep that cuts half of so many connections with unread answers, the largest first',
      unit: 'µs',
      points: cutting,
    },
  ];
}

/** In microseconds, the median of `sweeps` sweeps over `size` connections. */
async function sweepTime(size: number, sweeps: number, limits: ConnectionLimits): Promise<number> {
  const connections = new Connections({
    limits,
    figures: noConnections(),
    isTrusted: () => false,
    takesSockets: false,
  });
  let begun = 0;
  // A corked socket hands nothing to the system, so its answer stays unread however much the system would take.
  const server = createServer((request, response) =>
    connections.take(request, response, () => {
      request.socket.cork();
      response.write('x'.repeat(UNREAD_BYTES - (begun % 100)));
      begun += 1;
    }),
  );
  server.on('connection', (socket) => connections.enter(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  for (let at = 0; at < size; at += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => null);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(HELD);
  }
  while (begun < size) await setTimeout(10);
  const rounds: number[] = [];
  for (let round = 0; round < sweeps; round += 1) {
    const before = performance.now();
    connections.sweep();
    rounds.push((performance.now() - before) * 1_000);
  }
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return median(rounds);
}

async function requestTime(server: Server, held: number): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  for (let at = 0; at < held; at += 1) {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(HELD);
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = performance.now();
    await new Promise<void>((resolve, reject) => {
      get({ port, agent }, (answer) => void answer.resume().on('end', resolve)).on('error', reject);
    });
    rounds.push((performance.now() - before) * 1_000);
  }
  agent.destroy();
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return median(rounds);
}
