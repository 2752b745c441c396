/** Bugs that show only when the whole exchange is killed, or when its machine's clock is set (docs/reliability.md: FLT-1, FLT-8). */
import type { Mutation } from './mutation.ts';

const CLOCK = 'test/integration/faults/clock-jumps.test.ts';

export const crashMutations: readonly Mutation[] = [
  {
    breaks: 'answers go out twenty milliseconds before the disk has their commands',
    file: 'server/journal/journal.ts',
    snippet: '    await writeFullyLater(disk, segment.file, unit.bytes, segment.offset);\n',
    replacement:
      '    for (const listener of listeners) listener(durableSeq + commands.length);\n' +
      '    await new Promise((resolve) => void setTimeout(resolve, 20));\n' +
      '    await writeFullyLater(disk, segment.file, unit.bytes, segment.offset);\n',
    killer: 'test/integration/faults/kill.test.ts',
    test: 'lose no acknowledged command',
    isInChildren: true,
  },
  {
    breaks: 'the time of commands goes back with the clock',
    file: 'server/engine/sequencer.ts',
    snippet: 'return Math.max(this.options.clock.nowMs(), this.core.lastTimeMs, this.lastStampMs);',
    replacement: 'return this.options.clock.nowMs();',
    killer: CLOCK,
    test: 'FLT-8',
    isInChildren: true,
  },
  {
    breaks: 'a session that was read while the clock was ahead is believed for as long as it was',
    file: 'server/system/clock.ts',
    snippet: 'const monotonicMs = (): number => performance.now();',
    replacement: 'const monotonicMs = (): number => Date.now();',
    killer: CLOCK,
    test: 'FLT-8',
    isInChildren: true,
  },
];
