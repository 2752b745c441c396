/**
 * The signature of the Binance dialect: HMAC-SHA256 in hex over the parameters exactly as they were sent, without the
 * signature itself, and a timestamp that must lie in the window. On the websocket API: over the sorted parameters.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DialectError } from '@agio/contracts/errors';
import { illegal, missing } from '../../../dialect/parameters.ts';

const DEFAULT_WINDOW_MS = 5_000;
const MAX_WINDOW_MS = 60_000;
/** How far a client's clock may be ahead. */
const MAX_AHEAD_MS = 1_000;

/** The signature parameters of a signed call; empty texts are missing ones. */
export interface SignedPayload {
  /** The signed text: query and body as sent, joined without a separator, minus the signature. */
  readonly payload: string;
  readonly signature: string;
  readonly timestamp: string;
  readonly recvWindow: string;
}

/** Of a websocket request: name=value of every parameter but the signature, sorted by name, nothing encoded. */
export function sortedPayloadOf(params: Readonly<Record<string, unknown>>): SignedPayload {
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const names = Object.keys(params).filter((name) => name !== 'signature');
  return {
    payload: names
      .sort()
      .map((name) => `${name}=${text(params[name])}`)
      .join('&'),
    signature: text(params['signature'] ?? ''),
    timestamp: text(params['timestamp'] ?? ''),
    recvWindow: text(params['recvWindow'] ?? ''),
  };
}

/** Refuses what lies outside the window: a timestamp too far ahead, or older than recvWindow. */
export function checkWindow(signed: SignedPayload, nowMs: number): void {
  if (signed.timestamp === '') throw missing('timestamp');
  const timestamp = wholeNumber('timestamp', signed.timestamp);
  const window = signed.recvWindow === '' ? DEFAULT_WINDOW_MS : wholeNumber('recvWindow', signed.recvWindow);
  if (window > MAX_WINDOW_MS) throw new DialectError(400, -1131, 'recvWindow must be less than 60000.');
  if (!(timestamp < nowMs + MAX_AHEAD_MS && nowMs - timestamp <= window)) {
    throw new DialectError(400, -1021, 'Timestamp for this request is outside of the recvWindow.');
  }
}

function wholeNumber(name: string, text: string): number {
  if (!/^[0-9]{1,16}$/.test(text)) throw illegal(name, '^[0-9]{1,20}$');
  return Number(text);
}

export function checkSignature(signed: SignedPayload, secret: string): void {
  if (signed.signature === '') throw missing('signature');
  const expected = createHmac('sha256', secret).update(signed.payload).digest();
  const given = /^[0-9a-fA-F]{64}$/.test(signed.signature) ? Buffer.from(signed.signature, 'hex') : Buffer.alloc(0);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new DialectError(400, -1022, 'Signature for this request is not valid.');
  }
}
