/** Level 0: the core's book alone. Orders live in the core's pool; matching is the plain loop, nothing is paid. */
import { IdTable } from '../../core/book/id-table.ts';
import { LadderBook } from '../../core/book/ladder-book.ts';
import {
  FLAGS,
  ID,
  INT_STRIDE,
  KEY,
  LOTS,
  NUM_STRIDE,
  OrderPool,
  packFlags,
  sideOf,
  USER,
} from '../../core/book/order-pool.ts';
import { CANCEL, FOK, GTC, hashOrder, hashTrade, MOVE, RECORD, REDUCE, REPLACE } from './records.ts';

export class Level0 {
  readonly orders = new OrderPool();
  readonly book = new LadderBook(this.orders);
  readonly ids = new IdTable();
  trades = 0;
  tradeHash = 0;
  lastTicks = 0;
  resting = 0;

  /** Runs records [from, to). */
  run(records: Int32Array, from: number, to: number): void {
    for (let at = from * RECORD; at < to * RECORD; at += RECORD) {
      const type = records[at] & 255;
      const id = records[at + 2];
      if (type <= FOK) this.place(id, type, records[at] >> 8, records[at + 1], records[at + 3], records[at + 5]);
      else if (type === MOVE) this.move(id, records[at + 3]);
      else if (type === CANCEL) this.cancel(id);
      else if (type === REDUCE) this.reduce(id, records[at + 5]);
      else if (type === REPLACE) this.replace(id, records[at + 3], records[at + 5]);
    }
  }

  place(id: number, type: number, side: number, uid: number, ticks: number, lots: number): void {
    if (type === FOK && !this.canFill(side, ticks, lots)) return;
    const order = this.orders.allocate();
    const { int, num } = this.orders;
    int[order * INT_STRIDE + KEY] = side === 0 ? -ticks : ticks;
    int[order * INT_STRIDE + USER] = uid;
    int[order * INT_STRIDE + FLAGS] = packFlags(side, 0, 0, 0);
    num[order * NUM_STRIDE + LOTS] = lots;
    num[order * NUM_STRIDE + ID] = id;
    this.match(order, id, side);
    if (type === GTC && num[order * NUM_STRIDE + LOTS] > 0) {
      this.book.add(order);
      this.ids.set(id, order);
      this.resting += 1;
    } else {
      this.orders.release(order);
    }
  }

  move(id: number, ticks: number): void {
    const order = this.ids.get(id);
    if (order === 0) return;
    const { int, num } = this.orders;
    const side = sideOf(int[order * INT_STRIDE + FLAGS]);
    this.book.remove(order);
    int[order * INT_STRIDE + KEY] = side === 0 ? -ticks : ticks;
    this.match(order, id, side);
    if (num[order * NUM_STRIDE + LOTS] > 0) this.book.add(order);
    else this.end(order, id);
  }

  replace(id: number, ticks: number, lots: number): void {
    const order = this.ids.get(id);
    if (order === 0) return;
    const { int, num } = this.orders;
    const side = sideOf(int[order * INT_STRIDE + FLAGS]);
    const uid = int[order * INT_STRIDE + USER];
    this.book.remove(order);
    num[order * NUM_STRIDE + LOTS] = 0;
    this.end(order, id);
    this.place(id, GTC, side, uid, ticks, lots);
  }

  cancel(id: number): void {
    const order = this.ids.get(id);
    if (order === 0) return;
    this.book.remove(order);
    this.end(order, id);
  }

  reduce(id: number, lots: number): void {
    const order = this.ids.get(id);
    if (order === 0) return;
    if (this.orders.num[order * NUM_STRIDE + LOTS] <= lots) this.cancel(id);
    else this.book.reduce(order, lots);
  }

  bookHash(isIdFree = false): number {
    let hash = 0;
    const { int, num } = this.orders;
    for (const side of [1, 0]) {
      for (let order = this.book.first(side); order !== 0; order = this.book.next(order)) {
        hash = hashOrder(
          hash,
          isIdFree ? 0 : num[order * NUM_STRIDE + ID],
          Math.abs(int[order * INT_STRIDE + KEY]),
          num[order * NUM_STRIDE + LOTS],
        );
      }
    }
    return hash;
  }

  private canFill(side: number, ticks: number, lots: number): boolean {
    const limit = side === 0 ? ticks : -ticks;
    let missing = lots;
    for (let maker = this.book.first(1 - side); maker !== 0; maker = this.book.next(maker)) {
      if (this.orders.int[maker * INT_STRIDE + KEY] > limit) return false;
      missing -= this.orders.num[maker * NUM_STRIDE + LOTS];
      if (missing <= 0) return true;
    }
    return false;
  }

  private match(order: number, id: number, side: number): void {
    const { int, num } = this.orders;
    const limit = -int[order * INT_STRIDE + KEY];
    const at = order * NUM_STRIDE + LOTS;
    while (num[at] > 0) {
      const maker = this.book.first(1 - side);
      if (maker === 0) return;
      const key = int[maker * INT_STRIDE + KEY];
      if (key > limit) return;
      const makerId = num[maker * NUM_STRIDE + ID];
      const lots = Math.min(num[at], num[maker * NUM_STRIDE + LOTS]);
      this.lastTicks = Math.abs(key);
      this.tradeHash = hashTrade(this.tradeHash, makerId, id, this.lastTicks, lots);
      this.trades += 1;
      num[at] -= lots;
      if (lots < num[maker * NUM_STRIDE + LOTS]) {
        this.book.reduce(maker, lots);
      } else {
        this.book.remove(maker);
        this.end(maker, makerId);
      }
    }
  }

  private end(order: number, id: number): void {
    this.ids.delete(id);
    this.orders.release(order);
    this.resting -= 1;
  }
}
