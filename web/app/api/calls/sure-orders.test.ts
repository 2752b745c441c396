import { REFUSALS } from '@agio/contracts/errors';
import { expect, test } from 'vitest';
import { NO_ANSWER } from '../answer.ts';
import { RepeatKey } from '../repeat-key.ts';
import type { Call } from '../request.ts';
import { toldOrders } from '../told-orders.ts';
import type { Order } from '../types.ts';
import type { FuturesOrder, StopOrder } from './futures.ts';
import { placeFuturesSurely, placeOcoSurely, placeStopSurely, placeSurely } from './sure-orders.ts';

/** A server that dies after taking an order: the socket told of it (`tell`) before, and no call is answered. */
const dying =
  (tell: (clientOrderIds: readonly string[]) => void): Call =>
  (_path, init) => {
    const body = (init?.body ?? {}) as { clientOrderId?: string; stopClientOrderId?: string };
    if (body.clientOrderId) tell([body.clientOrderId, body.stopClientOrderId ?? ''].filter(Boolean));
    return Promise.resolve({ code: NO_ANSWER, msg: '', data: {} });
  };
const repeat = () => new RepeatKey({ pausesMs: [1] });

test('an order whose answer is lost is the one that the socket told of, although nobody answers any more', async () => {
  let lost = 0;
  const onLost = () => (lost += 1);
  const spot = dying((ids) => toldOrders.spot.accept(ids.map((clientOrderId) => ({ clientOrderId }) as Order)));
  const futures = dying(([id]) => toldOrders.futures.accept([{ clientOrderId: id, orderId: 7 } as FuturesOrder]));
  const stops = dying(([id]) => toldOrders.stops.accept([{ clientOrderId: id, stopOrderId: 8 } as StopOrder]));
  const body = { symbol: 'BTCUSDT' };
  expect(await placeFuturesSurely(futures, repeat(), body as never, onLost)).toMatchObject({ orderId: 7 });
  expect(await placeStopSurely(stops, repeat(), body as never, onLost)).toMatchObject({ stopOrderId: 8 });
  expect((await placeSurely(spot, repeat(), body as never, onLost)).clientOrderId).toHaveLength(36);
  expect(await placeOcoSurely(spot, repeat(), body as never, onLost)).toHaveLength(2);
  expect(lost).toBe(4);
});

test('an order of which nobody told stays unknown while nobody answers', async () => {
  const silent = dying(() => {});
  const sent = placeFuturesSurely(silent, repeat(), { symbol: 'BTCUSDT' } as never, () => {});
  await expect(sent).rejects.toMatchObject({ code: NO_ANSWER });
});

test('an order that the socket told of is asked for all the same: meanwhile it may have filled', async () => {
  let id = '';
  const call: Call = (path, init) => {
    const body = (init?.body ?? {}) as { clientOrderId?: string };
    if (body.clientOrderId) {
      id = body.clientOrderId;
      toldOrders.futures.accept([{ clientOrderId: id, status: 'NEW', updatedAt: 1 } as FuturesOrder]);
      return Promise.resolve({ code: NO_ANSWER, msg: '', data: {} });
    }
    const items = path.includes('history') ? [{ clientOrderId: id, status: 'FILLED', updatedAt: 2 }] : [];
    return Promise.resolve({ code: 0, msg: '', data: { orders: [], items, total: items.length } });
  };
  const placed = placeFuturesSurely(call, repeat(), { symbol: 'BTCUSDT' } as never, () => {});
  await expect(placed).resolves.toMatchObject({ status: 'FILLED' });
});

test('of what the socket tells of one order the newest stands, whatever arrives last', () => {
  const told = (status: string, updatedAt: number) =>
    toldOrders.spot.accept([{ clientOrderId: 'late', status, updatedAt } as Order]);
  told('NEW', 5);
  told('FILLED', 7);
  told('PARTIALLY_FILLED', 6);
  expect(toldOrders.spot.find('late')).toMatchObject({ status: 'FILLED' });
});

test('FLT-16 where no more keys are remembered an order goes once more without a key and without a name', async () => {
  const bodies: Record<string, unknown>[] = [];
  const call: Call = (_path, init) => {
    bodies.push(init?.body as Record<string, unknown>);
    const isFull = bodies.length % 2 === 1;
    const data = { order: { orderId: 7 }, orders: [{ orderId: 7 }, { orderId: 8 }] };
    return Promise.resolve({ code: isFull ? REFUSALS.IDEMPOTENCY_FULL.code : 0, msg: '', data });
  };
  const body = { symbol: 'BTCUSDT' } as never;
  for (const place of [placeSurely, placeOcoSurely, placeFuturesSurely, placeStopSurely])
    await place(call, repeat(), body, () => {});
  expect(bodies.filter((_, at) => at % 2 === 1)).toEqual(Array.from({ length: 4 }, () => ({ symbol: 'BTCUSDT' })));
});
