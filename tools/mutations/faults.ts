/** What must be noticed of a disk and of whoever sends nonsense (docs/reliability.md: FLT-3, 4, 7, 20, ATK-9, 11, 19). */
import type { Mutation } from './mutation.ts';

const UNIT = 'server/journal/unit.ts';
const JOURNAL = 'server/journal/journal.test.ts';
const TARGET = 'contracts/return-target.ts';
const TARGETS = 'contracts/return-target.test.ts';
const PARTS = 'test/integration/failing-parts.test.ts';
const SOCKETS = 'test/integration/sockets.test.ts';

export const faultMutations: readonly Mutation[] = [
  {
    breaks: 'a unit of the journal with a wrong checksum is read',
    file: UNIT,
    snippet: 'if (crc32(bytes.subarray(offset + 12, end)) !== bytes.readUInt32LE(offset + 8)) return null;',
    replacement: '',
    killer: JOURNAL,
    test: 'FLT-4',
  },
  {
    breaks: 'units of the journal need not follow each other',
    file: UNIT,
    snippet: 'if (expected) {',
    replacement: 'if (expected && expected.seq < 0) {',
    killer: JOURNAL,
    test: 'FLT-3',
  },
  {
    breaks: 'a journal that ends before what was acknowledged is taken',
    file: 'server/journal/journal.ts',
    snippet: 'const acknowledged = readHighWater(highWaterPath, disk);',
    replacement: 'const acknowledged = Math.min(0, readHighWater(highWaterPath, disk));',
    killer: JOURNAL,
    test: 'lost from the very end',
  },
  {
    breaks: 'a torn tail ends the start',
    file: 'server/journal/reader.ts',
    snippet: 'if (!isClean && !(segment.isLast && !hasUnitBehind(bytes, offset, seq))) {',
    replacement: 'if (!isClean) {',
    killer: JOURNAL,
    test: 'FLT-3',
  },
  {
    breaks: 'damage with valid commands behind it is cut off like a torn tail',
    file: 'server/journal/reader.ts',
    snippet: 'if (!isClean && !(segment.isLast && !hasUnitBehind(bytes, offset, seq))) {',
    replacement: 'if (!isClean && !segment.isLast) {',
    killer: JOURNAL,
    test: 'FLT-4',
  },
  {
    breaks: 'a return target may be of another site',
    file: TARGET,
    snippet: 'url.origin !== HERE ||',
    replacement: '',
    killer: TARGETS,
    test: 'ATK-11',
  },
  {
    breaks: 'a return target may be any path',
    file: TARGET,
    snippet: 'return findPage(segments, site.product) ? target + url.search : home;',
    replacement: 'return target + url.search;',
    killer: TARGETS,
    test: 'N12',
  },
  {
    breaks: 'of two return targets the first counts',
    file: TARGET,
    snippet: 'asked.length === 1 ?',
    replacement: 'asked.length > 0 ?',
    killer: TARGETS,
    test: 'of two values',
  },
  {
    breaks: 'sockets hear pages of other sites',
    file: 'server/gateway/index.ts',
    snippet: 'if (origin !== undefined && !options.origins.includes(origin))',
    replacement: 'if (false as boolean)',
    killer: SOCKETS,
    test: 'ATK-9',
  },
  {
    breaks: 'a message of a socket may have any size',
    file: 'server/gateway/index.ts',
    snippet: 'const MAX_MESSAGE_BYTES = 64 * 1024;',
    replacement: 'const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;',
    killer: SOCKETS,
    test: 'a message that is too large',
  },
  {
    breaks: 'commands wait for the engine without end',
    file: 'server/engine/connect-engine.ts',
    snippet: 'if (waiting.size >= options.queueLimit)',
    replacement: 'if (waiting.size >= options.queueLimit * 1_000)',
    killer: 'server/engine/engine.test.ts',
    test: 'a full queue',
  },
  {
    breaks: 'a listener of events that throws ends the process',
    file: 'server/engine/connect-engine.ts',
    snippet: 'for (const { part, hear } of listeners) attempt(part, options.noteFailure, () => hear(batch));',
    replacement: 'for (const { hear } of listeners) hear(batch);',
    killer: 'server/engine/engine.test.ts',
    test: 'FLT-20',
  },
  {
    breaks: 'a book that could not be changed stays wrong',
    file: 'server/modules/markets/book-keeper.ts',
    snippet: 'mend(change.symbol, book);',
    replacement: '',
    killer: PARTS,
    test: 'FLT-20 a book in memory',
  },
  {
    breaks: 'a contract that cannot be shown goes unnoticed',
    file: 'server/modules/futures/public-channels.ts',
    snippet: 'note(PART, error);',
    replacement: '',
    killer: PARTS,
    test: 'FLT-20 a market',
  },
  {
    breaks: 'what a channel could not send piles up',
    file: 'server/modules/spot/feeds/feed.ts',
    snippet: 'letGo(market);',
    replacement: '',
    killer: 'server/modules/spot/feeds/feed.test.ts',
    test: 'FLT-20',
  },
];
