/** Where a key of a hash table that the kernel reads too is looked for first (core/kernel/assembly/seats.ts). */

/** 2^32 divided by the golden ratio: multiplied by it, neighbouring keys lie far apart. */
const GOLDEN = 0x9e37_79b9;

/** Of a whole number, of which the low 32 bits count; `places` is a power of two. */
export function hashPlace(key: number, places: number): number {
  return Math.imul(key, GOLDEN) >>> (Math.clz32(places) + 1);
}
