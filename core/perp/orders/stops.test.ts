/** Conditional orders, exits of orders and of positions (trading B15). */
import { describe, expect, test } from 'vitest';
import { codeOf, machineOf } from '../../testing/exchange.ts';
import { restoreCore } from '../../index.ts';
import { stopsOf, TestPerps, text } from '../../testing/perps.ts';

/** 1 is long of 1 from 50 000 against 2; 3 has money. */
function long(changes: object = {}): TestPerps {
  const x = new TestPerps(changes);
  for (const uid of [1, 2, 3]) x.fund(uid, 1_000_000);
  x.trade(1, 2, 50_000, 1);
  return x;
}
const waiting = (x: TestPerps, uid = 1): string[] =>
  x.core.openStopOrders(x.owner(uid)).map((s) => `${s.group} ${s.type} ${text(s.quantity)} ${text(s.triggerPrice)}`);
const ends = (x: TestPerps): string[] =>
  x
    .told('StopOrderChanged')
    .filter(({ status }) => status !== 'NEW')
    .map(({ type, status, reason }) => `${type} ${status} ${reason}`.trim());

describe('exits of orders', () => {
  const exits = { takeProfit: { trigger: 51_000 }, stopLoss: { trigger: 49_000 } };

  test('B15 they wait for what the order has filled so far, and fire for that', () => {
    const x = new TestPerps();
    for (const uid of [1, 2, 3]) x.fund(uid, 1_000_000);
    const parent = x.buy(1, { price: 50_000, quantity: 2, ...exits });
    expect(waiting(x)).toEqual([]);
    x.sell(2, { price: 50_000, quantity: '0.3' });
    expect(waiting(x)).toEqual(['ORDER TAKE_PROFIT 0.3 51000', 'ORDER STOP 0.3 49000']);
    x.sell(2, { price: 50_000, quantity: '0.5' });
    expect(waiting(x)).toEqual(['ORDER TAKE_PROFIT 0.8 51000', 'ORDER STOP 0.8 49000']);
    x.run({ kind: 'CancelPerpOrder', ...x.owner(1), orderId: parent.orderId, clientOrderId: '' });
    x.buy(3, { price: 51_000, quantity: 5 });
    x.sell(3, { price: 51_001, quantity: 1 });
    x.sell(2, { price: 51_000, quantity: '0.1' });
    expect(ends(x)).toEqual(['STOP CANCELED OCO', 'TAKE_PROFIT TRIGGERED']);
    expect(x.core.positions(x.owner(1))).toEqual([]);
  });

  test('B15 they are dropped with an order that ends unfilled', () => {
    const x = new TestPerps();
    for (const uid of [1, 2]) x.fund(uid, 1_000_000);
    const { orderId } = x.buy(1, { price: 50_000, quantity: 2, ...exits });
    x.run({ kind: 'CancelPerpOrder', ...x.owner(1), orderId, clientOrderId: '' });
    x.sell(2, { price: 50_000, quantity: 1 });
    expect(x.told('StopOrderChanged')).toEqual([]);
  });

  test('B15 what closes a part that is smaller than an order may be still closes it', () => {
    const x = new TestPerps({ minQuantity: 10_000_000, maxMarketQuantity: 100_000_000 });
    for (const uid of [1, 2, 3]) x.fund(uid, 1_000_000);
    x.buy(1, { price: 50_000, quantity: 3, ...exits });
    x.sell(2, { price: 50_000, quantity: 2 });
    x.buy(3, { price: 48_990, quantity: 5 });
    x.buy(3, { price: 49_000, quantity: 1 });
    x.run({ kind: 'CancelAllPerpOrders', ...x.owner(1), symbol: '' });
    x.must(x.tryExits(1, { stopLoss: { trigger: 49_000 } }));
    x.sell(2, { price: 49_000, quantity: 1 });
    expect(x.core.positions(x.owner(1))).toEqual([]);
    const y = new TestPerps({ minQuantity: 10_000_000, maxMarketQuantity: 100_000_000 });
    for (const uid of [1, 2, 3]) y.fund(uid, 1_000_000);
    y.buy(1, { price: 50_000, quantity: 3, ...exits });
    y.sell(2, { price: 50_000, quantity: 3 });
    y.buy(3, { price: 48_990, quantity: 5 });
    y.buy(3, { price: 49_000, quantity: 1 });
    y.sell(2, { price: 49_000, quantity: 1 });
    expect(ends(y)).toContain('STOP TRIGGERED');
    expect(y.core.positions(y.owner(1))).toEqual([]);
  });

  test('B18 they count as conditional orders', () => {
    const x = new TestPerps({ maxStopOrders: 2 });
    for (const uid of [1, 2]) x.fund(uid, 1_000_000);
    x.sell(2, { price: 50_000, quantity: 2 });
    x.buy(1, { price: 50_000, quantity: 1, ...exits });
    expect(codeOf(x.tryPlace(1, 'BUY', { price: 50_000, quantity: 1, ...exits }))).toBe('TOO_MANY_ORDERS');
  });

  test('FLT-16 B18 those of resting orders are two an order, as many as orders may rest, and go with theirs', () => {
    const x = new TestPerps();
    for (const uid of [1, 2]) x.fund(uid, 1_000_000);
    const kept = (): number => machineOf(x.core).perps.stops.exitsByOrder.size;
    const small = { price: 50_000, quantity: '0.001', ...exits };
    const ids = Array.from({ length: 200 }, () => x.buy(1, small).orderId);
    // 200 pairs, 400 exits; none of them waits for a price yet.
    expect([kept(), waiting(x)]).toEqual([200, []]);
    expect(codeOf(x.tryPlace(1, 'BUY', small))).toBe('TOO_MANY_ORDERS');
    expect(kept()).toBe(200);
    x.must(x.run({ kind: 'CancelPerpOrder', ...x.owner(1), orderId: ids[0]!, clientOrderId: '' }));
    expect(kept()).toBe(199);
    // Filled whole: its exits wait from now on, as conditional orders that are counted.
    x.sell(2, { price: 50_000, quantity: '0.001' });
    expect([kept(), waiting(x).length]).toEqual([198, 2]);
    x.must(x.run({ kind: 'CancelAllPerpOrders', ...x.owner(1), symbol: '' }));
    expect(kept()).toBe(0);
    // An order that never rests leaves no exits behind.
    x.buy(1, { ...small, tif: 'IOC' });
    expect(kept()).toBe(0);
  });

  test('B19 the status of the contract is checked before the exits', () => {
    const x = new TestPerps();
    x.fund(1, 1_000);
    x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'STOP' }));
    const wrong = { price: 50_000, quantity: 1, takeProfit: { trigger: 1 } };
    expect(codeOf(x.tryPlace(1, 'BUY', wrong))).toBe('MARKET_STATUS');
    expect(codeOf(x.tryPlace(1, 'BUY', { price: 0, quantity: 1 }))).toBe('MARKET_STATUS');
  });
});

describe('exits of positions', () => {
  test('B15 full ones close whatever is open, and a later setting replaces them', () => {
    const x = long();
    x.must(x.tryExits(1, { takeProfit: { trigger: 51_000 }, stopLoss: { trigger: 49_000 } }));
    x.must(x.tryExits(1, { takeProfit: { trigger: 52_000 }, stopLoss: { trigger: 48_000 } }));
    expect(waiting(x)).toEqual(['FULL TAKE_PROFIT 0 52000', 'FULL STOP 0 48000']);
    x.trade(1, 2, 50_000, 2);
    x.buy(3, { price: 47_990, quantity: 5 });
    x.trade(2, 3, 48_000, '0.1');
    expect(x.core.positions(x.owner(1))).toEqual([]);
    x.must(x.run({ kind: 'CancelAllPerpOrders', ...x.owner(3), symbol: '' }));
    expect(waiting(x)).toEqual([]);
  });

  test('B15 a full exit that found too little leaves the other one standing', () => {
    const x = long();
    x.must(x.tryExits(1, { takeProfit: { trigger: 51_000 }, stopLoss: { trigger: 49_000 } }));
    x.buy(3, { price: 50_990, quantity: '0.4' });
    x.trade(3, 2, 51_000, '0.1');
    expect(x.positions(1)).toEqual(['BTCUSDT LONG 0.6 30000']);
    expect(waiting(x)).toEqual(['FULL STOP 0 49000']);
  });

  test('B15 partial ones are pairs that end each other, twenty of a kind', () => {
    const x = long();
    const pair = { quantity: '0.2', takeProfit: { trigger: 51_000 }, stopLoss: { trigger: 49_000 } };
    x.must(x.tryExits(1, pair));
    x.buy(3, { price: 48_990, quantity: 5 });
    x.trade(3, 2, 49_000, '0.1');
    expect(ends(x)).toEqual(['TAKE_PROFIT CANCELED OCO', 'STOP TRIGGERED']);
    expect(x.positions(1)).toEqual(['BTCUSDT LONG 0.8 40000']);
  });

  test('B15 they go when the position closes or turns', () => {
    const x = long();
    x.must(x.tryExits(1, { stopLoss: { trigger: 49_000 } }));
    x.must(x.tryExits(1, { quantity: '0.2', takeProfit: { trigger: 51_000 } }));
    x.trade(2, 1, 50_000, '1.5');
    expect(x.positions(1)).toEqual(['BTCUSDT SHORT 0.5 25000']);
    expect(ends(x)).toEqual(['STOP CANCELED POSITION_CLOSED', 'TAKE_PROFIT CANCELED POSITION_CLOSED']);
  });

  test('B15 the entry test: a take-profit above and a stop-loss below for a long, mirrored for a short', () => {
    const x = long();
    expect(codeOf(x.tryExits(1, { takeProfit: { trigger: 50_000 } }))).toBe('WOULD_TRIGGER_NOW');
    expect(codeOf(x.tryExits(1, { takeProfit: { trigger: '50000.01' } }))).toBe('OK');
    expect(codeOf(x.tryExits(2, { takeProfit: { trigger: '50000.01' } }))).toBe('WOULD_TRIGGER_NOW');
    expect(codeOf(x.tryExits(2, { stopLoss: { trigger: '50000.01', source: 'MARK' } }))).toBe('OK');
    expect(codeOf(x.tryExits(3, { stopLoss: { trigger: 1 } }))).toBe('UNKNOWN_POSITION');
    expect(codeOf(x.tryExits(1, {}))).toBe('OK');
    expect(waiting(x)).toEqual([]);
  });

  test('B15 a full exit with a limit price rests for the whole open quantity', () => {
    const x = long();
    x.must(x.tryExits(1, { takeProfit: { trigger: 51_000, price: 51_500 } }));
    x.trade(3, 2, 51_000, '0.1');
    const [order] = x.core.openPerpOrders(x.owner(1));
    expect([order!.reduceOnly, text(order!.quantity), text(order!.price)]).toEqual([true, '1', '51500']);
  });
});

describe('own conditional orders', () => {
  test('B15 last, mark and index each wake only the orders with that source', () => {
    const x = long();
    const kinds = ['LAST', 'MARK', 'INDEX'] as const;
    for (const source of kinds) x.stop(1, 'BUY', { type: 'STOP', trigger: 50_500, quantity: '0.1', source });
    const left = (): string[] => x.core.openStopOrders(x.owner(1)).map(({ source }) => source);
    x.trade(3, 2, 50_500, '0.1');
    expect(left()).toEqual(['MARK', 'INDEX']);
    // The index is above, the mark stays with the last price and the first funding rate of 0.
    x.moveMark(50_600);
    expect(left()).toEqual([]);
  });

  test('B15 price protection keeps it from firing while mark and last are apart', () => {
    const x = long({ priceProtectScope: 2_000_000 });
    const request = { type: 'STOP', trigger: 48_000, quantity: '0.1', source: 'MARK' } as const;
    x.stop(1, 'SELL', { ...request, protect: true });
    x.stop(1, 'SELL', request);
    x.moveMark(47_000);
    expect(x.core.openStopOrders(x.owner(1)).map(({ priceProtect }) => priceProtect)).toEqual([true]);
    x.trade(3, 2, 47_000, '0.1');
    x.moveMark(47_000);
    expect(x.core.openStopOrders(x.owner(1))).toEqual([]);
  });

  test('trading B15 a protected order that was held back fires once mark and last are close again, without a new print', () => {
    const x = long({ priceProtectScope: 2_000_000 });
    x.moveMark(51_000);
    x.buy(3, { price: 51_500, quantity: '0.1' });
    x.stop(1, 'SELL', { type: 'TAKE_PROFIT', trigger: 51_200, quantity: '0.1', source: 'LAST', protect: true });
    x.moveMark(50_000);
    // A print at 51 500, 3 % from the mark.
    x.sell(2, { price: 49_500, quantity: '0.1' });
    expect(waiting(x)).toEqual(['OWN TAKE_PROFIT 0.1 51200']);
    x.moveMark(51_000);
    expect(ends(x)).toEqual(['TAKE_PROFIT TRIGGERED']);
  });

  test('trading B15 what a status held back fires when the contract takes orders again', () => {
    const x = long();
    x.stop(1, 'SELL', { type: 'STOP', trigger: 49_500, quantity: '0.1', source: 'MARK' });
    x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'CANCEL_ONLY' }));
    x.moveMark(49_400);
    expect(ends(x)).toEqual([]);
    x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'OPEN' }));
    expect(ends(x)).toEqual(['STOP TRIGGERED']);
  });

  test('trading B15 an exit larger than an order may be goes in several, by market and at a limit', () => {
    for (const price of [0, 50_900]) {
      const x = long({ maxMarketQuantity: 40_000_000, maxLimitQuantity: 0 });
      x.must(x.tryExits(1, { takeProfit: { trigger: 51_000, source: 'MARK', price } }));
      x.buy(2, { price: 50_900, quantity: 1 });
      x.moveMark(51_000);
      const sent = x.told('PerpOrderChanged').filter(({ origin, cause }) => origin === 'STOP' && cause === 'ACCEPTED');
      expect(sent.map(({ quantity }) => text(quantity))).toEqual(price === 0 ? ['0.4', '0.4', '0.2'] : ['1']);
      expect(x.core.positions(x.owner(1))).toEqual([]);
    }
  });

  test('trading B15 a full take-profit of a position worth more than 90.07 M closes it', () => {
    const x = new TestPerps({ leverageDefault: 5, priceProtectScope: 90_000_000 });
    for (const uid of [1, 2]) for (let i = 0; i < 2; i += 1) x.fund(uid, 80_000_000);
    x.trade(1, 2, 50_000, 999);
    x.moveMark(98_000);
    x.must(x.tryExits(1, { takeProfit: { trigger: 99_000, source: 'MARK' } }));
    for (const quantity of [500, 499]) x.buy(2, { price: 99_000, quantity });
    x.moveMark(100_000);
    expect(ends(x)).toEqual(['TAKE_PROFIT TRIGGERED']);
    expect(x.core.positions(x.owner(1))).toEqual([]);
  });

  test('B15 A8 no conditional order fires while the contract takes no orders: it goes on waiting', () => {
    const x = long();
    x.stop(1, 'SELL', { type: 'STOP', trigger: 49_500, close: true, source: 'MARK' });
    x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'STOP' }));
    x.moveMark(49_000);
    expect(x.core.openStopOrders(x.owner(1)).length).toBe(1);
    x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'REDUCE_ONLY' }));
    x.moveMark(49_000);
    expect(ends(x)).toEqual(['STOP TRIGGERED']);
  });

  test('B15 B19 a fired order that may not enter ends with the refusal', () => {
    const x = long();
    x.stop(3, 'BUY', { type: 'STOP', trigger: 50_500, quantity: 500, source: 'MARK' });
    x.stop(3, 'SELL', { type: 'TAKE_PROFIT', trigger: 50_500, close: true, source: 'MARK' });
    x.moveMark(50_600);
    expect(ends(x)).toEqual(['STOP EXPIRED LEVERAGE_TIER', 'TAKE_PROFIT EXPIRED REDUCE_ONLY_REJECT']);
  });

  test('B15 a trailing stop has its limits, and follows from its activation', () => {
    const x = long();
    const trail = { type: 'TRAILING_STOP', quantity: 1, reduceOnly: true } as const;
    expect(codeOf(x.tryStop(1, 'SELL', { ...trail, callback: 99_999 }))).toBe('BAD_FIELDS');
    expect(codeOf(x.tryStop(1, 'SELL', { ...trail, callback: 10_000_001 }))).toBe('BAD_FIELDS');
    expect(codeOf(x.tryStop(1, 'SELL', { ...trail, callback: 1_000_000, activation: 50_000 }))).toBe(
      'WOULD_TRIGGER_NOW',
    );
    expect(codeOf(x.tryStop(2, 'BUY', { ...trail, callback: 1_000_000, activation: 50_000 }))).toBe(
      'WOULD_TRIGGER_NOW',
    );
    x.stop(1, 'SELL', { ...trail, callback: 1_000_000, activation: 51_000, source: 'MARK' });
    x.stop(1, 'SELL', { ...trail, callback: 1_000_000, source: 'INDEX' });
    x.moveMark(50_600);
    x.moveMark(50_094);
    expect(waiting(x).length).toBe(1);
    x.moveMark(51_100);
    x.moveMark(50_700);
    expect(waiting(x).length).toBe(1);
    x.moveMark(50_500);
    expect(waiting(x).length).toBe(0);
  });

  test('B15 an open trailing stop tells the best price since it follows and the first price at which it would fire', () => {
    const x = long();
    const trail = { type: 'TRAILING_STOP', quantity: 1, reduceOnly: true, callback: 1_000_000 } as const;
    const names = [
      x.stop(1, 'SELL', { ...trail, activation: 51_000, source: 'MARK' }),
      x.stop(2, 'BUY', { ...trail, source: 'INDEX' }),
      x.stop(1, 'BUY', { type: 'STOP', trigger: 60_000, quantity: 1, source: 'MARK' }),
    ];
    const trails = (core = x.core) =>
      core.trailingStops(names, 'FUTURES').map((stop) => [text(stop.extremePrice), text(stop.firesAtPrice)]);
    expect(trails()).toEqual([
      ['0', '0'],
      ['50000', '50500'],
    ]);
    x.moveMark('51000.1');
    // 51 000.1 less 1 % is 50 490.099: the first tick below it.
    expect(trails()[0]).toEqual(['51000.1', '50490.09']);
    expect(x.core.openStopOrders(x.owner(1)).map(({ firesAtPrice }) => text(firesAtPrice))).toEqual(['50490.09', '0']);
    expect(trails(restoreCore(x.core.snapshot()))).toEqual(trails());
    x.moveMark('50490.1');
    expect(trails()).toHaveLength(1);
    x.moveMark('50490.09');
    expect(trails()).toEqual([]);
  });

  test('B15 A1.2 those that wait for a rise enter by rising trigger, the older first of equal ones', () => {
    const x = long();
    for (const trigger of [50_300, 50_100, 50_200, 50_100])
      x.stop(1, 'BUY', { type: 'STOP', trigger, quantity: '0.1', source: 'MARK' });
    const ids = x.core.openStopOrders(x.owner(1)).map(({ stopOrderId }) => stopOrderId);
    x.moveMark(50_400);
    const fired = x.told('StopOrderChanged').filter(({ status }) => status === 'TRIGGERED');
    expect(fired.map(({ stopOrderId }) => ids.indexOf(stopOrderId))).toEqual([1, 3, 2, 0]);
  });

  test('B17 B19 where only closing is taken, an order that closes its side in hedge mode may wait', () => {
    const x = new TestPerps();
    for (const uid of [1, 2]) x.fund(uid, 1_000_000);
    x.hedge(1);
    x.sell(2, { price: 50_000, quantity: 1 });
    x.buy(1, { price: 50_000, quantity: 1, side: 'LONG' });
    x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'REDUCE_ONLY' }));
    const request = { type: 'STOP', trigger: 49_000, quantity: 1, side: 'LONG' } as const;
    expect(stopsOf(x.tryStop(1, 'SELL', request))[0]!.reduceOnly).toBe(true);
    expect(codeOf(x.tryStop(1, 'BUY', { ...request, trigger: 51_000 }))).toBe('CLOSE_ONLY');
  });

  test('B15 a conditional order can be cancelled by its client id, which is then free again', () => {
    const x = long();
    const request = { type: 'STOP', trigger: 49_000, quantity: 1, clientId: 'a' } as const;
    x.stop(1, 'SELL', request);
    x.must(x.run({ kind: 'CancelStopOrder', ...x.owner(1), orderId: 0, clientOrderId: 'a' }));
    x.stop(1, 'SELL', request);
    expect(waiting(x).length).toBe(1);
  });
});
