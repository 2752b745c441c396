/** The user's own open orders, balances and fills, as the private socket tells them. */
import type { Order } from '@agio/contracts/http/spot';
import type { Balance } from '@agio/contracts/http/wallet';
import type { LiveSocket } from './socket.ts';
import { createStore, type Store } from './store.ts';
import { withTrail } from './trail.ts';

export interface AccountFeed {
  /** Null until the first frame. */
  readonly openOrders: Store<readonly Order[] | null>;
  readonly balances: Store<readonly Balance[] | null>;
  /** How often something ended or was filled: the histories ask again when it changes. */
  readonly revision: Store<number>;
  connect(socket: LiveSocket): () => void;
  /** What a call answered, shown before the socket says it too. */
  acceptOrders(orders: readonly Order[]): void;
}

const OPEN: ReadonlySet<Order['status']> = new Set(['NEW', 'PARTIALLY_FILLED', 'UNTRIGGERED']);

export interface AccountSeed {
  readonly openOrders: readonly Order[] | null;
  readonly balances: readonly Balance[] | null;
}

export function createAccountFeed(seed: AccountSeed = { openOrders: null, balances: null }): AccountFeed {
  const openOrders = createStore<readonly Order[] | null>(seed.openOrders && newestFirst(seed.openOrders));
  const balances = createStore<readonly Balance[] | null>(seed.balances);
  const revision = createStore(0);
  const ended = new Map<number, number>();
  const merge = (fresh: readonly Order[], known: readonly Order[]) => {
    const byId = new Map(known.map((order) => [order.orderId, order]));
    for (const order of fresh) {
      if (OPEN.has(order.status)) {
        const before = byId.get(order.orderId);
        const isOlder = ended.has(order.orderId) || (before !== undefined && before.updatedAt > order.updatedAt);
        if (!isOlder) byId.set(order.orderId, withTrail(order, before));
      } else {
        byId.delete(order.orderId);
        ended.set(order.orderId, order.updatedAt);
        revision.set(revision.get() + 1);
      }
    }
    openOrders.set(newestFirst([...byId.values()]));
  };
  return {
    openOrders,
    balances,
    revision,
    acceptOrders: (orders) => merge(orders, openOrders.get() ?? []),
    connect(socket) {
      const leaves = [
        socket.subscribe('order', {}, ({ snapshot, orders }) => {
          merge(orders, snapshot ? [] : (openOrders.get() ?? []));
        }),
        socket.subscribe('balance', {}, ({ snapshot, balances: fresh }) => {
          balances.set(snapshot ? fresh : mergeBalances(balances.get() ?? [], fresh));
        }),
        socket.subscribe('user_deal', {}, ({ snapshot }) => {
          if (!snapshot) revision.set(revision.get() + 1);
        }),
      ];
      return () => {
        for (const leave of leaves) leave();
      };
    },
  };
}

function newestFirst(orders: readonly Order[]): readonly Order[] {
  return orders.toSorted((a, b) => b.createdAt - a.createdAt || b.orderId - a.orderId);
}

function mergeBalances(known: readonly Balance[], fresh: readonly Balance[]): readonly Balance[] {
  const keyOf = (balance: Balance) => `${balance.wallet} ${balance.asset}`;
  const byKey = new Map(known.map((balance) => [keyOf(balance), balance]));
  for (const balance of fresh) byKey.set(keyOf(balance), balance);
  return [...byKey.values()];
}
