/** Checks of a command's fields on their own, before all other checks. Pure. */

/** Largest lengths of names that callers choose. */
const MAX_CLIENT_ID_LENGTH = 64;
export const MAX_KEY_LENGTH = 200;

/** Is it a whole number, 0 or more? Numbers above 2^53 - 1 pass this check and are later refused with AMOUNT_TOO_LARGE. */
export function isCount(value: number): boolean {
  return value >= 0 && value < Infinity && Math.floor(value) === value;
}

export function isClientId(id: string): boolean {
  return id.length <= MAX_CLIENT_ID_LENGTH;
}

export function isUid(uid: number): boolean {
  return Number.isSafeInteger(uid) && uid > 0;
}
