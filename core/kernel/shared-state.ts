/** What the ledger and the kernel keep together beside the rows: which rows a command touched, the control sums, the last fill. */
import * as layout from './layout.ts';
import type { Bytes } from './memory.ts';

const FIRST_ROOM = 64;
/** Fields of `ints`, and of the same as doubles. */
const TOUCHED_COUNT = layout.TOUCHED_COUNT >> 2;
const TOUCHED = layout.TOUCHED >> 2;
const IS_OVERDRAWN = layout.IS_OVERDRAWN >> 2;
const STAMP = layout.STAMP >> 3;
const CONTROL = layout.CONTROL >> 3;

export class SharedState {
  /** User rows touched since `begin`, `touchedCount` of them: twice the row, plus one for its futures wallet. */
  touched = new Int32Array(FIRST_ROOM);
  touchedCount = 0;
  /** Length of the array above, kept here because reading `.length` of a typed array is slower. */
  private room = FIRST_ROOM;
  private ints!: Int32Array;
  private doubles!: Float64Array;

  constructor(memory: Bytes) {
    memory.follow(() => {
      this.ints = new Int32Array(memory.buffer, layout.SHARED, layout.SHARED_BYTES >> 2);
      this.doubles = new Float64Array(memory.buffer, layout.SHARED, layout.SHARED_BYTES >> 3);
    });
  }

  /** A number that no command before had. */
  get stamp(): number {
    return this.doubles[STAMP];
  }

  /** True once a user's bucket was taken below zero: a defect, and trading stops (trading C4.2). */
  get isOverdrawn(): boolean {
    return this.ints[IS_OVERDRAWN] !== 0;
  }

  /** From here on touched rows count anew. */
  begin(): void {
    this.doubles[STAMP] += 1;
    this.touchedCount = 0;
    // Of a step that failed half-way.
    this.ints[TOUCHED_COUNT] = 0;
  }

  noteOverdrawn(): void {
    this.ints[IS_OVERDRAWN] = 1;
  }

  /** As in `touched`. */
  noteTouched(wallet: number): void {
    if (this.touchedCount === this.room) this.grow();
    this.touched[this.touchedCount++] = wallet;
  }

  /** What the kernel touched in its last step follows what the core did before it. */
  takeKernelsTouched(): void {
    const { ints } = this;
    const count = ints[TOUCHED_COUNT];
    for (let i = 0; i < count; i += 1) this.noteTouched(ints[TOUCHED + i]);
    ints[TOUCHED_COUNT] = 0;
  }

  /** Per asset: the sum given less the sum taken. Zero after every transfer. */
  controlOf(asset: number): number {
    return this.doubles[CONTROL + asset];
  }
  addToControl(asset: number, amount: number): void {
    this.doubles[CONTROL + asset] += amount;
  }

  /** Where the rows of the ledger stand. */
  setRows(address: number): void {
    this.ints[layout.ROWS_AT >> 2] = address;
  }

  /** What the kernel's last fill came to. */
  readFill(into: { amount: number; makerFee: number; takerFee: number }): void {
    into.amount = this.doubles[layout.FILL_AMOUNT >> 3];
    into.makerFee = this.doubles[layout.FILL_MAKER_FEE >> 3];
    into.takerFee = this.doubles[layout.FILL_TAKER_FEE >> 3];
  }

  private grow(): void {
    const touched = new Int32Array((this.room *= 2));
    touched.set(this.touched);
    this.touched = touched;
  }
}
