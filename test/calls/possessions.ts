/** A person who has something of each kind, all of it marked, so that it is known wherever it appears. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FuturesOrder, StopOrder } from '@agio/contracts/http/futures-shapes';
import type { Order } from '@agio/contracts/http/spot';
import type { TestExchange, TestUser } from '../exchange.ts';
import type { Things } from './example.ts';

/** Is in every text that the person wrote. */
export const MARK = 'my-own-secret';
const BTC = { symbol: 'BTCUSDT' };

export interface Person {
  readonly user: TestUser;
  readonly things: Things;
  /** The mark of the contract to a whole number, at which the person has a position. */
  readonly futuresPrice: number;
}

/** Orders of both kinds, waiting ones and a pair, a position, keys, favourites, a conversation, a correction, settings. */
export async function personWithPossessions(exchange: TestExchange): Promise<Person> {
  const user = await exchange.createUser({ USDT: '100000', BTC: '2' });
  const other = await exchange.createUser({ USDT: '100000' });
  const post = async <Data>(path: string, body: object, of: TestUser = user): Promise<Data> => {
    const answer = await exchange.call<Data>('POST', path, body, { token: of.token });
    if (answer.code !== 0) throw new Error(`${path} was refused: ${answer.msg}`);
    return answer.data;
  };
  const sell = { ...BTC, side: 'SELL', type: 'LIMIT' };
  const placed = '/web/spot/order/place';
  const ids = {
    spotClientId: `${MARK}-order`,
    futuresClientId: `${MARK}-contract`,
  };
  const spot = { ...sell, price: '97000', quantity: '0.5', clientOrderId: ids.spotClientId };
  const { order } = await post<{ order: Order }>(placed, spot);
  const stop = { ...BTC, side: 'SELL', type: 'STOP_MARKET', quantity: '0.1', stopPrice: '90000' };
  const { order: waiting } = await post<{ order: Order }>(placed, { ...stop, clientOrderId: `${MARK}-stop` });
  const pair = { ...BTC, side: 'SELL', quantity: '0.1', price: '99000', stopPrice: '91000' };
  await post('/web/spot/order/oco/place', { ...pair, clientOrderId: `${MARK}-pair` });
  // A trade of the person's own, in which another one buys.
  await post(placed, { ...sell, price: '96400', quantity: '0.01', clientOrderId: `${MARK}-sold` });
  await post(placed, { ...sell, side: 'BUY', price: '96400', quantity: '0.01' }, other);
  const lists = await exchange.signed<{ orderListId: number }[]>(user, 'GET', '/api/v3/openOrderList');
  const key = await post<{ id: number }>('/web/user/api-key/create', { label: `${MARK}-key`, scopes: ['read'] });
  const { alert } = await post<{ alert: { id: number } }>('/web/alert/price/create', {
    ...BTC,
    market: 'SPOT',
    direction: 'ABOVE',
    price: '123456',
  });
  await post('/web/optional/update_optional_symbol', { symbol: 'ADAUSDT', operationType: 'ADD', type: 'SPOT' });
  await post('/web/user/notifications/seen/update', { fillsAt: 1, alertId: 0 });
  const message = { asUid: user.uid, visitor: '', text: `${MARK} message`, clientId: 'message-of-mine' };
  await post('/web/api/v1/chat/send', message);
  const corrected = await exchange.operate('/operator/correction', {
    correctionId: 1,
    corrects: `TEST ${MARK}`,
    reason: `${MARK} reason`,
    asset: 'USDT',
    entries: [
      { email: user.email, account: 'SPOT', amount: '-1' },
      { account: 'HOUSE', amount: '1' },
    ],
  });
  if (corrected.code !== 0) throw new Error(`the correction was refused: ${corrected.msg}`);
  const futures = await futuresOf(exchange, user, other, ids.futuresClientId, post);
  return {
    user,
    futuresPrice: futures.price,
    things: {
      uid: user.uid,
      email: user.email,
      spotOrder: order.orderId,
      waitingOrder: waiting.orderId,
      orderList: lists.body[0]!.orderListId,
      apiKeyId: key.id,
      alertId: alert.id,
      futuresOrder: futures.order,
      stopOrder: futures.stopOrder,
      ...ids,
    },
  };
}

async function futuresOf(
  exchange: TestExchange,
  user: TestUser,
  other: TestUser,
  clientOrderId: string,
  post: <Data>(path: string, body: object, of?: TestUser) => Promise<Data>,
): Promise<{ price: number; order: number; stopOrder: number }> {
  const markOf = async (): Promise<number> => {
    const { data } = await exchange.call<{ tickers: { symbol: string; markPrice: string }[] }>(
      'GET',
      '/futures/market/tickers/aggregate',
    );
    return Math.round(Number(data.tickers.find(({ symbol }) => symbol === 'BTCUSDT')!.markPrice));
  };
  for (let tries = 0; (await markOf()) === 0; tries++) {
    if (tries > 200) throw new Error('the contract got no mark within 20 s');
    await sleep(100);
  }
  const funds = { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '20000' };
  for (const one of [user, other]) await post('/web/account/transfer', funds, one);
  await post('/futures/account/leverage', { ...BTC, leverage: 7 });
  const price = await markOf();
  const limit = { ...BTC, type: 'LIMIT', price: String(price), quantity: '0.05' };
  await post('/futures/order/place', { ...limit, side: 'SELL' }, other);
  await post('/futures/order/place', { ...limit, side: 'BUY', clientOrderId: `${MARK}-position` });
  const low = { ...limit, side: 'BUY', price: String(Math.round(price * 0.97)), quantity: '0.01' };
  const { order } = await post<{ order: FuturesOrder }>('/futures/order/place', { ...low, clientOrderId });
  const stop = { ...BTC, side: 'SELL', type: 'STOP', triggerPrice: String(Math.round(price * 0.5)), quantity: '0.01' };
  const placed = await post<{ order: StopOrder }>('/futures/stop-order/place', {
    ...stop,
    clientOrderId: `${MARK}-waits`,
  });
  return { price, order: order.orderId, stopOrder: placed.order.stopOrderId };
}
