/** The known bugs that the simulator must find, around the exchange: at its disk, its database and between its threads. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { RULES_VERSION } from '@agio/core';
import type { FromEngine } from '../../server/engine/messages.ts';
import type { Disk } from '../../server/journal/index.ts';
import { coreMutations } from './core-mutations.ts';
import type { Mutation } from './mutation.ts';
import { nameRulesOfSegment } from './older-rules.ts';
import { DIRECTORY } from './sim-disk.ts';

const LOG = /journal-[0-9]+\.log$/;

const diskMutations: readonly Mutation[] = [
  {
    name: 'fdatasync is skipped',
    disk: (disk) => ({ ...disk, syncDataLater: async () => {} }),
  },
  {
    name: 'answers do not wait for fdatasync',
    disk: (disk) => ({ ...disk, syncDataLater: async (file) => void disk.syncDataLater(file).catch(() => {}) }),
  },
  {
    name: 'a failed fdatasync is tried again',
    disk: (disk) => ({
      ...disk,
      syncDataLater: (file) => disk.syncDataLater(file).catch(() => disk.syncDataLater(file)),
    }),
  },
  {
    name: 'a short write is taken for a whole one',
    disk: (disk) => ({ ...disk, writeLater: async (file, span) => (await disk.writeLater(file, span), span.length) }),
  },
  {
    name: 'the folder is never synced',
    disk: (disk) =>
      withPaths(disk, (pathOf) => ({ sync: (file) => void (pathOf(file) === DIRECTORY || disk.sync(file)) })),
  },
  {
    name: 'the last unit is not written anew at a start',
    disk: (disk) =>
      withPaths(disk, (pathOf) => ({
        write(file, span) {
          const isUnit = LOG.test(pathOf(file)) && span.bytes.some((byte) => byte !== 0);
          return isUnit ? span.length : disk.write(file, span);
        },
      })),
  },
  {
    name: 'the high-water file is ignored',
    disk: (disk) => ({ ...disk, exists: (path) => !path.endsWith('high-water') && disk.exists(path) }),
  },
  {
    name: 'a full disk stays full',
    disk(disk) {
      let wasFull = false;
      const freeBytes = (directory: string): number => {
        const free = disk.freeBytes(directory);
        wasFull ||= free < 40_000;
        return wasFull ? 0 : free;
      };
      return { ...disk, freeBytes };
    },
  },
  {
    name: 'a unit with a wrong crc is accepted',
    disk: (disk) => withContents(disk, LOG, repairUnits),
  },
  {
    name: 'a snapshot is used without a look at its hash',
    disk: (disk) => withContents(disk, /snapshot-.*bin$/, repairSnapshot),
  },
  {
    name: 'commands of older rules are replayed under newer ones',
    disk: (disk) => withContents(disk, LOG, (content) => nameRulesOfSegment(content, RULES_VERSION)),
  },
];

const projectorMutations: readonly Mutation[] = [
  {
    name: 'the position is committed before the rows',
    rows: (rows) => ({
      ...rows,
      async movePosition(_, from, to) {
        let hasMoved = false;
        await rows.inTransaction(async (tx) => void (hasMoved = await rows.movePosition(tx, from, to)));
        return hasMoved;
      },
    }),
  },
  {
    name: 'the rows are committed before the position',
    rows(rows) {
      let move = { from: 0, to: 0 };
      return {
        ...rows,
        movePosition: async (_, from, to) => ((move = { from, to }), true),
        async inTransaction(run) {
          await rows.inTransaction(run);
          await rows.inTransaction(async (tx) => void (await rows.movePosition(tx, move.from, move.to)));
        },
      };
    },
  },
  {
    name: 'a broken transaction is tried again blindly',
    rows: (rows) => ({
      ...rows,
      inTransaction: (run) =>
        rows.inTransaction(run).catch(() =>
          rows.inTransaction(async (tx) => {
            const { movedTo } = tx;
            await run(Object.assign(tx, { movedTo })).catch(() => {});
          }),
        ),
      movePosition: async (tx, from, to) => (await rows.movePosition(tx, from, to)) || ((tx.movedTo = to), true),
    }),
  },
  {
    name: 'the position is remembered instead of read',
    rows(rows) {
      let known = 0;
      return {
        ...rows,
        readPosition: async () => (known = Math.max(known, await rows.readPosition())),
        movePosition: (tx, from, to) => ((known = to), rows.movePosition(tx, from, to)),
      };
    },
  },
];

type Durable = Extract<FromEngine, { kind: 'durable' }>;

function mutateMessages(name: string, alter: (message: Durable, count: number) => readonly Durable[]): Mutation {
  return {
    name,
    link: (link) => ({
      ...link,
      onMessage(listener) {
        let count = 0;
        link.onMessage((message) => {
          if (message.kind !== 'durable') return listener(message);
          for (const altered of alter(message, ++count)) listener(altered);
        });
      },
    }),
  };
}

const linkMutations: readonly Mutation[] = [
  mutateMessages('two callers get each other’s answers', (message) => {
    const [first, second, ...rest] = message.answers;
    if (!first || !second) return [message];
    return [{ ...message, answers: [{ ...first, id: second.id }, { ...second, id: first.id }, ...rest] }];
  }),
  mutateMessages('a batch of events is published twice', (message, count) =>
    count % 20 === 0 ? [message, message] : [message],
  ),
  mutateMessages('a batch of events is lost', (message, count) =>
    count % 20 === 0 ? [{ ...message, events: [] }] : [message],
  ),
];

export const mutations: readonly Mutation[] = [
  ...diskMutations,
  ...projectorMutations,
  ...linkMutations,
  ...coreMutations,
];

/** A disk that knows the path of each open file. */
function withPaths(disk: Disk, change: (pathOf: (file: number) => string) => Partial<Disk>): Disk {
  const paths = new Map<number, string>();
  const open: Disk['open'] = (path, flags) => {
    const file = disk.open(path, flags);
    paths.set(file, path);
    return file;
  };
  return { ...disk, open, ...change((file) => paths.get(file) ?? '') };
}

/** A disk whose files of a kind are altered on their way to the reader. */
function withContents(disk: Disk, kind: RegExp, alter: (content: Buffer) => void): Disk {
  return withPaths(disk, (pathOf) => ({
    read(file, span) {
      if (!kind.test(pathOf(file)) || span.length === 0) return disk.read(file, span);
      const content = Buffer.alloc(disk.sizeOf(pathOf(file)));
      for (let at = 0; at < content.length;)
        at += disk.read(file, { bytes: content, offset: at, length: content.length - at, position: at });
      alter(content);
      return content.copy(span.bytes, span.offset, span.position, span.position + span.length);
    },
  }));
}

/** Every unit gets the crc of what it holds (server/journal/unit.ts). */
function repairUnits(content: Buffer): void {
  for (let at = 64; at + 64 <= content.length && content.readUInt32LE(at) === 0x55494741;) {
    const end = at + 64 + content.readUInt32LE(at + 4);
    if (end > content.length) return;
    content.writeUInt32LE(crc32(content.subarray(at + 12, end)), at + 8);
    at = end;
  }
}

/** The hash and the crc of what it holds (core/codec/snapshot.ts). */
function repairSnapshot(content: Buffer): void {
  if (content.length < 56) return;
  createHash('sha256').update(content.subarray(56)).digest().copy(content, 16);
  content.writeUInt32LE((crc32(content.subarray(0, 48)) ^ crc32(content.subarray(52))) >>> 0, 48);
}
