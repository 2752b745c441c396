/**
 * The engine's thread: the only place where commands get their sequence and where the core changes. A command is applied
 * while its unit goes to disk, but nothing it caused (answer, event, read of state) leaves before the disk has it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type Command, type CommandBody, type Core, type CoreEvent, encodeCommand } from '@agio/core';
import { JournalDamaged, openJournal, writeSnapshot } from '../journal/index.ts';
import type { EngineQuery } from './index.ts';
import type { Answer, EngineWorkerData, FromEngine, ToEngine, WorkItem } from './messages.ts';
import { answerQuery } from './queries.ts';
import { applyUnit, restoreNewest } from './recover.ts';

const port = parentPort!;
const options = workerData as EngineWorkerData;
const send = (message: FromEngine): void => port.postMessage(message);

/** What waits for the disk: released in order, up to the durable seq. */
interface Held {
  readonly seq: number;
  readonly events: CoreEvent[];
  readonly answers: Answer[];
}

let held: Held[] = [];
let projectedSeq = 0;
let commandsSinceSnapshot = 0;
let releasedSeq = 0;

const core: Core = restoreNewest(options.directory, Number.MAX_SAFE_INTEGER, (seq, error) => {
  process.stderr.write(
    `The snapshot at ${seq} cannot be used (${error.message}); an older one or the whole journal serves.\n`,
  );
});
const restoredSeq = core.lastSeq;

const fail = (error: Error): void => {
  send({ kind: 'failed', message: error.message });
};

const journal = openJournal(
  { directory: options.directory, segmentBytes: options.segmentBytes, onFailure: fail },
  restoredSeq,
  (unit) => applyUnit(core, unit, () => {}),
);
if (core.lastSeq > journal.durableSeq) {
  throw new JournalDamaged(
    `The snapshot at ${core.lastSeq} is newer than the end of the journal at ${journal.durableSeq}. Restore the journal from a backup.`,
  );
}
releasedSeq = core.lastSeq;
const replayedCount = core.lastSeq - restoredSeq;

function sequence(body: CommandBody, item: { events: CoreEvent[]; answers: Answer[] }, id: number): void {
  const command = { ...body, seq: core.lastSeq + 1, timeMs: Math.max(Date.now(), core.lastTimeMs) } as Command;
  const outcome = core.apply(command, (event) => void item.events.push(event));
  journal.append(command.seq, encodeCommand(command));
  item.answers.push({ id, outcome });
  commandsSinceSnapshot++;
}

/**
 * Without room for another segment only cancels of live orders are taken: anything else, a useless cancel as well, would eat
 * the room that the useful ones need.
 */
function isTakenWithoutRoom(body: CommandBody): boolean {
  if (body.kind === 'CancelAllOrders') return core.openOrders(body.uid, body.symbol).length > 0;
  if (body.kind !== 'CancelOrder') return false;
  const order =
    body.orderId > 0 ? core.order(body.orderId) : core.orderByClientId(body.uid, body.symbol, body.clientOrderId);
  return order !== null && order.uid === body.uid && (order.status === 'NEW' || order.status === 'PARTIALLY_FILLED');
}

function work(items: readonly WorkItem[]): void {
  const batch = { events: [] as CoreEvent[], answers: [] as Answer[] };
  for (const item of items) {
    if (item.kind === 'command' && !journal.hasRoom && !isTakenWithoutRoom(item.body))
      batch.answers.push({ id: item.id, noRoom: true });
    else if (item.kind === 'command') sequence(item.body, batch, item.id);
    else batch.answers.push(read(item.id, item.query, item.input));
  }
  held.push({ seq: core.lastSeq, ...batch });
  if (journal.durableSeq === core.lastSeq) release(journal.durableSeq);
}

function read(id: number, query: EngineQuery, input: unknown): Answer {
  try {
    return { id, output: answerQuery(core, query, input) };
  } catch (error) {
    return { id, error: (error as Error).message };
  }
}

function release(durableSeq: number): void {
  let count = 0;
  while (count < held.length && held[count]!.seq <= durableSeq) count++;
  if (count === 0) return;
  const ready = held.slice(0, count);
  held = held.slice(count);
  const seq = ready[ready.length - 1]!.seq;
  send({
    kind: 'durable',
    seq,
    firstSeq: releasedSeq + 1,
    events: ready.length === 1 ? ready[0]!.events : ready.flatMap((entry) => entry.events),
    answers: ready.length === 1 ? ready[0]!.answers : ready.flatMap((entry) => entry.answers),
  });
  releasedSeq = seq;
  if (commandsSinceSnapshot >= options.snapshotEvery && held.length === 0 && durableSeq === core.lastSeq)
    takeSnapshot();
}

let writing: Promise<void> | null = null;

function takeSnapshot(): void {
  if (writing) return;
  commandsSinceSnapshot = 0;
  writing = writeSnapshot(options.directory, core.lastSeq, core.snapshot(), projectedSeq)
    // The journal alone can rebuild the state: a snapshot that finds no room is only missed.
    .catch((error: Error) => void process.stderr.write(`No snapshot was written: ${error.message}\n`))
    .finally(() => (writing = null));
}

let isClosed = false;

async function close(): Promise<void> {
  isClosed = true;
  await journal.close();
  release(journal.durableSeq);
  await writing;
  // A snapshot may never be newer than the journal: after a failed write there is none.
  if (core.lastSeq === journal.durableSeq && (commandsSinceSnapshot > 0 || replayedCount > 0)) takeSnapshot();
  await writing;
  send({ kind: 'closed' });
}

journal.onDurable(release);
port.on('message', (message: ToEngine) => {
  if (message.kind === 'work' && !isClosed) work(message.items);
  else if (message.kind === 'projected') projectedSeq = message.seq;
  else if (message.kind === 'close') void close();
});
send({ kind: 'ready', seq: core.lastSeq, replayed: replayedCount });
