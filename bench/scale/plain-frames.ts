/** As much of the websocket protocol (RFC 6455) as a reader of public channels needs, over bytes: the client side, without a library. */

const MASKED = 0x80;
const [TEXT, PING, PONG] = [0x81, 0x89, 0x8a];
const HANDSHAKE_END = Buffer.from('\r\n\r\n');
const DEPTH = Buffer.from('{"channel":"depth","ts":');
const ANSWER = Buffer.from(',"eventResp":"",');
const TIME_DIGITS = 13;

/** The request that opens a websocket at a path. */
export const OPENING = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n` +
  'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** A frame of text, of 65,535 bytes at most. The mask is zero, so that nothing has to be masked. */
export const maskedText = (text: string): Buffer => masked(TEXT, Buffer.from(text));

function masked(first: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = length < 126 ? [first, MASKED | length] : [first, MASKED | 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}

/** Is the payload from `begin` to `end` data of the channel `depth`, and no answer to a request? */
export function isDepthUpdate(bytes: Buffer, begin: number, end: number): boolean {
  const afterTime = begin + DEPTH.length + TIME_DIGITS;
  return (
    end >= afterTime + ANSWER.length &&
    bytes.compare(DEPTH, 0, DEPTH.length, begin, begin + DEPTH.length) === 0 &&
    bytes.compare(ANSWER, 0, ANSWER.length, afterTime, afterTime + ANSWER.length) === 0
  );
}

/** When such a payload was made, in milliseconds since 1970. */
export function timeOf(bytes: Buffer, begin: number): number {
  let time = 0;
  const from = begin + DEPTH.length;
  for (let at = from; at < from + TIME_DIGITS; at += 1) time = time * 10 + bytes[at]! - 48;
  return time;
}

export interface FrameListener {
  /** The websocket is open. Throws are the caller's. */
  opened(): void;
  /** The payload of a whole frame of data lies from `begin` to `end` of these bytes, until this returns. */
  frame(bytes: Buffer, begin: number, end: number): void;
  /** Bytes that answer a ping. */
  pong(bytes: Buffer): void;
}

/**
 * Answers what takes the bytes of a connection as they come; they may be overwritten afterwards. Throws where the server refuses the
 * websocket or sends a close frame.
 */
export function readFrames({ opened, frame, pong }: FrameListener): (chunk: Buffer) => void {
  let isOpen = false;
  let held: Buffer | null = null;
  const begin = (bytes: Buffer): number => {
    const end = bytes.indexOf(HANDSHAKE_END);
    if (end < 0) return 0;
    if (!bytes.toString('latin1', 0, 12).endsWith('101')) throw new Error(bytes.toString('latin1', 0, end));
    isOpen = true;
    opened();
    return end + HANDSHAKE_END.length;
  };
  return (chunk) => {
    const bytes = held === null ? chunk : Buffer.concat([held, chunk]);
    let at = isOpen ? 0 : begin(bytes);
    while (isOpen && at + 2 <= bytes.length) {
      const short = bytes[at + 1]!;
      const payload = at + (short < 126 ? 2 : short === 126 ? 4 : 10);
      if (payload > bytes.length) break;
      const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6);
      const end = payload + length;
      if (end > bytes.length) break;
      const kind = bytes[at]!;
      if (kind === TEXT) frame(bytes, payload, end);
      else if (kind === PING) pong(masked(PONG, Buffer.from(bytes.subarray(payload, end))));
      else throw new Error(`a frame of kind ${kind}: ${bytes.toString('utf8', payload + 2, end)}`);
      at = end;
    }
    held = at < bytes.length ? Buffer.from(bytes.subarray(at)) : null;
  };
}
