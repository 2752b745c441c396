import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../system/clock.ts';
import { type ProjectedRows, type Projector, startProjector } from './projector.ts';

/** A hundred times as fast as ours. */
const clock = { ...systemClock, after: (delayMs: number, run: () => void) => systemClock.after(delayMs / 100, run) };

/** A database that takes its time for each transaction, or is away. */
class SlowRows implements ProjectedRows<null> {
  position = 0;
  isAway = false;
  /** Where the position stood after each transaction. */
  readonly positions: number[] = [];

  async readPosition(): Promise<number> {
    if (this.isAway) throw new Error('connection refused');
    return this.position;
  }

  async inTransaction(run: (tx: null) => Promise<void>): Promise<void> {
    if (this.isAway) throw new Error('connection refused');
    await new Promise((resolve) => setTimeout(resolve, 10));
    await run(null);
  }

  async movePosition(_: null, from: number, to: number): Promise<boolean> {
    if (this.position !== from) return false;
    this.position = to;
    this.positions.push(to);
    return true;
  }
}

function start(rows: SlowRows, time: Clock = clock): Promise<Projector> {
  const replay: Parameters<typeof startProjector<null>>[0]['replay'] = (_, lastSeq, consume) =>
    consume({ lastSeq, events: [] });
  return startProjector({ rows, projections: [], clock: time, replay, onProjected: () => {}, onTrouble: () => {} }, 0);
}

const push = (projector: Projector, seq: number): void => projector.push({ firstSeq: seq, lastSeq: seq, events: [] });

test('a stop works off all that the projector knows of, and says that the rows are level', async () => {
  const rows = new SlowRows();
  const projector = await start(rows);
  // The first is under way when the second comes: they take a transaction each.
  push(projector, 1);
  push(projector, 2);
  expect(await projector.close()).toBe(true);
  expect(rows.position).toBe(2);
});

test('a stop does not wait for ever for a database that is away: it says that the rows are behind', async () => {
  const rows = new SlowRows();
  const projector = await start(rows);
  rows.isAway = true;
  push(projector, 1);
  expect(await projector.close()).toBe(false);
  expect(rows.position).toBe(0);
});

test('a database that comes back while the exchange stops still gets its rows', async () => {
  const rows = new SlowRows();
  const projector = await start(rows);
  rows.isAway = true;
  push(projector, 1);
  setTimeout(() => (rows.isAway = false), 15);
  expect(await projector.close()).toBe(true);
  expect(rows.position).toBe(1);
});

test('FLT-9 rows that a database lost in a crash are made again, with no new event and however long it is away', async () => {
  const rows = new SlowRows();
  const projector = await start(rows);
  push(projector, 1);
  push(projector, 2);
  await expect.poll(() => projector.seq).toBe(2);
  rows.isAway = true;
  rows.position = 1;
  projector.recheck();
  await new Promise((resolve) => setTimeout(resolve, 50));
  rows.isAway = false;
  await expect.poll(() => rows.position).toBe(2);
  expect(await projector.close()).toBe(true);
});

test('FLT-9 while a database may have lost rows nobody is told that they are there', async () => {
  const rows = new SlowRows();
  const projector = await start(rows);
  push(projector, 1);
  push(projector, 2);
  await expect.poll(() => projector.seq).toBe(2);
  rows.position = 1;
  projector.recheck();
  const seen = projector.waitForSeq(2).then(() => rows.position);
  expect(await seen).toBe(2);
  expect(await projector.close()).toBe(true);
});

test('FLT-9 who waits for rows that no crash took goes on as soon as the database has said so', async () => {
  const rows = new SlowRows();
  const projector = await start(rows);
  push(projector, 1);
  await expect.poll(() => projector.seq).toBe(1);
  projector.recheck();
  await projector.waitForSeq(1);
  expect(await projector.close()).toBe(true);
});

/** Timers that a test runs by hand. */
class HandClock implements Clock {
  readonly nowMs = Date.now;
  readonly every = systemClock.every;
  private readonly timers = new Set<{ readonly run: () => void }>();

  after(_: number, run: () => void): () => void {
    const timer = { run };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }
  get waiting(): number {
    return this.timers.size;
  }
  runAll(): void {
    const timers = [...this.timers];
    this.timers.clear();
    for (const { run } of timers) run();
  }
}

test('the first event after a silence is a row at once; what comes while it is written is gathered with what follows', async () => {
  const [rows, hand] = [new SlowRows(), new HandClock()];
  const projector = await start(rows, hand);
  push(projector, 1);
  await expect.poll(() => projector.seq).toBe(1);
  push(projector, 2);
  push(projector, 3);
  await expect.poll(() => hand.waiting).toBe(1);
  for (let seq = 4; seq <= 20; seq += 1) push(projector, seq);
  hand.runAll();
  await expect.poll(() => projector.seq).toBe(20);
  expect(rows.positions).toEqual([1, 2, 20]);
  await projector.close();
});

test('who waits for rows does not wait until a transaction has gathered enough', async () => {
  const [rows, hand] = [new SlowRows(), new HandClock()];
  const projector = await start(rows, hand);
  push(projector, 1);
  push(projector, 2);
  await expect.poll(() => hand.waiting).toBe(1);
  expect(rows.position).toBe(1);
  await projector.waitForSeq(2);
  expect(rows.position).toBe(2);
  await projector.close();
});

test('a stop, and a doubt about what the database kept, end the gathering', async () => {
  for (const end of [(projector: Projector) => void projector.close(), (projector: Projector) => projector.recheck()]) {
    const [rows, hand] = [new SlowRows(), new HandClock()];
    const projector = await start(rows, hand);
    push(projector, 1);
    push(projector, 2);
    await expect.poll(() => hand.waiting).toBe(1);
    end(projector);
    await expect.poll(() => rows.position).toBe(2);
    await projector.close();
  }
});
