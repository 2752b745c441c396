/**
 * One websocket: frames gathered into one write, a limit on what may wait for a slow reader, and pings that notice a dead one
 * (reliability FLT-16).
 */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { attempt, type NoteFailure } from '../failures/failures.ts';
import type { Place } from '../limits/places.ts';
import { monotonicMs } from '../system/clock.ts';
import { Outbox, type Outboxes } from './outbox.ts';
import type { ConnectionLimits } from './socket-limits.ts';
import { type WireFrame, wireFrame } from './wire-frame.ts';

const MAX_BUFFERED_BYTES = 1024 * 1024;
const SLOW_MS = 10_000;
export const PING_MS = 20_000;
const LAST_WORDS_MS = 500;
const PART = 'sockets';
/** Policy violation: what a connection is told that is cut for being slow, or for sending too much. */
const CLOSE_POLICY = 1008;

export interface Connection {
  readonly ip: string;
  /** Counts a try to log in; answers whether the connection or its address has tried too often, or null. */
  takeLogin: ConnectionLimits['takeLogin'];
  /** Counts the further things that one message asks for, each like a frame; false when there were too many: then the connection closes. */
  takeFrames: ConnectionLimits['takeFrames'];
  hasRoomForTopic: ConnectionLimits['hasRoomForTopic'];
  countTopic: ConnectionLimits['countTopic'];
  /** Asks for a first frame of that weight: seconds to wait, or 0, and then it is counted. */
  takeFirstFrame: ConnectionLimits['takeFirstFrame'];
  /** Of a network whose sockets have to make room, those that are not logged in go first. */
  setLoggedIn(isLoggedIn: boolean): void;
  /** Sends a message to this connection alone. */
  send(message: string | Uint8Array): void;
  /** Sends a frame that other connections get too; `in turn`: they are so many that it may go out some turns later. */
  sendShared(frame: WireFrame, when: 'now' | 'in turn'): void;
  /** What was sent before still goes out. */
  close(code: number, reason: string): void;
  readonly isOpen: boolean;
}

export interface ConnectionHandler {
  /** One text message; more than 64 kB or binary never gets here. */
  message(text: string): void;
  closed(): void;
}

/** What a socket is opened with. */
interface Opening {
  readonly ip: string;
  readonly limits: ConnectionLimits;
  readonly place: Place;
  readonly outboxes: Outboxes;
  readonly note: NoteFailure;
}

type Handle = (connection: Connection) => ConnectionHandler;

/** Wraps a socket; `handle` makes the protocol's side of it. */
export function openConnection(socket: WebSocket, raw: Duplex, opening: Opening, handle: Handle): void {
  const { ip, limits, place, note } = opening;
  let waitingSince = 0;
  let isAlive = true;
  const outbox = new Outbox(opening.outboxes, (frames) => {
    // After a close frame no other may follow.
    if (socket.readyState === socket.OPEN) writeFrames(raw, frames);
  });
  const cut = (reason: string): void => {
    outbox.drop();
    socket.close(CLOSE_POLICY, reason);
    socket.terminate();
  };
  const close = (code: number, reason: string): void => {
    outbox.flush();
    socket.close(code, reason);
  };
  /** Stops reading and closes, leaving half a second for the reason to arrive. */
  const flooded = (): false => {
    if (socket.readyState !== socket.OPEN) return false;
    close(CLOSE_POLICY, 'too many messages');
    socket.pause();
    setTimeout(() => socket.terminate(), LAST_WORDS_MS).unref();
    return false;
  };
  const connection: Connection = {
    ip,
    ...limits,
    takeFrames: (count) => limits.takeFrames(count) || flooded(),
    setLoggedIn: place.keep,
    get isOpen() {
      return socket.readyState === socket.OPEN;
    },
    send: (message) => connection.sendShared(wireFrame(message), 'now'),
    sendShared(frame, when) {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount + outbox.bytes + frame.length > MAX_BUFFERED_BYTES) return cut('too slow');
      outbox[when === 'now' ? 'addNow' : 'addInTurn'](frame);
    },
    close,
  };
  const handler = handle(connection);
  const deliver = (text: string): void => {
    try {
      handler.message(text);
    } catch (error) {
      // Our own bug in a protocol ends this connection, never the exchange.
      note(PART, error);
      close(1011, 'the message could not be handled');
    }
  };
  const look = (): void => {
    if (!isAlive) return socket.terminate();
    if (socket.bufferedAmount === 0) waitingSince = 0;
    else if (waitingSince === 0) waitingSince = monotonicMs();
    else if (monotonicMs() - waitingSince >= SLOW_MS) return cut('too slow');
    isAlive = false;
    socket.ping();
  };
  const timer = setInterval(() => attempt(PART, note, look), PING_MS);
  /** Counts a frame of any kind; false when there were too many, and then the connection is closing. */
  const countFrame = (data: Buffer): boolean => {
    isAlive = true;
    return limits.takeFrame(data.length) || flooded();
  };
  socket.on('ping', (data: Buffer) => void (countFrame(data) && socket.pong(data)));
  socket.on('pong', countFrame);
  socket.on('message', (data: Buffer, isBinary) => {
    if (!countFrame(data)) return;
    if (isBinary) close(1003, 'send text');
    else deliver(data.toString('utf8'));
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearInterval(timer);
    attempt(PART, note, () => handler.closed());
  });
}

/** In one call of the system. They pass by the library, which would frame and encode a message for each connection anew. */
function writeFrames(raw: Duplex, frames: readonly WireFrame[]): void {
  if (frames.length === 1) return void raw.write(frames[0]);
  raw.cork();
  for (const frame of frames) raw.write(frame);
  raw.uncork();
}
