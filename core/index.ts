/**
 * The face of the trading machine: commands in, events out. No I/O, clock or randomness inside; the same commands give
 * the same state on every machine.
 */
export type * from './commands.ts';
export type * from './core.ts';
export type * from './events.ts';
export { REJECT_CODES, type RejectCode } from './rejects.ts';
export { type CoreOptions, createCore, restoreCore } from './trading-core.ts';
export { COMMAND_FORMAT_VERSION, decodeCommand, encodeCommand } from './codec/commands.ts';
export { FormatError } from './codec/bytes.ts';
export { SNAPSHOT_VERSION, SnapshotError } from './codec/snapshot.ts';
export { InvariantError } from './invariants.ts';
