/** Orders for both dialects: sends commands to the engine, and reads orders from it, or from SQL if it has forgotten them. */
import type { CommandBody, OpenOrderView, OrderView } from '@agio/core';
import type { EngineHandle } from '../../engine/index.ts';
import type { Db, Page } from '../../store/index.ts';
import type { Answered } from '../../commands/answered.ts';
import { submit } from '../../commands/submit.ts';
import type { LiveMarkets } from '../markets/index.ts';
import { spotRefusal } from './broken-limit.ts';
import type { RecentFills } from './fills.ts';
import type { OcoCommand, PlaceCommand } from './order-request.ts';
import * as ocoRepo from './oco-repo.ts';
import * as repo from './repo.ts';

type OrderCommand = Extract<CommandBody, { kind: 'PlaceOrder' | 'AmendOrder' | 'CancelOrder' }>;
type ManyCommand = Extract<CommandBody, { kind: 'PlaceOco' | 'CancelAllOrders' }>;

export interface OrderAnswer {
  readonly order: OrderView;
  readonly seq: number;
  /** The fills in which the command itself was the taker. */
  readonly fills: repo.FillRow[];
}

export interface OrderName {
  readonly orderId: number;
  readonly clientOrderId: string;
}

export interface Trading {
  /** Throws a Refusal. */
  send(command: OrderCommand): Promise<OrderAnswer>;
  /** Places no order; throws the Refusal that it would get now, without looking at book and balances. */
  check(command: PlaceCommand): Promise<void>;
  /** Both orders of the pair. Throws a Refusal. */
  sendOco(command: OcoCommand): Promise<OrderView[]>;
  cancelAll(uid: number, symbol: string): Promise<OrderView[]>;
  openOrders(uid: number, symbol: string): Promise<OpenOrderView[]>;
  /** By id, or by client id when the id is 0; the newest one of that client id. Null when the user has none. */
  find(uid: number, symbol: string, name: OrderName): Promise<OrderView | null>;
  endedOrders(uid: number, query: repo.EndedQuery): Promise<Page<OrderView>>;
  pageOfFills(uid: number, query: repo.HistoryQuery): Promise<Page<repo.KnownFill>>;
  ordersInRange(uid: number, symbol: string, range: repo.RangeQuery): Promise<OrderView[]>;
  fillsInRange(
    uid: number,
    symbol: string,
    orderId: number | null,
    range: repo.RangeQuery,
  ): Promise<repo.FillOfOrder[]>;
  /** Both orders of each pair, where history has not dropped one; as they are now. */
  ocos(uid: number, ocoIds: readonly number[]): Promise<OrderView[][]>;
  /** The id of the newest pair of this name, its own or its first order's; null when there is none. */
  ocoByName(uid: number, name: string): Promise<number | null>;
  ocosInRange(uid: number, range: repo.RangeQuery): Promise<number[]>;
  /** Before the pair is placed, so that its name is known whatever becomes of the answer. */
  nameOco(uid: number, name: ocoRepo.ListName): Promise<void>;
  /** By the id of each pair's first order. */
  ocoNames(uid: number, firsts: readonly OrderView[]): Promise<ReadonlyMap<number, string>>;
}

export function isLive({ status }: OrderView): boolean {
  return status === 'NEW' || status === 'PARTIALLY_FILLED' || status === 'UNTRIGGERED';
}

export interface TradingParts {
  readonly engine: EngineHandle;
  readonly db: Db;
  readonly answered: Answered;
  readonly fills: RecentFills;
  /** The rules of the markets, which refusals name. */
  readonly live: LiveMarkets;
}

export function createTrading({ engine, db, answered, fills, live }: TradingParts): Trading {
  const liveOrder = async (uid: number, symbol: string, name: OrderName): Promise<OrderView | null> => {
    const order =
      name.orderId > 0
        ? await engine.query('order', { orderId: name.orderId })
        : await engine.query('orderByClientId', { uid, symbol, clientOrderId: name.clientOrderId });
    return order && order.uid === uid && order.symbol === symbol ? order : null;
  };
  const storedOrder = async (uid: number, symbol: string, name: OrderName): Promise<OrderView | null> => {
    await answered.wait(uid);
    const order =
      name.orderId > 0
        ? await repo.orderById(db, uid, name.orderId)
        : await repo.orderByClientId(db, uid, symbol, name.clientOrderId);
    return order?.symbol === symbol ? order : null;
  };
  const sendMany = async (command: ManyCommand): Promise<OrderView[]> => {
    const { result } = await submit({ engine, answered }, command, 'Orders', [command.uid], ({ code }) =>
      spotRefusal(live, engine, command, code),
    );
    return [...result.orders];
  };

  return {
    async send(command) {
      const { seq, result } = await submit({ engine, answered }, command, 'Order', [command.uid], ({ code }) =>
        spotRefusal(live, engine, command, code),
      );
      const { order } = result;
      return { order, seq, fills: fills.takenBy(seq, order.orderId) };
    },
    async check(command) {
      const refusal = await engine.query('orderCheck', command);
      if (refusal !== null) throw await spotRefusal(live, engine, command, refusal);
    },
    sendOco: sendMany,
    cancelAll: (uid, symbol) => sendMany({ kind: 'CancelAllOrders', uid, symbol }),
    openOrders: (uid, symbol) => engine.query('openOrders', { uid, symbol }),
    find: async (uid, symbol, name) => (await liveOrder(uid, symbol, name)) ?? (await storedOrder(uid, symbol, name)),
    async endedOrders(uid, query) {
      await answered.wait(uid);
      return await repo.endedOrders(db, uid, query);
    },
    async pageOfFills(uid, query) {
      await answered.wait(uid);
      return await repo.pageOfFills(db, uid, query);
    },
    async ordersInRange(uid, symbol, range) {
      await answered.wait(uid);
      return await repo.ordersInRange(db, uid, symbol, range);
    },
    async fillsInRange(uid, symbol, orderId, range) {
      await answered.wait(uid);
      return await repo.fillsInRange(db, uid, symbol, orderId, range);
    },
    ...ocoReads(engine, db, answered),
  };
}

type OcoReads = Pick<Trading, 'ocos' | 'ocoByName' | 'ocosInRange' | 'nameOco' | 'ocoNames'>;

function ocoReads(engine: EngineHandle, db: Db, answered: Answered): OcoReads {
  const openOcos = async (uid: number): Promise<OrderView[]> =>
    (await engine.query('openOrders', { uid, symbol: '' })).filter(({ ocoId }) => ocoId !== 0);
  /** The rows in SQL may lag behind changes that another user's command made to an order. */
  const refreshed = async (order: OrderView): Promise<OrderView> =>
    isLive(order) ? ((await engine.query('order', { orderId: order.orderId })) ?? order) : order;
  return {
    async ocos(uid, ocoIds) {
      await answered.wait(uid);
      const stored = await Promise.all((await ocoRepo.ordersOfOcos(db, uid, ocoIds)).map(refreshed));
      const byId = new Map([...stored, ...(await openOcos(uid))].map((order) => [order.orderId, order]));
      const orders = [...byId.values()].toSorted((a, b) => a.orderId - b.orderId);
      return ocoIds.map((ocoId) => orders.filter((order) => order.ocoId === ocoId));
    },
    async ocoByName(uid, name) {
      await answered.wait(uid);
      const first = (await ocoRepo.firstNameOf(db, uid, name)) ?? name;
      const open = await openOcos(uid);
      const live = open.findLast((order) => order.orderId === order.ocoId && order.clientOrderId === first);
      return live?.ocoId ?? (await ocoRepo.ocoByFirstName(db, uid, first));
    },
    async ocosInRange(uid, range) {
      await answered.wait(uid);
      return await ocoRepo.ocosInRange(db, uid, range);
    },
    nameOco: (uid, name) => ocoRepo.insertListName(db, uid, name, Date.now()),
    ocoNames: (uid, firsts) => ocoRepo.listNamesOf(db, uid, firsts),
  };
}
