/** How long orders wait for the engine while a snapshot of a large state is made, and while none is. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, type CommandBody, encodeCommand, type Outcome } from '../../core/index.ts';
import { TestPerps } from '../../core/testing/perps.ts';
import { listSnapshots, nodeDisk, openJournal, writeSnapshot } from '../../server/journal/index.ts';
import { startEngine } from '../../server/engine/start-engine.ts';
import { systemClock } from '../../server/system/clock.ts';
import { exchangeOf, SETTINGS } from './holders.ts';
import { addSpot, SYMBOL } from './spot-users.ts';

const SEGMENT_BYTES = 32 * 1024 * 1024;
const AT_ONCE = 1_000;
const BEFORE = 4_000;

export interface Waits {
  /** The longest, in milliseconds. */
  readonly alone: number;
  readonly beside: number;
  /** How long 99 of 100 wait at most beside it. */
  readonly most: number;
  /** How long the snapshot took. */
  readonly making: number;
}

/** An exchange of tests that keeps the bytes of its commands. */
class RecordedPerps extends TestPerps {
  declare commands: Uint8Array[];

  override run(fields: Parameters<TestPerps['run']>[0]): Outcome {
    this.commands ??= [];
    this.commands.push(encodeCommand({ ...fields, seq: this.core.lastSeq + 1, timeMs: this.timeMs } as Command));
    return super.run(fields);
  }
}

export async function waitsBesideSnapshot(size: number, contracts: number): Promise<Waits> {
  const directory = mkdtempSync(join(tmpdir(), 'agio-bench-snapshot-'));
  try {
    return await measure(directory, await prepare(directory, size, contracts));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Writes journal and snapshot of such an exchange; answers its last command. Nothing refers to it afterwards, so that no collection of garbage walks over it while orders wait. */
async function prepare(directory: string, size: number, contracts: number): Promise<number> {
  const made = new RecordedPerps(SETTINGS);
  const { x } = exchangeOf(size / 10, contracts, made);
  addSpot(x, size);
  await writeJournal(directory, made.commands);
  const seq = x.core.lastSeq;
  await writeSnapshot({
    directory,
    seq,
    bytes: x.core.snapshot(),
    neededSeq: seq,
    boundarySeq: 0,
    besideTrading: false,
  });
  return seq;
}

async function writeJournal(directory: string, commands: readonly Uint8Array[]): Promise<void> {
  const files = { directory, segmentBytes: SEGMENT_BYTES, disk: nodeDisk, clock: systemClock };
  const onFailure = (error: Error): never => {
    throw error;
  };
  const journal = openJournal({ ...files, onFailure }, 0, () => {});
  let told = (): void => {};
  journal.onDurable(() => told());
  for (let at = 0; at < commands.length; at += AT_ONCE) {
    const until = Math.min(at + AT_ONCE, commands.length);
    for (let one = at; one < until; one += 1) journal.append(one + 1, commands[one]!);
    while (journal.durableSeq < until) await new Promise<void>((resolve) => (told = resolve));
  }
  await journal.close();
}

/** One order after the other, each as soon as the one before it is answered; every second one cancels. */
async function measure(directory: string, seq: number): Promise<Waits> {
  const engine = await startEngine({
    directory,
    segmentBytes: SEGMENT_BYTES,
    snapshotEvery: BEFORE,
    queueLimit: 1_000,
    onFailure: (error) => {
      throw error;
    },
    noteFailure: () => {},
  });
  const [alone, beside]: [number[], number[]] = [[], []];
  const begun = seq + BEFORE;
  const isMade = (): boolean => listSnapshots(directory).some((one) => one >= begun);
  let orderedAt = 0;
  for (let sent = 0; ; sent += 1) {
    const before = performance.now();
    await engine.submit(bid(2 + (sent % 1_000)));
    const waited = performance.now() - before;
    if (engine.durableSeq < begun) alone.push(waited);
    else beside.push(waited);
    if (orderedAt === 0 && engine.durableSeq >= begun) orderedAt = performance.now();
    if (sent % 20 === 0 && isMade()) break;
  }
  const making = performance.now() - orderedAt;
  await engine.close();
  const sorted = beside.toSorted((a, b) => a - b);
  const most = sorted[Math.ceil(sorted.length * 0.99) - 1]!;
  // The first orders find code that is not compiled.
  return { alone: Math.max(...alone.slice(BEFORE / 4)), beside: sorted.at(-1)!, most, making };
}

function bid(uid: number): CommandBody {
  return {
    kind: 'PlaceOrder',
    uid,
    symbol: SYMBOL,
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: 900e8 as never,
    quantity: 100_000 as never,
    quoteAmount: 0 as never,
    maxSlippage: 0 as never,
    stpMode: '',
    clientOrderId: '',
    idempotency: null,
  };
}
