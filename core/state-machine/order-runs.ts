/**
 * Commands of the past as bytes, one behind the other, carried out by the kernel without the core between them as long as they are plain orders of spot
 * (core/kernel/assembly/run.ts). Nobody hears what they tell; the state becomes the same as by one command after the other.
 */
import { COMMANDS_ROOM, RUN_OVER } from '../kernel/layout.ts';
import type { Bytes } from '../kernel/memory.ts';
import { makeRoom } from './room.ts';
import type { StateMachine } from './state-machine.ts';

/** The kernel reads numbers eight bytes at a time, names as long as they may be. */
const BEYOND = 64;

export class OrderRuns {
  /** Sequence and time of the last command: to be set before `go`. */
  seq = 0;
  timeMs = 0;
  private readonly machine: StateMachine;
  private readonly address: number;
  private room!: Uint8Array;
  /** Which part of which bytes the kernel has. */
  private source: Uint8Array | null = null;
  private from = 0;
  private to = 0;

  constructor(machine: StateMachine, memory: Bytes) {
    this.machine = machine;
    this.address = memory.allocate(COMMANDS_ROOM + BEYOND);
    memory.follow(() => {
      this.room = new Uint8Array(memory.buffer, this.address, COMMANDS_ROOM + BEYOND);
    });
  }

  /** Carries out commands from `offset` on, up to the number `toSeq`; answers where the first one begins that is left to the core. */
  go(bytes: Uint8Array, offset: number, toSeq: number): number {
    const { machine } = this;
    for (let at = offset; ;) {
      if (at >= bytes.length || this.seq >= toSeq || machine.isStopped) return at;
      // A command that does not end in what the kernel has is handed over again, with what follows it.
      const hasAll = this.to === bytes.length || at - this.from < COMMANDS_ROOM / 2;
      if (this.source !== bytes || at < this.from || at >= this.to || !hasAll) this.handOver(bytes, at);
      // As before each command. The kernel's own orders fill nothing of perpetuals, and whether there is room for spot it asks itself.
      makeRoom(machine);
      const { shared } = machine.ledger;
      // Rows beyond the list, which the command before may have touched, are none of theirs.
      shared.beginKernels();
      shared.setRun(this.seq, this.timeMs);
      const begin = this.address + at - this.from;
      const stopped = machine.kernel.run(begin, this.address + this.to - this.from, toSeq);
      const ran = shared.ran;
      this.seq = ran.seq;
      this.timeMs = ran.timeMs;
      const next = this.from + ran.at - this.address;
      if (stopped !== RUN_OVER) machine.endRun(stopped, ran.timeMs);
      // What does not end in what was handed over is tried once more.
      else if (next === at || this.to === bytes.length) return next;
      at = next;
    }
  }

  private handOver(bytes: Uint8Array, from: number): void {
    this.source = bytes;
    this.from = from;
    this.to = Math.min(bytes.length, from + COMMANDS_ROOM);
    this.room.set(bytes.subarray(from, this.to));
  }
}
