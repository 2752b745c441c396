/**
 * Checks what must always be true. It records the answers of clients and the state shown to readers, follows the journal on a separate
 * core that checks every invariant after every command, and compares.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  type Command,
  type CommandBody,
  CommandReader,
  type Core,
  type CoreEvent,
  createCore,
  type Outcome,
} from '@agio/core';
import type { EventBatch } from '../../server/engine/index.ts';
import { applyUnit, restoreNewest } from '../../server/engine/recover.ts';
import { type Disk, listSnapshots, readJournal } from '../../server/journal/index.ts';
import { EventRules } from './event-rules.ts';
import { DIRECTORY } from './sim-disk.ts';
import { demand } from './violation.ts';

interface Told {
  readonly body: CommandBody;
  readonly outcome: Outcome;
}

export class Auditor {
  /** The highest seq that any client was told of. */
  acknowledgedSeq = 0;
  readonly events: CoreEvent[] = [];
  private readonly disk: Disk;
  private readonly core: Core = createCore({ checkInvariants: true });
  private readonly rules = new EventRules();
  private readonly commands: { readonly command: Command; readonly outcome: Outcome }[] = [];
  /** Answers to commands that the core here has not seen yet. */
  private told: Told[] = [];
  private readonly released = new Map<number, CoreEvent[]>();
  private releasedSeq = 0;
  private readonly hashes = new Map<number, string>();
  /** Executed commands by their user and key. */
  private readonly executed = new Map<string, number>();
  private readonly deposited = new Map<string, bigint>();

  constructor(disk: Disk) {
    this.disk = disk;
  }

  stateHash(): string {
    return this.core.stateHash();
  }

  get seq(): number {
    return this.core.lastSeq;
  }

  /** A client got its answer. */
  answered(body: CommandBody, outcome: Outcome): void {
    demand(outcome.ok || outcome.code !== 'TRADING_STOPPED', () => 'the ledger did not sum to zero: trading stopped');
    this.acknowledgedSeq = Math.max(this.acknowledgedSeq, outcome.seq);
    if (outcome.seq <= this.seq) this.compare({ body, outcome });
    else this.told.push({ body, outcome });
  }

  /** Events left the engine. */
  publish(batch: EventBatch): void {
    demand(batch.firstSeq === this.releasedSeq + 1, () => `events of ${batch.firstSeq} follow ${this.releasedSeq}`);
    this.releasedSeq = batch.lastSeq;
    for (const event of batch.events) {
      const known = this.released.get(event.seq);
      if (known) known.push(event);
      else this.released.set(event.seq, [event]);
    }
  }

  /** A read of live state left the engine. */
  shown(seq: number, hash: string): void {
    const other = this.hashes.get(seq);
    demand(other === undefined || other === hash, () => `the state at ${seq} has two hashes`);
    if (seq === this.seq) demand(this.core.stateHash() === hash, () => `the state at ${seq} is not the journal's`);
    else this.hashes.set(seq, hash);
  }

  /** The exchange has started over at `startedAt`: everything that was told must still be there, and be the same. */
  follow(startedAt: number): void {
    this.read();
    demand(this.seq === startedAt, () => `the journal ends at ${this.seq} and the engine started at ${startedAt}`);
    demand(
      this.acknowledgedSeq <= this.seq,
      () => `command ${this.acknowledgedSeq} was acknowledged and the journal ends at ${this.seq}`,
    );
    demand(this.releasedSeq <= this.seq, () => `events of ${this.releasedSeq} were shown and are lost`);
    this.releasedSeq = startedAt;
  }

  /** Whether the newest snapshot and the rows are where the journal ends: what a clean stop leaves. */
  endsInSnapshot(position: number): boolean {
    const { lastSeq } = readJournal(DIRECTORY, this.seq, () => {}, this.disk);
    return position === lastSeq && (lastSeq === 0 || listSnapshots(DIRECTORY, this.disk)[0] === lastSeq);
  }

  /** The whole story once more, from the beginning and from every snapshot. */
  finish(): void {
    this.read();
    this.follow(this.seq);
    const hash = this.core.stateHash();
    const again = createCore();
    const events: CoreEvent[] = [];
    readJournal(
      DIRECTORY,
      0,
      (unit) => applyUnit(again, unit, { afterSeq: 0, emit: (event) => void events.push(event) }),
      this.disk,
    );
    demand(again.stateHash() === hash, () => 'a replay of the whole journal gives another state');
    demand(isDeepStrictEqual(events, this.events), () => 'a replay of the whole journal gives other events');
    for (const seq of listSnapshots(DIRECTORY, this.disk)) {
      const { core: restored } = restoreNewest(DIRECTORY, seq, this.disk);
      readJournal(DIRECTORY, restored.lastSeq, (unit) => applyUnit(restored, unit), this.disk);
      demand(restored.stateHash() === hash, () => `a replay from the snapshot at ${seq} gives another state`);
    }
    this.sums();
  }

  /** The rows are what the journal says up to the position: every one once, no gap. */
  checkRows(position: number, rows: readonly CoreEvent[]): void {
    const expected = this.events.filter((event) => event.seq <= position);
    const at = rows.findIndex((row, index) => !isDeepStrictEqual(row, expected[index]));
    const name = (event: CoreEvent | undefined): string => (event ? `${event.seq}.${event.index}` : 'nothing');
    demand(at < 0, () => `row ${at} of the projection is ${name(rows[at])} instead of ${name(expected[at])}`);
    demand(
      rows.length === expected.length,
      () => `the projection misses ${name(expected[rows.length])} at ${position}`,
    );
  }

  private read(): void {
    const from = this.seq;
    const onUnit = (unit: Parameters<typeof applyUnit>[1]): void => applyUnit(this.recorder(), unit);
    const end = readJournal(DIRECTORY, from, onUnit, this.disk);
    demand(end.lastSeq >= from, () => `the journal was at ${from} and is at ${end.lastSeq}`);
    for (const told of this.told.splice(0)) {
      if (told.outcome.seq <= this.seq) this.compare(told);
      else this.told.push(told);
    }
  }

  /** The core here, every command of which is looked at. */
  private recorder(): Core {
    const { core } = this;
    return Object.assign(Object.create(core) as Core, {
      replay: (bytes: Uint8Array, offset: number, toSeq: number) => {
        const commands = new CommandReader(bytes, offset);
        while (commands.offset < bytes.length && core.lastSeq < toSeq) this.apply(commands.next());
        return commands.offset;
      },
    });
  }

  private apply(command: Command): Outcome {
    const own: CoreEvent[] = [];
    const outcome = this.core.apply(command, (event) => void own.push(event));
    this.commands.push({ command, outcome });
    this.count(command, outcome);
    this.rules.check(command, own);
    for (const event of own) this.events.push(event);
    const seen = this.released.get(command.seq);
    demand(
      !seen || isDeepStrictEqual(seen, own),
      () => `the events of ${command.seq} were others when they were shown`,
    );
    this.released.delete(command.seq);
    const hash = this.hashes.get(command.seq);
    demand(
      hash === undefined || this.core.stateHash() === hash,
      () => `the state at ${command.seq} was another when it was read`,
    );
    return outcome;
  }

  private count(command: Command, outcome: Outcome): void {
    const key = keyOf(command);
    if (key !== null && !outcome.repeated && (outcome.ok || outcome.code !== 'IDEMPOTENCY_MISMATCH')) {
      const first = this.executed.get(key);
      demand(first === undefined, () => `key ${key} had its effect at ${first} and again at ${command.seq}`);
      this.executed.set(key, command.seq);
    }
    const comesIn = command.kind === 'Deposit' || command.kind === 'ContributeCapital';
    if (!comesIn || !outcome.ok || outcome.repeated) return;
    this.deposited.set(command.asset, (this.deposited.get(command.asset) ?? 0n) + BigInt(command.amount));
  }

  private compare({ body, outcome }: Told): void {
    const { command, outcome: own } = this.commands[outcome.seq - 1]!;
    demand(
      isDeepStrictEqual({ ...own, repeated: false }, { ...outcome, repeated: false }),
      () => `the answer to command ${outcome.seq} was another when it was given`,
    );
    const isSame = command.kind === body.kind && keyOf(command) === keyOf(body);
    demand(isSame, () => `command ${outcome.seq} is not what was asked by who got its answer`);
  }

  private sums(): void {
    for (const { asset, sum, external } of this.core.ledgerSums()) {
      demand(sum === 0n, () => `the accounts of ${asset} sum to ${sum}`);
      const deposited = this.deposited.get(asset) ?? 0n;
      demand(external === -deposited, () => `${deposited} of ${asset} came in and the ledger knows of ${-external}`);
    }
  }
}

function keyOf(command: CommandBody): string | null {
  if (!('idempotency' in command) || !command.idempotency) return null;
  return `${'uid' in command ? command.uid : 0}:${command.idempotency.key}:${command.idempotency.fingerprint}`;
}
