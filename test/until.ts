import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 20;
/** Reads that ask the exchange pause longer, so that they stay within its limits of requests. */
const PAUSE_OF_CALLS_MS = 100;

/** What is not there yet is undefined, null or false. */
type Found<Value> = Exclude<Value, undefined | null | false>;

/** Reads again and again until there is a value, and answers it. Throws after `withinMs`. */
export async function until<Value>(read: () => Value | Promise<Value>, withinMs = 20_000): Promise<Found<Value>> {
  for (const end = performance.now() + withinMs; ;) {
    const reading = read();
    const value = await reading;
    if (isFound(value)) return value;
    if (performance.now() > end) throw new Error(`it did not come about in ${withinMs} ms`);
    await sleep(reading instanceof Promise ? PAUSE_OF_CALLS_MS : PAUSE_MS);
  }
}

function isFound<Value>(value: Value): value is Found<Value> {
  return value !== undefined && value !== null && value !== false;
}
