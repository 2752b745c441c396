/** The limits of connections, on real sockets: FLT-16 of docs/reliability.md. */
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import {
  type ConnectionLimits,
  connectionLimits,
  countWhatWaits,
  createGuardedServer,
  listenAlso,
  noConnections,
} from './guarded-server.ts';

const MEBIBYTE = 1024 * 1024;
const ROOMY: ConnectionLimits = {
  open: 1_000,
  ofAddress: 1_000,
  ofNetwork: 1_000,
  opening: { burst: 10_000, perSecond: 10_000 },
  openingOfNetwork: { burst: 10_000, perSecond: 10_000 },
  unreadOfAddress: 100 * MEBIBYTE,
  unread: 100 * MEBIBYTE,
};
const opened: Socket[] = [];
/** The server's ends of all connections. */
const served = new Set<Socket>();
let server: Server | undefined;
let figures = noConnections();

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  served.clear();
  figures = noConnections();
});

async function serve(limits: Partial<ConnectionLimits>, handler: RequestListener, proxies: readonly string[] = []) {
  server = createGuardedServer(handler, {
    limits: { ...ROOMY, ...limits },
    figures,
    isTrusted: (address) => proxies.includes(address),
    takesSockets: true,
  });
  server.on('connection', (socket) => served.add(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** From an address of this machine; never read unless `reads`. */
async function dial(port: number, from: string, reads = true): Promise<Socket & { text: string }> {
  const socket = Object.assign(connect({ port, host: '127.0.0.1', localAddress: from }), { text: '' });
  opened.push(socket);
  socket.on('error', () => {});
  if (reads) socket.on('data', (chunk: Buffer) => (socket.text += chunk.toString()));
  else socket.pause();
  await once(socket, 'connect');
  return socket;
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
const isCut = async (socket: Socket): Promise<boolean> => {
  for (let tries = 0; tries < 40 && !socket.destroyed; tries += 1) await sleep(50);
  return socket.destroyed;
};

test('FLT-16 requests that are sent ahead are worked on one at a time, and answered in their order', async () => {
  let [running, most] = [0, 0];
  const port = await serve({}, async (request, response) => {
    running += 1;
    most = Math.max(most, running);
    await sleep(5);
    running -= 1;
    response.end(`[${request.url}]`);
  });
  const socket = await dial(port, '127.0.0.1');
  socket.write(Array.from({ length: 8 }, (_, n) => get(`/${n}`)).join(''));
  await expect.poll(() => socket.text.match(/\[\/\d\]/g)?.join('')).toBe('[/0][/1][/2][/3][/4][/5][/6][/7]');
  expect(most).toBe(1);
});

test('FLT-16 of two thousand requests in one packet one is begun, and the connection is cut', async () => {
  let begun = 0;
  const port = await serve({}, async (_request, response) => {
    begun += 1;
    await sleep(20);
    response.end('answer');
  });
  const socket = await dial(port, '127.0.0.1');
  socket.write(get('/').repeat(2_000));
  expect(await isCut(socket)).toBe(true);
  expect(begun).toBe(1);
  const other = await dial(port, '127.0.0.1');
  other.write(get('/'));
  await expect.poll(() => other.text).toContain('answer');
});

test('FLT-16 connections are limited by address and by the network around it; others come in, and room comes back', async () => {
  const port = await serve({ ofAddress: 3, ofNetwork: 5 }, (_request, response) => response.end('answer'));
  const [first] = await Promise.all([1, 2, 3].map(() => dial(port, '127.40.1.1')));
  expect(await isCut(await dial(port, '127.40.1.1'))).toBe(true);
  await Promise.all([1, 2].map(() => dial(port, '127.40.1.2')));
  // The network has its five connections: a third address of it gets none.
  expect(await isCut(await dial(port, '127.40.1.3'))).toBe(true);
  const elsewhere = await dial(port, '127.40.2.1');
  elsewhere.write(get('/'));
  await expect.poll(() => elsewhere.text).toContain('answer');
  expect(figures).toMatchObject({ open: 6, refused: { address: 1, network: 1, opening: 0, total: 0 } });
  first!.destroy();
  await sleep(100);
  const again = await dial(port, '127.40.1.1');
  again.write(get('/'));
  await expect.poll(() => again.text).toContain('answer');
});

test('FLT-16 a trusted proxy is exempt from the limits of an address, but not from the total', async () => {
  const port = await serve({ ofAddress: 1, ofNetwork: 1, open: 4 }, (_request, response) => response.end('answer'), [
    '127.40.3.1',
  ]);
  const four = await Promise.all([1, 2, 3, 4].map(() => dial(port, '127.40.3.1')));
  for (const socket of four) socket.write(get('/'));
  for (const socket of four) await expect.poll(() => socket.text).toContain('answer');
  expect(await isCut(await dial(port, '127.40.3.1'))).toBe(true);
  expect(figures).toMatchObject({ open: 4, refused: { total: 1 } });
});

test('FLT-16 a client that never reads its answers is cut at the byte limit of its address, and others are answered', async () => {
  const answer = Buffer.alloc(MEBIBYTE, 'x');
  const unreadOfAddress = 8 * MEBIBYTE;
  const port = await serve({ unreadOfAddress }, (_request, response) => response.end(answer));
  const sockets = await Promise.all(Array.from({ length: 30 }, () => dial(port, '127.40.4.1', false)));
  let held = 0;
  const watch = setInterval(() => (held = Math.max(held, unreadBytes())), 5);
  for (let round = 0; round < 20; round += 1) {
    for (const socket of sockets) if (!socket.destroyed) socket.write(get('/'));
    await sleep(20);
  }
  clearInterval(watch);
  expect(sockets.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(10);
  expect(figures.cut.unread).toBeGreaterThan(10);
  // Answers begun since the limit was last checked come on top.
  expect(held).toBeLessThan(unreadOfAddress + 2 * MEBIBYTE);
  const other = await dial(port, '127.40.5.1');
  other.write(get('/'));
  await expect.poll(() => other.text.length).toBeGreaterThan(MEBIBYTE);
});

test.each([
  ['by the sweep', false],
  ['at once where the answer tells its length', true],
])('FLT-16 of an answer in pieces those count too that its connection was not handed yet: %s', async (_, tells) => {
  const unreadOfAddress = 8 * MEBIBYTE;
  const answers: Readable[] = [];
  const port = await serve({ unreadOfAddress }, (_request, response) => {
    const answer = new Readable({ read() {} });
    for (let n = 0; n < 16; n += 1) answer.push(Buffer.alloc(MEBIBYTE / 2, 'x'));
    answer.push(null);
    countWhatWaits(response.socket!, answer);
    if (tells) response.setHeader('content-length', 8 * MEBIBYTE);
    answer.pipe(response);
    answers.push(answer);
  });
  for (let n = 1; n <= 5; n += 1) {
    (await dial(port, '127.40.4.2', false)).write(get('/'));
    await expect.poll(() => answers.length, { interval: 5 }).toBe(n);
  }
  if (!tells) await expect.poll(() => figures.cut.unread, { timeout: 5_000 }).toBeGreaterThan(2);
  expect([...served].filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(2);
  expect(unreadBytes()).toBeLessThan(unreadOfAddress);
});

test('FLT-16 unread bytes on upgraded connections count as well, and so do those of all clients together', async () => {
  const port = await serve({ unread: 4 * MEBIBYTE }, (_request, response) => response.end());
  server!.on('upgrade', (_request, socket: Socket) => {
    for (let n = 0; n < 16; n += 1) socket.write(Buffer.alloc(MEBIBYTE / 2));
  });
  const upgrade = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
  const sockets = await Promise.all([1, 2, 3, 4].map((n) => dial(port, `127.40.6.${n}`, false)));
  for (const socket of sockets) socket.write(upgrade);
  await expect.poll(unreadBytes).toBeGreaterThan(4 * MEBIBYTE);
  await expect.poll(unreadBytes).toBeLessThanOrEqual(4 * MEBIBYTE);
  // A client that does not read hears of the end when it reads on.
  for (const socket of sockets) socket.resume();
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(0);
});

test('FLT-16 an address opens connections up to its burst, then at its rate; others are not affected', async () => {
  const opening = { burst: 20, perSecond: 2 };
  const port = await serve({ opening }, (_request, response) => response.end('answer'));
  const ask = async (from: string): Promise<boolean> => {
    const socket = await dial(port, from);
    socket.write(get('/'));
    await expect.poll(() => socket.text !== '' || socket.destroyed).toBe(true);
    const isAnswered = socket.text !== '';
    socket.destroy();
    return isAnswered;
  };
  let answered = 0;
  for (let n = 0; n < 40; n += 1) if (await ask('127.40.7.1')) answered += 1;
  expect(answered).toBeGreaterThanOrEqual(20);
  expect(answered).toBeLessThan(40);
  expect(await ask('127.40.7.2')).toBe(true);
  await sleep(700);
  expect(await ask('127.40.7.1')).toBe(true);
});

test('FLT-16 a flood of requests in one packet takes as much of an address as two hundred connections', async () => {
  const opening = { burst: 400, perSecond: 1 };
  let begun = 0;
  const port = await serve({ opening }, async (_request, response) => {
    begun += 1;
    await sleep(20);
    response.end('answer');
  });
  for (let n = 0; n < 5; n += 1) {
    const socket = await dial(port, '127.40.8.1');
    socket.write(get('/').repeat(2_000));
    expect(await isCut(socket)).toBe(true);
  }
  // The first two floods took all that the address has: the other packets were not read.
  expect(begun).toBeLessThanOrEqual(3);
});

test('FLT-16 a flooding client loses its other connections too, so that it cannot prepare floods on them; its websockets stay', async () => {
  let begun = 0;
  const port = await serve({}, async (_request, response) => {
    begun += 1;
    await sleep(20);
    response.end('answer');
  });
  const upgraded: Socket[] = [];
  server!.on('upgrade', (_request, socket: Socket) => upgraded.push(socket));
  const socket = await dial(port, '127.40.9.1');
  socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  await expect.poll(() => upgraded.length).toBe(1);
  const [other, ...ready] = await Promise.all([
    dial(port, '127.40.9.2'),
    ...Array.from({ length: 30 }, () => dial(port, '127.40.9.1')),
  ]);
  await sleep(200);
  for (const one of ready) one.write(get('/').repeat(2_000));
  for (const one of ready) expect(await isCut(one)).toBe(true);
  expect(begun).toBeLessThan(5);
  expect([socket.destroyed, other.destroyed]).toEqual([false, false]);
  expect(figures.cut.ahead).toBeGreaterThan(0);
});

test('FLT-16 connections at a second address of the machine are served and counted with those at the first', async () => {
  const port = await serve({ ofAddress: 2 }, (_request, response) => response.end('answer'));
  const listener = await listenAlso(server!, port, '127.0.0.2');
  const reach = async (host: string): Promise<Socket & { text: string }> => {
    const socket = Object.assign(connect({ port, host, localAddress: '127.40.10.1' }), { text: '' });
    opened.push(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => (socket.text += chunk.toString()));
    await once(socket, 'connect');
    return socket;
  };
  const [first, second] = [await reach('127.0.0.1'), await reach('127.0.0.2')];
  for (const socket of [first, second]) {
    socket.write(get('/'));
    await expect.poll(() => socket.text).toContain('answer');
  }
  expect(await isCut(await reach('127.0.0.2'))).toBe(true);
  expect(await listenAlso(server!, port, '127.0.0.2')).toBeNull();
  listener!.close();
});

test('FLT-16 the total of open connections is counted over all addresses of the machine', async () => {
  const port = await serve({ open: 3 }, (_request, response) => response.end('answer'));
  const listener = await listenAlso(server!, port, '127.0.0.2');
  const reach = async (host: string): Promise<Socket> => {
    const socket = connect({ port, host });
    opened.push(socket);
    socket.on('error', () => {});
    socket.resume();
    await once(socket, 'connect');
    return socket;
  };
  const first = [await reach('127.0.0.1'), await reach('127.0.0.2'), await reach('127.0.0.1')];
  await expect.poll(() => figures.open).toBe(3);
  expect(await isCut(await reach('127.0.0.2'))).toBe(true);
  expect(await isCut(await reach('127.0.0.1'))).toBe(true);
  expect(first.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  expect(figures.refused.total).toBe(2);
  listener!.close();
});

test('FLT-16 with all places taken by a few networks a newcomer of another one still gets in: a connection of the largest goes', async () => {
  const port = await serve({ open: 6 }, (_request, response) => response.end('answer'));
  const large: Socket[] = [];
  for (let n = 1; n <= 4; n += 1) large.push(await dial(port, `127.40.11.${n}`));
  const small = [await dial(port, '127.40.12.1'), await dial(port, '127.40.12.2')];
  await expect.poll(() => figures.open).toBe(6);
  const newcomer = await dial(port, '127.40.13.1');
  newcomer.write(get('/'));
  await expect.poll(() => newcomer.text).toContain('answer');
  expect(await isCut(large[0]!)).toBe(true);
  // The largest network, and one that would only change places with it, get nothing.
  expect(await isCut(await dial(port, '127.40.11.9'))).toBe(true);
  expect(await isCut(await dial(port, '127.40.12.9'))).toBe(true);
  expect([...large.slice(1), ...small, newcomer].map(({ destroyed }) => destroyed)).toEqual(Array(6).fill(false));
  expect(figures).toMatchObject({ open: 6, refused: { total: 2 }, cut: { room: 1 } });
});

test('FLT-16 of the largest network an idle connection goes first, and not one with a request under way or a websocket', async () => {
  const held = Promise.withResolvers<void>();
  let begun = 0;
  const port = await serve({ open: 3 }, async (_request, response) => {
    begun += 1;
    await held.promise;
    response.end('answer');
  });
  server!.on('upgrade', (_request, socket: Socket) => void socket.write('upgraded'));
  const [busy, websocket, idle] = [
    await dial(port, '127.40.14.1'),
    await dial(port, '127.40.14.2'),
    await dial(port, '127.40.14.3'),
  ];
  websocket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  await expect.poll(() => websocket.text).toBe('upgraded');
  busy.write(get('/'));
  await expect.poll(() => [figures.open, begun]).toEqual([3, 1]);
  await dial(port, '127.40.15.1');
  expect(await isCut(idle)).toBe(true);
  held.resolve();
  await expect.poll(() => busy.text).toContain('answer');
  // Now it idles as well.
  await dial(port, '127.40.16.1');
  expect(await isCut(busy)).toBe(true);
  expect(websocket.destroyed).toBe(false);
});

test('FLT-16 a trusted proxy, which speaks for many networks, gives no place away and gets one of the largest network', async () => {
  const port = await serve({ open: 4 }, (_request, response) => response.end('answer'), ['127.40.17.1']);
  const proxy = [await dial(port, '127.40.17.1'), await dial(port, '127.40.17.1')];
  const visitors = [await dial(port, '127.40.18.1'), await dial(port, '127.40.18.2')];
  await expect.poll(() => figures.open).toBe(4);
  proxy.push(await dial(port, '127.40.17.1'));
  expect(await isCut(visitors[0]!)).toBe(true);
  expect(await isCut(await dial(port, '127.40.19.1'))).toBe(true);
  expect([...proxy, visitors[1]!].map(({ destroyed }) => destroyed)).toEqual(Array(4).fill(false));
});

test('FLT-16 connections past what is looked at are turned away by Node itself, and counted with the others', async () => {
  const port = await serve({}, (_request, response) => response.end('answer'));
  server!.maxConnections = 1;
  await dial(port, '127.40.20.1');
  await expect.poll(() => figures.open).toBe(1);
  expect(await isCut(await dial(port, '127.40.21.1'))).toBe(true);
  expect(figures.refused.total).toBe(1);
});

test('FLT-16 requests that Node would answer by itself, without Host or with another expectation, are counted like others', async () => {
  let begun = 0;
  const port = await serve({}, (_request, response) => {
    begun += 1;
    response.end('answer');
  });
  const withoutHost = await dial(port, '127.0.0.1');
  withoutHost.write('GET / HTTP/1.1\r\n\r\n');
  await expect.poll(() => withoutHost.text).toContain('answer');
  expect(begun).toBe(1);
  const expecting = await dial(port, '127.0.0.1');
  expecting.write('GET / HTTP/1.1\r\nhost: x\r\nexpect: x\r\n\r\n'.repeat(2_000));
  expect(await isCut(expecting)).toBe(true);
  expect(begun).toBe(1);
});

test('the limits leave descriptors for the journal and the database, and no address takes more than an eighth', () => {
  const limits = (isOn: boolean, files: number) => connectionLimits(isOn, undefined, files);
  expect(limits(true, 20_000)).toMatchObject({ open: 17_500, ofAddress: 2_000, ofNetwork: 5_834 });
  expect(limits(true, 1_024)).toMatchObject({ open: 100, ofAddress: 13, ofNetwork: 34 });
  expect(limits(true, 1_000_000)).toMatchObject({ open: 50_000, ofAddress: 2_000, ofNetwork: 8_000 });
  expect(limits(false, 20_000)).toMatchObject({ open: 17_500, ofAddress: 17_500, ofNetwork: 17_500 });
  expect(connectionLimits(true, 1_600, 20_000)).toMatchObject({ open: 1_600, ofAddress: 200, ofNetwork: 534 });
});

/** Of all connections of the server, as Node holds them. */
function unreadBytes(): number {
  return [...served].reduce((sum, socket) => sum + (socket.destroyed ? 0 : socket.writableLength), 0);
}
