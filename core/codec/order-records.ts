/** The record of an order of spot in a snapshot. */
import {
  AMENDS,
  CREATED,
  FEE_REST,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  hasTerms,
  ID,
  INT_STRIDE,
  KEY,
  LOTS,
  MARKET,
  NUM_STRIDE,
  type OrderPool,
  PREVENTED_AMOUNT,
  PREVENTED_LOTS,
  QUOTE_AMOUNT,
  TOTAL_LOTS,
  UPDATED,
  USER,
} from '../book/order-pool.ts';
import { OrderTerms, TERMS } from '../book/order-terms.ts';
import type { StateMachine } from '../state-machine/state-machine.ts';
import { type ByteReader, type ByteWriter, FormatError } from './bytes.ts';

/** No record is shorter: so many numbers, a key and a text of at least a byte each. */
export const LEAST_ORDER_BYTES = 18;

export function writeOrders(w: ByteWriter, machine: StateMachine, orders: readonly number[]): void {
  w.count(orders.length);
  for (const order of orders) writeOrder(w, machine, machine.orders, order);
}

export function writeOrder(w: ByteWriter, { users }: StateMachine, orders: OrderPool, order: number): void {
  const at = order * INT_STRIDE;
  const numAt = order * NUM_STRIDE;
  w.count(orders.num[numAt + ID]);
  for (const field of INTS) w.count(orders.int[at + field]);
  w.signed(orders.int[at + KEY]);
  for (const field of NUMBERS) w.count(orders.num[numAt + field]);
  w.text(users.clientIdOf(orders, order));
  if (!hasTerms(orders.int[at + FLAGS])) return;
  const terms = orders.terms(order);
  for (const field of TERMS) w.count(terms[field]);
}

const INTS = [USER, MARKET, FLAGS, AMENDS, FEE_REST];
const NUMBERS = [
  LOTS,
  TOTAL_LOTS,
  QUOTE_AMOUNT,
  FILLED_LOTS,
  FILLED_AMOUNT,
  PREVENTED_LOTS,
  PREVENTED_AMOUNT,
  CREATED,
  UPDATED,
];

/** Into a slot of the pool; nothing else knows the order yet. */
export function readOrder(r: ByteReader, machine: StateMachine): number {
  const { orders, users } = machine;
  machine.knownNames.makeRoom();
  const order = orders.allocate();
  const at = order * INT_STRIDE;
  const numAt = order * NUM_STRIDE;
  orders.num[numAt + ID] = r.count();
  const { int, num } = orders;
  for (let i = 0; i < INTS.length; i += 1) int[at + INTS[i]] = r.count();
  int[at + KEY] = r.signed();
  for (let i = 0; i < NUMBERS.length; i += 1) num[numAt + NUMBERS[i]] = r.count();
  const clientOrderId = r.text();
  if (hasTerms(orders.int[at + FLAGS])) {
    const terms = new OrderTerms();
    for (const field of TERMS) terms[field] = r.count();
    orders.setTerms(order, terms);
  }
  const user = int[at + USER];
  if (user < 1 || user > users.count || machine.markets[int[at + MARKET]] === undefined)
    throw new FormatError('an order names no user or market');
  if (clientOrderId !== '') users.name(users.at(user), order, clientOrderId);
  return order;
}
