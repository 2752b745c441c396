/** The orders that the load sends: two users, alternating sides around one price, so that about half of them trade. */
import { createHmac } from 'node:crypto';
import type { Trader } from '../../test/trader.ts';

export type OrderParameters = Readonly<Record<string, string | number>>;

/** The n-th order: a buy of one user or a sell of the other at prices that cross, so that most orders trade and few rest. */
export function orderAt(index: number): { readonly trader: 0 | 1; readonly parameters: OrderParameters } {
  const isBuy = index % 2 === 0;
  const offset = (index * 7919) % 11;
  const price = (95_000 + (isBuy ? offset : -offset) * 0.01).toFixed(2);
  return {
    trader: isBuy ? 0 : 1,
    parameters: {
      symbol: 'BTCUSDT',
      side: isBuy ? 'BUY' : 'SELL',
      type: 'LIMIT',
      timeInForce: 'GTC',
      price,
      quantity: '0.001',
      newOrderRespType: 'ACK',
      recvWindow: 60_000,
    },
  };
}

export function signedParams(trader: Trader, parameters: OrderParameters): Record<string, string | number> {
  const all: Record<string, string | number> = { ...parameters, apiKey: trader.apiKey, timestamp: Date.now() };
  const payload = Object.keys(all)
    .sort()
    .map((name) => `${name}=${all[name]}`)
    .join('&');
  return { ...all, signature: createHmac('sha256', trader.apiSecret).update(payload).digest('hex') };
}
