/** Every invariant of trading C4 that concerns what is built, by recomputation. For tests: it visits everything. */
import {
  BASE_ROW,
  BUY,
  FILLED_LOTS,
  FLAGS,
  ID,
  hasTerms,
  INT_STRIDE,
  isDormant,
  isLinked,
  isLive,
  KEY,
  LOTS,
  MARKET,
  NUM_STRIDE,
  PREVENTED_LOTS,
  QUOTE_AMOUNT,
  QUOTE_ROW,
  SELL,
  sideOf,
  TOTAL_LOTS,
  USER,
  USER_NEXT,
} from '../book/order-pool.ts';
import type { StateMachine } from './state-machine.ts';
import { checkProducts } from '../products/invariants.ts';
import { AVAILABLE, FUTURES, LOCKED } from '../ledger/ledger.ts';
import { InvariantError } from '../protocol/invariant.ts';
import { checkPerps } from '../perp/invariants.ts';
import type { Market } from '../spot/market.ts';
import { reserveOf } from '../spot/reservation.ts';
import type { User } from '../users/user.ts';

export function checkInvariants(machine: StateMachine): void {
  if (machine.isStopped) throw new InvariantError('the ledger does not balance: trading is stopped');
  checkSums(machine);
  for (const market of machine.markets) {
    checkBook(machine, market);
    checkDormant(machine, market);
  }
  checkPerps(machine.perps, machine.ledger, expect);
  for (const user of machine.users.all()) {
    checkBuckets(machine, user);
    checkLocked(machine, user);
  }
  checkProducts(machine.products, expect);
}

/** C4.1. */
function checkSums(machine: StateMachine): void {
  machine.ledger.sums().forEach(({ users, house, external }, asset) => {
    expect(users + house + external === 0n, `the accounts of ${machine.assets[asset].asset} do not add up to zero`);
  });
}

/** No balance of a user is below zero (trading C4.2). */
function checkBuckets({ ledger, perps }: StateMachine, user: User): void {
  for (const row of ledger.walletRowsOf(user.index)) {
    expect(ledger.walletRow(user.index, ledger.assetOf(row)) === row, 'a row of a user is not found by user and asset');
    // FUTURES may be below zero while gains of positions stand for it: see checkPerps.
    for (const bucket of [AVAILABLE, LOCKED]) {
      expect(ledger.balance(row, bucket) >= 0n, `user ${user.uid} has a balance below zero`);
    }
    const owes = ledger.balance(row, FUTURES) < 0n;
    expect(!owes || perps.accounts.find(user.uid, 'FUTURES') !== undefined, `user ${user.uid} owes without a position`);
  }
}

/**
 * C4.3: the locked balance equals the needs of the live orders, dormant ones included; a pair needs the larger of its legs. C4.10 for
 * each order.
 */
function checkLocked(machine: StateMachine, user: User): void {
  const { ledger } = machine;
  const needs = new Map<number, bigint>();
  const open = machine.markets.map(() => 0);
  let lastId = 0;
  const { int, num } = machine.orders;
  for (let order = user.firstOrder; order !== 0; order = int[order * INT_STRIDE + USER_NEXT]) {
    const at = order * INT_STRIDE;
    const market = machine.markets[int[at + MARKET]];
    expect(isLive(int[at + FLAGS]) && int[at + USER] === user.index, 'a list of live orders holds another order');
    expect(num[order * NUM_STRIDE + ID] > lastId, 'live orders are not in order of creation');
    lastId = num[order * NUM_STRIDE + ID];
    checkQuantities(machine, order);
    open[market.index] += 1;
    const rows = [market.base, market.quote].map(({ index }) => ledger.walletRow(user.index, index));
    expect(
      rows[0] === int[at + BASE_ROW] && rows[1] === int[at + QUOTE_ROW],
      "an order locks in rows that are not its user's",
    );
    const row = sideOf(int[at + FLAGS]) === BUY ? rows[1] : rows[0];
    needs.set(row, (needs.get(row) ?? 0n) + BigInt(needOf(machine, market, order)));
  }
  for (const row of ledger.walletRowsOf(user.index)) {
    const [locked, need] = [ledger.balance(row, LOCKED), needs.get(row) ?? 0n];
    expect(locked === need, `user ${user.uid} has ${locked} locked where orders need ${need}`);
  }
  const { seats } = machine.users;
  open.forEach((count, market) =>
    expect(count === seats.openOrders(user.index, market), 'a count of open orders is wrong'),
  );
}

/** The need of a pair is counted at its first leg (trading A1.4). */
function needOf(machine: StateMachine, market: Market, order: number): number {
  const { orders, ids } = machine;
  const need = reserveOf(orders, market, order);
  if (!isLinked(orders.int[order * INT_STRIDE + FLAGS])) return need;
  const id = orders.num[order * NUM_STRIDE + ID];
  const { ocoId } = orders.terms(order);
  const partner = ids.get(id === ocoId ? id + 1 : ocoId);
  const flags = orders.int[partner * INT_STRIDE + FLAGS];
  expect(isLinked(flags) && isLive(flags) && orders.terms(partner).ocoId === ocoId, 'a leg has lost its partner');
  return id === ocoId ? Math.max(need, reserveOf(orders, market, partner)) : 0;
}

/** Every live order either waits for its trigger or rests in the book, and no past price has reached the trigger of one that waits. */
function checkDormant({ orders, users }: StateMachine, market: Market): void {
  const waiting = market.triggers.all();
  let resting = 0;
  for (const side of [BUY, SELL]) {
    for (let order = market.book.first(side); order !== 0; order = market.book.next(order)) resting += 1;
  }
  const live = users.all().reduce((sum, user) => sum + users.seats.openOrders(user.index, market.index), 0);
  expect(live === resting + waiting.length, 'a live order neither rests nor waits');
  expect(!market.triggers.hasPrints, 'a command left prints behind');
  for (const order of waiting) {
    expect(isDormant(orders.int[order * INT_STRIDE + FLAGS]), 'an order waits and is not dormant');
  }
}

/** C4.10: a live order has no cancelled part; an iceberg's hidden part is part of its rest. */
function checkQuantities({ orders }: StateMachine, order: number): void {
  const { num } = orders;
  const at = order * NUM_STRIDE;
  expect(num[at + QUOTE_AMOUNT] === 0, 'an order by amount outlived its command');
  expect(num[at + LOTS] > 0 && num[at + FILLED_LOTS] >= 0, 'a live order has nothing left');
  const rest = orders.restLots(order);
  if (hasTerms(orders.int[order * INT_STRIDE + FLAGS])) {
    const { displayLots, hiddenLots } = orders.terms(order);
    expect(hiddenLots >= 0 && (displayLots !== 0 || hiddenLots === 0), 'an order hides what it may not');
    expect(displayLots === 0 || num[at + LOTS] <= displayLots, 'an iceberg shows more than its slice');
  }
  const sum = num[at + FILLED_LOTS] + rest + num[at + PREVENTED_LOTS];
  expect(sum === num[at + TOTAL_LOTS], 'the parts of an order do not add up to its quantity');
}

/** C4.9. */
function checkBook({ orders }: StateMachine, market: Market): void {
  const { book } = market;
  const bid = book.first(BUY);
  const ask = book.first(SELL);
  if (bid !== 0 && ask !== 0) {
    expect(
      -orders.int[bid * INT_STRIDE + KEY] < orders.int[ask * INT_STRIDE + KEY],
      `the book of ${market.symbol} is crossed`,
    );
  }
  for (const side of [BUY, SELL]) {
    const sums = new Map<number, number>();
    let lastKey = -Infinity;
    for (let order = book.first(side); order !== 0; order = book.next(order)) {
      const at = order * INT_STRIDE;
      const key = orders.int[at + KEY];
      expect(
        isLive(orders.int[at + FLAGS]) && !isDormant(orders.int[at + FLAGS]) && sideOf(orders.int[at + FLAGS]) === side,
        'a book holds an order it should not',
      );
      expect(key >= lastKey, 'a book is not in order of price');
      lastKey = key;
      sums.set(Math.abs(key), (sums.get(Math.abs(key)) ?? 0) + orders.num[order * NUM_STRIDE + LOTS]);
    }
    let levels = 0;
    book.forEachLevel(side, Infinity, (ticks, lots) => {
      levels += 1;
      expect(sums.get(ticks) === lots, `the level at ${ticks} ticks says ${lots} lots and holds ${sums.get(ticks)}`);
      expect(book.levelLots(side, ticks) === lots, 'a level has two sums');
    });
    expect(levels === sums.size, 'a book shows other levels than its orders have');
  }
}

function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new InvariantError(otherwise);
}
