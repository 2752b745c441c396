/** Margin at each match, closes and their bounds, limits, modes and leverage (trading B3, B7, B16 to B18). */
import { describe, expect, test } from 'vitest';
import { codeOf, units } from '../../testing/exchange.ts';
import { contractParameters, TestPerps, text } from '../../testing/perps.ts';

function funded(changes: object = {}, mark = 50_000): TestPerps {
  const x = new TestPerps(changes, mark);
  for (const uid of [1, 2, 3]) x.fund(uid, 100_000);
  return x;
}
const amend = (x: TestPerps, uid: number, orderId: number, price: number, quantity: number | string): string =>
  codeOf(
    x.run({
      kind: 'AmendPerpOrder',
      ...x.owner(uid),
      orderId,
      clientOrderId: '',
      price: units(price),
      quantity: units(quantity),
      idempotency: null,
    }),
  );

describe('before each match', () => {
  test('B7 an old order that would fill into a debt is cancelled, and the taker goes on', () => {
    const x = funded({ priceProtectScope: 90_000_000 });
    x.fund(4, 1_000);
    x.leverage(4, 50);
    const old = x.buy(4, { price: 49_900, quantity: 1 });
    const other = x.buy(3, { price: 45_000, quantity: 1 });
    x.moveMark(48_500);
    x.sell(2, { price: 45_000, quantity: 1 });
    expect([x.status(old.orderId), x.status(other.orderId)]).toEqual(['CANCELED NO_MARGIN', 'FILLED']);
  });

  test('B7 isolated margin never comes from gains that are not realised', () => {
    const x = new TestPerps({ leverageDefault: 10 }, 1_000);
    x.addContract('ETHUSDT', { leverageDefault: 10 });
    x.mark(1_000, 'ETHUSDT');
    x.fund(1, 110);
    x.fund(2, 100_000);
    x.trade(1, 2, 1_000, 1);
    x.moveMark(1_500);
    x.isolate(1, 'ETHUSDT');
    const request = { price: 1_000, symbol: 'ETHUSDT' };
    expect(codeOf(x.tryPlace(1, 'BUY', { ...request, quantity: '1.101' }))).toBe('INSUFFICIENT_BALANCE');
    expect(codeOf(x.tryPlace(1, 'BUY', { ...request, quantity: '1.1' }))).toBe('OK');
  });

  test('B7 an isolated fill may not take the margin that keeps the cross positions alive', () => {
    const x = new TestPerps({ leverageDefault: 20, priceProtectScope: 90_000_000 }, 10_000);
    x.addContract('ETHUSDT', { leverageDefault: 10 });
    x.mark(1_000, 'ETHUSDT');
    x.fund(1, 1_000);
    x.fund(2, 100_000);
    x.trade(1, 2, 10_000, 1);
    x.isolate(1, 'ETHUSDT');
    const order = x.buy(1, { price: 1_000, quantity: 3, symbol: 'ETHUSDT' });
    x.moveMark(9_300);
    x.sell(2, { price: 1_000, quantity: 3, symbol: 'ETHUSDT' });
    expect(x.status(order.orderId)).toBe('CANCELED NO_MARGIN');
    expect(x.told('Liquidated')).toEqual([]);
  });

  test('B17 a close goes no further than the bankruptcy price', () => {
    const x = new TestPerps({ priceProtectScope: 90_000_000 });
    for (const uid of [2, 3]) x.fund(uid, 100_000);
    x.fund(1, 2_500);
    x.isolate(1);
    x.trade(1, 2, 50_000, 1);
    x.buy(3, { price: 47_500, quantity: '0.5' });
    x.buy(3, { price: '47499.99', quantity: '0.5' });
    const close = x.sell(1, { close: true });
    expect(x.status(close.orderId)).toBe('EXPIRED BANKRUPTCY_PRICE');
    expect(x.positions(1)).toEqual(['BTCUSDT LONG 0.5 25000']);
    expect(x.wallet(1)).toBe('0');
  });
});

describe('reduce-only', () => {
  test('B17 when the position shrinks the worst price is trimmed first, then the newest', () => {
    const x = funded();
    x.trade(1, 2, 50_000, 3);
    const ids = [52_000, 51_000, 52_000].map((price) => x.sell(1, { price, quantity: 1, reduceOnly: true }).orderId);
    x.trade(2, 1, 50_000, '1.5');
    const left = (id: number): string => text(x.core.perpOrder(id)!.quantity);
    expect([x.status(ids[2]!), left(ids[0]!), left(ids[1]!)]).toEqual(['CANCELED REDUCE_ONLY', '0.5', '1']);
    x.trade(2, 1, 50_000, '1.5');
    expect(x.core.openPerpOrders(x.owner(1))).toEqual([]);
  });

  test('B17 it closes what is there, and the surplus expires', () => {
    const x = funded();
    x.trade(1, 2, 50_000, 1);
    x.buy(3, { price: 50_000, quantity: 5 });
    const order = x.sell(1, { price: 50_000, quantity: 2, reduceOnly: true });
    expect([x.status(order.orderId), text(order.filledQuantity)]).toEqual(['EXPIRED REDUCE_ONLY', '1']);
  });
});

describe('close-only', () => {
  test('B17 a restricted account: what rests and opens is cancelled, what takes its position back only reduces from now on', () => {
    const x = funded();
    x.trade(1, 2, 50_000, 1);
    const opens = x.buy(1, { price: 49_000, quantity: 1 });
    const closes = x.sell(1, { price: 51_000, quantity: '0.4' });
    const turns = x.sell(1, { price: 52_000, quantity: 2 });
    x.must(x.run({ kind: 'RestrictMarginAccount', uid: 1, wallet: 'FUTURES', closeOnly: true }));
    expect([opens, closes, turns].map(({ orderId }) => x.status(orderId))).toEqual([
      'CANCELED REDUCE_ONLY',
      'NEW',
      'NEW',
    ]);
    expect(x.core.openPerpOrders(x.owner(1)).map((o) => [o.reduceOnly, text(o.quantity)])).toEqual([
      [true, '0.4'],
      [true, '0.6'],
    ]);
    expect(amend(x, 1, closes.orderId, 51_500, '0.4')).toBe('OK');
    expect(codeOf(x.tryPlace(1, 'BUY', { price: 49_000, quantity: 1 }))).toBe('CLOSE_ONLY');
    x.buy(3, { price: 52_000, quantity: 3 });
    expect(x.core.positions(x.owner(1))).toEqual([]);
  });

  test('B17 a contract that only closes: what rests and would open is cancelled', () => {
    const x = funded();
    const opens = x.buy(1, { price: 49_000, quantity: 1 });
    x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'REDUCE_ONLY' }));
    expect(x.status(opens.orderId)).toBe('CANCELED REDUCE_ONLY');
  });
});

describe('what a cross position keeps', () => {
  test('B16 B13 margin that is added to an isolated position never takes what keeps the cross positions alive', () => {
    const x = new TestPerps({ leverageDefault: 125, priceProtectScope: 90_000_000 }, 1);
    x.addContract('ETHUSDT', { leverageDefault: 10 });
    x.mark(100, 'ETHUSDT');
    x.fund(1, 642_738);
    x.fund(2, 10_000_000);
    x.trade(2, 1, 1, 49_000);
    x.isolate(1, 'ETHUSDT');
    x.trade(1, 2, 100, 1, 'ETHUSDT');
    x.moveMark(14);
    // W 642 728 and U -637 000 leave 5728; IM is 5488, but MM is 5560.
    expect(x.available(1)).toBe('240');
    const move = (amount: number | string): string =>
      codeOf(
        x.run({
          kind: 'MoveMargin',
          ...x.owner(1, 'ETHUSDT'),
          positionSide: 'BOTH',
          amount: units(amount),
          idempotency: { key: `m${x.core.lastSeq}`, fingerprint: '' },
        } as never),
      );
    expect(move(168)).toBe('INSUFFICIENT_BALANCE');
    expect(move('167.99999999')).toBe('OK');
    expect(x.told('Liquidated')).toEqual([]);
  });
});

describe('all or nothing', () => {
  test('trading A2 an exit with FOK is not split into parts', () => {
    const x = funded({ priceProtectScope: 90_000_000 });
    for (const uid of [1, 2]) x.fund(uid, 1_000_000);
    x.trade(1, 2, 50_000, 4);
    for (const quantity of ['2.5', '1']) x.buy(3, { price: 49_000, quantity });
    const exit = {
      type: 'STOP',
      source: 'MARK',
      trigger: 49_500,
      price: 49_000,
      tif: 'FOK',
      reduceOnly: true,
    } as const;
    x.stop(1, 'SELL', { ...exit, quantity: 4 });
    const parameters = contractParameters({ maxLimitQuantity: 200_000_000, priceProtectScope: 90_000_000 });
    x.must(x.run({ kind: 'ChangeContract', symbol: 'BTCUSDT', version: 2, parameters } as never));
    x.moveMark(49_400);
    expect(x.told('StopOrderChanged').at(-1)).toMatchObject({ status: 'EXPIRED', reason: 'AMOUNT_TOO_LARGE' });
    expect(x.positions(1)).toEqual(['BTCUSDT LONG 4 200000']);
  });

  const fok = { price: 50_000, tif: 'FOK' } as const;

  test('trading A2 a maker that cannot pay for its fill is not counted: there is no trade, and no maker changes', () => {
    const x = funded({ priceProtectScope: 90_000_000 });
    x.fund(4, 1_000);
    x.leverage(4, 50);
    const poor = x.buy(4, { price: 49_900, quantity: 1 });
    const other = x.buy(3, { price: 45_000, quantity: 1 });
    x.moveMark(48_500);
    const order = x.sell(2, { price: 45_000, quantity: 2, tif: 'FOK' });
    expect(x.status(order.orderId)).toBe('EXPIRED TIME_IN_FORCE');
    expect([x.status(poor.orderId), x.status(other.orderId)]).toEqual(['NEW', 'NEW']);
    // The remaining maker suffices for this one, which is matched as usual.
    expect(x.sell(2, { price: 45_000, quantity: 1, tif: 'FOK' }).status).toBe('FILLED');
    expect([x.status(poor.orderId), x.status(other.orderId)]).toEqual(['CANCELED NO_MARGIN', 'FILLED']);
  });

  test('trading A2 B17 a reduce-only order for more than the position expires unfilled', () => {
    const x = funded();
    x.fund(3, 1_000_000);
    x.trade(1, 2, 50_000, 3);
    x.buy(3, { price: 50_000, quantity: 10 });
    const order = x.sell(1, { ...fok, quantity: 5, reduceOnly: true });
    expect(x.status(order.orderId)).toBe('EXPIRED TIME_IN_FORCE');
    expect(x.positions(1)).toEqual(['BTCUSDT LONG 3 150000']);
    expect(x.sell(1, { ...fok, quantity: 3, reduceOnly: true }).status).toBe('FILLED');
  });

  test('trading A2 B17 several reduce-only makers together count only up to their position', () => {
    const x = funded();
    x.trade(1, 2, 50_000, 1);
    x.sell(1, { price: 50_000, quantity: '0.6', reduceOnly: true });
    x.sell(1, { price: 50_000, quantity: '0.4', reduceOnly: true });
    expect(x.status(x.buy(3, { ...fok, quantity: '1.1' }).orderId)).toBe('EXPIRED TIME_IN_FORCE');
    expect(x.buy(3, { ...fok, quantity: 1 }).status).toBe('FILLED');
  });

  test('trading A2 B17 a close that would reach its bankruptcy price half-way expires unfilled', () => {
    const x = new TestPerps({ priceProtectScope: 90_000_000 });
    x.fund(1, 2_500);
    for (const uid of [2, 3]) x.fund(uid, 1_000_000);
    x.isolate(1);
    x.trade(1, 2, 50_000, 1);
    x.moveMark(48_000);
    for (const price of [47_600, 47_000]) x.buy(3, { price, quantity: '0.5' });
    const order = x.sell(1, { price: 47_000, quantity: 1, tif: 'FOK' });
    expect(x.status(order.orderId)).toBe('EXPIRED TIME_IN_FORCE');
    expect(x.positions(1)).toEqual(['BTCUSDT LONG 1 50000']);
    expect(x.sell(1, { price: 47_000, quantity: '0.5', tif: 'FOK' }).status).toBe('FILLED');
  });
});

describe('limits', () => {
  test('B2 B18 orders that together turn the position around are limited like one', () => {
    const x = funded({ leverageDefault: 100 });
    x.trade(1, 2, 50_000, 5);
    expect(codeOf(x.tryPlace(1, 'SELL', { price: 50_100, quantity: 5 }))).toBe('OK');
    expect(codeOf(x.tryPlace(1, 'SELL', { price: 50_100, quantity: 5 }))).toBe('LEVERAGE_TIER');
    expect(codeOf(x.tryPlace(1, 'SELL', { price: 50_100, quantity: 4 }))).toBe('OK');
  });

  test('B18 a share of a large open interest is the most that one account may hold', () => {
    const x = new TestPerps({ leverageDefault: 10 });
    for (const uid of [1, 2, 3]) x.fund(uid, 10_000_000);
    x.trade(1, 2, 50_000, 101);
    expect(codeOf(x.tryPlace(3, 'BUY', { price: 50_000, quantity: 11 }))).toBe('POSITION_LIMIT');
    expect(codeOf(x.tryPlace(3, 'BUY', { price: 50_000, quantity: 10 }))).toBe('OK');
  });

  test('A6 B19 an amended order keeps the smallest notional', () => {
    const x = funded({ minNotional: units(1_000) });
    const { orderId } = x.buy(1, { price: 50_000, quantity: 1 });
    expect(amend(x, 1, orderId, 40_000, '0.024')).toBe('MIN_AMOUNT');
    expect(amend(x, 1, orderId, 40_000, '0.025')).toBe('OK');
  });

  test('A6 a total that is filled already ends the rest', () => {
    const x = funded();
    const { orderId } = x.buy(1, { price: 50_000, quantity: 1 });
    x.sell(2, { price: 50_000, quantity: '0.4' });
    expect(amend(x, 1, orderId, 0, '0.4')).toBe('OK');
    expect(x.status(orderId)).toBe('CANCELED AMENDED_AWAY');
    expect(amend(x, 1, orderId, 0, '0.4')).toBe('ORDER_CLOSED');
  });
});

describe('modes and leverage', () => {
  test('B3 a higher leverage gives isolated margin back down to what may be removed, and keeps what was added', () => {
    const x = funded();
    x.isolate(1);
    x.trade(1, 2, 50_000, 1);
    x.moveMargin(1, 100);
    expect([text(x.position(1).margin), x.leverage(1, 50), text(x.position(1).margin)]).toEqual(['2600', 'OK', '1100']);
    expect([x.leverage(1, 25), text(x.position(1).margin)]).toEqual(['OK', '2100']);
    x.moveMark(49_100);
    // 2100 - 900 = 1200 of equity, and 982 of them stay at 50x.
    expect([x.leverage(1, 50), text(x.position(1).margin)]).toEqual(['OK', '1882']);
  });

  test('B3 a lower leverage needs the margin to be there', () => {
    const x = new TestPerps();
    x.fund(1, 3_000);
    x.fund(2, 100_000);
    x.isolate(1);
    x.trade(1, 2, 50_000, 1);
    expect([x.leverage(1, 10), text(x.position(1).margin)]).toEqual(['INSUFFICIENT_BALANCE', '2500']);
    expect(x.leverage(2, 1)).toBe('OK');
    expect(x.leverage(2, 100)).toBe('OK');
    x.trade(1, 2, 50_000, '0.1');
    expect(x.leverage(2, 125)).toBe('LEVERAGE_TIER');
  });

  test('B3 hedged and isolated, each side has its leverage', () => {
    const x = funded();
    x.hedge(1);
    x.isolate(1);
    expect([x.leverage(1, 10, 'BTCUSDT', 'LONG'), x.leverage(1, 5, 'BTCUSDT', 'SHORT')]).toEqual(['OK', 'OK']);
    x.sell(2, { price: 50_000, quantity: 1 });
    x.buy(1, { price: 50_000, quantity: 1, side: 'LONG' });
    x.buy(3, { price: 50_000, quantity: 1 });
    x.sell(1, { price: 50_000, quantity: 1, side: 'SHORT' });
    expect(x.core.positions(x.owner(1)).map(({ margin }) => text(margin))).toEqual(['5000', '10000']);
  });

  test('B13 in hedge mode the liquidation of one isolated side leaves the orders of the other', () => {
    const x = funded();
    x.hedge(1);
    x.isolate(1);
    x.leverage(1, 50, 'BTCUSDT', 'LONG');
    x.sell(2, { price: 50_000, quantity: 1 });
    x.buy(1, { price: 50_000, quantity: 1, side: 'LONG' });
    x.buy(3, { price: 50_000, quantity: 1 });
    x.sell(1, { price: 50_000, quantity: 1, side: 'SHORT' });
    x.must(x.tryExits(1, { side: 'SHORT', stopLoss: { trigger: 52_000 } }));
    x.must(x.tryExits(1, { side: 'LONG', takeProfit: { trigger: 52_000 } }));
    const gone = x.sell(1, { price: 51_000, quantity: 1, side: 'LONG' });
    const kept = x.sell(1, { price: 51_000, quantity: 1, side: 'SHORT' });
    x.moveMark(49_190);
    expect(x.positions(1)).toEqual(['BTCUSDT SHORT 1 50000']);
    expect([x.status(gone.orderId), x.status(kept.orderId)]).toEqual(['CANCELED LIQUIDATION', 'NEW']);
    expect(x.core.openStopOrders(x.owner(1)).map(({ positionSide }) => positionSide)).toEqual(['SHORT']);
  });

  test('B16 added margin comes from own money that no cross position needs', () => {
    const x = new TestPerps({ leverageDefault: 20 }, 10_000);
    x.addContract('ETHUSDT', { leverageDefault: 10 });
    x.mark(1_000, 'ETHUSDT');
    x.fund(1, 1_000);
    x.fund(2, 100_000);
    x.isolate(1);
    x.trade(1, 2, 10_000, 1);
    x.trade(1, 2, 1_000, 1, 'ETHUSDT');
    x.moveMark(1_900, 'ETHUSDT');
    // 500 are left, 1900 need 7.6 of them; gains of 900 do not count.
    expect([x.moveMargin(1, '492.40000001'), x.moveMargin(1, '492.4')]).toEqual(['INSUFFICIENT_BALANCE', 'OK']);
  });

  test('B3 modes wait for an empty account', () => {
    const x = funded();
    x.stop(1, 'BUY', { type: 'STOP', trigger: 51_000, quantity: 1 });
    const mode = { ...x.owner(1), mode: 'ISOLATED' } as const;
    expect(codeOf(x.run({ kind: 'SetMarginMode', ...mode }))).toBe('NOT_FLAT');
    expect(codeOf(x.run({ kind: 'SetPositionMode', uid: 1, wallet: 'FUTURES', mode: 'HEDGE' }))).toBe('NOT_FLAT');
    x.run({ kind: 'CancelAllPerpOrders', ...x.owner(1) });
    expect(codeOf(x.run({ kind: 'SetMarginMode', ...mode }))).toBe('OK');
    expect(codeOf(x.run({ kind: 'SetPositionMode', uid: 1, wallet: 'FUTURES', mode: 'HEDGE' }))).toBe('OK');
    expect(codeOf(x.run({ kind: 'SetPositionMode', uid: 1, wallet: 'FUTURES', mode: 'ONE_WAY' }))).toBe('OK');
  });

  test('B1 C4.6 settling a contract pays everyone at mark and ends all of its positions and orders', () => {
    const x = funded();
    x.isolate(1);
    x.trade(1, 2, 50_000, 1);
    x.stop(1, 'SELL', { type: 'STOP', trigger: 49_000, close: true });
    x.moveMark(51_000);
    x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'SETTLED' }));
    expect([x.wallet(1), x.wallet(2), x.house('CLEARING:BTCUSDT')]).toEqual(['101000', '99000', '0']);
    expect([x.core.positions(x.owner(1)), x.core.openStopOrders(x.owner(1))]).toEqual([[], []]);
    expect(codeOf(x.run({ kind: 'TickMark', symbol: 'BTCUSDT', sources: [] }))).toBe('MARKET_STATUS');
  });

  test('A7 all orders of all contracts end in order of creation', () => {
    const x = funded();
    x.addContract('ETHUSDT');
    x.mark(50_000, 'ETHUSDT');
    const ids = ['BTCUSDT', 'ETHUSDT', 'BTCUSDT'].map((symbol) => x.buy(1, { price: 49_000, quantity: '0.1', symbol }));
    const outcome = x.run({ kind: 'CancelAllPerpOrders', ...x.owner(1, '') });
    const ended = x.told('PerpOrderChanged').filter(({ cause }) => cause === 'ENDED');
    expect(ended.map(({ orderId }) => orderId)).toEqual(ids.map(({ orderId }) => orderId));
    expect(outcome).toMatchObject({ result: { orders: ids.map(({ orderId }) => ({ orderId })) } });
  });

  test('A7 of more orders than are remembered each is told as it ended', () => {
    const x = funded({ maxOpenOrders: 0 });
    x.leverage(1, 125);
    for (let i = 0; i < 1_002; i += 1) x.buy(1, { price: 40_000 - i, quantity: '0.001' });
    const outcome = x.must(x.run({ kind: 'CancelAllPerpOrders', ...x.owner(1) }));
    const orders = outcome.ok && outcome.result.kind === 'PerpOrders' ? outcome.result.orders : [];
    expect(orders.length).toBe(1_002);
    expect(orders.every(({ status, price }, at) => status === 'CANCELED' && price === units(40_000 - at))).toBe(true);
    expect(x.core.perpOrder(orders[0]!.orderId)).toBe(null);
  });
});
