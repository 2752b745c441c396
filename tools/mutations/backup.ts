/** What makes a backup worth having (docs/reliability.md, FLT-18): each must be missed by a test when it is gone. */
import type { Mutation } from './mutation.ts';

const SEALED = 'server/backup/sealed-file.test.ts';
const SHIP = 'server/backup/ship.test.ts';
const CHOOSE = 'server/backup/choose.test.ts';

export const backupMutations: readonly Mutation[] = [
  {
    breaks: 'an altered chunk of a backup is passed over',
    file: 'server/backup/sealed-file.ts',
    snippet: 'decipher.final();',
    replacement: '',
    killer: SEALED,
    test: 'every single bit',
  },
  {
    breaks: 'a backup that was cut off between two chunks counts as whole',
    file: 'server/backup/backup-file.ts',
    snippet: 'if (!hasEnded)',
    replacement: 'if (hasEnded === null)',
    killer: SEALED,
    test: 'ends between two chunks',
  },
  {
    breaks: 'a missing end of the shipped journal goes unnoticed',
    file: 'server/backup/pieces.ts',
    snippet: 'if (state.seq < promised)',
    replacement: 'if (state.seq < 0)',
    killer: SHIP,
    test: 'a missing end',
  },
  {
    breaks: 'a unit is shipped before it is durable',
    file: 'server/journal/follower.ts',
    snippet: 'seq + found.unit.count > toSeq',
    replacement: 'seq >= toSeq',
    killer: SHIP,
    test: 'not durable',
  },
  {
    breaks: 'shipping begins anew in the folder of a disk that is not mounted',
    file: 'server/backup/ship.ts',
    snippet: 'if (mark.seq < state.shippedSeq)',
    replacement: 'if (mark.seq < 0)',
    killer: SHIP,
    test: 'lost what was put there',
  },
  {
    breaks: 'a restore to a time takes a backup of after it',
    file: 'server/backup/choose.ts',
    snippet: 'head.takenAtMs <= target.timeMs',
    replacement: 'head.takenAtMs <= target.timeMs + 1',
    killer: CHOOSE,
    test: 'nothing later than its target',
  },
  {
    breaks: 'a restore to a command takes a database that is newer than the journal',
    file: 'server/backup/choose.ts',
    snippet: 'head.database.position <= target.seq',
    replacement: 'head.database.position > 0',
    killer: CHOOSE,
    test: 'nothing later than its target',
  },
  {
    breaks: 'a restore to a time leaves out the commands of that very time',
    file: 'server/backup/choose.ts',
    snippet: 'command.timeMs > target.timeMs',
    replacement: 'command.timeMs >= target.timeMs',
    killer: SHIP,
    test: 'at or before a time',
  },
  {
    breaks: 'a restored journal does not note what was acknowledged',
    file: 'server/journal/rebuild.ts',
    snippet: "openHighWater(disk, join(directory, 'high-water'), seq).close();",
    replacement: "openHighWater(disk, join(directory, 'high-water'), 0).close();",
    killer: SHIP,
    test: 'at or before a time',
  },
  {
    breaks: 'rotation keeps one backup less than it was told',
    file: 'server/backup/take.ts',
    snippet: 'index < earlier.length - kept',
    replacement: 'index <= earlier.length - kept',
    killer: CHOOSE,
    test: 'rotation',
  },
  {
    breaks: 'rotation forgets that age keeps a backup',
    file: 'server/backup/take.ts',
    snippet: ' && head.takenAtMs < oldestMs',
    replacement: '',
    killer: CHOOSE,
    test: 'rotation',
  },
];
