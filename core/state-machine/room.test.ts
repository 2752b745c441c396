/** A user who ends very many orders takes no room from other users, and a full table of orders does not stop the exchange. */
import { expect, test } from 'vitest';
import { restoreCore } from '../index.ts';
import { TestPerps } from '../testing/perps.ts';
import { machineOf, TestExchange, units } from '../testing/exchange.ts';

const LIMITS = { most: 200, crowded: 60, spare: 40 };

test('FLT-16 trading A7 orders that ended in vain, of people without funds, never fill the table; a restored core forgets alike', () => {
  const x = new TestExchange();
  x.fund(1, 2);
  machineOf(x.core).orders.limits = LIMITS;
  const vain = {
    kind: 'PlaceOrder',
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'FOK',
    price: units(2),
    quantity: units(1),
    quoteAmount: 0,
    maxSlippage: 0,
    stpMode: '',
    clientOrderId: 'mine',
    idempotency: null,
  };
  const inVain = (uid: number, core = x.core): void => {
    const command = { ...vain, uid, seq: core.lastSeq + 1, timeMs: x.timeMs };
    const outcome = core.apply(command as never, () => {});
    expect(outcome).toMatchObject({ ok: true, result: { order: { status: 'EXPIRED' } } });
  };
  // A restored core gets to know them by their places: who is forgotten first must not depend on who ended first.
  for (let n = 0; n < 30; n += 1) inVain(100 + n);
  for (let n = 0; n < 325; n += 1) inVain(129 - (n % 30));
  const again = restoreCore(x.core.snapshot());
  machineOf(again).orders.limits = LIMITS;
  for (let n = 0; n < 300; n += 1) {
    for (const core of [x.core, again]) inVain(100 + (n % 40), core);
    expect(machineOf(x.core).orders.isFull).toBe(false);
  }
  expect(again.stateHash()).toBe(x.core.stateHash());
  // The honest ones trade on.
  const sell = x.sell(1, { price: 3, quantity: 1 });
  expect(x.buy(2, { price: 3, quantity: 1 }).status).toBe('FILLED');
  expect(x.core.order(sell.orderId)?.status).toBe('FILLED');
});

test('FLT-16 with a crowd of live orders each command looks at those alone who have something to forget', () => {
  const x = new TestExchange();
  const people = Array.from({ length: 50 }, (_, n) => n + 1);
  x.fund(...people);
  const { users, orders } = machineOf(x.core);
  orders.limits = { most: 1_000, crowded: 60, spare: 40 };
  for (const uid of people) for (let n = 0; n < 2; n += 1) x.sell(uid, { price: 3, quantity: 0.01 });
  expect(orders.isCrowded).toBe(true);
  let looks = 0;
  const count = <K extends string>(of: { [N in K]: (...given: never[]) => unknown }, name: K): void => {
    const real = of[name].bind(of);
    of[name] = (...given) => ((looks += 1), real(...given));
  };
  // An owner is looked at by asking how much there is to forget, or whether there is anything.
  count(users, 'endedCount');
  count((users as unknown as { endedOrderOwners: { having: Set<unknown> } }).endedOrderOwners.having, 'delete');
  for (let n = 0; n < 20; n += 1) x.sell(25, { price: 3, quantity: 0.01 });
  expect(looks).toBe(0);
  // An order that one of them ends is forgotten by the next command, without looking at the other owners.
  const { orderId } = x.sell(40, { price: 3, quantity: 0.01 });
  x.run({ kind: 'CancelOrder', uid: 40, symbol: 'BTCUSDT', orderId, clientOrderId: '' });
  expect(x.core.order(orderId)?.status).toBe('CANCELED');
  x.sell(25, { price: 3, quantity: 0.01 });
  expect(x.core.order(orderId)).toBeNull();
  // A few looks at that one; the fifty others are not looked at.
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThan(10);
});

test('FLT-16 with as many live orders as the table holds a further one is refused, and cancels make room', () => {
  const x = new TestExchange();
  x.fund(1);
  machineOf(x.core).orders.limits = LIMITS;
  const placed = Array.from({ length: 160 }, () => x.sell(1, { price: 3, quantity: 0.01 }).orderId);
  expect(x.tryPlace(1, 'SELL', { price: 3, quantity: 0.01 })).toMatchObject({ ok: false, code: 'LIMIT_REACHED' });
  expect(x.core.openOrders(1, 'BTCUSDT').length).toBe(160);
  expect(x.run({ kind: 'CancelOrder', uid: 1, symbol: 'BTCUSDT', orderId: placed[0]!, clientOrderId: '' }).ok).toBe(
    true,
  );
  expect(x.tryPlace(1, 'SELL', { price: 3, quantity: 0.01 }).ok).toBe(true);
});

test('FLT-16 trading B13 a liquidation that finds no room for an order takes the position over, and the exchange goes on', () => {
  const x = new TestPerps();
  x.insure(100_000);
  x.fund(1, 1_000);
  x.fund(2, 1_000_000);
  x.sell(2, { price: 50_000, quantity: 0.1 });
  x.buy(1, { price: 50_000, quantity: 0.1 });
  x.buy(2, { price: 45_500, quantity: 1 });
  machineOf(x.core).perps.orders.limits = { most: 0, crowded: 1_000, spare: 0 };
  expect(x.tryPlace(2, 'BUY', { price: 40_000, quantity: 1 })).toMatchObject({ code: 'LIMIT_REACHED' });
  x.events.length = 0;
  x.moveMark(40_100);
  expect(x.events.some((event) => event.kind === 'Liquidated' && event.step === 'TAKEN_OVER')).toBe(true);
  expect(x.core.positions(x.owner(1))).toEqual([]);
});

test('FLT-16 ended conditional orders are remembered up to a number of all accounts together', () => {
  const x = new TestPerps();
  const { stops } = machineOf(x.core).perps;
  stops.mostEnded = 50;
  for (let n = 0; n < 120; n += 1) {
    const uid = 1 + (n % 7);
    const stop = x.stop(uid, 'SELL', { type: 'STOP', trigger: 40_000, quantity: 1 });
    x.run({ kind: 'CancelStopOrder', ...x.owner(uid), orderId: stop.stopOrderId, clientOrderId: '' } as never);
    expect(stops.endedCount).toBeLessThanOrEqual(51);
  }
  const again = machineOf(restoreCore(x.core.snapshot())).perps.stops;
  expect(again.endedCount).toBe(stops.endedCount);
  expect(stops.endedCount).toBeGreaterThan(20);
});
