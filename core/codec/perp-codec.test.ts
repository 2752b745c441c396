/** What the perpetuals write down is read back as it was: commands, first answers, conditional orders, exits. */
import { expect, test } from 'vitest';
import type { Command } from '../protocol/commands.ts';
import type { Core } from '../protocol/core.ts';
import { decodeCommand, encodeCommand, restoreCore } from '../index.ts';
import { contractParameters, TestPerps } from '../testing/perps.ts';
import { units } from '../testing/exchange.ts';

const header = { seq: 7, timeMs: 1_700_000_000_000 };
const idempotency = { key: 'k', fingerprint: 'f' };
const owner = { uid: 3, wallet: 'COPY:9', symbol: 'BTCUSDT' };
const exit = { triggerPrice: 5, source: 'INDEX', price: 0 };
const stop = {
  side: 'SELL',
  positionSide: 'LONG',
  type: 'TRAILING_STOP',
  source: 'MARK',
  triggerPrice: 0,
  price: 0,
  timeInForce: 'GTC',
  quantity: 4,
  reduceOnly: true,
  closePosition: false,
  callbackRate: 1_000_000,
  activationPrice: 0.5,
  priceProtect: true,
  clientOrderId: 'ü',
};
const order = {
  side: 'BUY',
  positionSide: 'BOTH',
  type: 'LIMIT',
  timeInForce: 'GTX',
  price: -1,
  quantity: NaN,
  reduceOnly: false,
  closePosition: true,
  stpMode: '',
  clientOrderId: '',
};

const commands = [
  {
    kind: 'CreateContract',
    symbol: 'S',
    base: 'B',
    settle: 'USDT',
    parameters: contractParameters({ hasFeeException: true }),
  },
  { kind: 'SetContractStatus', symbol: 'S', status: 'SETTLED' },
  { kind: 'SetContractStatus', symbol: 'S', status: 'NO_SUCH' },
  { kind: 'TickMark', symbol: 'S', sources: [] },
  {
    kind: 'TickMark',
    symbol: 'S',
    sources: [
      { price: 1, weight: 2, timeMs: 3 },
      { price: 1.5, weight: -1, timeMs: 0 },
    ],
  },
  { kind: 'SettleFunding', symbol: 'S' },
  { kind: 'PlacePerpOrder', ...owner, ...order, takeProfit: null, stopLoss: exit, idempotency: null },
  { kind: 'PlacePerpOrder', ...owner, ...order, takeProfit: exit, stopLoss: null, idempotency },
  { kind: 'PlaceStopOrder', ...owner, ...stop, idempotency },
  { kind: 'PlaceStopOrder', ...owner, ...stop, idempotency: null },
  {
    kind: 'SetPositionExits',
    ...owner,
    positionSide: 'SHORT',
    quantity: 0,
    takeProfit: exit,
    stopLoss: null,
    idempotency: null,
  },
  { kind: 'AmendPerpOrder', ...owner, orderId: 1, clientOrderId: '', price: 2, quantity: 3, idempotency },
  {
    kind: 'AmendStopOrder',
    ...owner,
    orderId: 5,
    clientOrderId: '',
    triggerPrice: 1,
    price: 2,
    quantity: 3,
    callbackRate: 4,
    activationPrice: 5,
    idempotency,
  },
  { kind: 'CancelPerpOrder', ...owner, orderId: 0, clientOrderId: 'a' },
  { kind: 'CancelStopOrder', ...owner, orderId: 5, clientOrderId: '' },
  { kind: 'CancelAllPerpOrders', ...owner, symbol: '' },
  { kind: 'SetPositionMode', uid: 1, wallet: 'FUTURES', mode: 'HEDGE' },
  { kind: 'SetMarginMode', ...owner, mode: 'ISOLATED' },
  { kind: 'SetLeverage', ...owner, positionSide: 'LONG', leverage: 7 },
  { kind: 'MoveMargin', ...owner, positionSide: 'SHORT', amount: -5, idempotency },
  { kind: 'SetAutoAddMargin', ...owner, positionSide: 'BOTH', on: true },
  { kind: 'SetAutoAddMargin', ...owner, positionSide: 'BOTH', on: false },
  { kind: 'RestrictMarginAccount', uid: 1, wallet: 'ELITE', closeOnly: true },
  { kind: 'RestrictMarginAccount', uid: 1, wallet: 'ELITE', closeOnly: false },
  { kind: 'OpenVoucherPosition', voucherId: 1, uid: 2, symbol: 'S', side: 'SELL', leverage: 3, amount: 4, idempotency },
  { kind: 'SetTradeGroup', uid: 2, tradeGroupId: 9 },
  {
    kind: 'Transfer',
    uid: 1,
    asset: 'USDT',
    from: 'FUTURES',
    to: 'COPY:4',
    amount: 5,
    idempotency,
    confirmForfeit: true,
  },
];

test.each(commands)('a $kind is read as it was written', (fields) => {
  const command = { ...header, ...fields } as unknown as Command;
  const bytes = encodeCommand(command);
  expect(decodeCommand(bytes, 0)).toEqual({ command, next: bytes.length });
});

/** Positions, orders that rest, wait, fired, ended; exits that wait for their order; a takeover inventory; keys of every kind of answer. */
function busy(): TestPerps {
  const x = new TestPerps({ takerFeeRate: 50_000, priceProtectScope: 90_000_000 });
  for (const uid of [1, 2, 3, 4]) x.fund(uid, 1_000_000);
  x.hedge(3);
  x.isolate(4);
  x.sell(2, { price: 50_000, quantity: 4 });
  x.buy(1, { price: 50_000, quantity: 1, key: 'a', clientId: 'mine' });
  x.buy(3, { price: 50_000, quantity: 1, side: 'LONG', key: 'b' });
  x.buy(4, { price: 50_000, quantity: 1 });
  x.buy(1, {
    price: 40_000,
    quantity: 1,
    takeProfit: { trigger: 60_000 },
    stopLoss: { trigger: 39_000, price: 38_000 },
  });
  x.stop(1, 'SELL', { type: 'STOP', trigger: 45_000, quantity: 1, key: 'c', clientId: 'waits', protect: true });
  x.stop(1, 'SELL', { type: 'TRAILING_STOP', callback: 1_000_000, quantity: 1, reduceOnly: true });
  x.must(x.tryExits(1, { takeProfit: { trigger: 70_000, source: 'MARK' }, stopLoss: { trigger: 30_000 } }));
  const gone = x.stop(2, 'BUY', { type: 'STOP', trigger: 55_000, quantity: 1 });
  x.must(x.run({ kind: 'CancelStopOrder', ...x.owner(2), orderId: gone.stopOrderId, clientOrderId: '' }));
  x.must(x.run({ kind: 'SetAutoAddMargin', ...x.owner(4), positionSide: 'BOTH', on: true }));
  x.must(x.run({ kind: 'CancelAllPerpOrders', ...x.owner(2) }));
  const weak = x.owner(5);
  x.fund(5, 2_600);
  x.must(x.run({ kind: 'SetMarginMode', ...weak, mode: 'ISOLATED' }));
  x.trade(5, 2, 50_000, 1);
  x.moveMark(47_690);
  x.timeMs += 61_000;
  x.moveMark(47_700);
  return x;
}

test('a restored perpetual engine has the same hash and reads, and does the same next', () => {
  const x = busy();
  expect(x.told('InsuranceChanged').length).toBeGreaterThan(0);
  const restored = restoreCore(x.core.snapshot(), { checkInvariants: true });
  expect(restored.stateHash()).toBe(x.core.stateHash());
  expect(restored.contracts()).toEqual(x.core.contracts());
  expect(restored.houseAccounts()).toEqual(x.core.houseAccounts());
  for (const uid of [1, 2, 3, 4, 5]) {
    const all = { uid, wallet: 'FUTURES', symbol: '' };
    expect(restored.positions(all)).toEqual(x.core.positions(all));
    expect(restored.openPerpOrders(all)).toEqual(x.core.openPerpOrders(all));
    expect(restored.openStopOrders(x.owner(uid))).toEqual(x.core.openStopOrders(x.owner(uid)));
    expect(restored.capital(uid, 'FUTURES')).toEqual(x.core.capital(uid, 'FUTURES'));
  }
  expect(restored.perpOrderByClientId(x.owner(1), 'mine')).toEqual(x.core.perpOrderByClientId(x.owner(1), 'mine'));
  expect(restored.contractDepth('BTCUSDT', 5)).toEqual(x.core.contractDepth('BTCUSDT', 5));
  expect([
    restored.contractDepth('NO', 5),
    restored.perpOrder(999_999),
    restored.preference(1, 'FUTURES', 'NO'),
  ]).toEqual([null, null, null]);
  for (const core of [restored, x.core]) {
    let seq = core.lastSeq;
    const answers = ['a', 'b'].map((key) => {
      const place = { kind: 'PlacePerpOrder', ...x.owner(key === 'a' ? 1 : 3), ...order } as const;
      const command = { ...place, takeProfit: null, stopLoss: null, idempotency: { key, fingerprint: '' } };
      return core.apply({ ...command, seq: (seq += 1), timeMs: x.timeMs } as never, () => {});
    });
    expect(answers).toMatchObject([{ repeated: true, result: { kind: 'PerpOrder' } }, { repeated: true }]);
    const again = { kind: 'PlaceStopOrder', ...x.owner(1), ...stop, idempotency: { key: 'c', fingerprint: '' } };
    expect(core.apply({ ...again, seq: (seq += 1), timeMs: x.timeMs } as never, () => {})).toMatchObject({
      repeated: true,
      result: { kind: 'StopOrders', orders: [{ clientOrderId: 'waits', triggerPrice: units(45_000) }] },
    });
  }
  expect(restored.stateHash()).toBe(x.core.stateHash());
});

test('FLT-13 B15 trailing stops that turn at the same price fire by age, in a restored engine too', () => {
  const x = new TestPerps();
  for (const uid of [1, 2, 3]) x.fund(uid, 1_000_000);
  x.trade(1, 3, 50_000, 1);
  x.trade(2, 3, 50_000, 1);
  const trail = { type: 'TRAILING_STOP', callback: 1_000_000, quantity: 1, reduceOnly: true, source: 'MARK' } as const;
  // The account of 1 is the older one, the stop of 2 is.
  const ids = [x.stop(2, 'SELL', trail).stopOrderId, x.stop(1, 'SELL', trail).stopOrderId];
  x.moveMark(50_000);
  const restored = restoreCore(x.core.snapshot(), { checkInvariants: true });
  const fired = (core: Core): number[] => {
    const told: number[] = [];
    const timeMs = x.timeMs + 1_000;
    const source = { price: units(49_000), weight: 1, timeMs };
    const tick = { kind: 'TickMark', symbol: 'BTCUSDT', sources: [source, source, source], timeMs } as const;
    core.apply({ ...tick, seq: core.lastSeq + 1 } as never, (event) => {
      if (event.kind === 'StopOrderChanged') told.push(event.stopOrderId);
    });
    return told;
  };
  expect([fired(x.core), fired(restored)]).toEqual([ids, ids]);
  expect(restored.stateHash()).toBe(x.core.stateHash());
});
