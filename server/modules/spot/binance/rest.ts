/** The dialect's HTTP routes: which call is answered by which handler. */
import { type CallInput, implement, type Route } from '@agio/contracts/endpoint';
import * as contract from '@agio/contracts/http/binance';
import * as lists from '@agio/contracts/http/binance-order-lists';
import type { Account } from './account.ts';
import type { MarketData } from './market-data.ts';
import type { OrderRate } from '../order-rate.ts';
import type { OrderLists } from './order-lists.ts';
import type { Orders } from './orders.ts';

export interface DialectHandlers {
  readonly marketData: MarketData;
  readonly orders: Orders;
  readonly orderLists: OrderLists;
  readonly account: Account;
  readonly limits: OrderRate;
}

export function binanceRoutes(handlers: DialectHandlers): Route[] {
  return [...publicRoutes(handlers.marketData), ...orderRoutes(handlers), ...accountRoutes(handlers)];
}

function publicRoutes(data: MarketData): Route[] {
  return [
    implement(contract.ping, async () => ({})),
    implement(contract.time, async () => ({ serverTime: Date.now() })),
    implement(contract.exchangeInfo, ({ query }) => data.exchangeInfo(query)),
    implement(contract.depth, ({ query }) => data.depth(query)),
    implement(contract.trades, ({ query }) => data.trades(query)),
    implement(contract.historicalTrades, ({ query }) => data.historicalTrades(query)),
    implement(contract.aggTrades, ({ query }) => data.aggTrades(query)),
    implement(contract.klines, ({ query }) => data.klines(query)),
    implement(contract.uiKlines, ({ query }) => data.klines(query)),
    implement(contract.ticker24hr, ({ query }) => data.ticker24hr(query)),
    implement(contract.tickerPrice, ({ query }) => data.tickerPrice(query)),
    implement(contract.bookTicker, ({ query }) => data.bookTicker(query)),
    implement(contract.avgPrice, ({ query }) => data.avgPrice(query)),
    implement(contract.systemStatus, async () => ({ status: 0 as const, msg: 'normal' as const })),
    implement(contract.marginAllPairs, async () => []),
    implement(contract.marginIsolatedAllPairs, async () => []),
    implement(contract.coinMExchangeInfo, async () => ({ symbols: [] })),
    implement(contract.futuresExchangeInfo, async () => ({
      timezone: 'UTC' as const,
      serverTime: Date.now(),
      symbols: [],
    })),
  ];
}

function orderRoutes({ orders, orderLists, limits }: DialectHandlers): Route[] {
  /** The counts as they are after the call, whatever became of it. */
  const counting = async <Result>(
    { reply, caller }: CallInput<unknown, unknown>,
    run: () => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await run();
    } finally {
      const [tenSeconds, day] = limits.read(caller.uid);
      reply.setHeader('x-mbx-order-count-10s', String(tenSeconds));
      reply.setHeader('x-mbx-order-count-1d', String(day));
    }
  };
  return [
    implement(contract.orderPost, (input) => counting(input, () => orders.place(input.query, input.caller.uid))),
    implement(contract.orderTest, ({ query, caller }) => orders.test(query, caller.uid)),
    implement(contract.orderGet, ({ query, caller }) => orders.get(query, caller.uid)),
    implement(contract.orderDelete, ({ query, caller }) => orders.cancel(query, caller.uid)),
    implement(contract.openOrdersGet, ({ query, caller }) => orders.open(query, caller.uid)),
    implement(contract.openOrdersDelete, ({ query, caller }) => orders.cancelOpen(query, caller.uid)),
    implement(contract.allOrders, ({ query, caller }) => orders.all(query, caller.uid)),
    implement(contract.myTrades, ({ query, caller }) => orders.myTrades(query, caller.uid)),
    implement(contract.cancelReplace, (input) =>
      counting(input, () => orders.cancelReplace(input.query, input.caller.uid)),
    ),
    implement(contract.amendKeepPriority, ({ query, caller }) => orders.amendKeepPriority(query, caller.uid)),
    implement(lists.orderOco, (input) =>
      counting(input, () => orderLists.placeLimitAndStop(input.query, input.caller.uid)),
    ),
    implement(lists.orderListOco, (input) =>
      counting(input, () => orderLists.placeAboveAndBelow(input.query, input.caller.uid)),
    ),
    implement(lists.orderListGet, ({ query, caller }) => orderLists.get(query, caller.uid)),
    implement(lists.orderListDelete, ({ query, caller }) => orderLists.cancel(query, caller.uid)),
    implement(lists.openOrderList, ({ query, caller }) => orderLists.open(query, caller.uid)),
    implement(lists.allOrderList, ({ query, caller }) => orderLists.all(query, caller.uid)),
  ];
}

function accountRoutes({ account }: DialectHandlers): Route[] {
  return [
    implement(contract.account, ({ query, caller }) => account.account(query, caller.uid)),
    implement(contract.accountCommission, ({ query, caller }) => account.commission(query, caller.uid)),
    implement(contract.rateLimitOrder, ({ query, caller }) => account.orderCounts(query, caller.uid)),
    implement(contract.coins, ({ query, caller }) => account.coins(query, caller.uid)),
    implement(contract.tradeFee, ({ query, caller }) => account.tradeFee(query, caller.uid)),
  ];
}
