/** Checks of a command's fields on their own, before all other checks. Pure. */

/** Lengths of the names that callers give. */
const MAX_CLIENT_ID_LENGTH = 64;
export const MAX_KEY_LENGTH = 200;

/** A whole number from 0. Larger ones than 2^53 - 1 pass here and are refused AMOUNT_TOO_LARGE in their turn. */
export function isCount(value: number): boolean {
  return value >= 0 && value < Infinity && Math.floor(value) === value;
}

export function isClientId(id: string): boolean {
  return id.length <= MAX_CLIENT_ID_LENGTH;
}

export function isUid(uid: number): boolean {
  return Number.isSafeInteger(uid) && uid > 0;
}
