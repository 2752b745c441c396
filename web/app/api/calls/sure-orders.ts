/**
 * Orders that are placed, changed and canceled so that a lost answer leaves no doubt: an order is named by its key, and the exchange is
 * asked for it. `onLost` is told when that begins; see `searched` for what is thrown when it finds nothing.
 */
import { REFUSALS } from '@agio/contracts/errors';
import { compareDecimals } from '../../../ui/decimal.ts';
import {
  amendFuturesOrder,
  type AmendStopOrder,
  amendStopOrder,
  cancelFuturesOrder,
  cancelStopOrder,
  type FuturesOrder,
  getFuturesOrderHistory,
  getOpenFuturesOrders,
  getOpenStopOrders,
  getStopOrderHistory,
  type PlaceFuturesOrder,
  placeFuturesOrder,
  type PlaceStopOrder,
  placeStopOrder,
  type StopOrder,
} from './futures.ts';
import { isLostAnswer } from '../lost-answer.ts';
import { ORDER_TIMEOUT_MS, type RepeatKey, searched } from '../repeat-key.ts';
import { ApiError, type Call } from '../request.ts';
import { toldOrders } from '../told-orders.ts';
import {
  amendOrder,
  cancelOrder,
  getOpenOrders,
  getOrderByClientId,
  getOrderHistory,
  placeOrder,
  placeOco,
} from './spot.ts';
import type { AmendOrder, Order, PlaceOrder, PlaceOco } from '../types.ts';

type OnLost = () => void;
/** Told under which key it went. */
type OnLostKey = (key: string) => void;

/** An order that goes without a key has no name either: an empty one would be refused. */
const named = (key: string) => (key === '' ? {} : { clientOrderId: key });

export function placeSurely(call: Call, repeat: RepeatKey, order: PlaceOrder, onLost: OnLost): Promise<Order> {
  const look = (key: string) => findByKey(call, order.symbol, key);
  return repeat.send(order, (body, key) => placeOrder(call, { ...body, ...named(key) }, key), { look, onLost });
}

/** Both orders of the OCO. */
export function placeOcoSurely(
  call: Call,
  repeat: RepeatKey,
  oco: PlaceOco,
  onLost: OnLost,
): Promise<readonly Order[]> {
  // Client order ids have 36 characters at most, as many as a key.
  const stopId = (key: string) => `${key.replaceAll('-', '')}s`;
  const look = async (key: string) => {
    const legs = await Promise.all([key, stopId(key)].map((id) => findByKey(call, oco.symbol, id)));
    const found = legs.filter((leg) => leg !== null);
    return found.length === legs.length ? found : null;
  };
  const send = (body: PlaceOco, key: string) =>
    placeOco(call, { ...body, ...named(key), ...(key === '' ? {} : { stopClientOrderId: stopId(key) }) }, key);
  return repeat.send(oco, send, { look, onLost });
}

export function amendSurely(call: Call, repeat: RepeatKey, change: AmendOrder, onLost: OnLost): Promise<Order> {
  const look = async () => {
    const order = await findOrder(call, change.symbol, change.orderId);
    return order !== null && hasChange(order, change) ? order : null;
  };
  return repeat.send(change, (body, key) => amendOrder(call, body, key), { look, onLost });
}

/** The order as it ended: by this, or before it. */
export function cancelSurely(call: Call, { symbol, orderId }: Order, onLost: OnLost): Promise<Order> {
  return endedSurely(
    () => cancelOrder(call, symbol, orderId),
    () => findOrder(call, symbol, orderId),
    onLost,
  );
}

export function placeFuturesSurely(
  call: Call,
  repeat: RepeatKey,
  order: PlaceFuturesOrder,
  onLost: OnLostKey,
): Promise<FuturesOrder> {
  const look = (key: string) =>
    askedOrTold(
      () => findFuturesOrder(briefly(call), order.symbol, ({ clientOrderId }) => clientOrderId === key),
      () => toldOrders.futures.find(key),
    );
  return repeat.send(order, (body, key) => placeFuturesOrder(call, { ...body, ...named(key) }, key), {
    look,
    onLost,
  });
}

export function placeStopSurely(
  call: Call,
  repeat: RepeatKey,
  order: PlaceStopOrder,
  onLost: OnLostKey,
): Promise<StopOrder> {
  const look = (key: string) =>
    askedOrTold(
      () => findStopOrder(briefly(call), order.symbol, ({ clientOrderId }) => clientOrderId === key),
      () => toldOrders.stops.find(key),
    );
  return repeat.send(order, (body, key) => placeStopOrder(call, { ...body, ...named(key) }, key), {
    look,
    onLost,
  });
}

type FuturesChange = Parameters<typeof amendFuturesOrder>[1];

export function amendFuturesSurely(
  call: Call,
  repeat: RepeatKey,
  change: FuturesChange,
  onLost: OnLost,
): Promise<FuturesOrder> {
  const look = async () => {
    const order = await findFuturesOrder(call, change.symbol, ({ orderId }) => orderId === change.orderId);
    return order !== null && hasChange(order, change) ? order : null;
  };
  return repeat.send(change, (body, key) => amendFuturesOrder(call, body, key), { look, onLost });
}

export function amendStopSurely(
  call: Call,
  repeat: RepeatKey,
  change: AmendStopOrder,
  onLost: OnLost,
): Promise<StopOrder> {
  const look = async () => {
    const stop = await findStopOrder(call, change.symbol, ({ stopOrderId }) => stopOrderId === change.stopOrderId);
    return stop !== null && hasChange(stop, change) ? stop : null;
  };
  return repeat.send(change, (body, key) => amendStopOrder(call, body, key), { look, onLost });
}

export function cancelFuturesSurely(call: Call, order: FuturesOrder, onLost: OnLost): Promise<FuturesOrder> {
  return endedSurely(
    () => cancelFuturesOrder(call, order.symbol, order.orderId),
    () => findFuturesOrder(call, order.symbol, ({ orderId }) => orderId === order.orderId),
    onLost,
  );
}

export function cancelStopSurely(call: Call, stop: StopOrder, onLost: OnLost): Promise<StopOrder> {
  return endedSurely(
    () => cancelStopOrder(call, stop.symbol, stop.stopOrderId),
    () => findStopOrder(call, stop.symbol, ({ stopOrderId }) => stopOrderId === stop.stopOrderId),
    onLost,
  );
}

/** A cancel does no harm twice: it is sent again until it is answered, and an order that had ended is looked for. */
async function endedSurely<T>(cancel: () => Promise<T>, find: () => Promise<T | null>, onLost: OnLost): Promise<T> {
  const again = async (): Promise<T | null> => {
    try {
      return await cancel();
    } catch (error) {
      if (error instanceof ApiError && error.code === REFUSALS.ORDER_CLOSED.code) return find();
      throw error;
    }
  };
  try {
    return await cancel();
  } catch (error) {
    if (!isLostAnswer(error)) throw error;
    return searched(error, { look: again, onLost });
  }
}

/** Whether the order is as the change wants it. */
function hasChange(order: object, change: object): boolean {
  const now = order as Readonly<Record<string, string | number>>;
  return Object.entries(change as Readonly<Record<string, string | number | undefined>>).every(
    ([field, value]) =>
      field === 'symbol' ||
      field === 'orderId' ||
      field === 'stopOrderId' ||
      value === undefined ||
      compareDecimals(String(now[field] ?? '0'), String(value)) === 0,
  );
}

const findByKey = (call: Call, symbol: string, key: string): Promise<Order | null> =>
  askedOrTold(
    () => getOrderByClientId(briefly(call), symbol, key),
    () => toldOrders.spot.find(key),
  );

/** The order as it is now; where nobody answers, or not of this order, as a socket told of it last, which may be a while ago. */
async function askedOrTold<One>(asked: () => Promise<One | null>, told: () => One | undefined): Promise<One | null> {
  try {
    return (await asked()) ?? told() ?? null;
  } catch (error) {
    const known = told();
    if (known === undefined) throw error;
    return known;
  }
}

/** What the socket told is not kept back for longer than an order is waited for. */
const briefly =
  (call: Call): Call =>
  (path, init) =>
    call(path, { ...init, timeoutMs: ORDER_TIMEOUT_MS });

/** The newest ones are enough: what is looked for was open a moment ago. */
async function findOrder(call: Call, symbol: string, orderId: number): Promise<Order | null> {
  const isIt = (order: Order) => order.orderId === orderId;
  return (
    (await getOpenOrders(call, symbol)).find(isIt) ?? (await getOrderHistory(call, { symbol })).items.find(isIt) ?? null
  );
}

async function findFuturesOrder(
  call: Call,
  symbol: string,
  isIt: (order: FuturesOrder) => boolean,
): Promise<FuturesOrder | null> {
  return (
    (await getOpenFuturesOrders(call)).find(isIt) ??
    (await getFuturesOrderHistory(call, { symbol })).items.find(isIt) ??
    null
  );
}

async function findStopOrder(
  call: Call,
  symbol: string,
  isIt: (stop: StopOrder) => boolean,
): Promise<StopOrder | null> {
  return (
    (await getOpenStopOrders(call)).find(isIt) ?? (await getStopOrderHistory(call, { symbol })).items.find(isIt) ?? null
  );
}
