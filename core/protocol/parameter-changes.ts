/** Changes of a market's or contract's parameters: their version, and the orders that the new ones would refuse (trading A4, B1). */
import type { RejectCode } from './rejects.ts';
import { isUid } from './field-checks.ts';

/** An open order that the new parameters would refuse, and how. It stays as it is unless it `ended`. */
export interface Misfit {
  readonly orderId: number;
  readonly uid: number;
  readonly code: RejectCode;
  /** True if its user could not pay the larger reserve, so it was cancelled. */
  readonly ended: boolean;
}

interface Grid {
  readonly tickSize: number;
  readonly stepSize: number;
}

/**
 * Versions rise. The present version with the present parameters is a repeat, which changes nothing; an older or used version is
 * ALREADY_EXISTS. Tick and step stay: all prices and quantities of the book and its history are multiples of them.
 */
export function checkVersion<P extends Grid>(
  now: { readonly version: number; readonly parameters: P },
  wanted: { readonly version: number; readonly parameters: P },
): RejectCode | 'REPEAT' | null {
  if (!isUid(wanted.version)) return 'BAD_FIELDS';
  if (wanted.version <= now.version)
    return wanted.version === now.version && isSame(now.parameters, wanted.parameters) ? 'REPEAT' : 'ALREADY_EXISTS';
  const { tickSize, stepSize } = now.parameters;
  return tickSize === wanted.parameters.tickSize && stepSize === wanted.parameters.stepSize
    ? null
    : 'BAD_CONFIGURATION';
}

/** Compares two values; a missing field equals an undefined one. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [one, other] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return [...new Set([...one.keys(), ...other.keys()])].every((name) => isSame(one.get(name), other.get(name)));
}
