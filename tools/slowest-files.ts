/** A reporter of vitest: where the time of a run went, by group of tests and by file (its hooks and imports included). */
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(7)} s`;

interface Spent {
  readonly group: string;
  readonly file: string;
  readonly ms: number;
}

export default class SlowestFiles implements Reporter {
  private readonly spent: Spent[] = [];

  onTestModuleEnd(module: TestModule): void {
    const { duration, collectDuration, setupDuration, environmentSetupDuration } = module.diagnostic();
    const ms = duration + collectDuration + setupDuration + environmentSetupDuration;
    this.spent.push({ group: module.project.name, file: relative(process.cwd(), module.moduleId), ms });
  }

  onTestRunEnd(): void {
    const groups = Map.groupBy(this.spent, ({ group }) => group);
    const sum = (list: readonly Spent[]): number => list.reduce((ms, one) => ms + one.ms, 0);
    process.stdout.write('\nWhere the time went (files of one group may have run side by side):\n');
    for (const [group, list] of [...groups].toSorted(([, a], [, b]) => sum(b) - sum(a)))
      process.stdout.write(`${seconds(sum(list))}  ${group}, ${list.length} files\n`);
    process.stdout.write(`The ${SHOWN} slowest files:\n`);
    for (const { file, ms } of this.spent.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN))
      process.stdout.write(`${seconds(ms)}  ${file}\n`);
  }
}
