/** Exits that wait for their order to fill (trading B15), by order id; the order's record says that it has some, which the kernel asks. */
import { HAS_EXITS, ID, INT_STRIDE, NUM_STRIDE, type OrderPool } from '../../book/order-pool.ts';
import type { Exits } from './stop-checks.ts';

export class ExitsByOrder extends Map<number, Exits> {
  private readonly orders: OrderPool;

  constructor(orders: OrderPool) {
    super();
    this.orders = orders;
  }

  /** Of a new order, by its slot. */
  keep(order: number, exits: Exits): void {
    const { int, num } = this.orders;
    int[order * INT_STRIDE + HAS_EXITS] = 1;
    this.set(num[order * NUM_STRIDE + ID], exits);
  }
}
