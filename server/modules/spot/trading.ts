/** What both dialects do with orders: send commands to the engine, read orders from it, or from SQL what it forgot. */
import type { CommandBody, OrderView, RejectCode } from '@agio/core';
import type { Engine } from '../../engine/index.ts';
import type { Db } from '../../store/index.ts';
import type { Answered } from '../wallet/index.ts';
import type { RecentFills } from './fills.ts';
import type { PairCommand } from './order-request.ts';
import * as repo from './repo.ts';

/** A refusal of the core. Each dialect has its own code and words for it. */
export class Rejected extends Error {
  override readonly name = 'Rejected';
  readonly code: RejectCode;

  constructor(code: RejectCode) {
    super(code);
    this.code = code;
  }
}

type OrderCommand = Extract<CommandBody, { kind: 'PlaceOrder' | 'AmendOrder' | 'CancelOrder' }>;
type ManyCommand = Extract<CommandBody, { kind: 'PlaceOco' | 'CancelAllOrders' }>;

export interface OrderAnswer {
  readonly order: OrderView;
  readonly seq: number;
  /** What the command itself took from the book. */
  readonly fills: repo.FillRow[];
}

export interface OrderName {
  readonly orderId: number;
  readonly clientOrderId: string;
}

export interface Trading {
  /** Throws Rejected. */
  send(command: OrderCommand): Promise<OrderAnswer>;
  /** Both orders of the pair. Throws Rejected. */
  sendPair(command: PairCommand): Promise<OrderView[]>;
  cancelAll(uid: number, symbol: string): Promise<OrderView[]>;
  openOrders(uid: number, symbol: string): Promise<OrderView[]>;
  /** By id, or by client id when the id is 0; the newest one of that client id. Null when the user has none. */
  find(uid: number, symbol: string, name: OrderName): Promise<OrderView | null>;
  endedOrders(uid: number, query: repo.PageQuery): Promise<repo.Page<OrderView>>;
  pageOfFills(uid: number, query: repo.PageQuery): Promise<repo.Page<repo.FillRow>>;
  ordersInRange(uid: number, symbol: string, range: repo.RangeQuery): Promise<OrderView[]>;
  fillsInRange(uid: number, symbol: string, orderId: number | null, range: repo.RangeQuery): Promise<repo.FillRow[]>;
}

export function createTrading(engine: Engine, db: Db, answered: Answered, fills: RecentFills): Trading {
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
    const outcome = await engine.submit(command);
    answered.note(command.uid, outcome.seq);
    if (!outcome.ok) throw new Rejected(outcome.code);
    if (outcome.result.kind !== 'Orders') throw new Error(`${command.kind} was answered by ${outcome.result.kind}`);
    return [...outcome.result.orders];
  };

  return {
    async send(command) {
      const outcome = await engine.submit(command);
      answered.note(command.uid, outcome.seq);
      if (!outcome.ok) throw new Rejected(outcome.code);
      if (outcome.result.kind !== 'Order') throw new Error(`${command.kind} was answered by ${outcome.result.kind}`);
      const { order } = outcome.result;
      return { order, seq: outcome.seq, fills: fills.takenBy(outcome.seq, order.orderId) };
    },
    sendPair: sendMany,
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
  };
}
