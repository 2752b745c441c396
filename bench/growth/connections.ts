/** A request of an address, by how many other connections of it have an answer that is not made or not taken yet. */
import { once } from 'node:events';
import { Agent, createServer, get, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { connectionLimits, createGuardedServer, noConnections } from '../../server/http/guard/guarded-server.ts';
import { type Growth, median } from './exponent.ts';

const SIZES = [20, 200, 1_900];
const ROUNDS = 400;
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
  ];
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
