/**
 * Large tables, into which much is entered at once: part after part. A part of the table fits into the cache next to the processor, the whole of it
 * does not, and in any other order each entry waits for memory.
 */
const PARTS = 256;
/** So few are entered as they come. */
const FEW = 4_096;

/** Puts things that have places in a table in another order: those of its first part come first, and so on; those of one part stay in their order. */
export class InParts {
  /** Of each thing, where it comes; null: where it is. */
  private readonly to: Int32Array | null;

  /** All places are below `end`. */
  constructor(places: Int32Array, end: number) {
    this.to = places.length <= FEW ? null : ordered(places, Math.max(0, 32 - Math.clz32(end - 1) - Math.log2(PARTS)));
  }

  /** One number of each thing, in the order; where there are few things the same array. */
  ints(values: Int32Array): Int32Array {
    const { to } = this;
    if (to === null) return values;
    const moved = new Int32Array(values.length);
    for (let i = 0; i < values.length; i += 1) moved[to[i]] = values[i];
    return moved;
  }
  doubles(values: Float64Array): Float64Array {
    const { to } = this;
    if (to === null) return values;
    const moved = new Float64Array(values.length);
    for (let i = 0; i < values.length; i += 1) moved[to[i]] = values[i];
    return moved;
  }
}

/** So many numbers, one after the other. */
export function numbersFrom(first: number, count: number): Int32Array {
  const numbers = new Int32Array(count);
  for (let i = 0; i < count; i += 1) numbers[i] = first + i;
  return numbers;
}

/** `shift`: so many bits of a place are within its part. */
function ordered(places: Int32Array, shift: number): Int32Array {
  const next = new Int32Array(PARTS + 1);
  for (let i = 0; i < places.length; i += 1) next[(places[i] >>> shift) + 1] += 1;
  for (let part = 1; part <= PARTS; part += 1) next[part] += next[part - 1];
  const to = new Int32Array(places.length);
  for (let i = 0; i < places.length; i += 1) {
    const part = places[i] >>> shift;
    to[i] = next[part];
    next[part] += 1;
  }
  return to;
}
