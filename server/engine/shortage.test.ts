/** The engine while the journal can open no file: on the real disk, of which the next segment is refused as the system would. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../system/clock.ts';
import { nodeDisk } from '../journal/index.ts';
import { connectEngine } from './connect-engine.ts';
import { EngineBusy } from './index.ts';
import type { EngineReady } from './connect-engine.ts';
import type { FromEngine } from './messages.ts';
import { makeSnapshotOnThread } from './make-snapshot.ts';
import { startSequencer } from './sequencer.ts';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'agio-shortage-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('FLT-5 with too many open files at the turn of a segment new commands are refused at once, and say why; what waits is answered later', async () => {
  let areFilesGone = false;
  const disk: typeof nodeDisk = {
    ...nodeDisk,
    open(path, flags) {
      if (areFilesGone && path.endsWith('.spare'))
        throw Object.assign(new Error(`EMFILE: open '${path}'`), { code: 'EMFILE' });
      return nodeDisk.open(path, flags);
    },
  };
  const sent: FromEngine[] = [];
  let hear = (message: FromEngine): void => void sent.push(message);
  const receive = startSequencer({
    directory,
    segmentBytes: 2_000,
    snapshotEvery: 1_000_000,
    makeSnapshot: makeSnapshotOnThread,
    disk,
    clock: systemClock,
    send: (message) => hear(message),
    warn: () => {},
  });
  const engine = connectEngine(
    {
      post: receive,
      onMessage: (listener) => void (hear = listener),
      onError: () => {},
      atEndOfTurn: (run) => void setImmediate(run),
      end: async () => {},
    },
    { queueLimit: 1_000, onFailure: (error) => expect.unreachable(error.message), noteFailure: () => {} },
    sent[0] as EngineReady,
  );
  const create = (n: number) => engine.submit({ kind: 'CreateAsset', asset: `A${n}`, scale: 8 });
  await create(0);
  await expect.poll(() => existsSync(join(directory, 'ballast'))).toBe(true);
  areFilesGone = true;
  // Each is on disk before the next is sent, until one waits for a segment that cannot be opened.
  let number = 0;
  let answered = 0;
  const waiting: Promise<unknown>[] = [];
  const refusals: Error[] = [];
  for (const until = Date.now() + 5_000; refusals.length === 0 && Date.now() < until;) {
    number += 1;
    const asked = create(number).then(
      () => (answered += 1),
      (error: Error) => refusals.push(error),
    );
    waiting.push(asked);
    await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 50))]);
  }
  expect(refusals[0]).toBeInstanceOf(EngineBusy);
  expect(refusals[0]!.message).toBe('The exchange may open no more files: nothing was done. Try again in a moment.');
  expect(answered).toBeLessThan(number - 1);
  areFilesGone = false;
  await Promise.all(waiting);
  expect(answered).toBe(number - refusals.length);
  await expect(create(number + 1)).resolves.toMatchObject({ ok: true });
  await engine.close();
});
