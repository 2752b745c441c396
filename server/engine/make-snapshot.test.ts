import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CommandBody, restoreCore } from '@agio/core';
import { nodeDisk, openJournal, readSnapshot } from '../journal/index.ts';
import { systemClock } from '../system/clock.ts';
import { makeSnapshot, type SnapshotMaker, type SnapshotOrder } from './make-snapshot.ts';
import type { FromEngine } from './messages.ts';
import { startSequencer } from './sequencer.ts';
import { type RunningSnapshotMaker, startSnapshotMaker } from './snapshot-maker.ts';

const EVERY = 4;
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'agio-snapshot-'));
});
afterEach(async () => {
  await maker?.close();
  maker = null;
  rmSync(directory, { recursive: true, force: true });
});

let maker: RunningSnapshotMaker | null = null;
const makeInProcess = (): SnapshotMaker => (maker = startSnapshotMaker()).make;

const snapshots = (): number[] =>
  readdirSync(directory).flatMap((name) => {
    const digits = /^snapshot-(\d+)\.bin$/.exec(name)?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });

/** A sequencer on this thread, and what it sent and warned of. */
class SequencerOnThisThread {
  readonly sent: FromEngine[] = [];
  readonly warnings: string[] = [];
  private readonly receive: ReturnType<typeof startSequencer>;
  private nextId = 0;

  constructor(makeSnapshotOf: SnapshotMaker) {
    this.receive = startSequencer({
      directory,
      segmentBytes: 2_000,
      snapshotEvery: EVERY,
      disk: nodeDisk,
      clock: systemClock,
      makeSnapshot: makeSnapshotOf,
      send: (message) => void this.sent.push(message),
      warn: (sentence) => void this.warnings.push(sentence),
    });
  }

  /** Sends `count` commands, one after the other; resolves when the last is answered. */
  async take(count: number): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      this.nextId += 1;
      const id = this.nextId;
      const body: CommandBody = { kind: 'CreateAsset', asset: `A${id}`, scale: 8 };
      this.receive({ kind: 'work', items: [{ kind: 'command', id, body }] });
      await expect.poll(() => this.answers().some((answer) => answer.id === id), { interval: 1 }).toBe(true);
    }
  }

  async stateHash(): Promise<unknown> {
    this.nextId += 1;
    const id = this.nextId;
    this.receive({ kind: 'work', items: [{ kind: 'query', id, query: 'stateHash', input: {} }] });
    await expect.poll(() => this.answers().some((answer) => answer.id === id), { interval: 1 }).toBe(true);
    const answer = this.answers().find((one) => one.id === id)!;
    return 'output' in answer ? answer.output : null;
  }

  async close(): Promise<void> {
    this.receive({ kind: 'close' });
    await expect.poll(() => this.sent.at(-1)?.kind).toBe('closed');
  }

  private answers(): readonly { readonly id: number; readonly output?: unknown }[] {
    return this.sent.flatMap((message) => (message.kind === 'durable' ? message.answers : []));
  }
}

test('FLT-12 a snapshot made beside the engine is the state at its position, however far the journal has grown', async () => {
  const engine = new SequencerOnThisThread(makeInProcess());
  await engine.take(EVERY - 1);
  const before = await engine.stateHash();
  await engine.take(2 * EVERY);
  await makeSnapshot({ directory, seq: EVERY - 1, neededSeq: EVERY - 1, boundarySeq: 0 });
  expect({ seq: EVERY - 1, hash: restoreCore(readSnapshot(directory, EVERY - 1)).stateHash() }).toEqual(before);
  await engine.close();
});

test('FLT-12 trading goes on while a snapshot is in the making; one is made at a time, and the next when it is due', async () => {
  const ordered: number[] = [];
  let finish = (): void => {};
  const engine = new SequencerOnThisThread(({ seq }) => {
    ordered.push(seq);
    return { made: new Promise((resolve) => (finish = resolve)), stop: async () => {} };
  });
  await engine.take(3 * EVERY);
  expect(ordered).toEqual([EVERY]);
  finish();
  await expect.poll(() => ordered).toEqual([EVERY, 3 * EVERY]);
  finish();
  await engine.close();
  expect(engine.warnings).toEqual([]);
});

test('FLT-5 a snapshot that cannot be made is said once, trading goes on, and the next one is tried', async () => {
  const ordered: SnapshotOrder[] = [];
  const engine = new SequencerOnThisThread((order) => {
    ordered.push(order);
    return { made: Promise.reject(new Error('no space left')), stop: async () => {} };
  });
  await engine.take(2 * EVERY);
  expect(ordered.map(({ seq }) => seq)).toEqual([EVERY, 2 * EVERY]);
  const sentence = 'No snapshot was written, and a release with newer rules needs one: no space left';
  await expect.poll(() => engine.warnings).toEqual([sentence, sentence]);
  await engine.close();
});

test('FLT-18 a clean stop gives up the snapshot in the making and leaves the one of its end, without a warning', async () => {
  const engine = new SequencerOnThisThread(makeInProcess());
  await engine.take(EVERY);
  // What a snapshot that was killed at another position left.
  writeFileSync(join(directory, 'snapshot-000000000000002.bin.new'), 'a part');
  await engine.close();
  expect(engine.warnings).toEqual([]);
  expect(snapshots()).toContain(EVERY);
  expect(readdirSync(directory).filter((name) => name.endsWith('.bin.new'))).toEqual([]);
});

test('FLT-4 no snapshot is made of a position that the journal does not reach', async () => {
  const journal = openJournal(
    { directory, segmentBytes: 2_000, disk: nodeDisk, clock: systemClock, onFailure: () => {} },
    0,
    () => {},
  );
  await journal.close();
  const order = { directory, seq: 3, neededSeq: 0, boundarySeq: 0 };
  await expect(makeSnapshot(order)).rejects.toThrow('the journal ends at 0, before command 3');
  expect(snapshots()).toEqual([]);
});
