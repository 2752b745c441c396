import { expect, test } from 'vitest';
import type { OrderView } from '@agio/core';
import { EngineBusy, EngineStopped } from '../../../engine/index.ts';
import type { LiveMarket, LiveMarkets } from '../../markets/index.ts';
import type { Trading } from '../trading.ts';
import { createOrders, type Orders } from './orders.ts';

const view = { symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT' };
const live = {
  markets: new Map([['BTCUSDT', { view, baseScale: 8, quoteScale: 8 } as unknown as LiveMarket]]),
} as unknown as LiveMarkets;
const order = {
  orderId: 7,
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: 5,
  quantity: 10,
  quoteAmount: 0,
  filledQuantity: 0,
  filledAmount: 0,
  preventedQuantity: 0,
  stpMode: 'EXPIRE_TAKER',
  clientOrderId: 'first',
  status: 'CANCELED',
  reason: 'USER',
} as unknown as OrderView;

/** Orders over an engine whose queue is as given when the cancel and when the new order come. */
function ordersWhile(cancel: Error | null, place: Error): Orders {
  const send = async ({ kind }: { kind: string }): Promise<object> => {
    const trouble = kind === 'CancelOrder' ? cancel : place;
    if (trouble) throw trouble;
    return { order, seq: 1, fills: [] };
  };
  const trading = { send } as unknown as Trading;
  return createOrders(live, trading, { take: () => [0, 0], takeForSite: () => {}, read: () => [0, 0] });
}

const params = {
  symbol: 'BTCUSDT',
  cancelReplaceMode: 'STOP_ON_FAILURE',
  cancelOrderId: '7',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '1',
  quantity: '1',
};

test('a full queue after the cancel gives a half-done call, which says which part was done; before the cancel no part was', async () => {
  await expect(ordersWhile(null, new EngineBusy('busy')).cancelReplace(params, 1)).rejects.toMatchObject({
    code: -2022,
    data: {
      cancelResult: 'SUCCESS',
      newOrderResult: 'FAILURE',
      cancelResponse: { orderId: 7, status: 'CANCELED' },
      newOrderResponse: { code: -1008 },
    },
  });
  const busy = new EngineBusy('busy');
  await expect(ordersWhile(busy, busy).cancelReplace(params, 1)).rejects.toBe(busy);
});

test('an engine that stops before the new order is answered leaves the whole outcome unknown', async () => {
  const stopped = new EngineStopped('stopped');
  await expect(ordersWhile(null, stopped).cancelReplace(params, 1)).rejects.toBe(stopped);
});
