/** What histories say of positions and orders that were closed or placed by the exchange itself, on real PostgreSQL. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shownEndedStopOrders } from '../../../server/modules/futures/ended-orders.ts';
import { endReasonOf, readLiquidationOutcomes } from '../../../server/modules/futures/liquidation-outcomes.ts';
import { closedPositions, pageOfReceipts } from '../../../server/modules/futures/history-repo.ts';
import {
  insertFills,
  insertReceipts,
  type PositionChange,
  type ReceiptEvent,
  upsertOrders,
  upsertPositions,
  upsertStopOrders,
} from '../../../server/modules/futures/repo.ts';
import { fillsOfStep, step as stepRow } from '../../../server/modules/receipts/receipt-repo.ts';
import { liquidationReceipt } from '../../../server/modules/receipts/receipt-views.ts';
import { sql } from '../../../server/store/index.ts';
import type { OpenStore } from '../../../server/store/open-store.ts';
import { openTestStore } from '../../open-store.ts';
import { listening, planOf } from '../../query-plans.ts';

let opened: OpenStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened?.close());

interface Life {
  readonly id: number;
  readonly uid: number;
  readonly openedAt: { readonly seq: number; readonly ms: number };
  readonly closedAt: { readonly seq: number; readonly ms: number };
}

async function storeLife({ id, uid, openedAt, closedAt }: Life): Promise<void> {
  const shared = { positionId: id, uid, wallet: 'FUTURES', symbol: 'BTCUSDT', positionSide: 'BOTH', direction: 'LONG' };
  const states = [
    { ...shared, quantity: 5, cost: 500n, openedAtMs: openedAt.ms, updatedAtMs: openedAt.ms, seq: openedAt.seq },
    { ...shared, quantity: 0, cost: 0n, openedAtMs: openedAt.ms, updatedAtMs: closedAt.ms, seq: closedAt.seq },
  ];
  // A batch each, as the log is often cut.
  for (const state of states)
    await opened.db.transaction().execute((tx) => upsertPositions(tx, [state as PositionChange]));
}

const step = (uid: number, seq: number, index: number, part: object): ReceiptEvent =>
  ({
    kind: 'Liquidated',
    uid,
    wallet: 'FUTURES',
    symbol: 'BTCUSDT',
    positionSide: 'BOTH',
    step: 'CLOSED',
    quantity: 5n,
    fee: 7n,
    timeMs: 1_000,
    seq,
    index,
    ...part,
  }) as ReceiptEvent;
const storeSteps = (steps: readonly ReceiptEvent[]): Promise<void> =>
  opened.db.transaction().execute((tx) => insertReceipts(tx, steps));

const query = { wallet: 'FUTURES', page: 1, pageSize: 100, symbol: undefined, fromMs: undefined, toMs: undefined };
const endsOf = async (uid: number) => {
  const { items } = await closedPositions(opened.db, { ...query, direction: undefined, uid });
  return items.map(({ positionId, endedBy, liquidationFee }) => [positionId, endedBy, liquidationFee]);
};

test('trading B13 a position does not get the liquidation of the one before it that ended in the same millisecond', async () => {
  const at = (seq: number, ms: number) => ({ seq, ms });
  await storeLife({ id: 1, uid: 1, openedAt: at(5, 500), closedAt: at(10, 1_000) });
  await storeLife({ id: 2, uid: 1, openedAt: at(11, 1_000), closedAt: at(90, 9_000) });
  await storeSteps([step(1, 10, 0, { step: 'STARTED', quantity: 0n, fee: 0n }), step(1, 10, 4, {})]);
  expect(await endsOf(1)).toEqual([
    [2, 'ORDER', 0n],
    [1, 'LIQUIDATION', 7n],
  ]);
});

test('trading B13 a position that an order closed in the millisecond of a later liquidation was closed by the order', async () => {
  const at = (seq: number, ms: number) => ({ seq, ms });
  await storeLife({ id: 3, uid: 2, openedAt: at(5, 500), closedAt: at(9, 1_000) });
  await storeLife({ id: 4, uid: 2, openedAt: at(10, 1_000), closedAt: at(10, 1_000) });
  await storeSteps([step(2, 10, 9, {})]);
  // The second was opened by the command that also liquidated it.
  expect(await endsOf(2)).toEqual([
    [4, 'LIQUIDATION', 7n],
    [3, 'ORDER', 0n],
  ]);
});

test('trading B14 a deleveraging ends a position without a fee, and half of a hedge ends by the receipt of both', async () => {
  const at = (seq: number, ms: number) => ({ seq, ms });
  await storeLife({ id: 5, uid: 3, openedAt: at(5, 500), closedAt: at(20, 1_000) });
  await storeSteps([step(3, 20, 3, { kind: 'Deleveraged', step: undefined, fee: undefined })]);
  await storeLife({ id: 6, uid: 4, openedAt: at(5, 500), closedAt: at(21, 1_000) });
  await storeSteps([step(4, 21, 3, { step: 'HEDGE_CLOSED', positionSide: 'LONG', fee: 0n })]);
  expect([await endsOf(3), await endsOf(4)]).toEqual([[[5, 'ADL', 0n]], [[6, 'LIQUIDATION', 0n]]]);
});

test('trading B13 steps that close nothing, added margin among them, are no rows of the liquidations', async () => {
  const steps = ['STARTED', 'AUTO_ADD', 'HEDGE_CLOSED', 'REDUCED', 'RECOVERED'];
  await storeSteps(steps.map((name, at) => step(5, 30, at, { step: name })));
  const stepsOf = async (onlyClosings: boolean) => {
    const { items, total } = await pageOfReceipts(opened.db, { ...query, uid: 5, onlyClosings });
    return [total, items.map((receipt) => receipt.kind === 'Liquidated' && receipt.step)];
  };
  expect(await stepsOf(true)).toEqual([2, ['REDUCED', 'HEDGE_CLOSED']]);
  expect(await stepsOf(false)).toEqual([5, steps.toReversed()]);
});

test('trading B13 the liquidation that canceled an order is found by its moment, with whether it was closed in the end', async () => {
  const ended = { uid: 7, wallet: 'FUTURES', symbol: 'BTCUSDT', positionSide: 'BOTH', reason: 'LIQUIDATION' } as const;
  const steps = (seq: number, timeMs: number, names: readonly string[]) =>
    names.map((name, at) => step(7, seq, at, { step: name, marginMode: 'ISOLATED', timeMs }));
  await storeSteps(steps(50, 1_000, ['STARTED', 'REDUCED', 'RECOVERED']));
  await storeSteps(steps(51, 2_000, ['STARTED', 'REDUCED', 'TAKEN_OVER']));
  const orders = [1_000, 2_000, 3_000].map((updatedAtMs) => ({ ...ended, updatedAtMs }));
  const { db, queries } = listening(opened.db);
  const outcomes = await readLiquidationOutcomes(db, ended, [null, ...orders]);
  expect(orders.map((order) => endReasonOf(order, outcomes))).toEqual([
    'LIQUIDATION_RECOVERED',
    'POSITION_LIQUIDATION',
    'LIQUIDATION',
  ]);
  // Among many of one account.
  await sql`insert into futures_receipts select n, 0, 8, 'FUTURES', 'BTCUSDT', 'Liquidated', n, '{}'
    from generate_series(1000, 21000) as n`.execute(opened.db);
  await sql`analyze futures_receipts`.execute(opened.db);
  await readLiquidationOutcomes(db, { uid: 8, wallet: 'FUTURES' }, orders);
  expect(await planOf(opened.db, queries.at(-1)!)).toContain('futures_receipts_of_user_by_time');
});

test('trading B13 the order that a conditional order became says that it ended with its position, as it does in its own history', async () => {
  const shared = {
    uid: 9,
    wallet: 'FUTURES',
    symbol: 'BTCUSDT',
    side: 'BUY',
    positionSide: 'BOTH',
    quantity: 1,
    clientOrderId: '',
  };
  const [createdAtMs, updatedAtMs] = [500, 1_000];
  const order = {
    ...shared,
    orderId: 31,
    status: 'CANCELED',
    reason: 'LIQUIDATION',
    filledQuantity: 0,
    filledAmount: 0,
  };
  const fired = { ...shared, stopOrderId: 30, orderId: 31, type: 'STOP', status: 'TRIGGERED', reason: '' };
  const prices = { price: 1, triggerPrice: 1, callbackRate: 0, activationPrice: 0 };
  await opened.db.transaction().execute(async (tx) => {
    await upsertOrders(tx, [{ ...order, price: 1, origin: 'STOP', createdAtMs, updatedAtMs } as never]);
    await upsertStopOrders(tx, [{ ...fired, ...prices, createdAtMs, updatedAtMs: createdAtMs } as never]);
  });
  await storeSteps([step(9, 60, 3, { step: 'TAKEN_OVER', marginMode: 'ISOLATED' })]);
  const asked = { ...query, uid: 9, side: undefined, isLost: false };
  const { items } = await shownEndedStopOrders(opened.db, asked);
  expect(items).toMatchObject([
    { stopOrderId: 30, reason: '', order: { orderId: 31, reason: 'POSITION_LIQUIDATION' } },
  ]);
});

test('trading B13 the receipt of a step has the rate of its fee, and what all fills of its order had to pay it from', async () => {
  const fill = (index: number, fee: number, feeLimit: bigint, part: object = {}) => ({
    symbol: 'BTCUSDT',
    tradeId: index,
    isMaker: false,
    uid: 6,
    wallet: 'FUTURES',
    orderId: index,
    side: 'SELL',
    positionSide: 'BOTH',
    price: 1,
    quantity: 1,
    amount: 1n,
    fee: BigInt(fee),
    realised: 0n,
    isLiquidation: true,
    timeMs: 1_000,
    seq: 40,
    eventIndex: index,
    terms: { feeRate: 500_000, feeRest: 0, feeLimit, before: null },
    ...part,
  });
  // The first step's fill, two of the second, and one in which the own resting order was met.
  const fills = [fill(1, 5, 50n), fill(3, 7, 40n), fill(4, 9, 30n), fill(4, 1, 99n, { isMaker: true, orderId: 9 })];
  await opened.db.transaction().execute((tx) => insertFills(tx, fills as never));
  const bodies = { scope: [], equity: 0n, maintenanceMargin: 0n, scopeBalance: 0n, bankruptcyValue: 0n };
  const common = { ...bodies, tradedValue: 1n, fundBefore: 0n, fundAfter: 0n };
  const names = ['STARTED', 'REDUCED', 'CLOSED'];
  await storeSteps(names.map((name, at) => step(6, 40, [0, 2, 5][at]!, { ...common, step: name })));
  const termsOf = async (eventIndex: number) => {
    const row = (await stepRow(opened.db, 6, 'Liquidated', { seq: 40, eventIndex }))!;
    const { feeRate, feeLimit } = liquidationReceipt(row, await fillsOfStep(opened.db, row)) as never;
    return [feeRate, feeLimit];
  };
  expect(await termsOf(0)).toEqual([null, null]);
  expect(await termsOf(2)).toEqual(['0.005', '0.0000005']);
  // 30 were left once 7 had been taken.
  expect(await termsOf(5)).toEqual(['0.005', '0.00000037']);
});

test('A4 the conditional orders of a page of orders are found by an index of their own', async () => {
  const lines = await opened.db.transaction().execute(async (tx) => {
    // The table is empty: only what a plan may use is asked, not what it would cost.
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local enable_bitmapscan = off`.execute(tx);
    const plan = await sql<{ 'QUERY PLAN': string }>`
      explain select body from futures_stop_orders where uid = 1 and wallet = 'FUTURES' and status = 'TRIGGERED'
        and (body ->> 'orderId')::bigint in (1, 2)`.execute(tx);
    return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(lines).toContain('futures_stop_orders_by_order');
});
