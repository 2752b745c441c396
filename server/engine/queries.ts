/** Reads of the live state, answered on the engine's thread. */
import type { Core } from '@agio/core';
import type { EngineQueries, EngineQuery } from './index.ts';

type Answers = {
  [K in EngineQuery]: (core: Core, input: EngineQueries[K]['input'], nowMs: number) => EngineQueries[K]['output'];
};

const answers: Answers = {
  assets: (core) => core.assets(),
  markets: (core) => core.markets(),
  balances: (core, { uid }) => core.balances(uid),
  openOrders: (core, { uid, symbol }) => core.openOrders(uid, symbol),
  trailingOrders: (core, { orderIds }) => core.trailingOrders(orderIds),
  orderCheck: (core, order, nowMs) => core.checkOrder(order, nowMs),
  order: (core, { orderId }) => core.order(orderId),
  orderByClientId: (core, { uid, symbol, clientOrderId }) => core.orderByClientId(uid, symbol, clientOrderId),
  depth: (core, { symbol, limit }) => core.depth(symbol, limit),
  contracts: (core) => core.contracts(),
  contractDepth: (core, { symbol, limit }) => core.contractDepth(symbol, limit),
  perpOrder: (core, { orderId }) => core.perpOrder(orderId),
  openPerpOrders: (core, owner) => core.openPerpOrders(owner),
  openStopOrders: (core, owner) => core.openStopOrders(owner),
  trailingStops: (core, { names, wallet }) => core.trailingStops(names, wallet),
  positions: (core, owner) => core.positions(owner),
  capital: (core, { uid, wallet }) => core.capital(uid, wallet),
  preference: (core, { uid, wallet, symbol }) => core.preference(uid, wallet, symbol),
  dust: (core, { uid }, nowMs) => core.dust(uid, nowMs),
  houseAccounts: (core) => core.houseAccounts(),
  ledgerSums: (core) => core.ledgerSums(),
  stateHash: (core) => ({ seq: core.lastSeq, hash: core.stateHash() }),
};

/** `nowMs`: the stamp that a command would get now. */
export function answerQuery(core: Core, query: EngineQuery, input: unknown, nowMs: number): unknown {
  return answers[query](core, input as never, nowMs);
}
