/** Changes of conditional orders and exits that wait (trading B15). */
import { describe, expect, test } from 'vitest';
import type { CommandBody } from '../../protocol/commands.ts';
import type { AmendStopOrder } from '../../protocol/perp-commands.ts';
import type { Outcome } from '../../protocol/events.ts';
import { codeOf, units } from '../../testing/exchange.ts';
import { stopsOf, TestPerps, text } from '../../testing/perps.ts';

/** 1 is long of 1 from 50 000 against 2. */
function long(changes: object = {}): TestPerps {
  const x = new TestPerps(changes);
  for (const uid of [1, 2, 3]) x.fund(uid, 1_000_000);
  x.trade(1, 2, 50_000, 1);
  return x;
}

type Decimal = string | number;

interface Change {
  readonly trigger?: Decimal;
  readonly price?: Decimal;
  readonly quantity?: Decimal;
  readonly callback?: number;
  readonly activation?: Decimal;
}

function amend(x: TestPerps, orderId: number, change: Change, uid = 1): Outcome {
  const command = {
    kind: 'AmendStopOrder',
    ...x.owner(uid),
    orderId,
    clientOrderId: '',
    triggerPrice: units(change.trigger ?? 0),
    price: units(change.price ?? 0),
    quantity: units(change.quantity ?? 0),
    callbackRate: change.callback ?? 0,
    activationPrice: units(change.activation ?? 0),
    idempotency: null,
  } as unknown as AmendStopOrder & CommandBody;
  return x.run(command);
}
const waiting = (x: TestPerps): string[] =>
  x.core
    .openStopOrders(x.owner(1))
    .map((stop) => `${stop.stopOrderId} ${text(stop.triggerPrice)} ${text(stop.price)} ${text(stop.quantity)}`);

describe('B15 a conditional order that waits is changed under its id', () => {
  test('trigger, limit price and quantity, each alone or together; what is not named stays', () => {
    const x = long();
    const { stopOrderId: id } = x.stop(1, 'SELL', { type: 'STOP', trigger: 49_000, price: 48_900, quantity: 1 });
    const [changed] = stopsOf(amend(x, id, { trigger: 48_000 }));
    expect([text(changed!.triggerPrice), changed!.status]).toEqual(['48000', 'NEW']);
    x.must(amend(x, id, { price: 47_900, quantity: '0.5' }));
    expect(waiting(x)).toEqual([`${id} 48000 47900 0.5`]);
    expect(x.told('StopOrderChanged').map(({ updatedAtMs }) => updatedAtMs)).toHaveLength(3);
  });

  test('it fires at the new trigger and no longer at the old one', () => {
    const x = long();
    const { stopOrderId } = x.stop(1, 'SELL', { type: 'STOP', trigger: 49_000, quantity: 1, source: 'MARK' });
    x.must(amend(x, stopOrderId, { trigger: 48_000 }));
    x.buy(3, { price: 47_000, quantity: 1 });
    x.moveMark(48_900);
    expect(waiting(x)).toHaveLength(1);
    x.moveMark(48_000);
    expect(waiting(x)).toEqual([]);
  });

  test('of equal triggers the older one enters first, however late it was changed', () => {
    const x = long();
    const request = { type: 'STOP', quantity: '0.1', source: 'MARK' } as const;
    const older = x.stop(1, 'SELL', { ...request, trigger: 49_500 });
    const younger = x.stop(1, 'SELL', { ...request, trigger: 49_000 });
    x.must(amend(x, older.stopOrderId, { trigger: 49_000 }));
    x.moveMark(49_000);
    const fired = x.told('StopOrderChanged').filter(({ status }) => status === 'TRIGGERED');
    expect(fired.map(({ stopOrderId }) => stopOrderId)).toEqual([older.stopOrderId, younger.stopOrderId]);
  });

  test('a trailing stop follows on from the present price with a new callback, and waits for a new activation price', () => {
    const x = long();
    const trail = {
      type: 'TRAILING_STOP',
      quantity: 1,
      callback: 1_000_000,
      source: 'MARK',
      reduceOnly: true,
    } as const;
    const { stopOrderId } = x.stop(1, 'SELL', trail);
    const best = (): string => text(x.core.openStopOrders(x.owner(1))[0]!.extremePrice);
    x.moveMark(50_400);
    x.moveMark(50_000);
    expect(best()).toBe('50400');
    x.must(amend(x, stopOrderId, { callback: 2_000_000 }));
    expect(best()).toBe('50000');
    x.must(amend(x, stopOrderId, { activation: 50_300 }));
    expect(best()).toBe('0');
    x.must(amend(x, stopOrderId, { callback: 3_000_000 }));
    expect(best()).toBe('0');
    x.moveMark(50_300);
    expect(best()).toBe('50300');
  });

  test('an exit keeps its partner and its size: only trigger and limit price change', () => {
    const x = long();
    x.must(
      x.tryExits(1, {
        quantity: '0.4',
        takeProfit: { trigger: 51_000, source: 'MARK' },
        stopLoss: { trigger: 49_000, source: 'MARK' },
      }),
    );
    const [profit, loss] = x.core.openStopOrders(x.owner(1));
    x.must(amend(x, profit!.stopOrderId, { trigger: 50_500 }));
    expect(codeOf(amend(x, loss!.stopOrderId, { quantity: '0.3' }))).toBe('BAD_FIELDS');
    x.buy(3, { price: 50_000, quantity: 1 });
    x.moveMark(50_500);
    expect(waiting(x)).toEqual([]);
    const ended = x
      .told('StopOrderChanged')
      .filter(({ stopOrderId }) => stopOrderId === loss!.stopOrderId)
      .at(-1);
    expect([ended?.status, ended?.reason]).toEqual(['CANCELED', 'OCO']);
    expect(text(x.core.positions(x.owner(1))[0]!.quantity)).toBe('0.6');
  });

  test('what is named as it is already stays: the trail, the activation that was reached, and a trigger that was', () => {
    const x = long({ priceProtectScope: 1_000_000 });
    const trail = {
      type: 'TRAILING_STOP',
      quantity: 1,
      callback: 1_000_000,
      source: 'MARK',
      reduceOnly: true,
    } as const;
    const follows = x.stop(1, 'SELL', trail);
    const waited = x.stop(1, 'SELL', { ...trail, activation: 50_300 });
    const held = x.stop(1, 'SELL', { type: 'STOP', trigger: 49_700, quantity: 1, source: 'INDEX', protect: true });
    x.moveMark(50_400);
    x.moveMark(50_100);
    x.must(amend(x, follows.stopOrderId, { callback: 1_000_000, quantity: '0.5' }));
    x.must(amend(x, waited.stopOrderId, { activation: 50_300, quantity: '0.5' }));
    x.must(amend(x, held.stopOrderId, { trigger: 49_700, quantity: '0.5' }));
    const open = x.core.openStopOrders(x.owner(1));
    expect(open.map(({ extremePrice }) => text(extremePrice))).toEqual(['50400', '50400', '0']);
    expect(open.map(({ quantity }) => text(quantity))).toEqual(['0.5', '0.5', '0.5']);
  });

  test('one that price protection holds back is made smaller although its trigger is reached', () => {
    const x = long({ priceProtectScope: 1_000_000 });
    const { stopOrderId } = x.stop(1, 'SELL', {
      type: 'STOP',
      trigger: 49_000,
      quantity: 1,
      source: 'MARK',
      reduceOnly: true,
      protect: true,
    });
    x.moveMark(48_000);
    expect(waiting(x)).toHaveLength(1);
    expect(codeOf(amend(x, stopOrderId, { trigger: 48_500 }))).toBe('WOULD_TRIGGER_NOW');
    x.must(amend(x, stopOrderId, { trigger: 49_000, quantity: '0.5' }));
  });
});

describe('B15 a change that does not fit is refused, and the order stays as it was', () => {
  const stop = { type: 'STOP', trigger: 49_000, quantity: 1 } as const;
  const trail = { type: 'TRAILING_STOP', quantity: 1, callback: 1_000_000, reduceOnly: true } as const;
  test.each([
    ['a market order gets no limit price', stop, { price: 48_000 }, 'BAD_FIELDS'],
    ['a plain one has no callback', stop, { callback: 1_000_000 }, 'BAD_FIELDS'],
    ['a plain one has no activation price', stop, { activation: 51_000 }, 'BAD_FIELDS'],
    ['a trailing one has no trigger of its own', trail, { trigger: 49_000 }, 'BAD_FIELDS'],
    ['the callback is out of its range', trail, { callback: 10_000_001 }, 'BAD_FIELDS'],
    ['it closes the whole position', { type: 'STOP', trigger: 49_000, close: true }, { quantity: 1 }, 'BAD_FIELDS'],
    ['nothing changes', stop, { trigger: 49_000, quantity: 1 }, 'NOTHING_TO_AMEND'],
    ['nothing is named', stop, {}, 'NOTHING_TO_AMEND'],
    ['the price is there already', stop, { trigger: 50_000 }, 'WOULD_TRIGGER_NOW'],
    ['the activation price is there already', trail, { activation: 50_000 }, 'WOULD_TRIGGER_NOW'],
    ['the trigger is off the grid', stop, { trigger: '48000.001' }, 'PRICE_TICK'],
    ['the quantity is off the grid', stop, { quantity: '0.00001' }, 'QUANTITY_STEP'],
  ] as const)('%s', (_, request, change, code) => {
    const x = long();
    const { stopOrderId } = x.stop(1, 'SELL', request);
    const before = x.core.openStopOrders(x.owner(1));
    expect(codeOf(amend(x, stopOrderId, change))).toBe(code);
    expect(x.core.openStopOrders(x.owner(1))).toEqual(before);
  });

  test('nobody changes another’s, nor one that has ended', () => {
    const x = long();
    const { stopOrderId } = x.stop(1, 'SELL', stop);
    expect(codeOf(amend(x, stopOrderId, { trigger: 48_000 }, 2))).toBe('UNKNOWN_ORDER');
    x.must(x.run({ kind: 'CancelStopOrder', ...x.owner(1), orderId: stopOrderId, clientOrderId: '' }));
    expect(codeOf(amend(x, stopOrderId, { trigger: 48_000 }))).toBe('ORDER_CLOSED');
  });

  test('where nothing may be opened, only what closes is changed', () => {
    const x = long();
    const opens = x.stop(1, 'BUY', { type: 'STOP', trigger: 51_000, quantity: 1 });
    const closes = x.stop(1, 'SELL', { ...stop, reduceOnly: true });
    x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'REDUCE_ONLY' }));
    expect(codeOf(amend(x, opens.stopOrderId, { trigger: 52_000 }))).toBe('CLOSE_ONLY');
    x.must(amend(x, closes.stopOrderId, { trigger: 48_000 }));
  });
});
