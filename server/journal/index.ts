/** The face of the journal: the sequenced log, its snapshots and the lock of the data folder. */
export { openJournal, type Journal } from './journal.ts';
export { followJournal, type JournalFollower, type RawUnit } from './follower.ts';
export { createUnitFinder, type FindUnit, receiptHashOf } from './find-unit.ts';
export { type JournalUnit, lastSeqBefore, readJournal } from './reader.ts';
export { type KeptUnit, rebuildJournal } from './rebuild.ts';
export { decodeUnit, ZERO_HASH } from './unit.ts';
export { JournalDamaged } from './segment.ts';
export { databaseOfOlderRules, newerRules, olderRules, RulesDiffer } from './rules.ts';
export { type Disk, nodeDisk, type Span } from './disk.ts';
export { listSnapshots, readSnapshot, writeSnapshot } from './snapshots.ts';
export { takeLock, type Lock } from './lock.ts';
export type { Shortage } from './room.ts';
export { highWaterPath, readHighWater } from './high-water.ts';
export { readJournalId } from './journal-id.ts';
