/**
 * Commands as bytes, one behind the other, carried out by the kernel without the core between them as long as they are plain orders of spot or
 * orders of perpetuals (core/kernel/assembly/run.ts). The state becomes the same as by one command after the other, and so does what is told, where somebody hears it.
 */
import * as layout from '../kernel/layout.ts';
import type { Bytes } from '../kernel/memory.ts';
import type { Contract } from '../perp/contract/contract.ts';
import type { Market } from '../spot/market.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import { forgetStops, settle } from './room.ts';
import { RunNames } from './run-names.ts';
import type { StateMachine } from './state-machine.ts';

/** The kernel looks at the fields of a command, and hashes its names, before it has seen that they end where its frame does. */
const BEYOND = 512;

/** Who hears what a run tells. */
export interface Hearer {
  /** Not 0, and another one whenever the places of texts begin anew. */
  readonly turn: number;
  /** Rows of whole commands, and of the beginning of one that enters; they are overwritten later. */
  rows(numbers: Float64Array): void;
  /** A command was carried out: 0, or its refusal by its place in KERNEL_REFUSALS. */
  answer(code: number): void;
  /** Finds places for the texts of the market, and notes them in its record. */
  name(market: Market): void;
  nameContract(contract: Contract): void;
  /** The last command that was answered trades on in the core, which goes on telling it with the event of that number. */
  enter(seq: number, timeMs: number, index: number): void;
  /** The place of a text among those of the turn. */
  text(text: string): number;
  /** The same command is done, whose order has that slot. */
  entered(order: number): void;
}

export class OrderRuns {
  /** Sequence and time of the last command: to be set before `go`. */
  seq = 0;
  timeMs = 0;
  private readonly machine: StateMachine;
  private readonly memory: Bytes;
  private readonly names: RunNames;
  private readonly address: number;
  private room!: Uint8Array;
  /** Where rows and answers stand; 0 before anybody heard a run. */
  private toldAt = 0;
  private answersAt = 0;
  private told!: Float64Array;
  private answers!: Int32Array;
  /** Which part of which bytes the kernel has. */
  private source: Uint8Array | null = null;
  private from = 0;
  private to = 0;

  constructor(machine: StateMachine, keys: IdempotencyKeys) {
    const { memory } = machine.orders;
    this.machine = machine;
    this.names = new RunNames(machine, keys);
    this.memory = memory;
    this.address = memory.allocate(layout.COMMANDS_ROOM + BEYOND);
    memory.follow(() => this.view());
  }

  /**
   * Carries out commands from `offset` on, up to the number `toSeq`; answers where the first one begins that is left to the core. Until `forget` the bytes
   * of an array may not change.
   */
  go(bytes: Uint8Array, offset: number, toSeq: number, hearer: Hearer | null = null): number {
    for (let at = offset; ;) {
      if (at >= bytes.length || this.seq >= toSeq || this.machine.isStopped) return at;
      // A command that does not end in what the kernel has is handed over again, with what follows it.
      const hasAll = this.to === bytes.length || at - this.from < layout.COMMANDS_ROOM / 2;
      if (this.source !== bytes || at < this.from || at >= this.to || !hasAll) this.handOver(bytes, at);
      // What is refused for its key makes no room (room.ts): that is done only for commands that were carried out.
      settle(this.machine);
      const { seq } = this;
      const stopped = this.run(at, toSeq, hearer);
      if (this.seq > seq) forgetStops(this.machine);
      const next = this.from + this.machine.ledger.shared.ran.at - this.address;
      if (hearer !== null) this.hear(stopped, hearer);
      if (stopped === layout.RUN_ENTERS || stopped === layout.RUN_PAUSES)
        this.machine.path.endRun(stopped, this.timeMs);
      if (stopped === layout.RUN_PERP_ENTERS || stopped === layout.RUN_PERP_UNSAFE)
        this.machine.endPerpRun(stopped === layout.RUN_PERP_UNSAFE, this.timeMs);
      this.names.finish(
        stopped !== layout.RUN_ENTERS && stopped !== layout.RUN_PERP_ENTERS && stopped !== layout.RUN_PERP_UNSAFE,
      );
      if (stopped === layout.RUN_ENTERS) hearer?.entered(this.machine.ledger.shared.named);
      // What does not end in what was handed over is tried once more.
      if (stopped === layout.RUN_LEFT || (stopped === layout.RUN_OVER && (next === at || this.to === bytes.length)))
        return next;
      at = next;
    }
  }

  /** The bytes that were last handed over are not needed any more, and may change. */
  forget(): void {
    this.source = null;
  }

  private run(at: number, toSeq: number, hearer: Hearer | null): number {
    const { kernel, ledger } = this.machine;
    const { shared } = ledger;
    if (hearer !== null && this.toldAt === 0) this.makeRoomToTell();
    // Rows beyond the list, which the command before may have touched, are none of theirs.
    shared.beginKernels();
    shared.setRun(this.seq, this.timeMs);
    shared.heardTurn = hearer === null ? 0 : hearer.turn;
    const begin = this.address + at - this.from;
    const { kernelFills } = this.machine.perps;
    kernelFills.begin(hearer !== null);
    const stopped = kernel.run(begin, this.address + this.to - this.from, toSeq);
    shared.heardTurn = 0;
    kernelFills.take();
    this.machine.users.takeNewOwners();
    const { seq, timeMs } = shared.ran;
    this.seq = seq;
    this.timeMs = timeMs;
    this.names.take(seq);
    return stopped;
  }

  private hear(stopped: number, hearer: Hearer): void {
    const { ledger } = this.machine;
    const { length, answers, index } = ledger.shared.toldByRun;
    if (length > 0) {
      this.names.writeNames(this.told, length, (text) => hearer.text(text));
      hearer.rows(this.told.subarray(0, length));
    }
    for (let i = 0; i < answers; i += 1) hearer.answer(this.answers[i]);
    if (stopped === layout.RUN_TEXTS) this.name(hearer);
    if (stopped === layout.RUN_ENTERS) hearer.enter(this.seq, this.timeMs, index);
  }

  private name(hearer: Hearer): void {
    const { markets, perps, ledger } = this.machine;
    const { market, isContract } = ledger.shared.unnamed;
    if (isContract) hearer.nameContract(perps.contracts[market]);
    else hearer.name(markets[market]);
  }

  private handOver(bytes: Uint8Array, from: number): void {
    this.source = bytes;
    this.from = from;
    this.to = Math.min(bytes.length, from + layout.COMMANDS_ROOM);
    this.room.set(bytes.subarray(from, this.to));
    this.machine.ledger.shared.forgetGroup();
  }

  private makeRoomToTell(): void {
    this.answersAt = this.memory.allocate(layout.ANSWERS_ROOM * 4);
    this.toldAt = this.memory.allocate(layout.TOLD_ROOM * 8);
    this.names.makeRoomToTell();
    this.view();
  }

  private view(): void {
    const { buffer } = this.memory;
    this.room = new Uint8Array(buffer, this.address, layout.COMMANDS_ROOM + BEYOND);
    if (this.toldAt === 0) return;
    this.told = new Float64Array(buffer, this.toldAt, layout.TOLD_ROOM);
    this.answers = new Int32Array(buffer, this.answersAt, layout.ANSWERS_ROOM);
    const shared = new Int32Array(buffer, layout.SHARED);
    shared[layout.TOLD_AT >> 2] = this.toldAt;
    shared[layout.ANSWERS_AT >> 2] = this.answersAt;
  }
}
