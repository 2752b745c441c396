/**
 * Every assertion of the core fails once: each is met with the state or the argument that only a bug of ours could bring. One
 * that stands in the code and not here fails the last test.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { IdTable } from '../book/id-table.ts';
import { LadderBook } from '../book/ladder-book.ts';
import { BUY, BY_USER, CANCELED, ID, KEY, INT_STRIDE, LOTS, NUM_STRIDE, OrderPool } from '../book/order-pool.ts';
import { AVAILABLE, Ledger } from '../ledger/ledger.ts';
import type { Holding, MarginAccount, OpenPosition } from '../perp/account/accounts.ts';
import { NO_BONUS } from '../perp/account/bonus-source.ts';
import { type FillPlan, planFill } from '../perp/account/fill-plan.ts';
import { PerpMoney } from '../perp/account/money.ts';
import type { Perps } from '../perp/perps.ts';
import { InvariantError } from '../protocol/invariant.ts';
import { newIntent } from '../spot/checks.ts';
import { settle } from '../spot/settlement.ts';
import type { Fill } from '../spot/sink.ts';
import { engineOf, TestExchange, units } from '../testing/exchange.ts';
import { TestPerps } from '../testing/perps.ts';
import { ProductExchange } from '../testing/products.ts';
import { Register } from '../users/register.ts';
import type { Engine } from './engine.ts';

/** An account of an empty ledger. */
function ledgerWithRow(): { ledger: Ledger; row: number } {
  const ledger = new Ledger();
  return { ledger, row: ledger.addRow(1, ledger.addAsset()) };
}

/** A book without orders, and an order of so many lots that is not in it. */
function bookBeside(lots: number): { book: LadderBook; order: number } {
  const orders = new OrderPool();
  const order = orders.allocate();
  orders.int[order * INT_STRIDE + KEY] = 100;
  orders.num[order * NUM_STRIDE + LOTS] = lots;
  return { book: new LadderBook(orders), order };
}

/** A spot market where 1 sells 1 at 100, and the slot of that order. */
function spot(): { engine: Engine; order: number; x: TestExchange } {
  const x = new TestExchange();
  x.fund(1, 2);
  const { orderId } = x.sell(1, { price: 100, quantity: 1 });
  const engine = engineOf(x.core);
  return { engine, order: engine.ids.get(orderId), x };
}

/** A pair of 1, by the slot of its first leg. */
function pair(): { engine: Engine; first: number; second: number } {
  const { engine, x } = spot();
  x.print(100);
  const [one, two] = x.pair(1, 'SELL', { price: 110, quantity: 1, stop: 90 });
  return { engine, first: engine.ids.get(one!.orderId), second: engine.ids.get(two!.orderId) };
}

function spotFill(changes: Partial<Fill>): void {
  const { engine, order, x } = spot();
  const taker = engine.ids.get(x.buy(2, { price: 50, quantity: 1 }).orderId);
  const sums = { amount: 0, makerFee: 0, takerFee: 0, makerVoucher: 0, takerVoucher: 0 };
  const none = { ...sums, makerRate: 0, takerRate: 0, makerRest: 0, takerRest: 0 };
  const fill = { maker: order, taker, ticks: 1, lots: 1, ...none, ...changes };
  settle(engine.ledger, engine.orders, engine.markets[0]!, fill);
}

interface Scene {
  readonly perps: Perps;
  readonly account: MarginAccount;
  readonly holding: Holding;
  readonly position: OpenPosition;
  readonly timeMs: number;
}

/** 1 is long 1 at 50 000 with isolated margin, and has an order of 1 that rests. */
function perp(): Scene & { readonly order: number } {
  const x = new TestPerps({ leverageDefault: 10 });
  for (const uid of [1, 2]) x.fund(uid, 100_000);
  x.isolate(1);
  x.trade(1, 2, 50_000, 1);
  x.buy(1, { price: 49_000, quantity: 1 });
  const { perps } = engineOf(x.core);
  const account = perps.accounts.find(1, 'FUTURES')!;
  const holding = account.holding(perps.contracts[0]!);
  const [order] = [...account.orders];
  return { perps, account, holding, position: holding.both!, timeMs: x.timeMs, order: order! };
}

/** A fill of 1's position, as planned or changed afterwards, is booked. */
function perpFill(
  { perps, account, holding, timeMs }: Scene,
  side: number,
  quantity: bigint,
  changed: (plan: FillPlan) => FillPlan = (plan) => plan,
): void {
  const price = BigInt(units(50_000));
  const plan = changed(planFill(holding, side, 'BOTH', quantity, price));
  perps.settler.apply(account, holding, plan, { price, fee: 0n, isLiquidation: false }, timeMs);
}

const ONE = BigInt(units(1));
const SELL = 1 - BUY;

const cases: readonly (readonly [condition: string, broken: () => void])[] = [
  [
    'what a bucket is given lies between 0 and 2^53 - 1',
    () => {
      const { ledger, row } = ledgerWithRow();
      ledger.give(row, AVAILABLE, -1);
    },
  ],
  [
    'what is taken from a bucket lies between 0 and 2^53 - 1',
    () => {
      const { ledger, row } = ledgerWithRow();
      ledger.take(row, AVAILABLE, NaN);
    },
  ],
  ['ids and slots count from 1', () => new IdTable().set(0, 1)],
  ['an order that its owner remembers had a slot', () => new IdTable().keep(1, 1)],
  ['an order that the table of ids gives an owner is remembered there', () => spot().engine.users.recall(1, 9)],
  ['a slot that is given back was handed out', () => new OrderPool().release(1)],
  [
    'an order that is asked for its terms has some',
    () => {
      const orders = new OrderPool();
      orders.terms(orders.allocate());
    },
  ],
  [
    'orders are refused before the pool is full',
    () => {
      const orders = new OrderPool();
      Object.assign(orders, { capacity: 1 << 23, used: 1 << 23 });
      orders.allocate();
    },
  ],
  [
    'an order that enters a book has a rest',
    () => {
      const { book, order } = bookBeside(0);
      book.add(order);
    },
  ],
  [
    'an order that leaves a book is no better than its best',
    () => {
      const { book, order } = bookBeside(5);
      book.remove(order);
    },
  ],
  [
    'an order that is reduced in its book loses lots and keeps some',
    () => {
      const { book, order } = bookBeside(5);
      book.add(order);
      book.reduce(order, 5);
    },
  ],
  [
    'a user whose order ends has an open one',
    () => {
      const { engine, order, x } = spot();
      engine.users.find(1)!.openOrders[0] = 0;
      x.tryCancel(1, engine.orders.num[order * NUM_STRIDE + ID]!);
    },
  ],
  [
    'a thing that begins has an id of its own',
    () => {
      const register = new Register();
      register.add({ id: 1, terms: 'a' });
      register.add({ id: 1, terms: 'b' });
    },
  ],
  [
    'a thing ends once',
    () => {
      const register = new Register();
      register.close({ id: 1, terms: 'a' }, '', 0);
      register.close({ id: 1, terms: 'a' }, '', 0);
    },
  ],
  [
    'an order that ends is open',
    () => {
      const { engine, order, x } = spot();
      x.run({ kind: 'CancelAllOrders', uid: 1, symbol: '' });
      engine.canceller['closing'].close(order, CANCELED, BY_USER);
    },
  ],
  [
    'an order gives back no more than its user has locked',
    () => {
      const { engine, order } = spot();
      engine.canceller['closing'].release(order, units(1) + 1);
    },
  ],
  [
    'an order locks no more than its user has free',
    () => {
      const { engine, order } = spot();
      engine.canceller['closing'].reserve(order, units(1_000_000));
    },
  ],
  ['a fill has a price and a quantity', () => spotFill({ lots: 0 })],
  ['the amount of a fill is at most 2^53 - 1', () => spotFill({ ticks: 2 ** 30, lots: 2 ** 40 })],
  [
    'a buy has set aside what its fill costs',
    () => {
      const x = new TestExchange({ feeMode: 'QUOTE', makerFeeRate: 100_000, takerFeeRate: 100_000 });
      x.fund(1, 2);
      engineOf(x.core).markets[0]!.reserveRate = 0;
      x.buy(2, { price: 100, quantity: 1 });
      x.sell(1, { price: 100, quantity: 1 });
    },
  ],
  [
    'an order trades no more than is left of it',
    () => {
      const { engine, order } = spot();
      engine['placer']['incoming']['matcher']['takeLots'](order, Infinity);
    },
  ],
  [
    'the leg of a pair that is cut keeps lots',
    () => {
      const { engine, first } = pair();
      engine.canceller['oco'].cutPartner(first, engine.orders.num[first * NUM_STRIDE + LOTS]!, 0);
    },
  ],
  [
    'a leg whose pair lives has a partner',
    () => {
      const { engine, first, second } = pair();
      engine.ids.delete(engine.orders.num[second * NUM_STRIDE + ID]!);
      engine.canceller['oco'].cancelOtherLeg(engine.markets[0]!, first, 0);
    },
  ],
  [
    'an order that is accepted lies on the grid of its market',
    () => {
      const { engine } = spot();
      const intent = { ...newIntent(), ticks: 0.5, lots: 1 };
      engine.acceptor.accept({ uid: 1, clientOrderId: '' }, undefined, intent, engine.markets[0]!, 0, null);
    },
  ],
  [
    'an order that is accepted lies on the grid of its contract',
    () => {
      const { perps, account, holding } = perp();
      perps.lifecycle.accept(account, holding, { ticks: 1, lots: 0 } as never, 0);
    },
  ],
  [
    'an order of a contract that ends is open',
    () => {
      const { perps, order } = perp();
      perps.lifecycle.cancel(order, CANCELED, BY_USER, 0);
      perps.lifecycle.end(order, CANCELED, BY_USER, 0);
    },
  ],
  [
    'an order of a contract trades no more than is left of it',
    () => {
      const { perps, order, holding } = perp();
      perps['matcher']['countFill'](holding.contract, { order, feeRest: 0 } as never, 1, Infinity, 0);
    },
  ],
  [
    'a fill is planned for the position as it stands',
    () => perpFill(perp(), BUY, ONE, (plan) => ({ ...plan, before: null })),
  ],
  [
    'a position that is left after a fill was planned to be',
    () => perpFill(perp(), SELL, ONE / 2n, (plan) => ({ ...plan, next: null })),
  ],
  [
    'the open interest of a contract is not below 0',
    () => {
      const scene = perp();
      scene.holding.contract.openQuantity = 0n;
      perpFill(scene, SELL, ONE);
    },
  ],
  [
    'a fill leaves the position that was planned',
    () => perpFill(perp(), BUY, ONE, (plan) => ({ ...plan, next: plan.before && { ...plan.before, quantity: ONE } })),
  ],
  ['a position lies on the grid of its contract', () => perpFill(perp(), BUY, 1n)],
  [
    'a position closes at a value no more than it has',
    () => {
      const { perps, account, holding, position, timeMs } = perp();
      perps.settler.closeAtValue(account, holding, position, ONE + 1n, 1n, timeMs);
    },
  ],
  [
    'a voucher pays at most the fee',
    () => {
      const { perps, account, holding, timeMs } = perp();
      const bonus = { ...NO_BONUS, coverFee: () => ({ amount: 2n, postings: [] }) };
      const money = new PerpMoney({ ledger: perps.money['ledger'], accounts: perps.accounts, bonus, settle: () => 0 });
      money.fee(account, holding.contract, 1n, timeMs);
    },
  ],
  [
    'funding that is paid out is above 0',
    () => {
      const { perps, account } = perp();
      perps.money.fromInsurance(account, -1n);
    },
  ],
  [
    'margin that is set aside is above 0',
    () => {
      const { perps, account, holding, position } = perp();
      perps.money.isolate(account, holding.contract, position, -1n);
    },
  ],
  [
    'own money that is set aside is above 0',
    () => {
      const { perps, account, holding, position } = perp();
      perps.money.isolateOwn(account, holding.contract, position, -1n);
    },
  ],
  [
    'a grant takes no more back than the margin that there is',
    () => {
      const { perps, account, holding, position } = perp();
      position.bonusParts.set(1, perps.accounts.margin(account, holding.contract, position) + 1n);
      perps.money.takeBonusBack(account, holding.contract, position, 1);
    },
  ],
  [
    'bonus pays no more of a debt than there is',
    () => {
      const { perps, account } = perp();
      const ledger = perps.money['ledger'];
      perps.money.toInsurance(account, perps.accounts.balance(account, 0) + 1n);
      const bonus = { ...NO_BONUS, charge: () => [perps.money.mainOf(account, -2n)] };
      new PerpMoney({ ledger, accounts: perps.accounts, bonus, settle: () => 0 }).coverDebt(account);
    },
  ],
  [
    'the insurance fund is not below 0',
    () => {
      const { perps, account, holding } = perp();
      const { money } = perps;
      money['ledger'].post([money.mainOf(account, 1n), money['house'](money['fundRow'](), -money.fund - 1n)]);
      money.takeoverResult(holding.contract, 1n);
    },
  ],
  [
    'a position gives back no more margin than it has',
    () => {
      const { perps, account, holding, position } = perp();
      const margin = perps.accounts.margin(account, holding.contract, position);
      perps.money.release(account, holding.contract, position, margin + 1n, false);
    },
  ],
  [
    'a liquidation charges no more than the margin that is left',
    () => {
      const { perps, account, holding, position } = perp();
      const margin = perps.accounts.margin(account, holding.contract, position);
      perps.money.chargeMargin(account, holding.contract, position, { realised: -margin, fee: 1n });
    },
  ],
  [
    'funding takes no more margin than there is',
    () => {
      const { perps, account, holding, position } = perp();
      const margin = perps.accounts.margin(account, holding.contract, position);
      perps.money.fundingFromMargin(account, holding.contract, position, margin + 1n);
    },
  ],
  [
    'the engine that gives away has taken something over',
    () => {
      const { perps, holding } = perp();
      perps.takeoverInventory.give(holding.contract, ONE, 1n);
    },
  ],
  [
    'the engine gives away no more than it holds',
    () => {
      const { perps, holding } = perp();
      perps.takeoverInventory.take(holding.contract, 1n, ONE, 1n);
      perps.takeoverInventory.give(holding.contract, ONE + 1n, 1n);
    },
  ],
  [
    'the engine gives away at cost no more than it holds',
    () => {
      const { perps, holding } = perp();
      perps.takeoverInventory.giveAtCost(holding.contract, ONE);
    },
  ],
  ['a grant pays no more than remains of it', () => new ProductExchange().engine.products.grants.use(1, 1n)],
  [
    'a voucher pays no more than is left of it',
    () => {
      const x = new ProductExchange();
      x.fund(1);
      x.fill('PRIZE_POOL', 10);
      x.do('GrantFeeVoucher', { voucherId: 1, amount: 5 });
      const user = x.engine.users.find(1)!;
      x.engine.products.vouchers['spent'](user, { voucher: user.vouchers[0]!, amount: 6 });
    },
  ],
];

test.each(cases)('%s', (condition, broken) => {
  expect(broken).toThrow(new InvariantError(condition));
});

test('there is no other assertion', () => {
  const root = new URL('../', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(new URL(file, root), 'utf8').matchAll(/\bassert\([^;]*?'([^']+)',?\s*\);/g)].map(
      ([, said]) => said,
    ),
  );
  expect(found.toSorted()).toEqual(cases.map(([condition]) => condition).toSorted());
});
