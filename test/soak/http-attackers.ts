/**
 * Floods over plain connections: requests ahead of their turn, unread answers, uncached pages, endless paths, and idle connections
 * (reliability FLT-16).
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_LOCALES } from '@agio/contracts/locales';
import { type Attack, keepAsking, noise, type Running, type Tally } from './attack.ts';
import { createCaller } from './caller.ts';

const asking = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
const LONGEST_TEXT = `/api/locales/agio?locale=${ALL_LOCALES.map(({ key }) => key).join(',')}`;
/** More than an address may have open. */
const CROWD = 2_050;

function dial(url: string, from: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  socket.on('error', () => {});
  return socket;
}

const isEnd = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

/** Two thousand pages in one packet, again and again. */
async function sendAhead(url: string, tally: Tally, running: Running): Promise<void> {
  while (!running.isOver) {
    const socket = dial(url, '127.66.7.1').resume();
    socket.write(asking('/login').repeat(2_000));
    await Promise.race([isEnd(socket), sleep(2_000)]);
    if (socket.destroyed) tally.cut += 1;
    else tally.served += 1;
    socket.destroy();
    await sleep(10);
  }
}

/** Some thirty connections that ask for the longest answers and read none. */
async function neverRead(url: string, tally: Tally, running: Running): Promise<void> {
  while (!running.isOver) {
    const sockets = Array.from({ length: 30 }, () => dial(url, '127.66.7.2').pause());
    for (let round = 0; round < 10; round += 1) {
      for (const socket of sockets) if (!socket.destroyed) socket.write(asking(LONGEST_TEXT));
      await sleep(100);
    }
    tally.cut += sockets.filter(({ destroyed }) => destroyed).length;
    for (const socket of sockets) socket.destroy();
  }
}

/** Idle connections; those beyond the limit are cut. */
async function crowd(url: string, tally: Tally, running: Running): Promise<void> {
  while (!running.isOver) {
    const sockets = Array.from({ length: CROWD }, () => dial(url, '127.66.7.3').resume());
    await sleep(10_000);
    tally.cut += sockets.filter(({ destroyed }) => destroyed).length;
    for (const socket of sockets) socket.destroy();
  }
}

export const connections: Attack = async ({ url }, tally, running) => {
  const long = `/en-us/${'aB/'.repeat(4_000)}`;
  await Promise.all([
    sendAhead(url, tally, running),
    neverRead(url, tally, running),
    crowd(url, tally, running),
    keepAsking(createCaller(url, '127.66.7.4', 8), 8, () => [`/login?x=${noise(8)}`], tally, running),
    keepAsking(createCaller(url, '127.66.7.5', 2), 2, () => [long], tally, running),
  ]);
};
