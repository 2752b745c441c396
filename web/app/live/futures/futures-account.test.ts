import type { FuturesOrder, Position, StopOrder } from '@agio/contracts/http/futures-shapes';
import type { FuturesPrivateChannelData } from '@agio/contracts/ws/futures';
import { describe, expect, test } from 'vitest';
import { createFuturesAccount } from './futures-account.ts';

type Channels = FuturesPrivateChannelData;
type Data = { readonly [Name in keyof Channels]: Channels[Name] };

/** An account whose frames the test sends. */
function listening() {
  const account = createFuturesAccount({
    orders: null,
    stopOrders: null,
    positions: null,
    capital: null,
    preference: null,
  });
  const readers = new Map<string, (data: never) => void>();
  const leave = account.connect({
    subscribe: (channel: string, _params: unknown, onData: (data: never) => void) => {
      readers.set(channel, onData);
      return () => readers.delete(channel);
    },
  } as never);
  const send = <Name extends keyof Channels>(channel: Name, data: Partial<Data[Name]>): void =>
    readers.get(channel)?.({ snapshot: false, seq: 1, ...data } as never);
  return { account, send, readers, leave };
}
const order = (orderId: number, updatedAt: number, status: FuturesOrder['status'] = 'NEW') =>
  ({ orderId, status, updatedAt }) as FuturesOrder;
const stop = (stopOrderId: number, part: Partial<StopOrder>) =>
  ({ stopOrderId, status: 'NEW', updatedAt: 1, group: 'OWN', type: 'STOP', ...part }) as StopOrder;
const position = (updatedAt: number, part: Partial<Position> = {}) =>
  ({ positionId: 7, quantity: '1', adlLights: 0, updatedAt, ...part }) as Position;

describe('E7 W1 what is open in perpetuals', () => {
  test('is null until it is known; newest first; what ended goes and stays away, whatever comes late', () => {
    const { account, send } = listening();
    expect(account.orders.get()).toBeNull();
    send('order', { snapshot: true, orders: [order(1, 5), order(2, 5)] });
    expect(account.orders.get()?.map(({ orderId }) => orderId)).toEqual([2, 1]);
    send('order', { orders: [order(1, 6, 'FILLED')] });
    send('order', { orders: [order(1, 5)] });
    expect(account.orders.get()?.map(({ orderId }) => orderId)).toEqual([2]);
    expect(account.revision.get()).toBe(1);
  });

  test('an answer and a frame in any order: the later change of an order counts', () => {
    const { account, send } = listening();
    send('order', { snapshot: true, orders: [] });
    send('order', { orders: [order(3, 9, 'PARTIALLY_FILLED')] });
    account.acceptOrders([order(3, 8)]);
    expect(account.orders.get()?.[0]?.status).toBe('PARTIALLY_FILLED');
  });

  test('a snapshot of one channel of conditional orders says nothing about those of the others', () => {
    const { account, send } = listening();
    send('stop_order', { snapshot: true, orders: [stop(1, {})] });
    send('tpsl', { snapshot: true, orders: [stop(2, { group: 'FULL' })] });
    send('trailing_stop', { snapshot: true, orders: [stop(3, { type: 'TRAILING_STOP' })] });
    expect(account.stopOrders.get()?.map(({ stopOrderId }) => stopOrderId)).toEqual([3, 2, 1]);
    send('stop_order', { snapshot: true, orders: [] });
    expect(account.stopOrders.get()?.map(({ stopOrderId }) => stopOrderId)).toEqual([3, 2]);
  });

  test('a frame of a position keeps the lights of the last answer, and one without quantity is closed', () => {
    const { account, send } = listening();
    send('position', { snapshot: true, positions: [position(1, { adlLights: 4 })] });
    send('position', { positions: [position(2, { quantity: '2' })] });
    expect(account.positions.get()).toMatchObject([{ quantity: '2', adlLights: 4 }]);
    send('position', { positions: [position(3, { quantity: '0' })] });
    expect(account.positions.get()).toEqual([]);
  });

  test('a fill changes the histories, a first frame does not, and nothing is read after leaving', () => {
    const { account, send, readers, leave } = listening();
    send('user_deal', { snapshot: true, deals: [{ tradeId: 1 }] as never });
    expect(account.revision.get()).toBe(0);
    send('user_deal', { deals: [{ tradeId: 2 }] as never });
    expect(account.revision.get()).toBe(1);
    leave();
    expect(readers.size).toBe(0);
  });
});
