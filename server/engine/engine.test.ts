import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandBody, CoreEvent, MarketParameters, Outcome } from '@agio/core';
import { EngineBusy, EngineStopped } from './index.ts';
import type { ReplayChunk } from './recover.ts';
import { eventsOfPast, replayEvents } from './replay.ts';
import { type EngineOptions, type RunningEngine, startEngine } from './start-engine.ts';

const UNIT = 100_000_000;
let directory: string;
let failure: Error | null;
let noted: [part: string, message: string][];
const engines: RunningEngine[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'agio-engine-'));
  failure = null;
  noted = [];
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

async function start(options: Partial<EngineOptions> = {}): Promise<RunningEngine> {
  const engine = await startEngine({
    directory,
    segmentBytes: 128 * 1024,
    snapshotEvery: 100_000,
    queueLimit: 10_000,
    onFailure: (error) => (failure = error),
    noteFailure: (part, error) => void noted.push([part, (error as Error).message]),
    ...options,
  });
  engines.push(engine);
  return engine;
}

async function stop(engine: RunningEngine): Promise<void> {
  engines.splice(engines.indexOf(engine), 1);
  await engine.close();
}

const snapshots = (): string[] => readdirSync(directory).filter((name) => /^snapshot.*bin$/.test(name));

const parameters = {
  tickSize: 1_000_000,
  stepSize: 1_000,
  minPrice: 1_000_000,
  maxPrice: 1e15,
  minVolume: 1_000,
  maxVolume: 9_000 * UNIT,
  minAmount: 5 * UNIT,
  maxAmount: 9e6 * UNIT,
  maxLimitOrderAmount: 0,
  maxMarketOrderAmount: 0,
  minBuyPriceOffset: -80_000_000,
  maxSellPriceOffset: 50 * UNIT,
  priceProtectScope: 10_000_000,
  maxSlippage: 3_000_000,
  premiumFactor: 5_000_000,
  openPrice: 95_000 * UNIT,
  openTimeMs: 0,
  openProtectMs: 0,
  makerFeeRate: 100_000,
  takerFeeRate: 100_000,
  feeMode: 'RECEIVED',
  maxOpenOrders: 200,
  maxAmends: 10,
  defaultStpMode: 'EXPIRE_TAKER',
} as unknown as MarketParameters;

const deposit = (uid: number, asset: string): CommandBody => ({
  kind: 'Deposit',
  uid,
  asset,
  amount: (1_000_000 * UNIT) as never,
  idempotency: { key: `deposit-${uid}-${asset}`, fingerprint: 'f' },
});
const limit = (uid: number, side: 'BUY' | 'SELL', ticks: number): CommandBody => ({
  kind: 'PlaceOrder',
  uid,
  symbol: 'BTCUSDT',
  side,
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: (95_000 * UNIT + ticks * 1_000_000) as never,
  quantity: 100_000 as never,
  quoteAmount: 0 as never,
  maxSlippage: 0 as never,
  stpMode: '',
  clientOrderId: '',
  idempotency: null,
});

async function seed(engine: RunningEngine): Promise<void> {
  await engine.submit({ kind: 'CreateAsset', asset: 'USDT', scale: 8 });
  await engine.submit({ kind: 'CreateAsset', asset: 'BTC', scale: 8 });
  expect(
    await engine.submit({ kind: 'CreateMarket', symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', parameters }),
  ).toMatchObject({ ok: true });
  for (const uid of [1, 2])
    for (const asset of ['USDT', 'BTC']) expect((await engine.submit(deposit(uid, asset))).ok).toBe(true);
}

async function trade(engine: RunningEngine, count: number): Promise<Outcome[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      engine.submit(limit(1 + (index % 2), index % 2 ? 'SELL' : 'BUY', (index * 7) % 11)),
    ),
  );
}

describe('the engine', () => {
  test('answers in order of submission with seqs without gaps, and reads see every earlier answer', async () => {
    const engine = await start();
    await seed(engine);
    const outcomes = await trade(engine, 50);
    const seqs = outcomes.map((outcome) => outcome.seq);
    expect(seqs).toEqual(seqs.map((_, index) => seqs[0]! + index));
    expect(engine.durableSeq).toBe(seqs.at(-1));
    const open = await engine.query('openOrders', { uid: 1, symbol: '' });
    const placed = outcomes.flatMap((outcome) =>
      outcome.ok && outcome.result.kind === 'Order' ? [outcome.result.order] : [],
    );
    expect(open.every((order) => placed.some((other) => other.orderId === order.orderId))).toBe(true);
  });

  test('of one turn each order is answered as it was behind its own command, whatever else is asked and sent between', async () => {
    const engine = await start();
    await seed(engine);
    const first = (await engine.submit(limit(1, 'BUY', -50))) as Extract<Outcome, { ok: true }>;
    const { orderId } = (first.result as { order: { orderId: number } }).order;
    const named = { uid: 1, symbol: 'BTCUSDT', orderId, clientOrderId: '' };
    const amend = (price: number): CommandBody => ({
      kind: 'AmendOrder',
      ...named,
      price: (95_000 * UNIT + price * 1_000_000) as never,
      quantity: 0 as never,
      idempotency: null,
    });
    const keyed = { ...limit(2, 'SELL', 70), idempotency: { key: 'once', fingerprint: 'f' } } as CommandBody;
    const isOpen = async (): Promise<boolean> =>
      ((await engine.query('openOrders', { uid: 1, symbol: '' })) as { orderId: number }[]).some(
        (order) => order.orderId === orderId,
      );
    const [moved, openBefore, placed, again, back, ended, openAfter, late] = await Promise.all([
      ...([engine.submit(amend(-40)), isOpen(), engine.submit(keyed), engine.submit(keyed)] as const),
      ...([engine.submit(amend(-45)), engine.submit({ kind: 'CancelOrder', ...named }), isOpen()] as const),
      engine.submit(amend(-30)),
    ]);
    const order = (amendCount: number, status: string): object => ({
      ok: true,
      result: { order: { orderId, amendCount, status } },
    });
    expect([moved, back, ended]).toMatchObject([order(1, 'NEW'), order(2, 'NEW'), order(2, 'CANCELED')]);
    expect([openBefore, openAfter]).toEqual([true, false]);
    expect([placed, again]).toMatchObject([
      { ok: true, repeated: false },
      { ok: true, repeated: true },
    ]);
    expect(late).toMatchObject({ ok: false, code: 'ORDER_CLOSED' });
    expect([moved, placed, back, ended, late].map(({ seq }) => seq - moved.seq)).toEqual([0, 1, 3, 4, 5]);
  });

  test('FLT-12 commands of one turn that pass what a unit of the journal may hold are all answered and all on disk', async () => {
    const engine = await start();
    const long = 'A'.repeat(300_000);
    const outcomes = await Promise.all(
      Array.from({ length: 80 }, (_, at) =>
        engine.submit({ kind: 'CreateAsset', asset: at % 2 === 0 ? `A${at}` : long, scale: 8 }),
      ),
    );
    expect(outcomes.map(({ ok }) => ok)).toEqual(outcomes.map((_, at) => at % 2 === 0));
    const hash = await engine.query('stateHash', {});
    await stop(engine);
    for (const name of snapshots()) rmSync(join(directory, name));
    const again = await start();
    expect(again.durableSeq).toBe(80);
    expect(await again.query('stateHash', {})).toEqual(hash);
  });

  test('FLT-12 the state hash is the same after a restart from the snapshot and from the journal alone', async () => {
    const first = await start();
    await seed(first);
    await trade(first, 400);
    const before = await first.query('stateHash', {});
    await stop(first);
    const fromSnapshot = await start();
    expect(fromSnapshot.replayed).toBe(0);
    expect(await fromSnapshot.query('stateHash', {})).toEqual(before);
    await stop(fromSnapshot);
    for (const name of readdirSync(directory)) if (name.startsWith('snapshot')) rmSync(join(directory, name));
    const fromJournal = await start();
    expect(fromJournal.replayed).toBe(before.seq);
    expect(await fromJournal.query('stateHash', {})).toEqual(before);
  });

  test('FLT-4 a damaged snapshot falls back to an older one with the same hash', async () => {
    const engine = await start({ snapshotEvery: 50 });
    await seed(engine);
    for (let i = 0; i < 6; i++) await trade(engine, 40);
    await expect.poll(snapshots, { timeout: 30_000 }).not.toEqual([]);
    const before = await engine.query('stateHash', {});
    await stop(engine);
    expect(snapshots().length).toBe(2);
    const newest = join(directory, snapshots().sort().at(-1)!);
    const bytes = readFileSync(newest);
    for (const at of [3, Math.floor(bytes.length / 2), bytes.length - 2]) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 4;
      writeFileSync(newest, damaged);
      const again = await start();
      expect(again.replayed).toBeGreaterThan(0);
      expect(await again.query('stateHash', {})).toEqual(before);
      await stop(again);
    }
  });

  test('FLT-12 commands that a start replayed count towards the next snapshot: one that is killed again and again gets its own, too', async () => {
    for (let round = 0; round < 3; round += 1) {
      const engine = await start({ snapshotEvery: 300 });
      if (round === 0) await seed(engine);
      await trade(engine, round === 2 ? 20 : 140);
      if (round === 2) await expect.poll(snapshots, { timeout: 30_000 }).toHaveLength(1);
      else expect(snapshots()).toEqual([]);
      await stop(engine);
      // As after a kill: a stop writes one.
      if (round < 2) for (const name of snapshots()) rmSync(join(directory, name));
    }
  });

  test('FLT-12 a replay gives the same events as the live run, from any position', async () => {
    const engine = await start({ snapshotEvery: 60 });
    const live: CoreEvent[] = [];
    engine.onEvents('test', (batch) => live.push(...batch.events));
    await seed(engine);
    for (let i = 0; i < 5; i++) await trade(engine, 50);
    const { durableSeq } = engine;
    for (const afterSeq of [0, 7, 100, durableSeq - 1, durableSeq]) {
      const replayed: CoreEvent[] = [];
      let lastSeq = 0;
      await replayEvents({ directory, afterSeq, toSeq: durableSeq }, async (chunk) => {
        replayed.push(...chunk.events);
        lastSeq = chunk.lastSeq;
      });
      expect(replayed).toEqual(live.filter((event) => event.seq > afterSeq));
      expect(lastSeq).toBe(durableSeq);
    }
  });

  test('FLT-12 a start keeps the events of what it replays until the rows have them all, and then the journal is read again', async () => {
    const first = await start({ snapshotEvery: 1_000_000 });
    const live: CoreEvent[] = [];
    first.onEvents('test', (batch) => live.push(...batch.events));
    await seed(first);
    await stop(first);
    const snapshotSeq = Number(/\d+/.exec(snapshots()[0]!)![0]);
    const second = await start({ snapshotEvery: 1_000_000 });
    second.onEvents('test', (batch) => live.push(...batch.events));
    for (let i = 0; i < 5; i++) await trade(second, 50);
    const { durableSeq } = second;
    // As after a kill: the end of this one wrote a snapshot.
    await stop(second);
    rmSync(join(directory, snapshots().sort().at(-1)!));
    const engine = await start({ snapshotEvery: 1_000_000 });
    let reads = 0;
    const past = async (afterSeq: number): Promise<ReplayChunk[]> => {
      const chunks: ReplayChunk[] = [];
      const take = async (chunk: ReplayChunk): Promise<void> => void chunks.push(chunk);
      const fromDisk: typeof replayEvents = (range, consume) => ((reads += 1), replayEvents(range, consume));
      await eventsOfPast(engine, { directory, afterSeq, toSeq: durableSeq }, take, fromDisk);
      return chunks;
    };
    const check = async (afterSeq: number, readsThen: number): Promise<void> => {
      const chunks = await past(afterSeq);
      expect(chunks.flatMap(({ events }) => events)).toEqual(live.filter((event) => event.seq > afterSeq));
      expect([chunks.at(-1)!.lastSeq, reads]).toEqual([durableSeq, readsThen]);
    };
    for (const afterSeq of [snapshotSeq, snapshotSeq + 1, durableSeq - 1]) await check(afterSeq, 0);
    // What lies before the snapshot was not replayed.
    await check(snapshotSeq - 1, 1);
    engine.reportProjected(durableSeq - 1);
    await check(durableSeq - 1, 1);
    engine.reportProjected(durableSeq);
    await check(durableSeq - 1, 2);
  });

  test.each(['as it was written', 'of a while before', 'missing'])(
    'FLT-12 after a long tail a start keeps the events of its newest commands, and the rows that miss more get theirs once each: high-water %s',
    async (how) => {
      const highWater = join(directory, 'high-water');
      const first = await start({ snapshotEvery: 1_000_000 });
      const live: CoreEvent[] = [];
      first.onEvents('test', (batch) => live.push(...batch.events));
      await seed(first);
      const older = readFileSync(highWater);
      for (let i = 0; i < 6; i++) await trade(first, 50);
      const { durableSeq } = first;
      await stop(first);
      for (const name of snapshots()) rmSync(join(directory, name));
      if (how === 'of a while before') writeFileSync(highWater, older);
      if (how === 'missing') rmSync(highWater);
      const engine = await start({ snapshotEvery: 1_000_000, keptCommands: 100 });
      let reads = 0;
      const fromDisk: typeof replayEvents = (range, consume) => ((reads += 1), replayEvents(range, consume));
      for (const [afterSeq, isKept] of [
        [0, false],
        [durableSeq - 200, false],
        [durableSeq - 60, true],
      ] as const) {
        const rows: CoreEvent[] = [];
        const take = async ({ events }: ReplayChunk): Promise<void> => void rows.push(...events);
        reads = 0;
        await eventsOfPast(engine, { directory, afterSeq, toSeq: durableSeq }, take, fromDisk);
        expect(rows).toEqual(live.filter((event) => event.seq > afterSeq));
        // Where the newest acknowledged command is not known, more is kept.
        if (how === 'as it was written' || isKept) expect(reads).toBe(isKept ? 0 : 1);
      }
    },
  );

  test('FLT-20 a listener that throws is noted by its name and gets the next batch; the other listeners miss nothing', async () => {
    const engine = await start();
    const heard: [part: string, seq: number][] = [];
    engine.onEvents('broken', (batch) => {
      heard.push(['broken', batch.lastSeq]);
      throw new Error('no picture');
    });
    engine.onEvents('whole', (batch) => void heard.push(['whole', batch.lastSeq]));
    await seed(engine);
    expect(noted.length).toBeGreaterThan(1);
    expect(new Set(noted.map((line) => line.join(': ')))).toEqual(new Set(['broken: no picture']));
    const seqsOf = (wanted: string): number[] => heard.flatMap(([part, seq]) => (part === wanted ? [seq] : []));
    expect(seqsOf('broken').length).toBe(noted.length);
    expect(seqsOf('whole')).toEqual(seqsOf('broken'));
    expect(seqsOf('whole').at(-1)).toBe(engine.durableSeq);
    expect(failure).toBeNull();
  });

  test('a full queue refuses a command at once, without effect', async () => {
    const engine = await start({ queueLimit: 20 });
    await seed(engine);
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => engine.submit(limit(1, 'BUY', 0))));
    expect(results.filter((result) => result.status === 'fulfilled').length).toBe(20);
    expect(results.every((result) => result.status === 'fulfilled' || result.reason instanceof EngineBusy)).toBe(true);
    expect((await engine.query('openOrders', { uid: 1, symbol: '' })).length).toBe(20);
  });

  test('after it is closed every call says that it is stopped', async () => {
    const engine = await start();
    await seed(engine);
    await stop(engine);
    await expect(engine.submit(limit(1, 'BUY', 0))).rejects.toBeInstanceOf(EngineStopped);
    expect(failure).toBeNull();
  });
});
