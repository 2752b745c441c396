/** Turns the files of a journal's folder into those of a release with older rules: the commands are the same, only the version differs. */
import { crc32 } from 'node:zlib';

const LOG = /journal-[0-9]+\.log$/;
const SNAPSHOT = /snapshot-.*bin$/;

/** Changes the header of the file of that name, a segment or a snapshot; leaves any other. */
export function nameRules(path: string, content: Buffer, rulesVersion: number): void {
  if (LOG.test(path)) nameRulesOfSegment(content, rulesVersion);
  else if (SNAPSHOT.test(path)) nameRulesOfSnapshot(content, rulesVersion);
}

/** The header of server/journal/segment.ts. */
export function nameRulesOfSegment(content: Buffer, rulesVersion: number): void {
  if (content.length < 64) return;
  content.writeUInt32LE(rulesVersion, 28);
  content.writeUInt32LE(crc32(content.subarray(16, 64)), 12);
}

/** The header of core/codec/snapshot.ts. */
function nameRulesOfSnapshot(content: Buffer, rulesVersion: number): void {
  if (content.length < 56) return;
  content.writeUInt32LE(rulesVersion, 52);
  content.writeUInt32LE((crc32(content.subarray(0, 48)) ^ crc32(content.subarray(52))) >>> 0, 48);
}
