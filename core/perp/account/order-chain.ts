/** Orders (slots) in the order in which they were put in, chained by fields of their records: an order stands in one chain at a time. */
import { INT_STRIDE, type OrderPool, USER_NEXT, USER_PREVIOUS } from '../../book/order-pool.ts';
import {
  ACCOUNT_ENDED_COUNT,
  ACCOUNT_ENDED_FIRST,
  ACCOUNT_ENDED_LAST,
  ACCOUNT_ORDERS,
  HOLDING_ACCOUNT,
  HOLDING_FIRST_ORDER,
  HOLDING_LAST_ORDER,
  HOLDING_ORDERS,
} from '../../kernel/perp-layout.ts';
import type { RecordTable } from './record-table.ts';

/** Slots of live orders: a chain, or of a trial of fills a set of its own (orders/draft.ts). */
export interface LiveOrders extends Iterable<number> {
  readonly size: number;
  add(order: number): unknown;
  delete(order: number): unknown;
}

/** Where a chain begins and ends, and how long it is: in a record that the kernel reads too, or here. */
interface Ends {
  first: number;
  last: number;
  count: number;
}

export class OrderChain implements LiveOrders {
  private readonly orders: OrderPool;
  private readonly ends: Ends;

  constructor(orders: OrderPool, ends: Ends = { first: 0, last: 0, count: 0 }) {
    this.orders = orders;
    this.ends = ends;
  }

  get size(): number {
    return this.ends.count;
  }
  /** 0 of an empty one. */
  get first(): number {
    return this.ends.first;
  }

  /** Puts an order at the end. */
  add(order: number): void {
    const { ends, orders } = this;
    const { int } = orders;
    const { last } = ends;
    int[order * INT_STRIDE + USER_NEXT] = 0;
    int[order * INT_STRIDE + USER_PREVIOUS] = last;
    if (last === 0) ends.first = order;
    else int[last * INT_STRIDE + USER_NEXT] = order;
    ends.last = order;
    ends.count += 1;
  }

  /** Takes out an order that is in it. */
  delete(order: number): void {
    const { ends, orders } = this;
    const { int } = orders;
    const next = int[order * INT_STRIDE + USER_NEXT];
    const previous = int[order * INT_STRIDE + USER_PREVIOUS];
    if (next === 0) ends.last = previous;
    else int[next * INT_STRIDE + USER_PREVIOUS] = previous;
    if (previous === 0) ends.first = next;
    else int[previous * INT_STRIDE + USER_NEXT] = next;
    ends.count -= 1;
  }

  /** Takes out the one that was put in first. */
  takeFirst(): void {
    const { ends } = this;
    ends.first = this.orders.int[ends.first * INT_STRIDE + USER_NEXT];
    if (ends.first === 0) ends.last = 0;
    ends.count -= 1;
  }

  /** The present order may leave the chain before the next one is asked for. */
  *[Symbol.iterator](): Iterator<number> {
    for (let order = this.ends.first; order !== 0;) {
      const next = this.orders.int[order * INT_STRIDE + USER_NEXT];
      yield order;
      order = next;
    }
  }
}

/** The ends of a holding's live orders, in its record. */
export class HoldingEnds implements Ends {
  private readonly records: RecordTable;
  private readonly number: number;

  constructor(records: RecordTable, number: number) {
    this.records = records;
    this.number = number;
  }
  get first(): number {
    return this.records.int(this.number, HOLDING_FIRST_ORDER);
  }
  set first(order: number) {
    this.records.setInt(this.number, HOLDING_FIRST_ORDER, order);
  }
  get last(): number {
    return this.records.int(this.number, HOLDING_LAST_ORDER);
  }
  set last(order: number) {
    this.records.setInt(this.number, HOLDING_LAST_ORDER, order);
  }
  get count(): number {
    return this.records.int(this.number, HOLDING_ORDERS);
  }
  /** Its account counts them, too. */
  set count(count: number) {
    const { records, number } = this;
    const account = records.int(number, HOLDING_ACCOUNT);
    const others = records.accountInt(account, ACCOUNT_ORDERS) - this.count;
    records.setInt(number, HOLDING_ORDERS, count);
    records.setAccountInt(account, ACCOUNT_ORDERS, others + count);
  }
}

/** The ends of an account's ended orders, in its record. */
export class EndedEnds implements Ends {
  private readonly records: RecordTable;
  private readonly account: number;

  constructor(records: RecordTable, account: number) {
    this.records = records;
    this.account = account;
  }
  get first(): number {
    return this.records.accountInt(this.account, ACCOUNT_ENDED_FIRST);
  }
  set first(order: number) {
    this.records.setAccountInt(this.account, ACCOUNT_ENDED_FIRST, order);
  }
  get last(): number {
    return this.records.accountInt(this.account, ACCOUNT_ENDED_LAST);
  }
  set last(order: number) {
    this.records.setAccountInt(this.account, ACCOUNT_ENDED_LAST, order);
  }
  get count(): number {
    return this.records.accountInt(this.account, ACCOUNT_ENDED_COUNT);
  }
  set count(count: number) {
    this.records.setAccountInt(this.account, ACCOUNT_ENDED_COUNT, count);
  }
}
