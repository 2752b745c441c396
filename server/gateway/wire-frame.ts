/** Messages as the bytes that go over the wire (RFC 6455, 5.2), so that those for many connections are made once. */

declare const framed: unique symbol;
/** A whole unmasked message in one frame, as a server sends it. Shared by connections: never changed. */
export type WireFrame = Buffer & { readonly [framed]: true };

const LAST_TEXT = 0x81;
const LAST_BINARY = 0x82;
const SHORT = 125;
const LENGTH_IN_TWO_BYTES = 126;
const LENGTH_IN_EIGHT_BYTES = 127;

/** Text as a text frame, bytes as a binary one. */
export function wireFrame(message: string | Uint8Array): WireFrame {
  const length = Buffer.byteLength(message);
  const head = length <= SHORT ? 2 : length <= 0xffff ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = typeof message === 'string' ? LAST_TEXT : LAST_BINARY;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = LENGTH_IN_TWO_BYTES;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_IN_EIGHT_BYTES;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  if (typeof message === 'string') frame.write(message, head, 'utf8');
  else frame.set(message, head);
  return frame as WireFrame;
}
