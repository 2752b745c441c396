import { createHash } from 'node:crypto';

/** The stored form of a token or another secret of 256 random bits, which needs no slower hash. */
export function hashToken(token: string): string {
  return sha256Hex(token);
}

/** 64 hex digits. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
