import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirectoryLocked, takeLock } from './lock.ts';

const LOCK_MODULE = join(import.meta.dirname, 'lock.ts');
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'agio-lock-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A process that tries the lock once it is told to, says what came of it, and keeps it until it is killed. */
function contender(script: string): { ready: Promise<void>; go(): Promise<string>; kill(): Promise<void> } {
  const child = fork(script, [directory], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const message = (): Promise<string> =>
    new Promise((resolve) => child.once('message', (text) => resolve(String(text))));
  return {
    ready: message().then(() => {}),
    go() {
      const answer = message();
      child.send('go');
      return answer;
    },
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

test('of several starts at once after a kill -9 exactly one gets the folder', async () => {
  const script = join(directory, 'contender.ts');
  writeFileSync(
    script,
    `import { takeLock } from ${JSON.stringify(LOCK_MODULE)};
process.on('message', () => takeLock(process.argv[2]!, 0).then(() => process.send!('won'), () => process.send!('lost')));
process.send!('ready');
setInterval(() => {}, 1000);
`,
  );
  for (let round = 0; round < 6; round++) {
    const contenders = [contender(script), contender(script), contender(script)];
    await Promise.all(contenders.map(({ ready }) => ready));
    const outcomes = await Promise.all(contenders.map((one) => one.go()));
    expect(outcomes.filter((outcome) => outcome === 'won').length).toBe(1);
    // All are killed: the winner leaves its lock file behind, which is stale in the next round.
    await Promise.all(contenders.map((one) => one.kill()));
  }
});

test('a second taker is refused by name and gets the folder once the first lets go', async () => {
  const first = await takeLock(directory, 0);
  await expect(takeLock(directory, 0)).rejects.toBeInstanceOf(DataDirectoryLocked);
  first.release();
  (await takeLock(directory, 1_000)).release();
});
