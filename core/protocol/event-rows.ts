/**
 * What commands told, as rows of numbers (decision 087). The most frequent events are not made as objects where they happen: the engine's
 * thread writes their numbers one behind the other, the message to another thread carries them as one array, and who reads them there makes the
 * events (core/state-machine/unpack-rows.ts). The other events stand among them as objects.
 *
 * A row begins with its kind; where each number of it stands says event-row-places.ts. `TEXT` fields are places in `texts`.
 */
import type { Told } from './event-packs.ts';

export * from './event-row-places.ts';

/** Rows of some commands, in the order in which they were told. Plain data: it crosses threads, and holds for itself. */
export interface EventRows {
  readonly numbers: Float64Array;
  /** Symbols, assets and client ids of these rows; place 0 is the empty text. */
  readonly texts: readonly string[];
  /** Events that are no rows of their own: `OBJECT` rows name them, in order. */
  readonly objects: readonly Told[];
}
