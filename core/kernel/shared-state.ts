/** What the ledger and the kernel keep together beside the rows: which rows a command touched, the control sums, the last fill. */
import * as layout from './layout.ts';
import type { Bytes } from './memory.ts';

/** Rows that most commands touch at most: what is beyond is the core's, because an array that grew would void others in the middle of a command. */
const TOUCHED_MOST = 4_096;
/** Fields of `ints`, and of the same as doubles. */
const TOUCHED_COUNT = layout.TOUCHED_COUNT >> 2;
const ROWS_USED = layout.ROWS_USED >> 2;
const IS_OVERDRAWN = layout.IS_OVERDRAWN >> 2;
const CONTROL = layout.CONTROL >> 3;

export class SharedState {
  private touched!: Int32Array;
  /** Those that the array has no room for. */
  private readonly more: number[] = [];
  private ints!: Int32Array;
  private doubles!: Float64Array;

  constructor(memory: Bytes) {
    const touchedAt = memory.allocate(TOUCHED_MOST * 4);
    const usersAt = memory.allocate(TOUCHED_MOST * 4);
    memory.follow(() => {
      const { buffer } = memory;
      this.ints = new Int32Array(buffer, layout.SHARED, layout.SHARED_BYTES >> 2);
      this.doubles = new Float64Array(buffer, layout.SHARED, layout.SHARED_BYTES >> 3);
      this.touched = new Int32Array(buffer, touchedAt, TOUCHED_MOST);
      this.ints[layout.TOUCHED_ROOM >> 2] = TOUCHED_MOST;
      this.ints[layout.TOUCHED_AT >> 2] = touchedAt;
      this.ints[layout.TOUCHED_USERS_AT >> 2] = usersAt;
    });
  }

  /** User rows touched since `begin`. */
  get touchedCount(): number {
    return this.ints[TOUCHED_COUNT] + this.more.length;
  }
  /** One of them: twice the row, plus one for its futures wallet. */
  touchedAt(place: number): number {
    return place < TOUCHED_MOST ? this.touched[place] : this.more[place - TOUCHED_MOST];
  }

  /** The number of the next row of the ledger. */
  get rowsUsed(): number {
    return this.ints[ROWS_USED];
  }
  set rowsUsed(rows: number) {
    this.ints[ROWS_USED] = rows;
  }

  /** True once a user's bucket was taken below zero: a defect, and trading stops (trading C4.2). */
  get isOverdrawn(): boolean {
    return this.ints[IS_OVERDRAWN] !== 0;
  }

  /** The slot of the order that the last command of the kernel named. */
  get named(): number {
    return this.ints[layout.NAMED >> 2];
  }
  /** The key (OrderPool) that it had before. */
  get keyBefore(): number {
    return this.ints[layout.KEY_BEFORE >> 2];
  }

  /** The id of the last order; ids follow each other. */
  get lastOrderId(): number {
    return this.doubles[layout.LAST_ORDER_ID >> 3];
  }
  set lastOrderId(id: number) {
    this.doubles[layout.LAST_ORDER_ID >> 3] = id;
  }

  /** From here on touched rows count anew. */
  begin(): void {
    this.ints[TOUCHED_COUNT] = 0;
    if (this.more.length > 0) this.more.length = 0;
  }

  /** The kernel begins a command itself, but for what is the core's. */
  beginKernels(): void {
    if (this.more.length > 0) this.more.length = 0;
  }

  noteOverdrawn(): void {
    this.ints[IS_OVERDRAWN] = 1;
  }

  /** As `touchedAt` answers it; answers its place. */
  noteTouched(wallet: number): number {
    const count = this.ints[TOUCHED_COUNT];
    if (count === TOUCHED_MOST) return count + this.more.push(wallet) - 1;
    this.touched[count] = wallet;
    this.ints[TOUCHED_COUNT] = count + 1;
    return count;
  }

  /** Per asset: the sum given less the sum taken. Zero after every transfer. */
  controlOf(asset: number): number {
    return this.doubles[CONTROL + asset];
  }
  addToControl(asset: number, amount: number): void {
    this.doubles[CONTROL + asset] += amount;
  }

  /** What the kernel's last fill came to. */
  readFill(into: { amount: number; makerFee: number; takerFee: number }): void {
    this.readAmounts(layout.LAST_FILL >> 3, into);
  }

  /** How many fills the last `match` of the kernel noted. */
  get fillCount(): number {
    return this.ints[layout.FILL_COUNT >> 2];
  }

  /** One of them; amounts as `readFill`, the maker by its slot. */
  readNoted(
    place: number,
    into: { maker: number; lots: number; amount: number; makerFee: number; takerFee: number },
  ): void {
    const at = (layout.FILLS + place * layout.FILL_BYTES) >> 3;
    into.maker = this.doubles[at + (layout.FILL_MAKER >> 3)];
    into.lots = this.doubles[at + (layout.FILL_LOTS >> 3)];
    this.readAmounts(at, into);
  }

  /** Before `run`: the last command so far. */
  setRun(seq: number, timeMs: number): void {
    this.doubles[layout.RUN_SEQ >> 3] = seq;
    this.doubles[layout.RUN_TIME >> 3] = timeMs;
  }
  /** What `run` left (core/kernel/layout.ts); `at`: the address of what it did not carry out, or of what was not read of a snapshot. */
  get ran(): { readonly at: number; readonly seq: number; readonly timeMs: number } {
    const { ints, doubles } = this;
    return {
      at: ints[layout.RUN_AT >> 2] >>> 0,
      seq: doubles[layout.RUN_SEQ >> 3],
      timeMs: doubles[layout.RUN_TIME >> 3],
    };
  }
  /** Before `run`: 0 where nobody hears it, else the number of the turn; 0 again behind it. */
  set heardTurn(turn: number) {
    this.ints[layout.HEARD_TURN >> 2] = turn;
  }
  /** How many numbers of rows and how many answers `run` wrote, and which number the next event of an order that entered has. */
  get toldByRun(): { readonly length: number; readonly answers: number; readonly index: number } {
    const { ints } = this;
    const [length, answers] = [ints[layout.TOLD_LENGTH >> 2], ints[layout.ANSWER_COUNT >> 2]];
    return { length, answers, index: ints[layout.TOLD_INDEX >> 2] };
  }
  /** The market, by index, whose order entered, what that had filled before, and the levels that changed until now. */
  get entered(): { readonly market: number; readonly filledBefore: number; readonly changed: readonly number[] } {
    const { ints, doubles } = this;
    const changed = this.list(layout.CHANGED, ints[layout.CHANGED_COUNT >> 2]);
    return { market: ints[layout.RUN_MARKET >> 2], filledBefore: doubles[layout.RUN_FILLED_BEFORE >> 3], changed };
  }
  /** Other bytes stand where those were that the kernel has read. */
  forgetGroup(): void {
    this.ints[layout.GROUP_COUNT >> 2] = 0;
  }
  /** Of which market, or contract, by index, the texts are not known in this turn. */
  get unnamed(): { readonly market: number; readonly isContract: boolean } {
    const { ints } = this;
    return { market: ints[layout.RUN_MARKET >> 2], isContract: ints[layout.RUN_IS_CONTRACT >> 2] !== 0 };
  }
  /** What `run` did not keep, as Users.takeUnkept takes it over. */
  get unkept(): { readonly forgetLeft: number; readonly orders: readonly number[] } {
    const { ints } = this;
    return {
      forgetLeft: ints[layout.FORGET_LEFT >> 2],
      orders: this.list(layout.UNKEPT, ints[layout.UNKEPT_COUNT >> 2]),
    };
  }

  private list(field: number, count: number): number[] {
    return Array.from(this.ints.subarray(field >> 2, (field >> 2) + count));
  }

  private readAmounts(at: number, into: { amount: number; makerFee: number; takerFee: number }): void {
    into.amount = this.doubles[at + (layout.FILL_AMOUNT >> 3)];
    into.makerFee = this.doubles[at + (layout.FILL_MAKER_FEE >> 3)];
    into.takerFee = this.doubles[at + (layout.FILL_TAKER_FEE >> 3)];
  }
}
