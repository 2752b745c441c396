/** Commands that wait for the next unit of the journal, in order. */
import { MAX_PAYLOAD_BYTES } from './unit.ts';

/** Commands that were appended together, one behind the other: they stay in one unit. */
interface Batch {
  readonly bytes: Uint8Array;
  readonly count: number;
}

export class PendingCommands {
  count = 0;
  bytes = 0;
  private batches: Batch[] = [];

  add(bytes: Uint8Array, count: number): void {
    this.batches.push({ bytes, count });
    this.bytes += bytes.length;
    this.count += count;
  }

  /** As many batches as fit into a unit; one at least, which `encodeUnit` refuses if it passes the limit alone. */
  takeUnit(): { payload: Uint8Array[]; count: number; size: number } {
    let [batches, count, size] = [0, 0, 0];
    for (const batch of this.batches) {
      if (batches > 0 && size + batch.bytes.length > MAX_PAYLOAD_BYTES) break;
      size += batch.bytes.length;
      count += batch.count;
      batches += 1;
    }
    const payload = this.batches.slice(0, batches).map(({ bytes }) => bytes);
    this.batches = this.batches.slice(batches);
    this.bytes -= size;
    this.count -= count;
    return { payload, count, size };
  }
}
