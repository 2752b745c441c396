/** Rules have a version (decision 032), on what servers of the first rules and of those in force left: `golden-journals`. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CoreEvent, createCore, restoreCore, RULES_VERSION } from '@agio/core';
import { openJournal, readJournal } from '../journal/index.ts';
import { checkJournal } from './check-journal.ts';
import type { EngineQueries, EngineQuery } from './index.ts';
import { applyUnit, readEvents } from './recover.ts';
import { type EngineOptions, type RunningEngine, startEngine } from './start-engine.ts';

const GOLDEN = join(import.meta.dirname, 'golden-journals/rules-1');
/** Positions of the older snapshot and of the last command under the first rules in `clean-stop`. */
const [OLDER_SNAPSHOT, BOUNDARY] = [42, 69];
const OLDER =
  /commands of version 1 of the rules behind the last snapshot, at 42[ ;].*Nothing was changed\. Start the release/;
let directory: string;
const engines: RunningEngine[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'agio-rules-'));
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

function take(name: 'clean-stop' | 'killed'): void {
  cpSync(join(GOLDEN, name), directory, { recursive: true });
}

async function start(options: Partial<EngineOptions> = {}): Promise<RunningEngine> {
  const onFailure = (error: Error): never => {
    throw error;
  };
  const noteFailure = (_part: string, error: unknown): never => onFailure(error as Error);
  const sizes = { segmentBytes: 2048, snapshotEvery: 100_000, queueLimit: 1_000 };
  const engine = await startEngine({ directory, ...sizes, onFailure, noteFailure, ...options });
  engines.push(engine);
  return engine;
}

async function stop(engine: RunningEngine): Promise<void> {
  engines.splice(engines.indexOf(engine), 1);
  await engine.close();
}

async function tick(engine: RunningEngine, count: number): Promise<void> {
  for (let i = 0; i < count; i++) expect((await engine.submit({ kind: 'Clock' })).ok).toBe(true);
}

function filesOf(folder: string): Map<string, string> {
  return new Map(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  );
}

const snapshots = (): number[] =>
  readdirSync(directory).flatMap((name) => /^snapshot-(\d+)/.exec(name)?.slice(1).map(Number) ?? []);
const snapshotAt = (seq: number): string => join(directory, `snapshot-${String(seq).padStart(15, '0')}.bin`);

function damage(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at]! ^= 1;
  writeFileSync(path, bytes);
}

/** Refused, and not a byte has changed. */
async function expectRefused(sentence: RegExp): Promise<void> {
  const before = filesOf(directory);
  await expect(start()).rejects.toMatchObject({ name: 'RulesDiffer', message: expect.stringMatching(sentence) });
  expect(filesOf(directory)).toEqual(before);
}

interface Answers {
  readonly seq: number;
  readonly users: readonly {
    readonly uid: number;
    readonly balances: readonly object[];
    readonly orders: readonly object[];
    readonly wallets: Readonly<Record<string, Wallet>>;
  }[];
  readonly house: readonly object[];
}
interface Wallet {
  readonly perpOrders: readonly object[];
  readonly stopOrders: readonly object[];
  readonly positions: readonly object[];
  readonly balance: bigint;
  readonly bonus: bigint;
}

/** The answers that users had got by the time of the stop. */
function answersAtStop(): Answers {
  const text = readFileSync(join(GOLDEN, 'clean-stop/answers.json'), 'utf8');
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as Answers;
}

describe('a start on what the first rules left', () => {
  test('after a clean stop it goes on from the snapshot: balances, orders and positions are as they were answered', async () => {
    take('clean-stop');
    const engine = await start();
    const answers = answersAtStop();
    expect([engine.durableSeq, engine.replayed, engine.boundarySeq]).toEqual([BOUNDARY, 0, BOUNDARY]);
    const ask = <K extends EngineQuery>(kind: K, input: EngineQueries[K]['input']): Promise<unknown> =>
      engine.query(kind, input);
    expect(await ask('houseAccounts', {})).toMatchObject(answers.house);
    for (const { uid, balances, orders, wallets } of answers.users) {
      expect(await ask('balances', { uid })).toMatchObject(balances);
      expect(await ask('openOrders', { uid, symbol: '' })).toMatchObject(orders);
      for (const [wallet, { perpOrders, stopOrders, positions, balance, bonus }] of Object.entries(wallets)) {
        const owner = { uid, wallet, symbol: '' };
        expect(await ask('openPerpOrders', owner)).toMatchObject(perpOrders);
        expect(await ask('openStopOrders', owner)).toMatchObject(stopOrders);
        expect(await ask('positions', owner)).toMatchObject(positions);
        expect((await engine.query('capital', owner)) ?? { balance: 0n, bonus: 0n }).toMatchObject({ balance, bonus });
      }
    }
    // Wrong results of the first rules stay as they are: a loss that bonus should have paid, a voucher's face left in its account.
    expect(answers.users[2]!.wallets.FUTURES).toMatchObject({ balance: 80_000_000n, bonus: 3_000_000_000n });
    expect(answers.users[4]!.wallets['VOUCHER:5']).toMatchObject({ balance: 4_000_000_000n });
  });

  test('the same commands under these rules would give other balances: a replay would have changed what was answered', () => {
    take('clean-stop');
    const core = createCore({ checkInvariants: true });
    let commands = 0;
    readJournal(directory, 0, (unit) => (applyUnit(core, unit), (commands += unit.count)));
    expect(commands).toBe(BOUNDARY);
    expect(core.capital(3, 'FUTURES')).toMatchObject({ balance: 3_080_000_000n, bonus: 0n });
    expect(core.capital(5, 'VOUCHER:5')).toMatchObject({ balance: 0n });
  });

  test('what stands from the first rules trades on under these', () => {
    const snapshot = readFileSync(join(GOLDEN, `clean-stop/snapshot-${'69'.padStart(15, '0')}.bin`));
    const core = restoreCore(snapshot, { checkInvariants: true });
    const events: CoreEvent[] = [];
    readJournal(join(GOLDEN, 'killed'), BOUNDARY, (unit) =>
      applyUnit(core, unit, { afterSeq: 0, emit: (event) => events.push(event) }),
    );
    expect(core.lastSeq).toBe(73);
    const kinds = events.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['Traded', 'PerpTraded', 'PositionChanged']));
    expect(core.ledgerSums().every(({ sum }) => sum === 0n)).toBe(true);
    // The first command pays out the money that the first rules left in a voucher's account.
    const settled = { kind: 'VoucherSettled', uid: 5, toPool: 3_000_000_000n, toUser: 1_000_000_000n };
    expect(events).toContainEqual(expect.objectContaining(settled));
    expect(core.capital(5, 'VOUCHER:5')).toMatchObject({ balance: 0n });
  });

  test('commands behind the last snapshot are refused with the way to upgrade, and not a byte changes', async () => {
    take('killed');
    await expectRefused(OLDER);
  });

  test('where the newest snapshot is damaged it never falls back to one with older commands behind it', async () => {
    take('clean-stop');
    damage(snapshotAt(BOUNDARY), 200);
    await expectRefused(OLDER);
    rmSync(snapshotAt(OLDER_SNAPSHOT));
    await expectRefused(
      /commands of version 1 of the rules and no snapshot to go on from \(the one at 69 cannot be used: The snapshot is damaged\.\);/,
    );
  });

  test('new commands begin a new segment with their rules; every later start replays only those', async () => {
    take('clean-stop');
    const first = await start();
    await tick(first, 3);
    const { hash } = await first.query('stateHash', {});
    // The files on disk before the stop, as after kill -9.
    const copy = mkdtempSync(join(tmpdir(), 'agio-rules-'));
    cpSync(directory, copy, { recursive: true });
    await stop(first);
    const again = await start({ directory: copy });
    expect([again.replayed, again.boundarySeq]).toEqual([3, BOUNDARY]);
    expect((await again.query('stateHash', {})).hash).toBe(hash);
    await stop(again);
    const older = readFileSync(join(copy, 'journal-00000003.log'));
    expect(older.equals(readFileSync(join(GOLDEN, 'clean-stop/journal-00000003.log')))).toBe(true);
    const own = readFileSync(join(copy, 'journal-00000004.log'));
    expect([own.readUInt32LE(8), own.readUInt32LE(28)]).toEqual([2, RULES_VERSION]);
    rmSync(copy, { recursive: true, force: true });
  });

  test('the snapshot at the change of rules is kept, whatever comes after it', async () => {
    take('clean-stop');
    const engine = await start({ snapshotEvery: 2 });
    for (let i = 0; i < 6; i++) {
      await tick(engine, 2);
      engine.reportProjected(engine.durableSeq);
      // One that is due while the one before is just done may be of the command before the last.
      const isNewest = (): boolean => snapshots().some((seq) => seq >= engine.durableSeq - 1);
      await expect.poll(isNewest, { timeout: 30_000 }).toBe(true);
    }
    await stop(engine);
    expect(snapshots()).toContain(BOUNDARY);
    expect(snapshots()).not.toContain(OLDER_SNAPSHOT);
    expect(snapshots().length).toBe(3);
    // Without all newer ones: from this one the journal of these rules gives the state back.
    const loseNewer = (): void => {
      for (const seq of snapshots()) if (seq > BOUNDARY) rmSync(snapshotAt(seq));
    };
    loseNewer();
    const again = await start();
    expect([again.durableSeq, again.replayed]).toEqual([BOUNDARY + 12, 12]);
    await stop(again);
    loseNewer();
    damage(snapshotAt(BOUNDARY), 200);
    await expectRefused(/no snapshot to go on from \(.* Restore the snapshots of the journal from a backup\.$/);
  });
});

test('the commands of a recorded journal still give the state they gave: what changes it is a change of the rules, and raises their version', () => {
  const folder = join(import.meta.dirname, `golden-journals/rules-${RULES_VERSION}/clean-stop`);
  const core = createCore({ checkInvariants: true });
  readJournal(folder, 0, (unit) => applyUnit(core, unit));
  const recorded = restoreCore(readFileSync(join(folder, `snapshot-${String(BOUNDARY).padStart(15, '0')}.bin`)));
  expect(core.lastSeq).toBe(BOUNDARY);
  expect(core.stateHash()).toBe(recorded.stateHash());
});

describe('a start on what newer rules left', () => {
  const NEWER = new RegExp(
    `goes on under version ${RULES_VERSION + 1} of the rules, and this release has version ${RULES_VERSION}\\. ` +
      'Nothing was changed\\. Start a release',
  );

  /** A unit that a release with the next rules wrote. */
  async function appendNewer(count: number): Promise<void> {
    const options = { directory, segmentBytes: 2048, rulesVersion: RULES_VERSION + 1 };
    const journal = openJournal({ ...options, onFailure: (error) => expect.fail(error.message) }, 0, () => {});
    for (let i = 1; i <= count; i++) {
      const isDurable = new Promise<void>((resolve) => journal.onDurable(() => resolve()));
      journal.append(BOUNDARY + i, Buffer.from('whatever newer rules write'));
      await isDurable;
    }
    await journal.close();
  }

  test('newer commands behind the snapshot are refused, and not a byte changes', async () => {
    take('clean-stop');
    await appendNewer(1);
    await expectRefused(NEWER);
  });

  test('a snapshot of newer rules is refused even if no command follows it', async () => {
    take('clean-stop');
    const engine = await start();
    await tick(engine, 1);
    await stop(engine);
    const path = snapshotAt(BOUNDARY + 1);
    const bytes = readFileSync(path);
    expect(bytes.readUInt32LE(52)).toBe(RULES_VERSION);
    bytes.writeUInt32LE(RULES_VERSION + 1, 52);
    bytes.writeUInt32LE((crc32(bytes.subarray(0, 48)) ^ crc32(bytes.subarray(52))) >>> 0, 48);
    writeFileSync(path, bytes);
    await expectRefused(NEWER);
  });

  test('a segment begun under newer rules is refused even while it is empty', async () => {
    take('clean-stop');
    await appendNewer(1);
    const path = join(directory, 'journal-00000004.log');
    const bytes = readFileSync(path).fill(0, 64);
    writeFileSync(path, bytes);
    rmSync(join(directory, 'high-water'));
    await expectRefused(NEWER);
  });
});

describe('projections and checks', () => {
  const events = (afterSeq: number, toSeq: number): CoreEvent[] => {
    const found: CoreEvent[] = [];
    readEvents({ directory, afterSeq, toSeq }, (chunk) => found.push(...chunk.events));
    return found;
  };

  test('rows that end before the change of rules are refused with the way to go on; later ones are brought up', async () => {
    take('clean-stop');
    expect(() => events(BOUNDARY - 9, BOUNDARY)).toThrow(
      /stands at command 60, and what it misses to command 69 was taken under older rules .* Start the release that took it once more/,
    );
    const engine = await start();
    const live: CoreEvent[] = [];
    engine.onEvents('test', (batch) => live.push(...batch.events));
    const deposit = { kind: 'Deposit', uid: 1, asset: 'USDT', amount: 5 as never } as const;
    for (const key of ['a', 'b']) await engine.submit({ ...deposit, idempotency: { key, fingerprint: '' } });
    await stop(engine);
    expect(live.length).toBeGreaterThan(1);
    expect(events(BOUNDARY, BOUNDARY + 2)).toEqual(live);
    expect(() => events(BOUNDARY - 1, BOUNDARY + 2)).toThrow(
      /stands at command 68, .* Restore a backup of the database/,
    );
  });

  test('journal verify replays from the change of rules on, and reads the chain before it', async () => {
    take('clean-stop');
    expect(checkJournal(directory, Infinity)).toMatchObject({ fromSeq: BOUNDARY, core: { lastSeq: BOUNDARY } });
    const engine = await start({ snapshotEvery: 2 });
    await tick(engine, 6);
    const { seq, hash } = await engine.query('stateHash', {});
    await stop(engine);
    const { core, fromSeq } = checkJournal(directory, Infinity);
    expect([fromSeq, core.lastSeq, core.stateHash()]).toEqual([BOUNDARY, seq, hash]);
    damage(join(directory, 'journal-00000001.log'), 500);
    expect(() => checkJournal(directory, Infinity)).toThrow(/is damaged at byte/);
  });

  test('journal verify says of commands of older rules that it cannot replay them', () => {
    take('killed');
    expect(() => checkJournal(directory, Infinity)).toThrow(OLDER);
  });
});
