import { createHash } from 'node:crypto';

/** 64 hex digits. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
