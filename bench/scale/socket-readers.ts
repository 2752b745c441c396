/**
 * The readers of `bench:scale sockets`, in a process of their own: so many websockets that read the depth of one market and note when each
 * update came. Bare sockets and as little work as the protocol allows, since client and server share the machine. Told what to do by the
 * messages of its parent (`ToReaders`), answers by `FromReaders`.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDepthUpdate, maskedText, OPENING, readFrames, timeOf } from './plain-frames.ts';

export type ToReaders =
  | {
      readonly kind: 'open';
      readonly port: number;
      readonly path: string;
      readonly count: number;
      readonly symbol: string;
    }
  /** One more socket, which asks for whole books, four hundred a second, and reads them, or nothing but the handshake. */
  | { readonly kind: 'open asking'; readonly reads: boolean }
  /** Closes that one. */
  | { readonly kind: 'close asking' }
  /** Counts updates made from now on. */
  | { readonly kind: 'begin' }
  /** Counts no update made from now on, and answers once those made before had time to come. */
  | { readonly kind: 'end' };

export interface Delays {
  /** How many different updates came. */
  readonly updates: number;
  /** How many came in all, at all sockets. */
  readonly received: number;
  readonly seconds: number;
  /** Milliseconds from the making of an update to its arrival at a socket, over all updates and sockets. */
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
  /** Processor time of this process, in milliseconds. */
  readonly cpu: number;
}

export type FromReaders = { readonly kind: 'opened' } | ({ readonly kind: 'delays' } & Delays);

const MOST_MS = 20_000;
const LATE_MS = 1_500;
const OPENING_AT_ONCE = 50;
const ASKS = 4;
const ASKS_EVERY_MS = 10;

const shared = Buffer.allocUnsafe(256 * 1024);
/** How often an update took so many milliseconds. */
const delays = new Uint32Array(MOST_MS + 1);
const made = new Set<number>();
let received = 0;
let asking: Socket | null = null;
let [fromMs, toMs] = [Infinity, Infinity];
let cpuBefore = process.cpuUsage();
let target: Extract<ToReaders, { kind: 'open' }> | null = null;

function note(frame: Buffer, begin: number, end: number): void {
  if (!isDepthUpdate(frame, begin, end)) return;
  const madeMs = timeOf(frame, begin);
  if (madeMs < fromMs || madeMs >= toMs) return;
  made.add(madeMs);
  received += 1;
  delays[Math.min(MOST_MS, Math.max(0, Date.now() - madeMs))]! += 1;
}

const ask = ({ symbol }: { readonly symbol: string }): Buffer =>
  maskedText(JSON.stringify({ event: 'subscribe', channel: 'depth', params: { symbol }, reqId: 1 }));

/** Resolves when the first book has come. */
function openReader(of: NonNullable<typeof target>): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader = readFrames({
      opened: () => socket.write(ask(of)),
      frame: onFrame,
      pong: (bytes) => socket.write(bytes),
    });
    let frames = 0;
    function onFrame(frame: Buffer, begin: number, end: number): void {
      frames += 1;
      // The answer, then the book.
      if (frames === 2) resolve();
      else note(frame, begin, end);
    }
    const onread = {
      buffer: shared,
      callback: (length: number): boolean => (reader(shared.subarray(0, length)), true),
    };
    const socket: Socket = connect({ port: of.port, host: '127.0.0.1', noDelay: true, onread });
    socket.once('connect', () => socket.write(OPENING(of.path)));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('a reader was cut')));
  });
}

async function openAsking(of: NonNullable<typeof target>, reads: boolean): Promise<void> {
  const socket = connect({ port: of.port, host: '127.0.0.1', noDelay: true });
  // It is cut in the end.
  socket.on('error', () => {});
  socket.write(OPENING(of.path));
  await new Promise<void>((resolve) => socket.once('data', () => resolve()));
  if (reads) socket.resume();
  else socket.pause();
  const asks = Buffer.concat(Array.from({ length: ASKS }, () => ask(of)));
  const timer = setInterval(() => socket.write(asks), ASKS_EVERY_MS);
  socket.once('close', () => clearInterval(timer));
  asking = socket;
}

function delaysSince(seconds: number): Delays {
  const at = (share: number): number => {
    let left = received * share;
    for (let ms = 0; ms < delays.length; ms += 1) if ((left -= delays[ms]!) < 0) return ms;
    return delays.findLastIndex((count) => count > 0);
  };
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpu = (user + system) / 1_000;
  return { updates: made.size, received, seconds, p50: at(0.5), p99: at(0.99), most: at(1), cpu };
}

const answer = (message: FromReaders): void => void process.send!(message);

async function take(message: ToReaders): Promise<void> {
  if (message.kind === 'open') {
    target = message;
    for (let opened = 0; opened < message.count; opened += OPENING_AT_ONCE) {
      const next = Math.min(OPENING_AT_ONCE, message.count - opened);
      await Promise.all(Array.from({ length: next }, () => openReader(message)));
    }
    answer({ kind: 'opened' });
  } else if (message.kind === 'open asking') {
    await openAsking(target!, message.reads);
    answer({ kind: 'opened' });
  } else if (message.kind === 'close asking') {
    asking?.destroy();
  } else if (message.kind === 'begin') {
    delays.fill(0);
    made.clear();
    received = 0;
    [fromMs, toMs] = [Date.now() + 1, Infinity];
    cpuBefore = process.cpuUsage();
  } else {
    toMs = Date.now();
    await sleep(LATE_MS);
    answer({ kind: 'delays', ...delaysSince((toMs - fromMs) / 1_000) });
  }
}

process.on('message', (message: ToReaders) => {
  take(message).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
});
// The parent is gone.
process.on('disconnect', () => process.exit(0));
