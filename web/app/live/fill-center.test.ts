import type { FuturesFill, Receipt } from '@agio/contracts/http/futures-shapes';
import type { Fill } from '@agio/contracts/http/spot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fill } from '../../testing/fills.ts';
import { createSeenMark } from './seen-mark.ts';
import type { LostOrder } from './lost-orders.ts';
import { createFillCenter, filledOrders, sumOf, type FillSum } from './fill-center.ts';
import { unseen } from './unseen.ts';

function seenMark(account: number | null = 0) {
  let seen = account;
  const made = createSeenMark({
    read: () => Promise.resolve(seen),
    tell: (time) => Promise.resolve((seen = time)),
    device: { get: () => null, forget: () => undefined },
    first: 5000,
  });
  return { made, seen: () => seen };
}

const NO_STATUSES = {
  readStatuses: () => Promise.resolve([]),
  onStatus: () => undefined,
  toldStatus: { get: () => null, set: () => undefined },
  now: Date.now,
  openedAt: () => 0,
};
const NO_RECEIPTS = {
  readOpen: () => Promise.resolve([]),
  readReceipts: () => Promise.resolve([]),
  onClosing: () => undefined,
  onAverted: () => undefined,
  readLost: () => Promise.resolve([]),
  onLost: () => undefined,
};

function center(account: number | null = 0, answers: Fill[] = []) {
  const told: FillSum[] = [];
  const orders: (string | undefined)[] = [];
  const { made: mark, seen } = seenMark(account);
  const made = createFillCenter({
    ...NO_STATUSES,
    read: (market) => Promise.resolve(market === 'spot' ? answers : []),
    ...NO_RECEIPTS,
    onSum: (sum, _restNow, order) => {
      told.push(sum);
      orders.push(order);
    },
    seen: mark,
  });
  return { made, told, orders, seen };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('fills of one order that come together are told once, with their sum and average', () => {
  const { made, told } = center();
  made.acceptNews('spot', [fill(1), fill(2, { price: '102', quantity: '3', fee: '0.3' })]);
  vi.advanceTimersByTime(2000);
  expect(told).toMatchObject([{ quantity: '4', price: '101.5', fee: '0.4', symbol: 'BTCUSDT' }]);
  expect(made.fills.get()?.map(({ tradeId }) => tradeId)).toEqual([2, 1]);
});

test('a fill is told with what its order has left, as its channel or the open orders tell it', async () => {
  const rests: (() => unknown)[] = [];
  const order = { orderId: 7, quantity: '200', filledQuantity: '1', status: 'PARTIALLY_FILLED', updatedAt: 1 } as const;
  const made = createFillCenter({
    ...NO_STATUSES,
    ...NO_RECEIPTS,
    read: () => Promise.resolve([]),
    readOpen: (market) => Promise.resolve(market === 'spot' ? [order] : []),
    onSum: (_sum, restNow) => rests.push(restNow),
    seen: seenMark().made,
  });
  await made.load();
  expect(made.rests.get().get('spot 7')).toEqual({ quantity: '199', isOpen: true });
  made.acceptNews('spot', [fill(1)]);
  made.acceptOrders('spot', [{ ...order, filledQuantity: '2', updatedAt: 2 }]);
  vi.advanceTimersByTime(2000);
  expect(rests.map((restNow) => restNow())).toEqual([{ quantity: '198', isOpen: true }]);
  // What tells of it may have to wait, and asks again then.
  made.acceptOrders('spot', [{ ...order, filledQuantity: '2', status: 'CANCELED', updatedAt: 3 }]);
  expect(rests.map((restNow) => restNow())).toEqual([{ quantity: '198', isOpen: false }]);
});

test('what the ticket told is not told twice, even when its answer comes after the fill; what follows is', () => {
  const { made, told } = center();
  made.acceptNews('spot', [fill(1, { isMaker: false })]);
  made.markTold('spot', 7);
  vi.advanceTimersByTime(2000);
  expect(told).toEqual([]);
  made.acceptNews('spot', [fill(2)]);
  vi.advanceTimersByTime(2000);
  expect(told).toHaveLength(1);
});

test('A4 a cancel tells of all that its order filled: what the bell had not told yet, or hears of later, it does not tell again', () => {
  const { made, told } = center();
  made.acceptNews('spot', [fill(1), fill(2, { orderId: 8 })]);
  made.markWholeTold('spot', 7);
  made.acceptNews('spot', [fill(3)]);
  vi.advanceTimersByTime(2000);
  made.acceptNews('spot', [fill(4)]);
  vi.advanceTimersByTime(2000);
  expect(told).toHaveLength(1);
  // Its list has them all the same.
  expect(filledOrders(made.fills.get() ?? []).find(({ orderId }) => orderId === 7)?.quantity).toBe('3');
});

const futuresFill = (orderId: number, part: Partial<FuturesFill>) => {
  const { feeAsset: _none, ...shared } = fill(orderId, { orderId });
  return { ...shared, voucher: '0', sentBy: null, ...part } as FuturesFill;
};

test('A4 what an order opened or traded names its order, whose cancel tells as much; what closed something does not', () => {
  const { made, orders } = center();
  made.acceptNews('spot', [fill(1)]);
  made.acceptNews('futures', [
    futuresFill(8, { closedQuantity: '0', realised: '0' }),
    futuresFill(9, { closedQuantity: '1', realised: '-3' }),
  ]);
  vi.advanceTimersByTime(2000);
  expect(orders).toEqual(['spot 7', 'futures 8', undefined]);
});

test('A4 what an order closed before the rest was canceled is told with its result, which the cancel does not tell', () => {
  const { made, told } = center();
  made.markWholeTold('futures', 7);
  made.markWholeTold('futures', 8);
  made.acceptNews('futures', [
    futuresFill(7, { closedQuantity: '1', realised: '-3' }),
    futuresFill(8, { closedQuantity: '0', realised: '0' }),
  ]);
  vi.advanceTimersByTime(2000);
  expect(told).toMatchObject([{ market: 'futures', closedQuantity: '1', realised: '-3' }]);
});

test('an order that waited for a price is told when it fills, though it takes', () => {
  const { made, told } = center();
  made.acceptNews('futures', [fill(1, { isMaker: false })]);
  vi.advanceTimersByTime(2000);
  expect(told).toHaveLength(1);
});

test('a fill is unread until it was seen, on the next page and on another device too; those before the first visit never were news', async () => {
  const { made, seen } = center(1001, [fill(1), fill(2, { orderId: 8 }), fill(3, { orderId: 9 })]);
  await made.load();
  expect(unseen(made.fills.get(), made.seenAt.get())).toBe(2);
  made.markSeen();
  expect(unseen(made.fills.get(), made.seenAt.get())).toBe(0);
  expect(seen()).toBe(1003);
  const first = center(null, [fill(1)]);
  await first.made.load();
  expect(unseen(first.made.fills.get(), first.made.seenAt.get())).toBe(0);
});

test('what is asked for again counts once', async () => {
  const { made } = center(0, [fill(1), fill(2)]);
  made.acceptNews('spot', [fill(2)]);
  await made.load();
  await made.load();
  expect(made.fills.get()).toHaveLength(2);
});

test('an asking that failed is repeated until one is answered', async () => {
  let asked = 0;
  const made = createFillCenter({
    ...NO_STATUSES,
    read: (market) => {
      if (market === 'futures') return Promise.resolve([]);
      return ++asked < 4 ? Promise.reject(new Error('no answer')) : Promise.resolve([fill(1)]);
    },
    ...NO_RECEIPTS,
    onSum: () => undefined,
    seen: seenMark().made,
  });
  await made.load();
  expect(made.hasFailed.get()).toBe(true);
  await vi.advanceTimersByTimeAsync(11_999);
  expect(asked).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(made.fills.get()).toHaveLength(1);
  expect(made.hasFailed.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toBe(4);
});

test('of many askings that fail one is repeated, and none once somebody else is logged in', async () => {
  let asked = 0;
  const made = createFillCenter({
    ...NO_STATUSES,
    read: (market) => {
      if (market === 'spot') asked += 1;
      return Promise.reject(new Error('no answer'));
    },
    ...NO_RECEIPTS,
    onSum: () => undefined,
    seen: seenMark().made,
  });
  for (let times = 0; times < 5; times += 1) await made.load();
  expect(asked).toBe(5);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toBe(6);
  const running = made.load();
  made.stop();
  await running;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toBe(7);
});

test('trading B13 what a liquidation sold is told as the liquidation, once, and is no sale of the user', () => {
  const told: unknown[] = [];
  const made = createFillCenter({
    ...NO_STATUSES,
    ...NO_RECEIPTS,
    read: () => Promise.resolve([]),
    onSum: (sum) => told.push(sum.quantity),
    onClosing: ({ direction, quantity, result }) => told.push([direction, quantity, result]),
    onAverted: () => told.push('averted'),
    seen: seenMark().made,
  });
  made.acceptNews('futures', [
    { ...fill(1), realised: '-2', isLiquidation: true, isMaker: false } as Partial<FuturesFill> as FuturesFill,
  ]);
  const step = { kind: 'LIQUIDATION', symbol: 'BTCUSDT', positionSide: 'BOTH', quantity: '0', time: 9000 };
  const closed = { direction: 'LONG', quantity: '1', price: '100', realised: '-2', fee: '0.1' };
  made.acceptReceipts([
    { ...step, receiptId: '5-1', step: 'STARTED', direction: null },
    { ...step, receiptId: '5-4', step: 'CLOSED', ...closed },
  ] as Receipt[]);
  vi.advanceTimersByTime(2000);
  expect(told).toEqual([['LONG', '1', '-2.1']]);
  expect(made.fills.get()).toEqual([]);
  expect(unseen(made.fills.get(), 8000, made.closings.get())).toBe(1);
  expect(unseen(made.fills.get(), 9000, made.closings.get())).toBe(0);
});

test('the fills of an order of a perpetual add up what they closed and brought; one that is too old to know it leaves that open', () => {
  const closing = {
    market: 'futures' as const,
    sentBy: 'STOP_LOSS' as const,
    isOfPair: false,
    voucher: '0.05',
    realised: '-2.5',
    closedQuantity: '1',
  };
  const fills = [fill(1), fill(2)].map((one) => ({ ...one, ...closing }));
  expect(sumOf(fills)).toMatchObject({
    quantity: '2',
    closedQuantity: '2',
    realised: '-5',
    voucher: '0.1',
    sentBy: 'STOP_LOSS',
  });
  expect(sumOf([...fills, { ...fills[0]!, closedQuantity: null }]).closedQuantity).toBeNull();
});

test('trading B13 what was told of a liquidation does not shrink when a page that lacks its first steps is read', async () => {
  const step = (index: number, part: object = {}) =>
    ({
      kind: 'LIQUIDATION',
      symbol: 'BTCUSDT',
      positionSide: 'BOTH',
      step: 'CLOSED',
      direction: 'LONG',
      receiptId: `5-${index}`,
      quantity: '1',
      price: '100',
      realised: '-10',
      fee: '1',
      time: 9000,
      ...part,
    }) as Receipt;
  const made = createFillCenter({
    ...NO_STATUSES,
    ...NO_RECEIPTS,
    read: () => Promise.resolve([]),
    readReceipts: () => Promise.resolve([step(6), step(5)]),
    onSum: () => undefined,
    seen: seenMark().made,
  });
  made.acceptReceipts([step(4), step(5), step(6)]);
  await made.load();
  expect(made.closings.get()).toMatchObject([{ quantity: '3', result: '-33' }]);
});

test('an order of many fills is summed whole, however many fills of other orders came with it', async () => {
  const { made } = center();
  await made.load();
  made.acceptNews(
    'spot',
    Array.from({ length: 70 }, (_, at) => fill(at + 1, { orderId: 7 })),
  );
  for (let at = 0; at < 30; at += 1) made.acceptNews('spot', [fill(100 + at, { orderId: 8 })]);
  const sums = filledOrders(made.fills.get()!).map(({ orderId, quantity }) => [orderId, quantity]);
  expect(sums).toEqual([
    [8, '30'],
    [7, '70'],
  ]);
});

test('fifty orders are kept, the ones that filled last', async () => {
  const { made } = center();
  await made.load();
  for (let at = 1; at <= 60; at += 1)
    made.acceptNews('spot', [fill(at * 2, { orderId: at }), fill(at * 2 + 1, { orderId: at })]);
  const orders = filledOrders(made.fills.get()!);
  expect([orders.length, orders[0]!.orderId, orders.at(-1)!.orderId]).toEqual([50, 60, 11]);
  expect(new Set(orders.map(({ quantity }) => quantity))).toEqual(new Set(['2']));
});

const lostOrder = (orderId: number, time: number): LostOrder => ({
  market: 'spot',
  key: `spot ${orderId}`,
  orderId,
  symbol: 'BTCUSDT',
  side: 'SELL',
  kind: 'TAKE_PROFIT',
  quantity: '0.03',
  quoteAmount: '0',
  filledQuantity: '0',
  isRefused: false,
  reason: 'SELF_TRADE',
  time,
});

test('A4 an order that was lost is told once, is unread until it was seen, and is asked for again after a reload', async () => {
  const told: (readonly number[])[] = [];
  const history = [lostOrder(3, 6000)];
  const { made: seen } = seenMark();
  const made = createFillCenter({
    ...NO_STATUSES,
    ...NO_RECEIPTS,
    read: () => Promise.resolve([]),
    readLost: () => Promise.resolve(history),
    onSum: () => undefined,
    onLost: (orders) => void told.push(orders.map(({ orderId }) => orderId)),
    seen,
  });
  await made.load();
  made.acceptLost([lostOrder(4, 7000)]);
  made.acceptLost([lostOrder(4, 7000), lostOrder(5, 8000)]);
  vi.advanceTimersByTime(2000);
  expect(told).toEqual([[4, 5]]);
  const unread = () => unseen(made.fills.get(), made.seenAt.get(), made.lost.get());
  expect(unread()).toBe(3);
  made.markSeen();
  expect(unread()).toBe(0);
});

test('A4 an order that a dialog said was ended by its change is not told again', () => {
  const told: number[] = [];
  const made = createFillCenter({
    ...NO_STATUSES,
    ...NO_RECEIPTS,
    read: () => Promise.resolve([]),
    onSum: () => undefined,
    onLost: (orders) => void told.push(...orders.map(({ orderId }) => orderId)),
    seen: seenMark().made,
  });
  made.acceptLost([lostOrder(4, 7000), lostOrder(5, 8000)]);
  made.markEndTold('spot', 4);
  vi.advanceTimersByTime(2000);
  expect(told).toEqual([5]);
});

test('nothing counts as answered before all sources have answered once', async () => {
  let answer: (orders: readonly LostOrder[]) => void = () => undefined;
  const made = createFillCenter({
    ...NO_STATUSES,
    ...NO_RECEIPTS,
    read: (market) => Promise.resolve(market === 'spot' ? [fill(1)] : []),
    readLost: () => new Promise((resolve) => (answer = resolve)),
    onSum: () => undefined,
    seen: seenMark().made,
  });
  const loading = made.load();
  await vi.advanceTimersByTimeAsync(10);
  expect(made.fills.get()).toHaveLength(1);
  expect(made.hasAnswered.get()).toBe(false);
  answer([]);
  await loading;
  expect(made.hasAnswered.get()).toBe(true);
});
