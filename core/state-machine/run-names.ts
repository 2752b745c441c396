/**
 * What orders and commands of a run of the kernel were called. The kernel knows only that their names were new and notes where they stand (core/kernel/assembly/names.ts): behind the run their
 * texts are read, orders answer to them, and of a command with a key its outcome is remembered, which shows the order as the command left it.
 */
import { ID, MARKET, NUM_STRIDE, OrderPool } from '../book/order-pool.ts';
import * as layout from '../kernel/layout.ts';
import * as name from '../kernel/name-layout.ts';
import type { Bytes } from '../kernel/memory.ts';
import { perpOrderView } from '../perp/account/views.ts';
import * as row from '../protocol/event-row-places.ts';
import type { CommandResult } from '../protocol/events.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import type { StateMachine } from './state-machine.ts';
import { orderView } from './views.ts';

const COUNT = name.NAME_NOTE_COUNT >> 2;
const NAMED_ROWS = name.NAMED_ROW_COUNT >> 2;
const NOTES_BYTES = name.NAME_NOTES_ROOM * name.NAME_NOTE_BYTES;
/** Rows that tell of an order are longer than this. */
const MOST_NAMED_ROWS = layout.TOLD_ROOM >> 4;

export class RunNames {
  private readonly machine: StateMachine;
  private readonly keys: IdempotencyKeys;
  private readonly memory: Bytes;
  private readonly notesAt: number;
  private rowsAt = 0;
  /** All of the memory; of the notes the same as numbers. */
  private bytes!: Uint8Array;
  private ints!: Int32Array;
  private doubles!: Float64Array;
  private shared!: Int32Array;
  private rows!: Int32Array;
  /** An order as a command left it is viewed here. */
  private readonly left = new OrderPool();
  private readonly leftSlot: number;
  /** The place of the note of the run's last command, which has a key, until that command is done; -1: there is none. */
  private last = -1;

  constructor(machine: StateMachine, keys: IdempotencyKeys) {
    this.machine = machine;
    this.keys = keys;
    this.memory = machine.orders.memory;
    this.notesAt = this.memory.allocate(NOTES_BYTES);
    this.leftSlot = this.left.allocate();
    this.memory.follow(() => this.view());
  }

  /** Rows of orders that are told are noted from here on. */
  makeRoomToTell(): void {
    this.rowsAt = this.memory.allocate(MOST_NAMED_ROWS * 4);
    this.view();
  }

  /** Behind a run, before anything else of what it left, whose last command has that number. */
  take(lastSeq: number): void {
    this.last = -1;
    const count = this.shared[COUNT];
    for (let i = 0; i < count; i += 1) this.takeNote(i * name.NAME_NOTE_BYTES, lastSeq);
  }

  private takeNote(note: number, lastSeq: number): void {
    const { users } = this.machine;
    if (this.int(note, name.NOTE_KIND) === name.NOTE_FORGOTTEN) {
      const user = users.at(this.int(note, name.NOTE_FORGOTTEN_USER));
      users.orderNames.forget(user, this.num(note, name.NOTE_FORGOTTEN_ID));
      return;
    }
    const nameAt = this.int(note, name.NOTE_NAME);
    const user = users.find(this.num(note, name.NOTE_UID));
    if (nameAt !== 0 && user !== undefined) {
      const market = this.int(note, name.NOTE_ORDER + MARKET * 4);
      const id = this.num(note, name.NOTE_ORDER + ID * 8);
      users.orderNames.add(user, market, this.text(nameAt), id, this.int(note, name.NOTE_NAME_TAG));
    }
    if (this.int(note, name.NOTE_KEY) === 0) return;
    if (this.num(note, name.NOTE_SEQ) === lastSeq) this.last = note;
    else this.remember(note, this.viewOf(note));
  }

  /** The run's last command is done; `isDone`: it was already when the run stopped. */
  finish(isDone: boolean): void {
    const { last, machine } = this;
    this.last = -1;
    // What is not done when trading stops is not remembered (TradingCore.answer).
    if (last < 0 || machine.isStopped) return;
    this.remember(last, isDone ? this.viewOf(last) : this.viewNow(last));
  }

  /** Writes the places of the names into the rows that tell of orders with one; `textOf`: the place of a text. */
  writeNames(told: Float64Array, length: number, textOf: (text: string) => number): void {
    const count = this.shared[NAMED_ROWS];
    const { users } = this.machine;
    for (let i = 0; i < count; i += 1) {
      const at = this.rows[i];
      // Behind the end stands what was told of a command that then was left to the core.
      if (at >= length) return;
      const user = users.find(told[at + row.ORDER_UID]);
      if (user !== undefined)
        told[at + row.ORDER_CLIENT_TEXT] = textOf(users.orderNames.of(user.index, told[at + row.ORDER_ID]));
    }
  }

  private remember(note: number, result: CommandResult): void {
    const keyAt = this.int(note, name.NOTE_KEY);
    const record = {
      uid: this.num(note, name.NOTE_UID),
      key: this.text(keyAt),
      fingerprint: this.text(keyAt + 1 + this.bytes[keyAt]),
      timeMs: this.num(note, name.NOTE_TIME),
      outcome: { ok: true, seq: this.num(note, name.NOTE_SEQ), repeated: false, result } as const,
    };
    this.keys.addOrder(record, this.int(note, name.NOTE_KEY_TAG));
  }

  /** The order as its command left it. */
  private viewOf(note: number): CommandResult {
    const { left, leftSlot } = this;
    const from = (note + name.NOTE_ORDER) >> 3;
    left.num.set(this.doubles.subarray(from, from + NUM_STRIDE), leftSlot * NUM_STRIDE);
    return this.resultOf(note, left, leftSlot);
  }

  /** The order as it is now; one of spot as it was before it woke others. */
  private viewNow(note: number): CommandResult {
    const { path, orders } = this.machine;
    const isSpot = this.int(note, name.NOTE_KIND) === name.NOTE_OF_SPOT;
    if (isSpot && path.named !== null) return { kind: 'Order', order: path.named };
    return this.resultOf(note, orders, this.int(note, name.NOTE_SLOT));
  }

  private resultOf(note: number, pool: OrderPool, slot: number): CommandResult {
    const { users, markets, perps } = this.machine;
    return this.int(note, name.NOTE_KIND) === name.NOTE_OF_SPOT
      ? { kind: 'Order', order: orderView(pool, users, markets, slot) }
      : { kind: 'PerpOrder', order: perpOrderView(pool, perps.accounts, perps.contracts, slot) };
  }

  /** A text of letters below 128, behind its length. The room of commands lies where the memory of a core begins. */
  private text(at: number): string {
    const letters = this.bytes.subarray(at + 1, at + 1 + this.bytes[at]);
    // In one step: letter by letter it becomes a chain of short texts, which costs several times as much.
    return Reflect.apply(String.fromCharCode, null, letters);
  }

  private int(note: number, field: number): number {
    return this.ints[(note + field) >> 2];
  }
  private num(note: number, field: number): number {
    return this.doubles[(note + field) >> 3];
  }

  private view(): void {
    const { buffer } = this.memory;
    this.bytes = new Uint8Array(buffer);
    this.ints = new Int32Array(buffer, this.notesAt, NOTES_BYTES >> 2);
    this.doubles = new Float64Array(buffer, this.notesAt, NOTES_BYTES >> 3);
    this.shared = new Int32Array(buffer, layout.SHARED, layout.SHARED_BYTES >> 2);
    this.shared[name.NAME_NOTES_AT >> 2] = this.notesAt;
    if (this.rowsAt === 0) return;
    this.rows = new Int32Array(buffer, this.rowsAt, MOST_NAMED_ROWS);
    this.shared[name.NAMED_ROWS_AT >> 2] = this.rowsAt;
  }
}
