/**
 * Reads what is plain in a snapshot with the kernel, which is several times as fast as the core: users, and resting orders of spot, in snapshots of format 3 and later. The bytes are handed over in parts, which
 * stand in the kernel's memory while they are read; what the kernel leaves the caller reads.
 */
import type { Kernel } from '../kernel/kernel.ts';
import { SNAPSHOT_ROOM } from '../kernel/layout.ts';
import type { Bytes } from '../kernel/memory.ts';
import type { StateMachine } from '../state-machine/state-machine.ts';
import type { ByteReader } from './bytes.ts';

/** Bytes handed to the kernel at once, and what it may look at behind them: it reads eight bytes at a time. */
const ROOM = SNAPSHOT_ROOM;
const BEYOND = 8;
/** No record that the kernel reads is longer: that of a user with a balance in each asset is a good half of it. */
const LONGEST = 65_536;

export class KernelReader {
  private readonly r: ByteReader;
  private readonly machine: StateMachine;
  private readonly kernel: Kernel;
  private readonly memory: Bytes;
  /** Where they stand; 0 before any do. */
  private address = 0;
  /** Which bytes of the snapshot stand there. */
  private from = 0;
  private to = 0;

  /** Until `close` it holds memory of the kernel's. */
  constructor(r: ByteReader, machine: StateMachine) {
    this.r = r;
    this.machine = machine;
    this.kernel = machine.kernel;
    this.memory = machine.orders.memory;
  }

  close(): void {
    if (this.address !== 0) this.memory.release(this.address, ROOM + BEYOND);
  }

  /** Goes on behind as many plain users as come next, at most `most`, for whom there is room; answers how many. */
  users(most: number): number {
    const { users } = this.machine;
    const read = this.read((begin, end) => this.kernel.readUsers(begin, end, users.count + 1, most));
    users.takeRead(read);
    return read;
  }

  /** The same of orders of spot, which get slots one after the other. */
  orders(most: number): number {
    const { users, markets } = this.machine;
    return this.read((begin, end) => this.kernel.readOrders(begin, end, most, users.count + 1, markets.length));
  }

  private read(records: (begin: number, end: number) => number): number {
    const { r } = this;
    if (!this.kernel.works || r.version < 3) return 0;
    const isOther = r.offset < this.from || r.offset > this.to;
    if (isOther || (this.to < r.bytes.length && this.to - r.offset < LONGEST)) this.handOver();
    const begin = this.address + r.offset - this.from;
    const read = records(begin, this.address + this.to - this.from);
    if (read > 0) r.continueAt(this.from + this.machine.ledger.shared.ran.at - this.address);
    return read;
  }

  private handOver(): void {
    const { r } = this;
    if (this.address === 0) this.address = this.memory.allocate(ROOM + BEYOND);
    this.from = r.offset;
    this.to = Math.min(r.bytes.length, this.from + ROOM);
    new Uint8Array(this.memory.buffer, this.address, ROOM).set(r.bytes.subarray(this.from, this.to));
  }
}
