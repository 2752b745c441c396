/** Who trades perpetuals in browser tests: people with funds, makers with quotes, and the prices of now. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FuturesTicker } from '@agio/contracts/http/futures-shapes';
import { beforeAll, expect } from 'vitest';
import type { CalledExchange, TestUser } from '../exchange.ts';
import type { ExchangeVisit } from './exchange-visit.ts';

const SYMBOL = 'BTCUSDT';

export interface FuturesPeople {
  /** The data of a call that must succeed. */
  done<Data = unknown>(user: TestUser, path: string, body: object): Promise<Data>;
  /** A user with this much USDT in the futures wallet. */
  trader(amount: string): Promise<TestUser>;
  ticker(): Promise<FuturesTicker>;
  /** This share of the mark, on the contract's tick. */
  near(factor: number): Promise<string>;
  /** Rests this much on both sides, so far from the mark: 0.001 is a thousandth of it. */
  quote(maker: TestUser, quantity: string, away: number): Promise<void>;
}

/** The tests of the file begin once the contract has a mark. */
export function futuresPeople(site: Pick<ExchangeVisit<CalledExchange>, 'exchange'>): FuturesPeople {
  let keys = 0;
  const people: FuturesPeople = {
    async done<Data>(user: TestUser, path: string, body: object) {
      const headers = { 'idempotency-key': `people-${(keys += 1)}` };
      const answer = await site.exchange.call<Data>('POST', path, body, { token: user.token, headers });
      expect(answer).toMatchObject({ code: 0 });
      return answer.data;
    },
    async trader(amount) {
      const user = await site.exchange.createUser({ USDT: amount });
      await people.done(user, '/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount });
      return user;
    },
    async ticker() {
      const path = '/futures/market/tickers/aggregate';
      const { data } = await site.exchange.call<{ tickers: FuturesTicker[] }>('GET', path);
      return data.tickers.find(({ symbol }) => symbol === SYMBOL)!;
    },
    near: async (factor) => (Number((await people.ticker()).markPrice) * factor).toFixed(1),
    async quote(maker, quantity, away) {
      const order = { symbol: SYMBOL, type: 'LIMIT', quantity };
      const { done, near } = people;
      await done(maker, '/futures/order/place', { ...order, side: 'SELL', price: await near(1 + away) });
      await done(maker, '/futures/order/place', { ...order, side: 'BUY', price: await near(1 - away) });
    },
  };
  beforeAll(async () => {
    while ((await people.ticker()).markPrice === '0') await sleep(100);
  });
  return people;
}
