/** The process that makes snapshots, as the system and its exchange see it. */
import { ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CommandBatch, createCore, restoreCore } from '@agio/core';
import { listSnapshots, nodeDisk, openJournal, readSnapshot } from '../journal/index.ts';
import { systemClock } from '../system/clock.ts';
import { startSnapshotMaker } from './snapshot-maker.ts';
import { startEngine } from './start-engine.ts';

const SEGMENT_BYTES = 1 << 20;
/** Run from its sources, a process takes a while to start. */
const PATIENTLY = { timeout: 20_000 };
const isLinux = process.platform === 'linux';
let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'agio-snapshot-maker-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A journal of so many commands; answers the hash of the state behind each. */
async function writeJournal(count: number): Promise<readonly string[]> {
  const core = createCore();
  const hashes = [core.stateHash()];
  const files = { directory, segmentBytes: SEGMENT_BYTES, disk: nodeDisk, clock: systemClock };
  const journal = openJournal({ ...files, onFailure: (error) => expect.unreachable(error.message) }, 0, () => {});
  for (let seq = 1; seq <= count; seq += 1) {
    const batch = new CommandBatch();
    batch.add({ seq, timeMs: 1_700_000_000_000 + seq, kind: 'CreateAsset', asset: `A${seq}`, scale: 8 });
    const bytes = batch.take();
    core.applyTurn(bytes);
    hashes.push(core.stateHash());
    journal.append(seq, bytes, 1);
  }
  await journal.close();
  return hashes;
}

const orderOf = (seq: number) => ({ directory, seq, neededSeq: seq, boundarySeq: 0 });

/** The processes of snapshots that this process has started, or another one. */
function processesOf(parent: number | undefined): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [command, status] = ['cmdline', 'status'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'));
        return command!.includes('snapshot-process') && status!.includes(`\nPPid:\t${parent}\n`);
      } catch {
        // It has just ended.
        return false;
      }
    });
}

const kill = (pids: readonly number[]): void => pids.forEach((pid) => void process.kill(pid, 'SIGKILL'));

test('one process makes one snapshot after the other, each of the position that was ordered', async () => {
  const hashes = await writeJournal(6);
  const before = isLinux ? processesOf(process.pid) : [];
  const { make, close } = startSnapshotMaker();
  await make(orderOf(3)).made;
  await make(orderOf(5)).made;
  expect(listSnapshots(directory)).toEqual([5, 3]);
  for (const seq of [3, 5]) expect(restoreCore(readSnapshot(directory, seq)).stateHash()).toBe(hashes[seq]);
  if (isLinux) expect(processesOf(process.pid)).toHaveLength(before.length + 1);
  await close();
  if (isLinux) expect(processesOf(process.pid)).toEqual(before);
});

test('a snapshot that cannot be made is said with its reason, and the process goes on', async () => {
  await writeJournal(2);
  const { make, close } = startSnapshotMaker();
  await expect(make(orderOf(3)).made).rejects.toThrow('the journal ends at 2, before command 3');
  await make(orderOf(2)).made;
  expect(listSnapshots(directory)).toEqual([2]);
  await close();
});

test.runIf(isLinux)(
  'every thread of the process is behind trading, and where memory is short it is ended first',
  async () => {
    await writeJournal(1);
    const before = processesOf(process.pid);
    const { make, close } = startSnapshotMaker();
    await make(orderOf(1)).made;
    const [pid] = processesOf(process.pid).filter((one) => !before.includes(one));
    const threads = readdirSync(`/proc/${pid}/task`).map(Number);
    expect(threads.length).toBeGreaterThan(4);
    expect(new Set(threads.map((thread) => getPriority(thread)))).toEqual(new Set([10]));
    expect(Number(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8'))).toBe(900);
    await close();
  },
);

test.runIf(isLinux)('FLT-12 a process that the system ends is said, and the next snapshot has a new one', async () => {
  await writeJournal(4);
  const before = processesOf(process.pid);
  const { make, close } = startSnapshotMaker();
  const order = make(orderOf(2));
  const made = expect(order.made).rejects.toThrow('the process of snapshots ended (SIGKILL)');
  kill(processesOf(process.pid).filter((pid) => !before.includes(pid)));
  await made;
  expect(listSnapshots(directory)).toEqual([]);
  await make(orderOf(4)).made;
  expect(listSnapshots(directory)).toEqual([4]);
  await close();
});

test.runIf(isLinux)('FLT-18 a snapshot that is given up touches no file any more: its process is gone', async () => {
  await writeJournal(4);
  const before = processesOf(process.pid);
  const { make } = startSnapshotMaker();
  const order = make(orderOf(2));
  const [own] = processesOf(process.pid).filter((pid) => !before.includes(pid));
  const made = expect(order.made).rejects.toThrow('the process of snapshots ended (SIGKILL)');
  await order.stop();
  expect(existsSync(`/proc/${own}`)).toBe(false);
  await made;
});

test.each([
  ['at the start', 1],
  ['and for the first order too', 2],
])('FLT-5 the system gives no process %s: that is said, and a later order has one', async (_, failures) => {
  await writeJournal(4);
  // A method that Node has and its types do not.
  const original = Reflect.get(ChildProcess.prototype, 'spawn') as (options: object) => unknown;
  let left = failures;
  Reflect.set(ChildProcess.prototype, 'spawn', function refusing(this: ChildProcess, options: object) {
    left -= 1;
    if (left < 0) return original.call(this, options);
    throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' });
  });
  try {
    const { make, close } = startSnapshotMaker();
    if (failures > 1) await expect(make(orderOf(2)).made).rejects.toThrow('spawn ENOMEM');
    await make(orderOf(4)).made;
    expect(listSnapshots(directory)).toEqual([4]);
    await close();
  } finally {
    Reflect.set(ChildProcess.prototype, 'spawn', original);
  }
});

test.runIf(isLinux)('the process rests beside a running engine, and ends with it', async () => {
  const before = processesOf(process.pid);
  const onFailure = (error: Error): never => expect.unreachable(error.message);
  const files = { directory, segmentBytes: SEGMENT_BYTES, snapshotEvery: 4 };
  const engine = await startEngine({ ...files, queueLimit: 100, onFailure, noteFailure: () => {} });
  const own = processesOf(process.pid).filter((pid) => !before.includes(pid));
  expect(own).toHaveLength(1);
  for (let at = 0; at < 5; at += 1) await engine.submit({ kind: 'CreateAsset', asset: `A${at}`, scale: 8 });
  await expect.poll(() => listSnapshots(directory), PATIENTLY).toContain(4);
  await engine.close();
  // Not even as a process that has ended and that nobody asked about.
  expect(existsSync(`/proc/${own[0]}`)).toBe(false);
});

test.runIf(isLinux)(
  'FLT-1 a kill of the exchange ends it too: nobody is left who writes beside the next one',
  async () => {
    const child = spawnEngine();
    try {
      await expect.poll(() => existsSync(join(directory, 'ready')), PATIENTLY).toBe(true);
      const processes = processesOf(child.pid);
      expect(processes).toHaveLength(1);
      child.kill('SIGKILL');
      await expect.poll(() => existsSync(`/proc/${processes[0]}`), PATIENTLY).toBe(false);
    } finally {
      child.kill('SIGKILL');
    }
  },
);

function spawnEngine(): ChildProcess {
  const url = pathToFileURL(join(import.meta.dirname, 'start-engine.ts')).href;
  const options = { directory, segmentBytes: SEGMENT_BYTES, snapshotEvery: 1_000, queueLimit: 100 };
  const program = [
    `import { writeFileSync } from 'node:fs';`,
    `import { startEngine } from '${url}';`,
    `await startEngine({ ...${JSON.stringify(options)}, onFailure() {}, noteFailure() {} });`,
    `writeFileSync('${join(directory, 'ready')}', '');`,
  ].join('\n');
  const path = join(directory, 'program.mjs');
  writeFileSync(path, program);
  return spawn(process.execPath, [path], { stdio: 'ignore' });
}
